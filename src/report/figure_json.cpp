#include "report/figure_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "report/unit_text.hpp"
#include "result/json_emitter.hpp"

namespace saltus {

namespace {

/// Nine digits: a page zooms into a millionth of an axis at most.
std::string number(double x) { return std::isfinite(x) ? fmt::format("{:.9g}", x) : "null"; }

std::string quoted(const std::string& text) {
  JsonEmitter json;
  json.text(text);
  std::string out = json.take();
  for (std::size_t at = 0; (at = out.find('<', at)) != std::string::npos;) out.replace(at, 1, "\\u003c");
  return out;
}

const char* name_of(CurveKind kind) {
  switch (kind) {
    case CurveKind::line: return "line";
    case CurveKind::step: return "step";
    case CurveKind::scatter: return "scatter";
    case CurveKind::histogram: return "histogram";
    case CurveKind::bars: break;
  }
  return "bars";
}

/// The first, the lowest, the highest and the last of points begin to end.
void keep(const Curve& curve, std::size_t begin, std::size_t end, std::vector<std::size_t>& all) {
  std::size_t low = begin, high = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (!std::isfinite(curve.y[i])) continue;
    if (curve.y[i] < curve.y[low]) low = i;
    if (curve.y[i] > curve.y[high]) high = i;
  }
  all.insert(all.end(), {begin, std::min(low, high), std::max(low, high), end - 1});
}

/// Of stretches of so many points. Steps are dense where something happens, and so are the points that stay.
void keep_by_number(const Curve& curve, std::size_t begin, std::size_t end, std::size_t most, std::vector<std::size_t>& all) {
  const std::size_t stretch = end - begin <= most ? 1 : (4 * (end - begin) + most - 1) / most;
  for (; begin < end; begin += stretch) keep(curve, begin, std::min(begin + stretch, end), all);
}

/// Of stretches within equal parts of the axis, so that long steps stay smooth beside many short ones.
void keep_by_place(const Curve& curve, std::size_t begin, std::size_t end, std::size_t most, std::vector<std::size_t>& all) {
  const auto [low, high] = std::minmax_element(curve.x.begin() + static_cast<std::ptrdiff_t>(begin),
                                               curve.x.begin() + static_cast<std::ptrdiff_t>(end));
  const double part = (*high - *low) * 4 / static_cast<double>(most), from = *low;
  if (!(part > 0 && std::isfinite(part))) return;
  while (begin < end) {
    const double place = std::floor((curve.x[begin] - from) / part);
    std::size_t next = begin + 1;
    while (next < end && std::floor((curve.x[next] - from) / part) == place) ++next;
    keep(curve, begin, next, all);
    begin = next;
  }
}

/// What is shown first may be a small window of the curve: it has points of its own, and what lies outside has fewer.
std::vector<std::size_t> kept(const Curve& curve, const FigureAxis& x, std::size_t most) {
  const std::size_t n = std::min(curve.x.size(), curve.y.size());
  const auto is_shown = [&](std::size_t i) { return !(x.from && curve.x[i] < *x.from) && !(x.to && curve.x[i] > *x.to); };
  std::vector<std::size_t> all;
  for (std::size_t begin = 0; begin < n;) {
    std::size_t end = begin + 1;
    while (end < n && is_shown(end) == is_shown(begin)) ++end;
    const std::size_t share = is_shown(begin) ? most / 2 : most / 8;
    keep_by_number(curve, begin, end, share, all);
    if (end - begin > share) keep_by_place(curve, begin, end, share, all);
    begin = end;
  }
  // Both sides of a jump stay, or it would be drawn as a slope.
  for (std::size_t i = 1, jumps = 0; i < n && n > most / 2 && jumps < most / 4; ++i) {
    if (curve.x[i] != curve.x[i - 1] || curve.y[i] == curve.y[i - 1]) continue;
    all.insert(all.end(), {i - 1, i});
    ++jumps;
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Without points that say nothing: those between two equal ones, with a value that is theirs, where they are not drawn as points.
std::vector<std::size_t> telling(const Curve& curve, const std::vector<std::size_t>& all) {
  std::vector<std::size_t> some;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const double y = curve.y[all[k]];
    const bool between = k > 0 && k + 1 < all.size() && y == curve.y[some.back()] && y == curve.y[all[k + 1]];
    const bool onwards = between && (curve.x[all[k]] - curve.x[some.back()]) * (curve.x[all[k + 1]] - curve.x[all[k]]) >= 0;
    const bool shown = curve.marked || curve.kind == CurveKind::scatter || curve.kind == CurveKind::bars;
    if (!onwards || shown) some.push_back(all[k]);
  }
  return some;
}

std::string list(const std::vector<double>& values) {
  std::string out = "[";
  for (const double v : values) out += (out.size() > 1 ? "," : "") + number(v);
  return out + "]";
}

std::string list(const std::vector<double>& values, const std::vector<std::size_t>& which) {
  std::string out = "[";
  for (const std::size_t i : which) out += (out.size() > 1 ? "," : "") + number(values[i]);
  return out + "]";
}

std::string axis(const FigureAxis& a) {
  std::string out = fmt::format(R"({{"name":{},"unit":{},"log":{},"whole":{})", quoted(a.name), quoted(unit_symbol(a.unit)),
                                a.log, a.whole || a.truth);
  if (a.from) out += fmt::format(R"(,"from":{})", number(*a.from));
  if (a.to) out += fmt::format(R"(,"to":{})", number(*a.to));
  if (!a.categories.empty()) {
    out += R"(,"categories":[)";
    for (const std::string& c : a.categories) out += (out.back() == '[' ? "" : ",") + quoted(c);
    out += "]";
  }
  return out + "}";
}

std::string curve(const Curve& c, const FigureAxis& x, std::size_t most) {
  std::string out =
      fmt::format(R"({{"label":{},"kind":"{}",{})", quoted(c.label), name_of(c.kind), c.marked ? R"("marked":true,)" : "");
  if (c.kind == CurveKind::histogram) return out + fmt::format(R"("x":{},"y":{}}})", list(c.x), list(c.y));
  const auto which = telling(c, kept(c, x, most));
  return out + fmt::format(R"("x":{},"y":{}}})", list(c.x, which), list(c.y, which));
}

template <class Items, class One>
std::string joined(const Items& items, One one) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ",") + one(item);
  return out;
}

}  // namespace

std::string figure_json(const Figure& figure, std::size_t most_points) {
  const auto panel = [&](const Panel& p) {
    return fmt::format(R"({{"title":{},"x":{},"y":{},"curves":[{}],"markers":[{}]}})", quoted(p.title), axis(p.x), axis(p.y),
                       joined(p.curves, [&](const Curve& c) { return curve(c, p.x, most_points); }),
                       joined(p.markers, [](const Marker& m) {
                         return fmt::format(R"({{"x":{},"label":{}}})", number(m.x), quoted(m.label));
                       }));
  };
  return fmt::format(R"({{"panels":[{}]}})", joined(figure.panels, panel));
}

}  // namespace saltus
