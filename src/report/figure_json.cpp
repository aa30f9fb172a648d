#include "report/figure_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

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

/// Of each stretch of points the first, the lowest, the highest and the last.
std::vector<std::size_t> kept(const Curve& curve, std::size_t most) {
  const std::size_t n = std::min(curve.x.size(), curve.y.size());
  std::vector<std::size_t> all;
  const std::size_t stretch = n <= most ? 1 : (4 * n + most - 1) / most;
  for (std::size_t begin = 0; begin < n; begin += stretch) {
    const std::size_t end = std::min(begin + stretch, n);
    std::vector<std::size_t> some{begin, begin, begin, end - 1};
    for (std::size_t i = begin; i < end; ++i) {
      if (!std::isfinite(curve.y[i])) continue;
      if (curve.y[i] < curve.y[some[1]]) some[1] = i;
      if (curve.y[i] > curve.y[some[2]]) some[2] = i;
    }
    std::ranges::sort(some);
    const auto last = std::unique(some.begin(), some.end());
    all.insert(all.end(), some.begin(), last);
  }
  return all;
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
  std::string out =
      fmt::format(R"({{"name":{},"unit":{},"log":{},"whole":{})", quoted(a.name), quoted(a.unit), a.log, a.whole || a.truth);
  if (a.from) out += fmt::format(R"(,"from":{})", number(*a.from));
  if (a.to) out += fmt::format(R"(,"to":{})", number(*a.to));
  if (!a.categories.empty()) {
    out += R"(,"categories":[)";
    for (const std::string& c : a.categories) out += (out.back() == '[' ? "" : ",") + quoted(c);
    out += "]";
  }
  return out + "}";
}

std::string curve(const Curve& c, std::size_t most) {
  std::string out = fmt::format(R"({{"label":{},"kind":"{}",)", quoted(c.label), name_of(c.kind));
  if (c.kind == CurveKind::histogram) return out + fmt::format(R"("x":{},"y":{}}})", list(c.x), list(c.y));
  const auto which = kept(c, most);
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
                       joined(p.curves, [&](const Curve& c) { return curve(c, most_points); }),
                       joined(p.markers, [](const Marker& m) {
                         return fmt::format(R"({{"x":{},"label":{}}})", number(m.x), quoted(m.label));
                       }));
  };
  return fmt::format(R"({{"panels":[{}]}})", joined(figure.panels, panel));
}

}  // namespace saltus
