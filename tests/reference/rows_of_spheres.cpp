// C12: rows of any number of spheres, with any masses, gaps and velocities.

#include <fmt/core.h>

#include "benchmarks.hpp"
#include "records.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Options;
using saltus::Result;

namespace {

struct Row {
  std::string name, n, e, hits, last;
  std::vector<std::string> m = {}, a = {}, v0 = {}, v = {}, hits_of_pair = {};
  std::vector<std::string> pairs = {}, times = {};  // of the first hits
};

std::vector<Row> read_rows() {
  std::vector<Row> rows;
  for (const Record& r : read_records("c12_rows.tsv")) {
    if (r[0] == "row") {
      rows.push_back({.name = r[1], .n = r[2], .e = r[3], .hits = r[4], .last = r[5]});
    } else if (r[0] == "hit") {
      rows.back().pairs.push_back(r[1]);
      rows.back().times.push_back(r[2]);
    } else {
      Row& row = rows.back();
      auto& list = r[0] == "m" ? row.m : r[0] == "a" ? row.a : r[0] == "v0" ? row.v0 : r[0] == "v" ? row.v : row.hits_of_pair;
      list = fields_from(r, 1);
    }
  }
  return rows;
}

// "3 3 2": how often each pair hit.
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

void compare(Table& table, const Model& model, const Row& row, Options options, const std::string& form, double allowed) {
  options.set = {{"n", row.n}, {"e", row.e}, {"m", array_text(row.m)}, {"a", array_text(row.a)}, {"v0", array_text(row.v0)}};
  options.stop = 1000;
  const Result result = run(model, options);
  const std::string title = row.name + form + ": ";
  table.count(title + "hits", result.events().size(), std::stoul(row.hits));
  table.text(title + "status", status_text(result), "finished");

  std::vector<std::string> per_pair, velocities, pairs, times;
  for (std::size_t i = 1; i <= row.hits_of_pair.size(); ++i) {
    per_pair.push_back(std::to_string(result.count(fmt::format("hit[{}]", i))));
  }
  for (std::size_t i = 1; i <= row.v.size(); ++i) velocities.push_back(final_text(result, fmt::format("v[{}]", i)));
  for (std::size_t k = 0; k < row.pairs.size() && k < result.events().size(); ++k) {
    const std::string& name = result.events()[k].name;
    pairs.push_back(name.substr(4, name.size() - 5));
    times.push_back(value_text(result.events()[k].time));
  }
  table.text(title + "hits of each pair", joined(per_pair), joined(row.hits_of_pair));
  table.text(title + "first pairs", joined(pairs), joined(row.pairs));
  table.numbers(title + "first times", times, row.times, allowed);
  table.number(title + "time of the last hit", result.events().empty() ? "" : value_text(result.events().back().time), row.last,
               allowed);
  table.numbers(title + "final velocities", velocities, row.v, allowed);
}

}  // namespace

void rows_of_spheres(Table& table) {
  const Model positions = load("c12/spheres.mo"), relative = load("c12/spheres_relative.mo");
  table.group("C12 Rows of spheres (positions, tolerance 1e-12; relative quantities, 40 digits)");
  for (const Row& row : read_rows()) {
    compare(table, positions, row, {.tolerance = "1e-12"}, "", 1e-9);
    compare(table, relative, row, {.precision = 40}, ", 40 digits", 1e-20);
  }
}

}  // namespace argesim
