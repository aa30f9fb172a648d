#include "study/variant_ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/prepared_study.hpp"
#include "study/recently_used.hpp"
#include "study/toml_reader.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_kept = 64;
constexpr std::uint64_t most_checked = 1000;  // values of an axis, before the first run

/// "settings.tol" -> the text of `tol`.
void set(RunSettings& run, const std::string& name, const StudyValue& value, Span span) {
  const std::string key = name.substr(name.find('.') + 1);
  const StudyText text{exact_text(value), span};
  if (key == "precision") run.precision = static_cast<int>(value.value);
  if (key == "start") run.start = text;
  if (key == "stop") run.stop = text;
  if (key == "tol") run.tol = text;
  if (key == "step") run.step = text;
  if (key == "solver") run.solver = text;
  if (key == "locate") run.locate = text;
}

/// One choice: its study, or why there is none.
struct Choice {
  Variant variant;
  std::string problem = {};
};

class VariantEnsemble final : public Ensemble {
 public:
  VariantEnsemble(const StudyFile& file, AdjustEnsemble adjust)
      : file_(file), sweep_(std::get<SweepExperiment>(file.experiment)), adjust_(std::move(adjust)), choices_(most_kept) {
    SweepExperiment rest;
    rest.paired = sweep_.paired;
    for (const SweepAxis& a : sweep_.axes) {
      if (a.kind == SweepAxis::Kind::parameter) rest.axes.push_back(a);
    }
    if (rest.axes.empty())
      file_.experiment = RunExperiment{};
    else
      file_.experiment = std::move(rest);
  }

  /// Every variant with the first of all settings, every setting with the first variant.
  bool prepare(Diagnostics& diagnostics) {
    if (!check_twice(diagnostics)) return false;
    const Point first = point_of_firsts();
    for (std::size_t i = 0; i < sweep_.axes.size(); ++i) {
      const SweepAxis& axis = sweep_.axes[i];
      if (axis.kind == SweepAxis::Kind::parameter) continue;
      for (std::uint64_t k = 0; k < std::min(axis.values.count(), most_checked); ++k) {
        Point point = first;
        point.values[i] = axis.values.value(k);
        if (!check(point, axis.name.span, diagnostics)) return false;
      }
    }
    first_ = choice(first);
    return check_names(diagnostics);
  }

  RunRecord run(const Point& point, RunResult* result) override {
    const auto chosen = choice(point);
    if (!chosen->problem.empty()) return failed_run(point, measures(), chosen->problem, result);
    RunRecord record = chosen->variant.ensemble->run(rest_of(point), result);
    record.point = point;
    return record;
  }

  [[nodiscard]] const HybridModel& model() const override { return first_->variant.ensemble->model(); }
  [[nodiscard]] const std::vector<Measure>& measures() const override { return first_->variant.ensemble->measures(); }

 private:
  /// A model may have a component `settings`.
  bool check_names(Diagnostics& diagnostics) const {
    for (const SweepAxis& a : sweep_.axes) {
      if (a.kind != SweepAxis::Kind::setting || model().find(a.name.text) == nullptr) continue;
      report_value(diagnostics, a.name.span,
                   fmt::format("`{}` is a parameter of `{}` and a setting of runs", a.name.text, model().name),
                   "give the component another name");
      return false;
    }
    return true;
  }

  /// What the sweep varies cannot be set by a variant.
  bool check_twice(Diagnostics& diagnostics) const {
    const std::size_t before = diagnostics.error_count();
    for (const StudyVariant& v : sweep_.variants) {
      std::vector<StudyText> said;
      for (const StudySetting& s : v.settings) said.push_back({s.name.text, s.name.span});
      for (const auto& [name, text] : entries_of(v.run)) said.push_back({"settings." + name, v.name.span});
      for (const StudyText& s : said) {
        if (std::ranges::none_of(sweep_.axes, [&](const SweepAxis& a) { return a.name.text == s.text; })) continue;
        report_value(diagnostics, s.span,
                     fmt::format("the sweep varies `{}`, which the variant `{}` sets", s.text, v.name.text),
                     "leave it out in one of the two");
      }
    }
    return diagnostics.error_count() == before;
  }

