#include "report/runs_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "report/unit_text.hpp"
#include "study/sample_statistics.hpp"
#include "study/shown_values.hpp"

namespace saltus {

namespace {

using Place = RunColumns::Place;

constexpr std::size_t most_curves = 40;
constexpr std::size_t most_bars = 60;
constexpr int density_points = 200;
constexpr std::size_t most_marked = 40;   // points of a line that are shown as such
constexpr std::size_t most_counts = 200;  // different whole numbers with a bar each
constexpr double fewest_for_density = 12;

/// "k = 100, d = 2"
std::string point_text(const RunRecord& r, const StoreLayout& layout, const std::vector<std::size_t>& which) {
  std::string text;
  for (const std::size_t i : which) text += (text.empty() ? "" : ", ") + choice_text(layout.varied[i], r.point.values[i]);
  return text;
}

/// Points in the order of x, so that a line does not go back and forth; what belongs to one x stays in order.
void sort_by_x(Curve& c) {
  std::vector<std::size_t> order(c.x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return c.x[i]; });
  Curve sorted{c.label, c.kind, {}, {}, c.marked};
  for (const std::size_t i : order) {
    sorted.x.push_back(c.x[i]);
    sorted.y.push_back(c.y[i]);
  }
  c = std::move(sorted);
}

class RunsPanel {
 public:
  RunsPanel(const PanelSpec& spec, const RunsPanelContext& context)
      : spec_(spec), context_(context), columns_(context.columns) {
    panel_.title = spec.title.text;
    panel_.x.log = spec.log_x;
    panel_.y.log = spec.log_y;
    for (const StudyText& y : spec.y) ys_.push_back(*columns_.find(y.text));
  }

  Panel run() {
    if (spec_.kind == CurveKind::histogram) {
      histogram();
    } else if (spec_.kind == CurveKind::bars) {
      bars();
    } else if (spec_.x.text == "index") {
      lists();
    } else {
      curves();
    }
    if (spec_.range_x) std::tie(panel_.x.from, panel_.x.to) = *spec_.range_x;
    if (spec_.range_y) std::tie(panel_.y.from, panel_.y.to) = *spec_.range_y;
    return std::move(panel_);
  }

 private:
  [[nodiscard]] bool same_unit() const {
    return std::ranges::all_of(ys_, [&](Place p) { return columns_.unit(p) == columns_.unit(ys_.front()); });
  }

  void name_y() {
    if (same_unit()) panel_.y.unit = columns_.unit(ys_.front());
    if (spec_.y.size() > 3) return;
    std::vector<std::string> names, bare;  // a name without a unit comes last: "a, b [K]" would give it that of the other
    for (std::size_t i = 0; i < ys_.size(); ++i) {
      const std::string unit = unit_symbol(columns_.unit(ys_[i]));
      (unit.empty() ? bare : names).push_back(same_unit() ? spec_.y[i].text : titled(spec_.y[i].text, unit));
    }
    names.insert(names.end(), bare.begin(), bare.end());
    panel_.y.name = fmt::format("{}", fmt::join(names, ", "));
  }

  [[nodiscard]] std::string label(std::size_t y, const std::string& which) const {
    const std::string unit = same_unit() ? "" : unit_symbol(columns_.unit(ys_[y]));
    const std::string name = unit.empty() ? spec_.y[y].text : fmt::format("{} [{}]", spec_.y[y].text, unit);
    if (which.empty()) return name;
    return spec_.y.size() == 1 ? which : fmt::format("{}, {}", name, which);
  }

  /// Varied names beside that of x: each choice of their values is a curve. Where x is measured, only words make curves, which go from run to run.
  [[nodiscard]] std::vector<std::size_t> others(Place x) const {
    std::vector<std::size_t> which;
    if (context_.is_sample) return which;
    const bool measured = x.kind != RunColumns::Kind::varied;
    for (std::size_t i = 0; i < columns_.layout().varied.size(); ++i) {
      if (measured && columns_.words({RunColumns::Kind::varied, i}).empty()) continue;
      const bool drawn = std::ranges::any_of(ys_, [&](Place y) { return y.kind == RunColumns::Kind::varied && y.index == i; });
      if ((measured || i != x.index) && !drawn) which.push_back(i);
    }
    return which;
  }

