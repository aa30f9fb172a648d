#include "report/trajectory_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/unit_text.hpp"
#include "study/shown_values.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_marked_instants = 40;  // more lines would hide the curves

/// "y" for elements y[1], y[2]; "" if there is no common name.
std::string stem(const std::string& name) { return name.substr(0, name.find('[')); }

std::string common_name(const std::vector<const Column*>& columns) {
  if (columns.size() == 1) return columns.front()->name;
  const std::string first = stem(columns.front()->name);
  const bool same =
      std::ranges::all_of(columns, [&](const Column* c) { return stem(c->name) == first && c->name.ends_with(']'); });
  if (same) return first;
  if (columns.size() > 3) return "";
  std::string names;
  for (const Column* c : columns) names += (names.empty() ? "" : ", ") + c->name;
  return names;
}

bool same_unit(const std::vector<const Column*>& columns) {
  return std::ranges::all_of(columns, [&](const Column* c) { return c->unit == columns.front()->unit; });
}

FigureAxis axis_of(const std::vector<const Column*>& columns) {
  FigureAxis axis;
  if (same_unit(columns)) {
    axis = {common_name(columns), columns.front()->unit};
  } else if (columns.size() <= 3) {
    // A name without a unit comes last: "a, b [K]" would give it that of the other.
    for (const bool bare : {false, true})
      for (const Column* c : columns)
        if (unit_symbol(c->unit).empty() == bare)
          axis.name += (axis.name.empty() ? "" : ", ") + titled(c->name, unit_symbol(c->unit));
  }
  axis.truth = std::ranges::all_of(columns, [](const Column* c) { return c->kind == ValueKind::boolean; });
  axis.whole = std::ranges::all_of(columns, [](const Column* c) { return c->kind == ValueKind::integer; });
  return axis;
}

std::string legend_text(const Column& y, const Column& x, bool over_time, bool with_unit) {
  std::string text = over_time ? y.name : fmt::format("{} over {}", y.name, x.name);
  const std::string unit = unit_symbol(y.unit);
  return with_unit && !unit.empty() ? fmt::format("{} [{}]", text, unit) : text;
}

/// Columns of one curve, and what it is called.
struct Source {
  const Column *x, *y;
  std::string run;
};

std::vector<Source> sources_of(std::span<const Trajectory> runs, const PlotRequest& request) {
  std::vector<Source> sources;
  for (const auto& [x, y] : request.curves) {
    for (const Trajectory& t : runs) {
      const Column* columns[] = {t.run->series.find(x.empty() ? "time" : x), t.run->series.find(y)};
      if (columns[0] != nullptr && columns[1] != nullptr)
        sources.push_back({columns[0], columns[1], runs.size() > 1 ? t.label : ""});
    }
  }
  return sources;
}

std::string curve_label(const Source& s, bool one_name, bool one_x, bool with_unit) {
  if (one_name && !s.run.empty()) return s.run;
  const std::string name = legend_text(*s.y, *s.x, one_x, with_unit);
  return s.run.empty() ? name : fmt::format("{}, {}", name, s.run);
}

void set_window(std::span<const Trajectory> runs, FigureAxis& axis) {
  double from = INFINITY, to = -INFINITY;
  for (const Trajectory& t : runs) {
    const Column* time = t.run->series.find("time");
    if (time == nullptr || time->values.empty()) continue;
    from = std::min(from, time->values.front());
    to = std::max(to, time->values.back());
  }
  if (!(from < to)) return;
  axis.from = from;
  axis.to = to;
}

bool is_of(const EventEntry& entry, std::span<const std::string> events) {
  if (entry.kind != EventKind::when && entry.kind != EventKind::transition && events.empty()) return false;
  return events.empty() || std::ranges::any_of(events, [&](const std::string& e) {
           return entry.name == e || (entry.name.starts_with(e) && entry.name.substr(e.size()).starts_with('['));
         });
}

