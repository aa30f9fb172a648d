#include "study/prepared_study.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_hash.hpp"
#include "study/compare.hpp"
#include "study/sample_points.hpp"
#include "study/search_study.hpp"
#include "study/variant_ensemble.hpp"
#include "study/varied_types.hpp"

namespace saltus {

namespace {

/// Figures, expectations and titles may change without another run.
StudyIdentity identity_of(const StudyFile& file, const std::string& program) {
  StudyIdentity identity;
  const auto add = [&](std::string name, std::string text) { identity.entries.emplace_back(std::move(name), std::move(text)); };
  if (!program.empty()) add("program", program);
  std::string texts;
  for (const std::uint32_t f : file.model_files) texts += file.sources->text(f);
  const auto add_models = [&](const std::vector<StudyVariant>& variants) {
    for (const StudyVariant& v : variants)
      for (const std::uint32_t f : v.model) texts += file.sources->text(f);
  };
  if (const auto* sweep = std::get_if<SweepExperiment>(&file.experiment)) add_models(sweep->variants);
  if (const auto* compare = std::get_if<CompareExperiment>(&file.experiment)) add_models(compare->variants);
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
  if (const auto* sample = std::get_if<SampleExperiment>(&experiment)) return std::make_unique<SamplePoints>(*sample);
  return nullptr;
}

/// Those whose deviation is asked for.
bool variables_exist(const CompareExperiment& compare, const HybridModel& model, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const Variable& v : model.variables) names.push_back(v.name);
  for (const StudyText& v : compare.variables) {
    if (std::ranges::any_of(names, [&](const std::string& name) { return is_or_is_in(name, v.text); })) continue;
    const std::string near = nearest_name(v.text, names);
    diagnostics.error("unknown-name", v.span, fmt::format("no variable `{}` in `{}`", v.text, model.name), {},
                      near.empty() ? "" : fmt::format("did you mean `{}`?", near));
  }
  return !diagnostics.has_errors();
}

}  // namespace

/// Variants are checked as studies of their own.
static bool prepare_variants(PreparedStudy& study, const StudyFile& file, const CompareExperiment& compare,
                             const PrepareOptions& options, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < compare.variants.size(); ++i) {
    Variant v{variant_file(file, compare.variants[i]), {}, nullptr};
    v.run = run_options_of(v.file.run);
    v.run.options.interrupt = options.interrupt;
    v.ensemble = Ensemble::make(ensemble_options(v.file, v.run.options), diagnostics);
    if (!v.ensemble) return false;
    const Span place = place_of_problem(v.file.run, v.run.options, v.ensemble->model(), compare.variants[i].name.span);
    if (!can_run(v.run.options, *v.ensemble, place, diagnostics)) return false;
    study.variants.push_back(std::move(v));
  }
  return variables_exist(compare, study.variants[compare.reference].ensemble->model(), diagnostics);
}

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

std::unique_ptr<PreparedStudy> prepare_study(StudyFile file, const PrepareOptions& options, Diagnostics& diagnostics) {
  auto study = std::make_unique<PreparedStudy>();
  if (const auto* sample = std::get_if<SampleExperiment>(&file.experiment)) check_sample(*sample, diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  study->points = points_of(file.experiment);
  study->run = run_options_of(file.run);
  study->run.options.interrupt = options.interrupt;
  const bool settings = varies_settings(file.experiment);
  study->ensemble =
      settings ? make_variant_ensemble(
                     file, [interrupt = options.interrupt](EnsembleOptions& o) { o.run.interrupt = interrupt; }, diagnostics)
               : Ensemble::make(ensemble_options(file, study->run.options), diagnostics);
  if (!study->ensemble) return nullptr;
  check_varied_types(file.experiment, study->ensemble->model(), diagnostics);
  const Span stop = file.run.stop.given() ? file.run.stop.span : file.model.span;
  const Span place = place_of_problem(file.run, study->run.options, study->ensemble->model(), stop);
  if (!settings && !can_run(study->run.options, *study->ensemble, place, diagnostics)) return nullptr;
  if (const auto* compare = std::get_if<CompareExperiment>(&file.experiment)) {
    if (!prepare_variants(*study, file, *compare, options, diagnostics)) return nullptr;
    study->layout.varied.emplace_back("variant");
  }
  check_search(file.experiment, study->ensemble->measures(), diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  study->identity = identity_of(file, options.program);
  for (const StudyText& v : varied_names(file.experiment)) study->layout.varied.push_back(v.text);
  study->layout.measures = study->ensemble->measures();
  study->file = std::move(file);
  return study;
}

}  // namespace saltus
