#include "api/study_builder.hpp"

#include <fmt/format.h>

#include "api/saltus.hpp"
#include "study/stated_number.hpp"
#include "study/study_reader.hpp"

namespace saltus {

namespace {

StatedNumber number(const std::string& name, const Exact& value) {
  auto read = read_number(value.text());
  if (!read) throw InvalidOption(fmt::format("{}: `{}` is no constant number", name, value.text()));
  return {*std::move(read), {}};
}

StudyText checked(const char* option, const Exact& value) {
  static_cast<void>(number(option, value));
  return {value.text(), {}};
}

StudyText checked(const char* option, const std::optional<Exact>& value) {
  return value ? checked(option, *value) : StudyText{};
}

const char* word_of(Location location) {
  return location == Location::grid ? "grid" : location == Location::signs ? "signs" : "";
}

}  // namespace

StudyBuilder::StudyBuilder(const Model& model) {
  file_.sources = std::make_shared<Sources>(model.sources());
  file_.path = model.name();
  file_.model.text = model.name();
  file_.model_files = model.files();
  if (!model.files().empty()) {
    file_.class_name.text = model.chosen();
    for (const auto& [name, value] : model.settings()) file_.settings.push_back({{name, {}}, {value.text(), {}}});
  } else {  // what a setting may be is decided by the front end; a model without text is given one
    file_.model_files = {file_.sources->add(model.name() + ".mo", model.text())};
  }
}

StudyBuilder& StudyBuilder::title(std::string text) {
  file_.title.text = std::move(text);
  return *this;
}

StudyBuilder& StudyBuilder::options(const Options& o) {
  RunSettings& run = file_.run;
  run.start = checked("start", o.start);
  run.stop = checked("stop", o.stop);
  run.tol = checked("tolerance", o.tolerance);
  run.step = checked("step", o.step);
  run.interval = checked("interval", o.interval);
  run.at.clear();
  for (const Exact& t : o.at) run.at.push_back(checked("at", t));
  run.solver.text = o.solver;
  run.locate.text = word_of(o.locate);
  run.precision = o.precision;
  run.max_rounds = o.max_rounds;
  for (const auto& [name, value] : o.set) file_.settings.push_back({{name, {}}, {value.text(), {}}});
  return *this;
}

StudyBuilder& StudyBuilder::measure(std::string name, std::string expression) {
  file_.measures.push_back({std::move(name), std::move(expression), {}});
  return *this;
}

SweepExperiment& StudyBuilder::sweep_of(const std::string& name, SweepValues values, std::string stated) {
  if (!std::holds_alternative<SweepExperiment>(file_.experiment)) file_.experiment = SweepExperiment{};
  file_.experiment_entries.emplace_back(name, std::move(stated));
  auto& sweep = std::get<SweepExperiment>(file_.experiment);
  sweep.axes.push_back({{name, {}}, std::move(values)});
  return sweep;
}

StudyBuilder& StudyBuilder::sweep(const std::string& name, const std::vector<Exact>& values) {
  std::vector<StudyValue> list;
  std::string stated;
  for (const Exact& v : values) {
    list.push_back(number(name, v).number.value);
    stated += v.text() + " ";
  }
  if (list.empty()) throw InvalidOption(fmt::format("{}: no values", name));
  sweep_of(name, SweepValues::list(std::move(list)), stated);
  return *this;
}

StudyBuilder& StudyBuilder::sweep(const std::string& name, const Range& range) {
  const StatedNumber from = number(name, range.from), to = number(name, range.to), step = number(name, range.step);
  Diagnostics problems;
  const auto count = count_of_range(from, to, step, problems);
  if (!count) throw InvalidOption(fmt::format("{}: {}", name, problems.all().front().message));
  sweep_of(name, SweepValues::steps(from.number, step.number, *count),
           fmt::format("{} to {} by {}", range.from.text(), range.to.text(), range.step.text()));
  return *this;
}

StudyBuilder& StudyBuilder::sweep(const std::string& name, const Spread& spread) {
  const StatedNumber from = number(name, spread.from), to = number(name, spread.to);
  const bool same_sign = from.number.exact.sign() * to.number.exact.sign() > 0;
  if (spread.count < 2 || spread.count > most_points)
    throw InvalidOption(fmt::format("{}: a spread has two values or more", name));
  if (spread.log && !same_sign) throw InvalidOption(fmt::format("{}: ratios need ends of the same sign", name));
  sweep_of(name,
           spread.log ? SweepValues::ratios(from.number, to.number, spread.count)
                      : SweepValues::between(from.number, to.number, spread.count),
           fmt::format("{} to {} in {}{}", spread.from.text(), spread.to.text(), spread.count, spread.log ? " log" : ""));
  return *this;
}

StudyBuilder& StudyBuilder::paired() {
  if (auto* sweep = std::get_if<SweepExperiment>(&file_.experiment)) {
    sweep->paired = true;
    file_.experiment_entries.emplace_back("paired", "true");
  }
  return *this;
}

StudyBuilder& StudyBuilder::experiment(StudyExperiment experiment) {
  file_.experiment = std::move(experiment);
  file_.experiment_entries.clear();
  return *this;
}

StudyBuilder& StudyBuilder::expect(const Expected& expected) {
  Expectation e;
  e.measure.text = expected.measure;
  for (const auto& [name, value] : expected.at) e.at.emplace_back(StudyText{name, {}}, number(name, value));
  e.value.push_back(number(expected.measure, expected.value));
  e.tol = expected.tol;
  e.source.text = expected.source;
  file_.expectations.push_back(std::move(e));
  return *this;
}

Study StudyBuilder::build() const {
  StudyFile file = file_;
  Diagnostics diagnostics;
  check_experiment(file, diagnostics);
  check_references(file, diagnostics);
  if (diagnostics.has_errors()) throw InvalidModel(std::move(diagnostics), file.sources);
  return Study(std::move(file));
}

}  // namespace saltus
