#include "report/study_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/gnuplot.hpp"
#include "report/runs_panel.hpp"
#include "report/study_trajectories.hpp"
#include "report/trajectory_panel.hpp"
#include "study/model_names.hpp"

namespace saltus {

namespace {

/// A panel whose names are known.
struct PreparedPanel {
  const PanelSpec* spec = nullptr;
  std::optional<PlotRequest> trajectories;  ///< none: it shows runs
  std::size_t zoom = 0;                     ///< its place among the windows
};

struct PreparedFigure {
  FigureSpec spec;
  std::vector<PreparedPanel> panels;
  std::unique_ptr<StudyTrajectories> trajectories;  ///< null if no panel needs them
};

std::vector<std::string> units_of(const std::vector<std::string>& varied, const HybridModel& model) {
  std::vector<std::string> units;
  for (const std::string& name : varied) {
    const Variable* v =
        model.find(name.ends_with(".start") ? std::string_view(name).substr(0, name.size() - 6) : std::string_view(name));
    units.push_back(v == nullptr ? "" : v->unit.str());
  }
  return units;
}

RunColumns::Words words_of(const StudyExperiment& experiment) {
  RunColumns::Words words;
  const auto* sweep = std::get_if<SweepExperiment>(&experiment);
  if (sweep == nullptr) return words;
  for (const SweepAxis& a : sweep->axes) {
    words.emplace_back();
    for (std::uint64_t k = 0; a.words && k < a.values.count(); ++k) words.back().push_back(a.values.value(k).exact);
  }
  return words;
}

class Figures final : public StudyFigures {
 public:
  explicit Figures(const PreparedStudy& study)
      : study_(study),
        columns_(study.layout, units_of(study.layout.varied, study.ensemble->model()), words_of(study.file.experiment)) {}

  bool prepare(Diagnostics& diagnostics) {
    const std::size_t before = diagnostics.error_count();
    std::vector<FigureSpec> specs = read_figures(study_.file.figures, diagnostics);
    if (diagnostics.error_count() > before) return false;
    for (FigureSpec& spec : specs) {
      figures_.push_back(std::make_unique<PreparedFigure>());
      figures_.back()->spec = std::move(spec);
      prepare_figure(*figures_.back(), diagnostics);
    }
    return diagnostics.error_count() == before;
  }

  [[nodiscard]] bool empty() const override { return figures_.empty(); }

  StudyPictures draw(const Store& store, const std::optional<Point>& found, const std::vector<FigureFormat>& formats) override {
    StudyPictures all;
    try {
      if (!figures_.empty()) require_gnuplot();
      for (const auto& [spec, figure] : figures(store, found, all.notes)) {
        for (const FigureFormat format : spec->formats.empty() ? formats : spec->formats)
          all.pictures.push_back({spec->name.text, format, saltus::draw(figure, format)});
      }
    } catch (const FigureError& error) {
      all.notes.push_back(fmt::format("figures were not drawn: {}; {}", error.what(), error.remedy()));
    }
    return all;
  }

  std::vector<std::pair<const FigureSpec*, Figure>> figures(const Store& store, const std::optional<Point>& found,
                                                            std::vector<std::string>& notes) override {
    std::vector<std::pair<const FigureSpec*, Figure>> all;
    for (const auto& f : figures_) all.emplace_back(&f->spec, figure(*f, store, found, notes));
    return all;
  }

 private:
  void prepare_figure(PreparedFigure& f, Diagnostics& diagnostics) {
    const bool any = std::ranges::any_of(f.spec.panels, [&](const PanelSpec& p) { return shows_trajectories(p, f.spec); });
    if (any) {
      f.trajectories = StudyTrajectories::make(study_, f.spec, diagnostics);
      if (!f.trajectories) return;
    }
    std::size_t zooms = 0;
    for (const PanelSpec& p : f.spec.panels) {
      PreparedPanel panel{&p, std::nullopt, zooms};
      if (p.zoom) ++zooms;
      if (shows_trajectories(p, f.spec)) {
        panel.trajectories = request(p, f.trajectories->model(), diagnostics);
        check_events(p, f.trajectories->model(), diagnostics);
      } else {
        check_columns(p, diagnostics);
      }
      f.panels.push_back(std::move(panel));
    }
  }