  void curves() {
    const Place x = spec_.x.given() ? *columns_.find(spec_.x.text) : default_x();
    panel_.x.name =
        axis_name(spec_.x.given() || x.kind != RunColumns::Kind::varied ? spec_.x.text : columns_.layout().varied[x.index]);
    if (panel_.x.name.empty()) panel_.x.name = "number";
    panel_.x.unit = columns_.unit(x);
    panel_.x.categories = columns_.words(x);
    panel_.x.whole = x.kind == RunColumns::Kind::number;
    name_y();
    if (!panel_.x.categories.empty()) panel_.x.log = false;
    const std::vector<std::size_t> which = others(x);
    std::map<std::pair<std::size_t, std::string>, std::size_t> curve_of;
    context_.store.for_each([&](const RunRecord& r) {
      const std::string group = point_text(r, columns_.layout(), which);
      for (std::size_t y = 0; y < ys_.size(); ++y) {
        const auto [at, is_new] = curve_of.try_emplace({y, group}, panel_.curves.size());
        if (is_new && panel_.curves.size() == most_curves) {
          curve_of.erase(at);
          continue;
        }
        if (is_new) panel_.curves.push_back({label(y, group), kind(y), {}, {}});
        add_points(panel_.curves[at->second], x, ys_[y], r);
      }
    });
    for (Curve& c : panel_.curves) {
      if (c.kind != CurveKind::scatter && x.kind == RunColumns::Kind::varied) sort_by_x(c);
      c.marked = c.kind == CurveKind::line && c.x.size() <= most_marked;
    }
    if (ys_.size() > 1) std::ranges::stable_sort(panel_.curves, {}, [&](const Curve& c) { return number_of(c, curve_of); });
  }

  /// Curves of one measure stand together in the legend.
  [[nodiscard]] std::size_t number_of(const Curve& c,
                                      const std::map<std::pair<std::size_t, std::string>, std::size_t>& curve_of) const {
    for (const auto& [key, place] : curve_of) {
      if (label(key.first, key.second) == c.label) return key.first;
    }
    return 0;
  }

  void add_points(Curve& c, Place x, Place y, const RunRecord& r) const {
    const double at = columns_.value(x, r);
    if (!columns_.is_list(y)) {
      c.x.push_back(at);
      c.y.push_back(columns_.value(y, r));
      return;
    }
    if (!counts(r) || y.index >= r.measures.size()) return;
    for (const double v : r.measures[y.index].list) {
      c.x.push_back(at);
      c.y.push_back(v);
    }
  }

  [[nodiscard]] CurveKind kind(std::size_t y) const {
    if (spec_.kind) return *spec_.kind;
    return context_.is_sample || columns_.is_list(ys_[y]) || !panel_.x.categories.empty() ? CurveKind::scatter
                                                                                          : CurveKind::line;
  }

  /// The first name that is varied over numbers.
  [[nodiscard]] Place default_x() const {
    const std::size_t count = columns_.layout().varied.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Place place{RunColumns::Kind::varied, i};
      if (columns_.words(place).empty()) return place;
    }
    return count == 0 ? Place{} : Place{RunColumns::Kind::varied, 0};
  }
  [[nodiscard]] static std::string axis_name(const std::string& name) {
    return name.starts_with("settings.") ? name.substr(9) : name;
  }

