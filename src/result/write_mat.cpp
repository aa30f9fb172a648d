#include "result/write_mat.hpp"

#include <fmt/format.h>

#include "result/mat4.hpp"

namespace saltus {

namespace {

std::string described(const std::string& description, const std::string& unit) {
  if (unit.empty()) return description;
  return fmt::format("{}{}[{}]", description, description.empty() ? "" : " ", unit);
}

/// Columns of the four matrices that say what the data are.
struct Directory {
  std::vector<std::string> names, descriptions;
  std::vector<std::int32_t> info;

  void add(const std::string& name, const std::string& description, std::int32_t matrix, std::size_t row,
           std::int32_t outside) {
    names.push_back(name);
    descriptions.push_back(description);
    info.insert(info.end(), {matrix, static_cast<std::int32_t>(row), 0, outside});
  }
};

}  // namespace

std::string write_mat(const RunResult& run) {
  Directory directory;
  directory.add("time", described("time", "s"), 0, 1, -1);
  const double start = run.series.columns.empty() || run.series.rows.empty() ? 0 : run.series.columns.front().values.front();
  std::vector<double> constant = {start}, end = {run.status.time.value};
  for (std::size_t i = 0; i < run.parameters.size(); ++i) {
    const NamedValue& p = run.parameters[i];
    if (p.value.kind == ValueKind::text) continue;
    const ParameterNote note = i < run.parameter_notes.size() ? run.parameter_notes[i] : ParameterNote{};
    constant.push_back(p.value.value);
    end.push_back(p.value.value);
    directory.add(p.name, described(note.description, note.unit), 1, constant.size(), 0);
  }
  std::vector<const Column*> columns;  // those of numbers: the names of modes are none
  for (const Column& c : run.series.columns) {
    if (c.kind == ValueKind::text) continue;
    columns.push_back(&c);
    if (columns.size() > 1) directory.add(c.name, described(c.description, c.unit), 2, columns.size(), -1);
  }
  std::string out;
  const std::vector<std::string> head = {"Atrajectory", "1.1", "", "binTrans"};
  mat4::add_texts(out, "Aclass", head, mat4::Texts::rows);
  mat4::add_texts(out, "name", directory.names, mat4::Texts::columns);
  mat4::add_texts(out, "description", directory.descriptions, mat4::Texts::columns);
  mat4::add_integers(out, "dataInfo", 4, directory.names.size(), directory.info);
  const std::size_t rows = constant.size();
  constant.insert(constant.end(), end.begin(), end.end());
  mat4::add_reals(out, "data_1", rows, 2, constant);
  mat4::add_real_header(out, "data_2", columns.size(), run.series.rows.size());
  for (std::size_t i = 0; i < run.series.rows.size(); ++i)
    for (const Column* c : columns) mat4::add_real(out, c->values[i]);
  return out;
}

}  // namespace saltus