  [[nodiscard]] bool shows_trajectories(const PanelSpec& p, const FigureSpec& f) const {
    if (p.kind == CurveKind::histogram || p.kind == CurveKind::bars || p.x.text == "index") return false;
    if (p.x.text == "time") return true;
    const bool columns = std::ranges::all_of(p.y, [&](const StudyText& y) { return columns_.find(y.text).has_value(); });
    if (p.x.given()) {
      const auto x = columns_.find(p.x.text);
      const bool names_run = x && (columns || x->kind != RunColumns::Kind::measure);
      return !names_run && (!x || study_.ensemble->model().find(p.x.text) != nullptr);
    }
    const auto& e = study_.file.experiment;
    const bool one_by_one = std::holds_alternative<RunExperiment>(e) || std::holds_alternative<CompareExperiment>(e) ||
                            !f.runs.empty() || !f.at.empty();
    const HybridModel& model = study_.ensemble->model();
    const bool variables = std::ranges::all_of(p.y, [&](const StudyText& y) { return model.find(y.text) != nullptr; });
    return one_by_one ? variables || !columns : !columns;
  }

  static std::optional<PlotRequest> request(const PanelSpec& p, const HybridModel& model, Diagnostics& diagnostics) {
    PlotRequest all;
    for (const StudyText& y : p.y) {
      try {
        const PlotRequest one = resolved({{{p.x.text == "time" ? "" : p.x.text, y.text}}}, model);
        all.curves.insert(all.curves.end(), one.curves.begin(), one.curves.end());
      } catch (const PlotError& error) {
        diagnostics.error("unknown-name", y.span, error.what(), {}, error.remedy());
      }
    }
    return all;
  }

  static void check_events(const PanelSpec& p, const HybridModel& model, Diagnostics& diagnostics) {
    if (!p.events) return;
    const std::vector<std::string> known = event_names(model);
    for (const StudyText& e : *p.events) {
      if (std::ranges::any_of(known, [&](const std::string& name) { return is_event_of(name, e.text); })) continue;
      diagnostics.error("unknown-event", e.span, fmt::format("no event is called \"{}\"", e.text), {},
                        help_with_events(e.text, known));
    }
  }

  void check_columns(const PanelSpec& p, Diagnostics& diagnostics) const {
    const auto check = [&](const StudyText& name) {
      if (columns_.find(name.text)) return true;
      const std::string near = nearest_name(name.text, columns_.names());
      diagnostics.error("unknown-measure", name.span, fmt::format("no measure or varied name `{}`", name.text), {},
                        near.empty() ? "" : fmt::format("did you mean `{}`?", near));
      return false;
    };
    bool known = true;
    for (const StudyText& y : p.y) known = check(y) && known;
    if (p.x.given() && p.x.text != "index") check(p.x);
    if (!known || p.kind != CurveKind::histogram) return;
    const auto place = columns_.find(p.y.front().text);
    if (p.y.size() != 1 || place->kind != RunColumns::Kind::measure || columns_.is_list(*place))
      diagnostics.error("wrong-value", p.y.front().span, "a histogram shows one measure that is a number");
  }

  Figure figure(PreparedFigure& f, const Store& store, const std::optional<Point>& found, std::vector<std::string>& notes) {
    Figure out;
    out.name = f.spec.name.text;
    out.title = f.spec.title.text;
    out.caption = f.spec.caption.text;
    out.size = f.spec.size;
    std::vector<ShownRun> runs;
    if (f.trajectories) runs = f.trajectories->run(found);
    std::vector<PlotRequest> requests;
    for (const PreparedPanel& p : f.panels) {
      if (p.trajectories && runs.empty()) {
        notes.push_back(fmt::format("figure `{}` has no run to show", out.name));
      } else if (p.trajectories) {
        out.panels.push_back(trajectories(p, runs, out.name, notes));
        requests.push_back(*p.trajectories);
      } else {
        out.panels.push_back(runs_panel(*p.spec, {columns_, store, is_sample(), run_names()}));
      }
    }
    describe(out, f.spec, runs, requests);
    return out;
  }

