#include "report/run_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/unit_text.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_marked_instants = 40;  // more lines would hide the curves
constexpr std::size_t most_curves = 40;           // in one panel: nobody can tell more apart

Column const& column_of(const RunResult& run, const std::string& name) {
  const Column* column = run.series.find(name.empty() ? "time" : name);
  if (column == nullptr) throw PlotError(fmt::format("`{}` was not recorded in this run of `{}`", name, run.model), "");
  return *column;
}

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
  if (same_unit(columns)) axis = {common_name(columns), columns.front()->unit};
  axis.truth = std::ranges::all_of(columns, [](const Column* c) { return c->kind == ValueKind::boolean; });
  axis.whole = std::ranges::all_of(columns, [](const Column* c) { return c->kind == ValueKind::integer; });
  return axis;
}

std::string legend_text(const Column& y, const Column& x, bool over_time, bool with_unit) {
  std::string text = over_time ? y.name : fmt::format("{} over {}", y.name, x.name);
  const std::string unit = unit_symbol(y.unit);
  return with_unit && !unit.empty() ? fmt::format("{} [{}]", text, unit) : text;
}

Panel panel_of(const RunResult& run, const PlotRequest& request) {
  std::vector<const Column*> xs, ys;
  for (const auto& [x, y] : request.curves) {
    xs.push_back(&column_of(run, x));
    ys.push_back(&column_of(run, y));
  }
  const bool over_time = std::ranges::all_of(request.curves, [](const auto& c) { return c.x.empty(); });
  const bool one_x = std::ranges::all_of(xs, [&](const Column* c) { return c == xs.front(); });
  Panel panel;
  panel.x = one_x ? axis_of({xs.front()}) : axis_of(xs);
  panel.y = axis_of(ys);
  for (std::size_t i = 0; i < ys.size(); ++i)
    panel.curves.push_back({legend_text(*ys[i], *xs[i], one_x, !same_unit(ys)), CurveKind::line, xs[i]->values, ys[i]->values});
  if (over_time && !xs.front()->values.empty()) {
    panel.x.from = xs.front()->values.front();
    panel.x.to = xs.front()->values.back();
    if (!(*panel.x.from < *panel.x.to)) panel.x.from = panel.x.to = std::nullopt;
  }
  return panel;
}

