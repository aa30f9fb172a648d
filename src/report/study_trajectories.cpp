#include "report/study_trajectories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/run_settings.hpp"
#include "study/variant_ensemble.hpp"

namespace saltus {

namespace {

// As for `saltus run --plot`: smooth over the whole time, and in short steps.
constexpr int rows_in_run = 1000;
constexpr int rows_in_step = 10;
constexpr int rows_in_zoomed_step = 60;             // a window may be a part of one step
constexpr std::uint64_t most_searched = 1'000'000;  // points, for one that is described by values
constexpr std::size_t most_shown = 40;

RunOptions with_rows(RunOptions run, bool zoomed) {
  run.record = Record::steps;
  run.rows_in_run = rows_in_run;
  run.rows_in_step = zoomed ? rows_in_zoomed_step : rows_in_step;
  return run;
}

/// One ensemble for all points of a study, or one for each variant of a comparison.
struct Source {
  std::string label;    ///< of a variant
  StudyRunOptions run;  ///< its expressions
  std::unique_ptr<Ensemble> ensemble;
};

std::string label_of(const Point& point, const PreparedStudy& study) {
  std::string text;
  for (std::size_t i = 0; i < point.values.size() && i < study.layout.varied.size(); ++i) {
    text += (text.empty() ? "" : ", ") + choice_text(study.layout.varied[i], point.values[i]);
  }
  return text.empty() ? fmt::format("run {}", point.number) : text;
}

class Trajectories final : public StudyTrajectories {
 public:
  Trajectories(const PreparedStudy& study, const FigureSpec& figure, std::vector<ShownExpression> shown)
      : study_(study), figure_(figure), shown_(std::move(shown)) {}

  bool prepare(Diagnostics& diagnostics) {
    const std::size_t before = diagnostics.error_count();
    for (const PanelSpec& p : figure_.panels) {
      if (!p.zoom) continue;
      zooms_.push_back({"zoom.from", p.zoom->from.text, p.zoom->from.span});
      zooms_.push_back({"zoom.to", p.zoom->to.text, p.zoom->to.span});
    }
    if (const auto* compare = std::get_if<CompareExperiment>(&study_.file.experiment)) {
      prepare_variants(*compare, diagnostics);
    } else {
      prepare_points(diagnostics);
    }
    return diagnostics.error_count() == before && !sources_.empty();
  }

  [[nodiscard]] const HybridModel& model() const override { return sources_.front().ensemble->model(); }

  std::vector<ShownRun> run(const std::optional<Point>& found) override {
    std::vector<ShownRun> runs;
    std::vector<Point> points = points_;
    if (points.empty() && found) points.push_back(*found);
    if (!variants()) {
      for (const Point& p : points) runs.push_back(run_at(sources_.front(), p, label_of(p, study_)));
    } else {
      for (Source& s : sources_) runs.push_back(run_at(s, {1, {}}, s.label));
    }
    return runs;
  }

 private:
  [[nodiscard]] bool variants() const { return std::holds_alternative<CompareExperiment>(study_.file.experiment); }
  [[nodiscard]] bool searches() const {
    return std::holds_alternative<SeekExperiment>(study_.file.experiment) ||
           std::holds_alternative<MinimizeExperiment>(study_.file.experiment);
  }

  ShownRun run_at(Source& source, const Point& point, std::string label) {
    ShownRun shown{std::move(label), {}, {}};
    const RunRecord record = source.ensemble->run(point, &shown.result);
    for (std::size_t i = study_.file.measures.size(); i + 1 < record.measures.size(); i += 2)
      shown.windows.emplace_back(record.measures[i].number, record.measures[i + 1].number);
    return shown;
  }

  void show_rows(EnsembleOptions& options) const {
    options.run = with_rows(options.run, !zooms_.empty());
    options.keep_results = true;
    options.shown = shown_;
    // Zooms may use the measures, which come before them.
    options.measures.insert(options.measures.end(), zooms_.begin(), zooms_.end());
  }

  void add_source(EnsembleOptions options, StudyRunOptions run, std::string label, Diagnostics& diagnostics) {
    show_rows(options);
    run.options = options.run;
    auto ensemble = Ensemble::make(std::move(options), diagnostics);
    if (ensemble) sources_.push_back({std::move(label), std::move(run), std::move(ensemble)});
  }