  [[nodiscard]] Point point_of_firsts() const {
    Point point;
    for (const SweepAxis& a : sweep_.axes) point.values.push_back(a.values.value(0));
    return point;
  }

  [[nodiscard]] Point rest_of(const Point& point) const {
    Point rest{point.number, {}};
    for (std::size_t i = 0; i < sweep_.axes.size(); ++i) {
      if (sweep_.axes[i].kind == SweepAxis::Kind::parameter) rest.values.push_back(point.values[i]);
    }
    return rest;
  }

  [[nodiscard]] StudyFile file_for(const Point& point) const {
    StudyFile file = file_;
    for (std::size_t i = 0; i < sweep_.axes.size(); ++i) {
      if (sweep_.axes[i].kind == SweepAxis::Kind::variant)
        file = variant_file(file_, sweep_.variants[static_cast<std::size_t>(point.values[i].value) - 1]);
    }
    for (std::size_t i = 0; i < sweep_.axes.size(); ++i) {
      const SweepAxis& axis = sweep_.axes[i];
      if (axis.kind == SweepAxis::Kind::setting) set(file.run, axis.name.text, point.values[i], axis.name.span);
    }
    return file;
  }

  Variant make(const Point& point, Diagnostics& diagnostics) const {
    Variant v{file_for(point), {}, nullptr};
    v.run = run_options_of(v.file.run);
    EnsembleOptions options = ensemble_options(v.file, v.run.options);
    adjust_(options);
    v.run.options = options.run;
    v.ensemble = Ensemble::make(std::move(options), diagnostics);
    return v;
  }

  bool check(const Point& point, Span place, Diagnostics& diagnostics) const {
    const Variant v = make(point, diagnostics);
    return v.ensemble && can_run(v.run.options, *v.ensemble, place, diagnostics);
  }

  std::shared_ptr<Choice> choice(const Point& point) {
    std::string key;
    for (std::size_t i = 0; i < sweep_.axes.size(); ++i) {
      if (sweep_.axes[i].kind != SweepAxis::Kind::parameter) key += exact_text(point.values[i]) + ";";
    }
    return choices_.get(key, [&] {
      Diagnostics diagnostics;
      auto made = std::make_shared<Choice>(Choice{make(point, diagnostics)});
      const bool runs = made->variant.ensemble && can_run(made->variant.run.options, *made->variant.ensemble, {}, diagnostics);
      if (!runs) made->problem = diagnostics.all().front().message;
      return made;
    });
  }

  StudyFile file_;
  SweepExperiment sweep_;
  AdjustEnsemble adjust_;
  RecentlyUsed<Choice> choices_;
  std::shared_ptr<Choice> first_;
};

}  // namespace

bool varies_settings(const StudyExperiment& experiment) {
  const auto* sweep = std::get_if<SweepExperiment>(&experiment);
  return sweep != nullptr &&
         std::ranges::any_of(sweep->axes, [](const SweepAxis& a) { return a.kind != SweepAxis::Kind::parameter; });
}

bool can_run(const RunOptions& run, const Ensemble& ensemble, Span place, Diagnostics& diagnostics) {
  const std::string problem = problem_with(run, ensemble.model());
  if (!problem.empty()) report_value(diagnostics, place, problem);
  return problem.empty();
}

std::unique_ptr<Ensemble> make_variant_ensemble(const StudyFile& file, const AdjustEnsemble& adjust, Diagnostics& diagnostics) {
  auto ensemble = std::make_unique<VariantEnsemble>(file, adjust);
  if (!ensemble->prepare(diagnostics)) return nullptr;
  return ensemble;
}

}  // namespace saltus
