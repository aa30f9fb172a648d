#include "report/panel_extent.hpp"

#include <algorithm>
#include <cmath>

namespace saltus {

namespace {

bool same_axis(const FigureAxis& a, const FigureAxis& b) {
  return a.name == b.name && a.unit == b.unit && a.log == b.log && a.from == b.from && a.to == b.to &&
         a.categories == b.categories;
}

bool has_boxes(const Panel& panel) {
  return std::ranges::any_of(panel.curves,
                             [](const Curve& c) { return c.kind == CurveKind::histogram || c.kind == CurveKind::bars; });
}

}  // namespace

Extent extent_of_x(const Panel& panel) {
  Extent extent;
  for (const Curve& c : panel.curves) {
    for (const double x : c.x) {
      if (!panel.x.log || x > 0) extent.add(x);
    }
  }
  return extent;
}

Extent extent_of_y(const Panel& panel) {
  Extent extent;
  const double from = panel.x.from.value_or(-INFINITY), to = panel.x.to.value_or(INFINITY);
  for (const Curve& c : panel.curves) {
    const bool boxes = c.kind == CurveKind::histogram || c.kind == CurveKind::bars;
    if (boxes && !panel.y.log) extent.add(0);
    for (std::size_t i = 0; i < std::min(c.x.size(), c.y.size()); ++i) {
      const bool seen = c.kind == CurveKind::bars || (c.x[i] >= from && c.x[i] <= to);
      if (seen && (!panel.y.log || c.y[i] > 0)) extent.add(c.y[i]);
    }
  }
  return extent;
}

FigureAxis axis_y(const Panel& panel) {
  FigureAxis axis = panel.y;
  const Extent extent = extent_of_y(panel);
  if (has_boxes(panel) && !axis.log && !axis.from && !extent.empty && extent.least >= 0) axis.from = 0;
  return axis;
}

bool spreads(const Panel& panel) {
  return std::ranges::any_of(panel.curves, [](const Curve& c) {
    return c.kind == CurveKind::scatter || (c.kind == CurveKind::line && !std::is_sorted(c.x.begin(), c.x.end()));
  });
}

bool share_x(const Figure& figure) {
  return std::ranges::all_of(figure.panels, [&](const Panel& p) { return same_axis(p.x, figure.panels.front().x); });
}

}  // namespace saltus