  void add_variants(Diagnostics& diagnostics) {
    auto ensemble = make_variant_ensemble(study_.file, [this](EnsembleOptions& o) { show_rows(o); }, diagnostics);
    if (ensemble) sources_.push_back({"", study_.run, std::move(ensemble)});
  }

  void prepare_variants(const CompareExperiment& compare, Diagnostics& diagnostics) {
    for (const StudyText& name : figure_.variants) {
      if (std::ranges::none_of(compare.variants, [&](const StudyVariant& v) { return v.name.text == name.text; }))
        diagnostics.error("wrong-value", name.span, fmt::format("no variant `{}` in `[compare]`", name.text));
    }
    for (std::size_t i = 0; i < compare.variants.size(); ++i) {
      const std::string& name = compare.variants[i].name.text;
      const bool chosen =
          figure_.variants.empty() || std::ranges::find(figure_.variants, name, &StudyText::text) != figure_.variants.end();
      const Variant& v = study_.variants[i];
      if (chosen) add_source(ensemble_options(v.file, v.run.options), v.run, name, diagnostics);
    }
  }

  void prepare_points(Diagnostics& diagnostics) {
    if (varies_settings(study_.file.experiment))
      add_variants(diagnostics);
    else
      add_source(ensemble_options(study_.file, study_.run.options), study_.run, "", diagnostics);
    if (study_.points == nullptr) return;  // a search: known when it has ended
    const std::uint64_t count = study_.points->count();
    for (const std::uint64_t number : figure_.runs) {
      if (number > count) {
        diagnostics.error("unknown-point", figure_.span, fmt::format("this study has no run {}", number));
      } else {
        points_.push_back(study_.points->point(number));
      }
    }
    if (!figure_.at.empty()) find_points(diagnostics);
    if (points_.empty() && count == 1) points_.push_back(study_.points->point(1));
    if (points_.empty() && !searches() && figure_.at.empty() && figure_.runs.empty())
      diagnostics.error("missing-key", figure_.span, "this figure does not say of which run it shows the trajectory", {},
                        "add `run = 1`, or values of what is varied: `at = {...}`");
  }

  void find_points(Diagnostics& diagnostics) {
    const auto names = varied_names(study_.file.experiment);
    std::vector<std::pair<std::size_t, double>> wanted;
    for (const auto& [name, number] : figure_.at) {
      const auto place = std::ranges::find(names, name.text, &StudyText::text);
      if (place == names.end()) {
        diagnostics.error("unknown-point", name.span, fmt::format("`{}` is not varied in this study", name.text));
        return;
      }
      const auto axis = static_cast<std::size_t>(place - names.begin());
      const auto* sweep = std::get_if<SweepExperiment>(&study_.file.experiment);
      const StudyValue& stated = number.number.value;
      const auto value = sweep != nullptr ? sweep->axes[axis].value_of(stated) : std::optional(stated.value);
      wanted.emplace_back(axis, value.value_or(std::nan("")));
    }
    const std::uint64_t count = std::min(study_.points->count(), most_searched);
    for (std::uint64_t number = 1; number <= count && points_.size() < most_shown; ++number) {
      const Point p = study_.points->point(number);
      if (std::ranges::all_of(wanted, [&](const auto& w) { return p.values[w.first].value == w.second; })) points_.push_back(p);
    }
    if (points_.empty())
      diagnostics.error("unknown-point", figure_.at.front().first.span, "no point of the study has these values");
  }

  const PreparedStudy& study_;
  const FigureSpec& figure_;
  std::vector<ShownExpression> shown_;
  std::vector<MeasureText> zooms_;
  std::vector<Source> sources_;
  std::vector<Point> points_;
};

}  // namespace

std::unique_ptr<StudyTrajectories> StudyTrajectories::make(const PreparedStudy& study, const FigureSpec& figure,
                                                           Diagnostics& diagnostics, std::vector<ShownExpression> shown) {
  auto trajectories = std::make_unique<Trajectories>(study, figure, std::move(shown));
  if (!trajectories->prepare(diagnostics)) return nullptr;
  return trajectories;
}

}  // namespace saltus