  Panel trajectories(const PreparedPanel& p, const std::vector<ShownRun>& runs, const std::string& name,
                     std::vector<std::string>& notes) const {
    std::vector<Trajectory> list;
    for (const ShownRun& r : runs) list.push_back({r.label, &r.result});
    Panel panel = trajectory_panel(list, *p.trajectories);
    panel.title = p.spec->title.text;
    panel.x.log = p.spec->log_x;
    panel.y.log = p.spec->log_y;
    if (p.spec->kind) {
      for (Curve& c : panel.curves) c.kind = *p.spec->kind;
    }
    if (p.spec->zoom) zoom(panel, *p.spec->zoom, runs.front().windows[p.zoom], name, notes);
    if (p.spec->range_x) std::tie(panel.x.from, panel.x.to) = *p.spec->range_x;
    if (p.spec->range_y) std::tie(panel.y.from, panel.y.to) = *p.spec->range_y;
    if (p.trajectories->over_time() && runs.size() == 1) panel.markers = markers(*p.spec, runs.front().result, panel);
    return panel;
  }

  /// Those in the window count.
  static std::vector<Marker> markers(const PanelSpec& spec, const RunResult& run, const Panel& panel) {
    std::vector<std::string> names;
    if (spec.events) {
      for (const StudyText& e : *spec.events) names.push_back(e.text);
      if (names.empty()) return {};
    }
    RunResult seen;
    for (const EventEntry& e : run.events) {
      if (e.time.value >= panel.x.from.value_or(-INFINITY) && e.time.value <= panel.x.to.value_or(INFINITY))
        seen.events.push_back(e);
    }
    return event_markers(seen, names);
  }

  static void zoom(Panel& panel, const ZoomSpec& spec, std::pair<double, double> window, const std::string& name,
                   std::vector<std::string>& notes) {
    const auto [from, to] = window;
    if (!(from < to)) {
      const std::string why = std::isnan(from) || std::isnan(to) ? "an end of it is missing"
                                                                 : fmt::format("it goes from {:.6g} to {:.6g}", from, to);
      notes.push_back(fmt::format("figure `{}` is not zoomed to its window: {}", name, why));
      return;
    }
    const double room = spec.margin * (to - from);
    panel.x.from = std::max(from - room, panel.x.from.value_or(-INFINITY));
    panel.x.to = std::min(to + room, panel.x.to.value_or(INFINITY));
  }

  void describe(Figure& out, const FigureSpec& spec, const std::vector<ShownRun>& runs,
                const std::vector<PlotRequest>& requests) const {
    for (const Panel& p : out.panels) out.summary += (out.summary.empty() ? "" : "; ") + panel_text(p);
    if (spec.title.given()) out.summary = spec.title.text;
    if (spec.alt.given()) out.summary = spec.alt.text;
    out.description = spec.caption.text;
    if (!out.description.empty()) return;
    if (!runs.empty()) out.description = trajectory_text(runs.front().result, requests);
  }

  [[nodiscard]] bool is_sample() const { return std::holds_alternative<SampleExperiment>(study_.file.experiment); }
  [[nodiscard]] std::vector<std::string> run_names() const {
    std::vector<std::string> names;
    if (const auto* compare = std::get_if<CompareExperiment>(&study_.file.experiment)) {
      for (const StudyVariant& v : compare->variants) names.push_back(v.name.text);
    }
    return names;
  }

  const PreparedStudy& study_;
  RunColumns columns_;
  std::vector<std::unique_ptr<PreparedFigure>> figures_;
};

}  // namespace

std::unique_ptr<StudyFigures> StudyFigures::make(const PreparedStudy& study, Diagnostics& diagnostics) {
  auto figures = std::make_unique<Figures>(study);
  if (!figures->prepare(diagnostics)) return nullptr;
  return figures;
}

std::optional<Point> found_point(const StudySummary& summary) {
  if (!summary.search || !summary.search->run) return std::nullopt;
  return summary.search->run->point;
}

std::optional<std::vector<Figure>> study_figures(PreparedStudy& study, const Store& store, const StudySummary& summary,
                                                 Diagnostics& diagnostics) {
  const auto prepared = StudyFigures::make(study, diagnostics);
  if (!prepared) return std::nullopt;
  std::vector<std::string> notes;
  std::vector<Figure> figures;
  for (auto& [spec, figure] : prepared->figures(store, found_point(summary), notes)) figures.push_back(std::move(figure));
  return figures;
}

}  // namespace saltus
