#include "report/panel_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/panel_extent.hpp"
#include "report/text_size.hpp"

namespace saltus {

namespace {

constexpr double far_away = 1e5;                       // pixels; where curves outside the frame are cut off
constexpr std::size_t often = 8, most_label_rows = 2;  // of markers

double pixel(const Scale& scale, double place, double begin, double end) {
  const double pixel = begin + (place - scale.begin()) / (scale.end() - scale.begin()) * (end - begin);
  return std::isnan(pixel) ? pixel : std::clamp(pixel, -far_away, far_away);
}

}  // namespace

PanelLayout::PanelLayout(const Panel& panel, const Extent& x, double font, double width, double height)
    : panel_(panel),
      font_(font),
      x_(panel.x, x, spreads(panel) ? 0.03 : 0, std::max(2, static_cast<int>(width / (7 * font)))),
      y_(axis_y(panel), extent_of_y(panel), 0.06, std::max(2, static_cast<int>(height / (4 * font)))) {}

double PanelLayout::width_of_y_ticks() const {
  double widest = 0;
  for (const Tick& t : y_.ticks()) widest = std::max(widest, width_of(t.text, font_));
  return widest;
}

double PanelLayout::at_x_place(double place) const { return pixel(x_, place, out_.left, out_.right); }
double PanelLayout::at_y_place(double place) const { return pixel(y_, place, out_.bottom, out_.top); }

void PanelLayout::add_ticks(bool x_texts, std::vector<PlacedText>& texts) {
  const double length = 0.35 * font_;
  double free = -far_away;  // where the text before has ended: words may be longer than their share
  for (const Tick& t : x_.ticks()) {
    const double x = at_x_place(t.place);
    if (!t.text.empty()) out_.grid.push_back({x, out_.bottom, x, out_.top});
    out_.ticks.push_back({x, out_.bottom, x, out_.bottom - (t.text.empty() ? 0.6 : 1) * length});
    const std::string text = shortened(t.text, 30);
    const double half = width_of(text, font_) / 2;
    const bool fits = panel_.x.categories.empty() || x - half >= free;
    if (!x_texts || text.empty() || !fits) continue;
    texts.push_back({x, out_.bottom - length - 0.75 * font_, text, Anchor::centre, font_});
    free = x + half + 0.4 * font_;
  }
  for (const Tick& t : y_.ticks()) {
    const double y = at_y_place(t.place);
    if (!t.text.empty()) out_.grid.push_back({out_.left, y, out_.right, y});
    out_.ticks.push_back({out_.left, y, out_.left - (t.text.empty() ? 0.6 : 1) * length, y});
    if (!t.text.empty()) texts.push_back({out_.left - length - 0.3 * font_, y, t.text, Anchor::right, font_});
  }
}

// ---- markers

bool PanelLayout::is_seen(const Marker& m) const {
  const double x = at_x(m.x);
  return x >= out_.left - 0.5 && x <= out_.right + 0.5;
}

void PanelLayout::arrange_marker_labels() {
  std::map<std::string, std::size_t> counts;
  for (const Marker& m : panel_.markers) counts[m.label] += is_seen(m) ? 1 : 0;
  double free_from[most_label_rows] = {};
  for (const Marker& m : panel_.markers) {
    std::size_t& count = counts[m.label];
    if (!is_seen(m) || count == 0) continue;
    const std::string text = shortened(m.label, 30) + (count > often ? fmt::format(" ×{}", count) : "");
    const double half = width_of(text, marker_font()) / 2, x = std::max(at_x(m.x), half);
    std::size_t row = 0;
    while (row < most_label_rows && x - half < free_from[row]) ++row;
    if (row == most_label_rows || x + half > out_.right + 1.5 * font_) continue;
    labels_.push_back({x, row, text});
    rows_ = std::max(rows_, row + 1);
    free_from[row] = x + half + 0.8 * font_;
    if (count > often) count = 0;
  }
}

double PanelLayout::height_of_marker_labels() const {
  return rows_ == 0 ? 0 : (0.3 + 1.1 * static_cast<double>(rows_)) * font_;
}

void PanelLayout::add_markers() {
  for (const Marker& m : panel_.markers) {
    if (is_seen(m)) out_.markers.push_back({at_x(m.x), out_.bottom, at_x(m.x), out_.top});
  }
}

void PanelLayout::add_marker_labels(std::vector<PlacedText>& texts) const {
  for (const MarkerLabel& l : labels_) {
    const double y = out_.top + (0.7 + 1.1 * static_cast<double>(l.row)) * font_;
    texts.push_back({l.x, y, l.text, Anchor::centre, marker_font(), false, false, true});
  }
}

// ---- curves

void PanelLayout::add_curves() {
  std::size_t bars = 0, bar = 0;
  for (const Curve& c : panel_.curves) bars += c.kind == CurveKind::bars ? 1 : 0;
  for (std::size_t i = 0; i < panel_.curves.size(); ++i) {
    const Curve& c = panel_.curves[i];
    PlacedCurve placed{c.kind, i};
    if (c.kind == CurveKind::histogram) {
      placed.boxes = bins(c);
    } else if (c.kind == CurveKind::bars) {
      placed.boxes = columns(c, bar++, bars);
    } else {
      placed.marked = c.marked && c.kind == CurveKind::line;
      placed.points = c.kind == CurveKind::scatter ? thinned_cloud(points(c))
                      : placed.marked              ? seen(points(c))
                                                   : thinned(seen(points(c)));
    }
    out_.curves.push_back(std::move(placed));
  }
}

std::vector<PixelPoint> PanelLayout::points(const Curve& c) const {
  std::vector<PixelPoint> out;
  for (std::size_t i = 0; i < std::min(c.x.size(), c.y.size()); ++i) {
    const PixelPoint p{at_x(c.x[i]), at_y(c.y[i])};
    if (c.kind == CurveKind::step && !out.empty()) out.push_back({p.x, out.back().y});
    out.push_back(p);
  }
  return out;
}

/// Without what lies beside the frame, but for the neighbours of what does not.
std::vector<PixelPoint> PanelLayout::seen(const std::vector<PixelPoint>& all) const {
  const auto side = [&](const PixelPoint& p) { return p.x < out_.left ? -1 : p.x > out_.right ? 1 : 0; };
  std::vector<PixelPoint> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int s = side(all[i]);
    const bool before = i == 0 || side(all[i - 1]) == s, after = i + 1 == all.size() || side(all[i + 1]) == s;
    if (s == 0 || !before || !after) out.push_back(all[i]);
  }
  return out;
}