  /// With names in a legend; without them under bars, whose axis has them.
  enum class Naming { full, values };
  [[nodiscard]] std::string name_of_run(const RunRecord& r, Naming naming) const {
    const std::size_t i = static_cast<std::size_t>(r.point.number - 1);
    if (i < context_.run_names.size()) return context_.run_names[i];
    std::vector<std::size_t> all(columns_.layout().varied.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (all.empty()) return fmt::format("{}", r.point.number);
    if (naming == Naming::full) return point_text(r, columns_.layout(), all);
    std::string values;
    for (const StudyValue& v : r.point.values) values += (values.empty() ? "" : ", ") + short_text(v);
    return values;
  }

  /// The elements of lists over their places: a curve for each run.
  void lists() {
    panel_.x = {"index"};
    panel_.x.log = spec_.log_x;
    panel_.x.whole = !spec_.log_x;
    name_y();
    const bool several = context_.store.finished() > 1;
    context_.store.for_each([&](const RunRecord& r) {
      for (std::size_t y = 0; y < ys_.size() && panel_.curves.size() < most_curves; ++y) {
        if (!columns_.is_list(ys_[y]) || ys_[y].index >= r.measures.size()) continue;
        Curve c{label(y, several ? name_of_run(r, Naming::full) : ""), spec_.kind.value_or(CurveKind::line), {}, {}};
        for (const double v : r.measures[ys_[y].index].list) {
          c.x.push_back(static_cast<double>(c.x.size() + 1));
          c.y.push_back(v);
        }
        c.marked = c.kind == CurveKind::line && c.x.size() <= most_marked;
        panel_.curves.push_back(std::move(c));
      }
    });
  }

  void bars() {
    name_y();
    if (context_.run_names.empty()) {
      for (const std::string& v : columns_.layout().varied) panel_.x.name += (panel_.x.name.empty() ? "" : ", ") + axis_name(v);
      if (columns_.layout().varied.size() == 1) panel_.x.unit = columns_.unit({RunColumns::Kind::varied, 0});
    }
    panel_.x.log = false;
    for (std::size_t y = 0; y < ys_.size(); ++y) panel_.curves.push_back({label(y, ""), CurveKind::bars, {}, {}});
    context_.store.for_each([&](const RunRecord& r) {
      if (panel_.x.categories.size() == most_bars) return;
      panel_.x.categories.push_back(name_of_run(r, Naming::values));
      for (std::size_t y = 0; y < ys_.size(); ++y) {
        panel_.curves[y].x.push_back(static_cast<double>(panel_.x.categories.size()));
        panel_.curves[y].y.push_back(columns_.value(ys_[y], r));
      }
    });
  }

  /// As a density, with the normal density of the same mean and deviation.
  void histogram() {
    panel_.x.name = spec_.y.front().text;
    panel_.x.unit = columns_.unit(ys_.front());
    panel_.y.name = "density";
    const std::size_t measures[] = {ys_.front().index};
    const auto all = sample_statistics([&](const auto& visit) { context_.store.for_each(visit); }, measures, {});
    if (all.empty() || all.front().moments.count() == 0) return;
    const MeasureStatistics& s = all.front();
    if (counts_whole(s.moments)) return;
    const double count = static_cast<double>(s.moments.count());
    Curve bins{"runs", CurveKind::histogram, {s.histogram.low}, {}};
    for (std::size_t i = 0; i < s.histogram.counts.size(); ++i) {
      bins.x.push_back(s.histogram.low + s.histogram.width * static_cast<double>(i + 1));
      bins.y.push_back(static_cast<double>(s.histogram.counts[i]) / (count * s.histogram.width));
    }
    panel_.curves.push_back(std::move(bins));
    add_normal_density(s.moments);
  }

  /// Whole numbers, such as counts of events: a bar for each, as high as its share of the runs. False if there are others.
  bool counts_whole(const Moments& moments) {
    if (moments.max() - moments.min() > static_cast<double>(most_counts)) return false;
    std::map<double, double> counts;
    context_.store.for_each([&](const RunRecord& r) {
      const double v = columns_.value(ys_.front(), r);
      if (!std::isnan(v) && counts.size() <= most_counts) counts[v] += 1;
    });
    if (std::ranges::any_of(counts, [](const auto& c) { return c.first != std::round(c.first); })) return false;
    panel_.x.whole = true;
    panel_.y.name = "share of the runs";
    Curve bins{"runs", CurveKind::histogram, {moments.min() - 0.5}, {}};
    for (double v = moments.min(); v <= moments.max(); ++v) {
      bins.x.push_back(v + 0.5);
      bins.y.push_back(counts.contains(v) ? counts[v] / static_cast<double>(moments.count()) : 0);
    }
    panel_.curves.push_back(std::move(bins));
    if (moments.max() - moments.min() >= fewest_for_density) add_normal_density(moments);
    return true;
  }

  void add_normal_density(const Moments& moments) {
    const double mean = moments.mean(), deviation = moments.standard_deviation();
    if (!(deviation > 0)) return;
    Curve normal{
        fmt::format("normal density, mean {:.4g}, standard deviation {:.3g}", mean, deviation), CurveKind::line, {}, {}};
    const double from = panel_.curves[0].x.front(), to = panel_.curves[0].x.back();
    for (int i = 0; i <= density_points; ++i) {
      normal.x.push_back(from + (to - from) * i / density_points);
      normal.y.push_back(normal_density(mean, deviation, normal.x.back()));
    }
    panel_.curves.push_back(std::move(normal));
  }

  const PanelSpec& spec_;
  const RunsPanelContext& context_;
  const RunColumns& columns_;
  std::vector<Place> ys_;
  Panel panel_;
};

}  // namespace

