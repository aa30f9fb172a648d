#include "study/prepared_study.hpp"

#include <fmt/format.h>

#include "base/text_hash.hpp"
#include "study/toml_reader.hpp"

namespace saltus {

namespace {

EnsembleOptions ensemble_options(const StudyFile& file, const RunOptions& run) {
  EnsembleOptions options;
  options.model.sources = file.sources;
  options.model.files = file.model_files;
  options.model.name = file.class_name.text;
  for (const StudySetting& s : file.settings) {
    options.model.settings.emplace_back(s.name.text, s.value.text);
    options.model.setting_places.push_back(s.name.span);
  }
  for (const StudyText& v : varied_names(file.experiment)) {
    options.varied.push_back(v.text);
    options.varied_places.push_back(v.span);
  }
  options.measures = file.measures;
  options.run = run;
  return options;
}

/// Figures, expectations and titles may change without another run.
StudyIdentity identity_of(const StudyFile& file, const std::string& program) {
  StudyIdentity identity;
  const auto add = [&](std::string name, std::string text) { identity.entries.emplace_back(std::move(name), std::move(text)); };
  if (!program.empty()) add("program", program);
  std::string texts;
  for (const std::uint32_t f : file.model_files) texts += file.sources->text(f);
  add("model", text_hash(texts));
  if (file.class_name.given()) add("class", file.class_name.text);
  for (auto& [name, text] : entries_of(file.run)) add(name, text);
  for (const StudySetting& s : file.settings) add("set " + s.name.text, s.value.text);
  for (const MeasureText& m : file.measures) add("measure " + m.name, m.expression);
  add("experiment", name_of(file.experiment));
  for (const auto& [name, text] : file.experiment_entries) add(fmt::format("{} {}", name_of(file.experiment), name), text);
  return identity;
}

std::unique_ptr<PointSource> points_of(const StudyExperiment& experiment) {
  if (std::holds_alternative<RunExperiment>(experiment)) return std::make_unique<SinglePoint>();
  if (const auto* sweep = std::get_if<SweepExperiment>(&experiment)) return std::make_unique<SweepPoints>(*sweep);
  return nullptr;
}

}  // namespace

std::unique_ptr<PreparedStudy> prepare_study(StudyFile file, const PrepareOptions& options, Diagnostics& diagnostics) {
  auto study = std::make_unique<PreparedStudy>();
  study->points = points_of(file.experiment);
  if (!study->points) {
    diagnostics.error("not-yet", file.experiment_span, fmt::format("`{}` is not supported yet", name_of(file.experiment)));
    return nullptr;
  }
  study->run = run_options_of(file.run);
  study->run.options.interrupt = options.interrupt;
  study->ensemble = Ensemble::make(ensemble_options(file, study->run.options), diagnostics);
  if (!study->ensemble) return nullptr;
  const std::string problem = problem_with(study->run.options, study->ensemble->model());
  if (!problem.empty()) {
    report_value(diagnostics, file.run.stop.given() ? file.run.stop.span : file.model.span, problem);
    return nullptr;
  }
  study->identity = identity_of(file, options.program);
  for (const StudyText& v : varied_names(file.experiment)) study->layout.varied.push_back(v.text);
  study->layout.measures = study->ensemble->measures();
  study->file = std::move(file);
  return study;
}

}  // namespace saltus