/// One for each instant, with the names of what happened then.
std::vector<Marker> markers_of(const RunResult& run) {
  std::vector<Marker> markers;
  std::uint32_t instant = 0;
  std::vector<std::string> names;
  for (const EventEntry& e : run.events) {
    if (e.kind != EventKind::when && e.kind != EventKind::transition) continue;
    if (markers.empty() || e.instant != instant) {
      if (markers.size() == most_marked_instants) return {};
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

std::string names_of(const Panel& panel) {
  std::string names;
  for (const Curve& c : panel.curves) names += (names.empty() ? "" : ", ") + c.label;
  return fmt::format("{} over {}", names, panel.x.name);
}

std::string extent_text(const Column& column) {
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

/// What a reader who cannot see the picture should know: which curves, how far they go, how often which event.
std::string description_of(const RunResult& run, const std::vector<PlotRequest>& requests) {
  std::string text;
  std::vector<std::string> told;
  const auto tell = [&](const std::string& name) {
    if (std::ranges::find(told, name) != told.end()) return;
    told.push_back(name);
    text += (text.empty() ? "" : "; ") + extent_text(column_of(run, name));
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

/// Splits at a sign outside brackets.
std::vector<std::string> split(const std::string& text, char sign) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == sign && depth <= 0) {
      parts.emplace_back();
    } else if (c != ' ' || depth > 0) {
      parts.back() += c;
    }
  }
  return parts;
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

bool is_shown(const Variable& v) { return v.variability > Variability::parameter && v.type != Type::string; }

std::vector<std::string> known_names(const HybridModel& model) {
  std::vector<std::string> names = {"time"};
  for (const Variable& v : model.variables) {
    if (!is_shown(v)) continue;
    names.push_back(v.name);
    if (v.name.find('[') != std::string::npos && names.end()[-2] != stem(v.name)) names.push_back(stem(v.name));
  }
  return names;
}

[[noreturn]] void unknown(const std::string& name, const HybridModel& model) {
  const Variable* v = model.find(name);
  if (v != nullptr && v->variability <= Variability::parameter)
    throw PlotError(fmt::format("`{}` is a parameter of `{}`: it does not change over time", name, model.name), "");
  const std::string near = nearest_name(name, known_names(model));
  throw PlotError(fmt::format("no variable `{}` in `{}`", name, model.name),
                  near.empty() ? fmt::format("`saltus show` prints the model with its variables")
                               : fmt::format("did you mean `{}`?", near));
}

/// The variables that a name of the request stands for.
std::vector<std::string> meant(const std::string& name, const HybridModel& model) {
  if (name.empty() || name == "time") return {"time"};
  std::string inner = name;
  const bool derivative = name.starts_with("der(") && name.ends_with(')');
  if (derivative) inner = name.substr(4, name.size() - 5);
  std::vector<std::string> found;
  for (const Variable& v : model.variables) {
    if (!is_shown(v) || (derivative && v.type != Type::real)) continue;
    if (without_blanks(v.name) == inner || (v.name.ends_with(']') && v.name.starts_with(inner + "["))) {
      const std::string text = derivative ? fmt::format("der({})", v.name) : v.name;
      if (std::ranges::find(found, text) == found.end()) found.push_back(text);
    }
  }
  if (found.empty()) unknown(inner, model);
  return found;
}

void add_pairs(const PlotRequest::Pair& pair, const HybridModel& model, PlotRequest& out) {
  const std::vector<std::string> ys = meant(pair.y, model);
  if (pair.x.empty() || pair.x == "time") {
    for (const std::string& y : ys) out.curves.push_back({"", y});
    return;
  }
  const std::vector<std::string> xs = meant(pair.x, model);
  if (xs.size() != 1 && xs.size() != ys.size())
    throw PlotError(fmt::format("`{}` has {} elements and `{}` has {}", pair.x, xs.size(), pair.y, ys.size()),
                    "name the elements");
  for (std::size_t i = 0; i < ys.size(); ++i) out.curves.push_back({xs[xs.size() == 1 ? 0 : i], ys[i]});
}

}  // namespace

PlotRequest read_plot_request(const std::string& text) {
  PlotRequest request;
  for (const std::string& part : split(text, ',')) {
    const std::vector<std::string> sides = split(part, ':');
    const bool empty = std::ranges::any_of(sides, [](const std::string& s) { return s.empty(); });
    if (empty || sides.size() > 2)
      throw PlotError(fmt::format("--plot takes names, as `x,v`, or one over another, as `x:v`, not `{}`", text), "");
    request.curves.push_back(sides.size() == 1 ? PlotRequest::Pair{"", sides[0]} : PlotRequest::Pair{sides[0], sides[1]});
  }
  return request;
}

PlotRequest resolved(const PlotRequest& request, const HybridModel& model) {
  PlotRequest out;
  for (const PlotRequest::Pair& pair : request.curves) add_pairs(pair, model, out);
  if (out.curves.size() > most_curves)
    throw PlotError(fmt::format("{} curves in one panel are more than can be told apart", out.curves.size()),
                    fmt::format("name at most {} for one --plot", most_curves));
  return out;
}

Figure run_figure(const RunResult& run, const std::vector<PlotRequest>& requests) {
  Figure figure;
  figure.name = run.model;
  const std::vector<Marker> markers = markers_of(run);
  for (const PlotRequest& r : requests) {
    figure.panels.push_back(panel_of(run, r));
    if (std::ranges::all_of(r.curves, [](const auto& c) { return c.x.empty(); })) figure.panels.back().markers = markers;
    figure.summary += (figure.summary.empty() ? run.model + ": " : "; ") + names_of(figure.panels.back());
  }
  figure.description = description_of(run, requests);
  return figure;
}

}  // namespace saltus