namespace {

/// What every run has.
struct RecordColumn {
  const char* name;
  const char* unit;
  double (*value)(const RunRecord&);
};
constexpr RecordColumn of_records[] = {
    {"seconds", "s", [](const RunRecord& r) { return r.seconds; }},
    {"steps", "", [](const RunRecord& r) { return static_cast<double>(r.steps); }},
    {"events", "", [](const RunRecord& r) { return static_cast<double>(r.events); }},
    {"end_time", "s", [](const RunRecord& r) { return r.end_time; }},
};

}  // namespace

std::optional<RunColumns::Place> RunColumns::find(std::string_view name) const {
  const auto& measures = layout_.measures;
  const auto m = std::find_if(measures.begin(), measures.end(), [&](const Measure& x) { return x.name == name; });
  if (m != measures.end()) return Place{Kind::measure, static_cast<std::size_t>(m - measures.begin())};
  const auto v = std::find(layout_.varied.begin(), layout_.varied.end(), name);
  if (v != layout_.varied.end()) return Place{Kind::varied, static_cast<std::size_t>(v - layout_.varied.begin())};
  if (name == "number") return Place{};
  const auto r = std::ranges::find(of_records, name, &RecordColumn::name);
  if (r != std::end(of_records)) return Place{Kind::record, static_cast<std::size_t>(r - std::begin(of_records))};
  return std::nullopt;
}

std::string RunColumns::unit(Place place) const {
  if (place.kind == Kind::measure) return layout_.measures[place.index].unit;
  if (place.kind == Kind::record) return of_records[place.index].unit;
  return place.kind == Kind::varied && place.index < units_.size() ? units_[place.index] : "";
}

double RunColumns::value(Place place, const RunRecord& record) const {
  if (place.kind == Kind::number) return static_cast<double>(record.point.number);
  if (place.kind == Kind::varied) return record.point.values[place.index].value;
  if (place.kind == Kind::record) return of_records[place.index].value(record);
  if (!counts(record) || place.index >= record.measures.size()) return NAN;
  return record.measures[place.index].number;
}

std::vector<std::string> RunColumns::names() const {
  std::vector<std::string> list = layout_.varied;
  for (const Measure& m : layout_.measures) list.push_back(m.name);
  list.emplace_back("number");
  for (const RecordColumn& r : of_records) list.emplace_back(r.name);
  return list;
}

Panel runs_panel(const PanelSpec& spec, const RunsPanelContext& context) { return RunsPanel(spec, context).run(); }

}  // namespace saltus
