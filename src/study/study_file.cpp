#include "study/study_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/read_file.hpp"
#include "model/solvers.hpp"
#include "sim/simulate.hpp"
#include "study/stated_number.hpp"
#include "study/study_reader.hpp"

namespace saltus {

namespace {

constexpr std::size_t deepest_name = 32;
/// Of tables and of the store, beside varied names and measures.
constexpr std::string_view record_columns[] = {"number", "status", "message", "end_time", "steps", "events", "seconds"};

/// Dotted names as TOML nests them: `x.start = 3` is a table `x` with a key `start`.
void add_settings(const TomlNode& table, const StudyText& prefix, std::size_t depth, std::vector<StudySetting>& list,
                  Diagnostics& diagnostics) {
  for (const TomlMember& m : table.members) {
    StudyText name{prefix.given() ? prefix.text + "." + m.name : m.name, m.name_span};
    if (m.value.kind == TomlNode::Kind::table && depth < deepest_name) {
      add_settings(m.value, name, depth + 1, list, diagnostics);
    } else if (auto value = text_of_value(m.value, name.text, diagnostics)) {
      list.push_back({std::move(name), *std::move(value)});
    }
  }
}

/// The value of a key as the text of a constant number.
StudyText constant(const TomlNode* node, std::string_view key, Diagnostics& diagnostics) {
  if (node == nullptr || !stated_number(*node, key, diagnostics)) return {};
  return text_of_value(*node, key, diagnostics).value_or(StudyText{});
}

bool check_schema(TableReader& table, Diagnostics& diagnostics) {
  const TomlNode* schema =
      table.require("schema", TomlNode::Kind::text, fmt::format("begin the file with schema = \"{}\"", study_schema));
  if (schema == nullptr || schema->text == study_schema) return true;
  diagnostics.error("unknown-schema", schema->span, fmt::format("a study of the schema `{}` cannot be read", schema->text), {},
                    fmt::format("this version reads `{}`", study_schema));
  return false;
}

struct ExperimentTable {
  const char* name;
  StudyExperiment (*read)(StudyReader&, const TomlNode&);
};

constexpr ExperimentTable experiments[] = {
    {"sweep", [](StudyReader& r, const TomlNode& t) -> StudyExperiment { return r.sweep(t); }},
    {"seek", [](StudyReader& r, const TomlNode& t) -> StudyExperiment { return r.seek(t); }},
    {"minimize", [](StudyReader& r, const TomlNode& t) -> StudyExperiment { return r.minimize(t); }},
    {"sample", [](StudyReader& r, const TomlNode& t) -> StudyExperiment { return r.sample(t); }},
    {"compare", [](StudyReader& r, const TomlNode& t) -> StudyExperiment { return r.compare(t); }},
};

void add_entries(const TomlNode& table, const std::string& prefix, const Sources& sources,
                 std::vector<std::pair<std::string, std::string>>& entries) {
  for (const TomlMember& m : table.members) {
    const std::string name = prefix + m.name;
    // Tables with a header of their own have no text of their own.
    if (m.value.kind == TomlNode::Kind::table)
      add_entries(m.value, name + ".", sources, entries);
    else
      entries.emplace_back(name, sources.text(m.value.span));
  }
}

/// In the order of the text.
std::vector<std::pair<const ExperimentTable*, const TomlNode*>> experiments_in(TableReader& table) {
  std::vector<std::pair<const ExperimentTable*, const TomlNode*>> found;
  for (const ExperimentTable& e : experiments)
    if (const TomlNode* node = table.find(e.name, TomlNode::Kind::table)) found.emplace_back(&e, node);
  std::ranges::sort(found, {}, [](const auto& f) { return f.second->span.begin; });
  return found;
}

void read_experiment(TableReader& table, StudyReader& reader, StudyFile& study) {
  const auto found = experiments_in(table);
  if (found.empty()) return;
  const auto& [first, node] = found.front();
  study.experiment = first->read(reader, *node);
  study.experiment_span = node->span;
  add_entries(*node, "", reader.sources, study.experiment_entries);
  for (std::size_t i = 1; i < found.size(); ++i)
    reader.diagnostics.error("several-experiments", found[i].second->span,
                             fmt::format("`{}` and `{}` in one study", first->name, found[i].first->name),
                             "a second experiment", "one experiment to a study: make two of it");
}

bool varies_variants(const StudyExperiment& experiment) {
  const auto* sweep = std::get_if<SweepExperiment>(&experiment);
  return sweep != nullptr && !sweep->variants.empty();
}

/// The tables of `[[name]]`.
std::vector<TomlNode> tables(TableReader& table, const char* name, Diagnostics& diagnostics) {
  const TomlNode* list = table.find(name, TomlNode::Kind::array);
  if (list == nullptr) return {};
  std::vector<TomlNode> found;
  for (const TomlNode& item : list->items) {
    if (has_kind(item, TomlNode::Kind::table, name, diagnostics)) found.push_back(item);
  }
  return found;
}

void read_study(const TomlNode& root, StudyReader& reader, StudyFile& study) {
  TableReader table(root, "the study", reader.diagnostics);
  if (!check_schema(table, reader.diagnostics)) return;
  study.title = text_at(table.find("title", TomlNode::Kind::text));
  study.description = text_at(table.find("description", TomlNode::Kind::text));
  if (const TomlNode* model = table.require("model", "as model = \"ball.mo\", a file beside the study")) {
    study.model = text_at(model);
    for (const TomlNode& item : model->items) study.model.text += (study.model.text.empty() ? "" : ", ") + item.text;
    study.model_files = reader.models(*model);
  }
  study.class_name = text_at(table.find("class", TomlNode::Kind::text));
  study.run = reader.run_settings(table);
  if (const TomlNode* set = table.find("set", TomlNode::Kind::table)) study.settings = reader.settings(*set);
  if (const TomlNode* measures = table.find("measures", TomlNode::Kind::table)) study.measures = reader.measures(*measures);
  const TomlNode* variants = table.find("variants", TomlNode::Kind::table);
  if (variants != nullptr) reader.variants = reader.read_variants(*variants);
  read_experiment(table, reader, study);
  if (variants != nullptr) add_entries(*variants, "variants.", reader.sources, study.experiment_entries);
  if (variants != nullptr && !varies_variants(study.experiment) && !reader.diagnostics.has_errors())
    report_value(reader.diagnostics, variants->span, "nothing runs these variants",
                 "a sweep does, with `variant = [...]`; a comparison has its own, as [compare.variants.NAME]");
  study.figures = tables(table, "figure", reader.diagnostics);
  study.animations = tables(table, "animation", reader.diagnostics);
  for (const TomlNode& node : tables(table, "expect", reader.diagnostics))
    study.expectations.push_back(reader.expectation(node));
  table.report_unknown_keys();
}

}  // namespace

StudyText text_at(const TomlNode* node) { return node == nullptr ? StudyText{} : StudyText{node->text, node->span}; }

std::vector<std::uint32_t> StudyReader::models(const TomlNode& node) {
  if (node.kind == TomlNode::Kind::array && !node.items.empty()) {
    std::vector<std::uint32_t> all;
    for (const TomlNode& item : node.items) {
      if (!has_kind(item, TomlNode::Kind::text, "model", diagnostics)) continue;
      const auto numbers = models(item);
      all.insert(all.end(), numbers.begin(), numbers.end());
    }
    return all;
  }
  if (!has_kind(node, TomlNode::Kind::text, "model", diagnostics)) return {};
  const std::filesystem::path file = folder / node.text;
  try {
    return {sources.add(file.string(), read_file(file))};
  } catch (const FileError& error) {
    diagnostics.error("missing-file", node.span, error.what(), {}, "models are found beside the study");
    return {};
  }
}

RunSettings StudyReader::run_settings(TableReader& table) {
  RunSettings run;
  const auto number = [&](const char* key) { return constant(table.find(key), key, diagnostics); };
  run.start = number("start");
  run.stop = number("stop");
  run.tol = number("tol");
  run.step = number("step");
  run.interval = number("interval");
  if (const TomlNode* at = table.find("at", TomlNode::Kind::array)) {
    for (const TomlNode& time : at->items) run.at.push_back(constant(&time, "at", diagnostics));
  }
  run.solver = text_at(table.word("solver", solver_names()));
  run.locate = text_at(table.word("locate", {"exact", "grid", "signs"}));
  run.precision = precision(table);
  run.max_rounds = static_cast<int>(table.whole("max_rounds", 1, 1000000000).value_or(0));
  return run;
}

int StudyReader::precision(TableReader& table) {
  const TomlNode* node = table.find("precision");
  if (node == nullptr || node->kind != TomlNode::Kind::text)
    return static_cast<int>(table.whole("precision", 10, max_precision).value_or(0));
  if (node->text == double_double_name) return double_double;
  report_value(diagnostics, node->span, fmt::format("`precision` cannot be `{}`", node->text),
               fmt::format("a whole number of digits from 10 to {}, or \"{}\"", max_precision, double_double_name));
  return 0;
}

std::vector<StudySetting> StudyReader::settings(const TomlNode& table) {
  std::vector<StudySetting> list;
  add_settings(table, {}, 0, list, diagnostics);
  return list;
}

std::vector<MeasureText> StudyReader::measures(const TomlNode& table) {
  std::vector<MeasureText> list;
  for (const TomlMember& m : table.members) {
    if (!has_kind(m.value, TomlNode::Kind::text, m.name, diagnostics)) continue;
    if (std::ranges::find(record_columns, m.name) != std::end(record_columns)) {
      report_value(diagnostics, m.name_span, fmt::format("`{}` is a column that every table of runs has", m.name),
                   "give the measure another name");
      continue;
    }
    list.push_back({m.name, m.value.text, m.value.span});
  }
  return list;
}

std::optional<StudyFile> load_study(const std::filesystem::path& path, std::shared_ptr<Sources> sources,
                                    Diagnostics& diagnostics) {
  return parse_study(read_file(path), path, std::move(sources), diagnostics);
}

std::optional<StudyFile> parse_study(std::string text, const std::filesystem::path& path, std::shared_ptr<Sources> sources,
                                     Diagnostics& diagnostics) {
  StudyFile study;
  study.path = path;
  study.file = sources->add(path.string(), std::move(text));
  const auto root = parse_toml(*sources, study.file, diagnostics);
  if (!root) return std::nullopt;
  StudyReader reader{*sources, path.parent_path(), diagnostics, {}};
  read_study(*root, reader, study);
  study.sources = std::move(sources);
  check_experiment(study, diagnostics);
  if (!diagnostics.has_errors()) check_references(study, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return study;
}

const char* name_of(const StudyExperiment& experiment) {
  static constexpr const char* names[] = {"run", "sweep", "seek", "minimize", "sample", "compare"};
  return names[experiment.index()];
}

std::vector<StudyText> varied_names(const StudyExperiment& experiment) {
  std::vector<StudyText> names;
  if (const auto* sweep = std::get_if<SweepExperiment>(&experiment)) {
    for (const SweepAxis& a : sweep->axes) names.push_back(a.name);
  } else if (const auto* seek = std::get_if<SeekExperiment>(&experiment)) {
    for (const StudyUnknown& u : seek->unknowns) names.push_back(u.name);
  } else if (const auto* minimize = std::get_if<MinimizeExperiment>(&experiment)) {
    for (const StudyUnknown& u : minimize->unknowns) names.push_back(u.name);
  } else if (const auto* sample = std::get_if<SampleExperiment>(&experiment)) {
    for (const VariedName& v : sample->vary) names.push_back(v.name);
  }
  return names;
}

}  // namespace saltus