double PanelLayout::foot() const { return panel_.y.log ? out_.bottom : std::clamp(at_y(0), out_.bottom, out_.top); }

std::vector<PlacedLine> PanelLayout::bins(const Curve& c) const {
  std::vector<PlacedLine> boxes;
  for (std::size_t i = 0; i + 1 < c.x.size() && i < c.y.size(); ++i)
    add_box(boxes, at_x(c.x[i]), at_x(c.x[i + 1]), at_y(c.y[i]));
  return boxes;
}

std::vector<PlacedLine> PanelLayout::columns(const Curve& c, std::size_t number, std::size_t count) const {
  const double each = 0.8 / static_cast<double>(count);
  std::vector<PlacedLine> boxes;
  for (std::size_t i = 0; i < std::min(c.x.size(), c.y.size()); ++i) {
    const double begin = c.x[i] - 0.4 + each * static_cast<double>(number);
    add_box(boxes, at_x(begin), at_x(begin + 0.95 * each), at_y(c.y[i]));
  }
  return boxes;
}

void PanelLayout::add_box(std::vector<PlacedLine>& boxes, double from, double to, double height) const {
  if (!std::isfinite(from) || !std::isfinite(to) || !std::isfinite(height)) return;
  const double left = std::clamp(std::min(from, to), out_.left, out_.right),
               right = std::clamp(std::max(from, to), out_.left, out_.right);
  if (left < right) boxes.push_back({left, foot(), right, std::clamp(height, out_.bottom, out_.top)});
}

}  // namespace saltus