/// In the order in which they are first entered.
std::vector<std::string> mode_names(std::span<const Column* const> columns) {
  std::vector<std::string> names;
  for (const Column* c : columns)
    for (const std::string& name : c->digits)
      if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

/// The place of each mode among `names`, counted from 1.
std::vector<double> mode_places(const Column& column, const std::vector<std::string>& names) {
  std::vector<double> places;
  for (const std::string& name : column.digits)
    places.push_back(name.empty() ? NAN : static_cast<double>(std::ranges::find(names, name) - names.begin()) + 1);
  return places;
}

std::string extent_text(const Column& column) {
  if (column.kind == ValueKind::text) {
    const Column* only[] = {&column};
    return fmt::format("{} is {}", column.name, fmt::join(mode_names(only), ", "));
  }
  double least = INFINITY, most = -INFINITY;
  for (const double v : column.values) {
    if (!std::isfinite(v)) continue;
    least = std::min(least, v);
    most = std::max(most, v);
  }
  if (least > most) return fmt::format("{} has no values", column.name);
  const std::string unit = unit_symbol(column.unit);
  return fmt::format("{} from {:.6g} to {:.6g}{}{}", column.name, least, most, unit.empty() ? "" : " ", unit);
}

}  // namespace

Panel trajectory_panel(std::span<const Trajectory> runs, const PlotRequest& request) {
  Panel panel;
  const std::vector<Source> sources = sources_of(runs, request);
  if (sources.empty()) return panel;
  std::vector<const Column*> xs, ys;
  for (const Source& s : sources) {
    const auto add = [](std::vector<const Column*>& list, const Column* c) {
      if (std::ranges::find(list, c->name, &Column::name) == list.end()) list.push_back(c);
    };
    add(xs, s.x);
    add(ys, s.y);
  }
  panel.x = axis_of(xs);
  panel.y = axis_of(ys);
  if (ys.front()->kind == ValueKind::text) {
    std::vector<const Column*> all;
    for (const Source& s : sources) all.push_back(s.y);
    panel.y.categories = mode_names(all);
  }
  for (const Source& s : sources)
    panel.curves.push_back({curve_label(s, ys.size() == 1, xs.size() == 1, !same_unit(ys)), CurveKind::line, s.x->values,
                            panel.y.categories.empty() ? s.y->values : mode_places(*s.y, panel.y.categories)});
  if (request.over_time()) set_window(runs, panel.x);
  return panel;
}

std::vector<Marker> event_markers(const RunResult& run, std::span<const std::string> events) {
  std::vector<Marker> markers;
  std::uint32_t instant = 0;
  std::vector<std::string> names;
  for (const EventEntry& e : run.events) {
    if (!is_of(e, events)) continue;
    if (markers.empty() || e.instant != instant) {
      if (markers.size() == most_marked_instants && events.empty()) return {};
      markers.push_back({e.time.value, e.name});
      names = {e.name};
      instant = e.instant;
    } else if (std::ranges::find(names, e.name) == names.end()) {
      markers.back().label += ", " + e.name;
      names.push_back(e.name);
    }
  }
  return markers;
}

std::string trajectory_text(const RunResult& run, std::span<const PlotRequest> requests) {
  std::string text;
  std::vector<std::string> told;
  const auto tell = [&](const std::string& name) {
    if (std::ranges::find(told, name) != told.end()) return;
    told.push_back(name);
    const Column* column = run.series.find(name.empty() ? "time" : name);
    if (column == nullptr) return;
    text += (text.empty() ? "" : "; ") + extent_text(*column);
  };
  for (const PlotRequest& r : requests) {
    for (const auto& c : r.curves) {
      tell(c.x);
      tell(c.y);
    }
  }
  std::map<std::string, std::size_t> counts;
  for (const EventEntry& e : run.events) ++counts[e.name];
  for (const auto& [name, count] : counts) text += fmt::format("; {} {} time{}", name, count, count == 1 ? "" : "s");
  return text + ".";
}

std::string panel_text(const Panel& panel) {
  std::string names;
  const bool distributes = !panel.curves.empty() && panel.curves.front().kind == CurveKind::histogram;
  for (const Curve& c : panel.curves)
    if (c.kind != CurveKind::histogram) names += (names.empty() ? "" : ", ") + c.label;
  if (distributes) return fmt::format("histogram of {}{}{}", panel.x.name, names.empty() ? "" : ", with ", names);
  const std::string& y = panel.y.name;
  const bool named = y.empty() || std::ranges::any_of(panel.curves, [&](const Curve& c) {
                       return y.find(c.label) != std::string::npos || c.label.starts_with(y);
                     });
  return named ? fmt::format("{} over {}", names, panel.x.name) : fmt::format("{} over {}: {}", y, panel.x.name, names);
}

}  // namespace saltus
