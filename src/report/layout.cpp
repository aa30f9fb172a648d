#include "report/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/printable.hpp"
#include "report/scale.hpp"

namespace saltus {

namespace {

constexpr double far_away = 1e5;  // pixels; where curves outside the frame are cut off

struct Measures {
  double width, font;
  double single, several;  // height of a panel, alone and with others
};

Measures measures_of(FigureSize size) {
  switch (size) {
    case FigureSize::column: return {325, 10.7, 180, 110};
    case FigureSize::page: return {605, 12, 270, 160};
    case FigureSize::screen: break;
  }
  return {720, 13, 310, 180};
}

/// About how wide a sans-serif text is; a little too wide is right.
double width_of(const std::string& text, double font) {
  double ems = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Glyph glyph = first_glyph(std::string_view(text).substr(i));
    const char c = text[i];
    const bool narrow = std::string_view("iljtfrI.,:;'|![]() ").find(c) != std::string_view::npos;
    ems += narrow ? 0.36 : std::string_view("mwMW").find(c) != std::string_view::npos ? 0.92 : 0.61;
    i += glyph.bytes;
  }
  return ems * font;
}

/// Long names are cut, with a sign that they are.
std::string shortened(const std::string& text, std::size_t most) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++count) {
    const Glyph glyph = first_glyph(std::string_view(text).substr(i));
    if (count == most) return out + "…";
    out += text.substr(i, glyph.bytes);
    i += glyph.bytes;
  }
  return out;
}

bool same_axis(const FigureAxis& a, const FigureAxis& b) {
  return a.name == b.name && a.unit == b.unit && a.log == b.log && a.from == b.from && a.to == b.to &&
         a.categories == b.categories;
}

/// Panels over one and the same axis are lined up: it is shown below the last of them only.
bool share_x(const Figure& figure) {
  return std::ranges::all_of(figure.panels, [&](const Panel& p) { return same_axis(p.x, figure.panels.front().x); });
}

Extent extent_of_x(const Panel& panel) {
  Extent extent;
  for (const Curve& c : panel.curves) {
    for (const double x : c.x) {
      if (!panel.x.log || x > 0) extent.add(x);
    }
  }
  return extent;
}

/// Of what is seen in the window of x. Bars and histograms stand on zero.
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

bool has_boxes(const Panel& panel) {
  return std::ranges::any_of(panel.curves,
                             [](const Curve& c) { return c.kind == CurveKind::histogram || c.kind == CurveKind::bars; });
}

/// Boxes stand on the frame unless some hang.
FigureAxis axis_y(const Panel& panel) {
  FigureAxis axis = panel.y;
  const Extent extent = extent_of_y(panel);
  if (has_boxes(panel) && !axis.log && !axis.from && !extent.empty && extent.least >= 0) axis.from = 0;
  return axis;
}

/// Clouds and curves that turn back need room beside them; a curve over its axis uses all of it.
bool spreads(const Panel& panel) {
  return std::ranges::any_of(panel.curves, [](const Curve& c) {
    return c.kind == CurveKind::scatter || (c.kind == CurveKind::line && !std::is_sorted(c.x.begin(), c.x.end()));
  });
}

/// Lays out one panel inside its frame.
class PanelLayout {
 public:
  PanelLayout(const Panel& panel, const Extent& x, double font, double width, double height)
      : panel_(panel),
        font_(font),
        x_(panel.x, x, spreads(panel) ? 0.03 : 0, std::max(2, static_cast<int>(width / (7 * font)))),
        y_(axis_y(panel), extent_of_y(panel), 0.06, std::max(2, static_cast<int>(height / (4 * font)))) {}

  [[nodiscard]] const Scale& x() const { return x_; }
  [[nodiscard]] const Scale& y() const { return y_; }

  [[nodiscard]] double width_of_y_ticks() const {
    double widest = 0;
    for (const Tick& t : y_.ticks()) widest = std::max(widest, width_of(t.text, font_));
    return widest;
  }

  void put(const PlacedPanel& frame) { out_ = frame; }

  [[nodiscard]] double at_x(double value) const { return pixel(x_, x_.place(value), out_.left, out_.right); }
  [[nodiscard]] double at_y(double value) const { return pixel(y_, y_.place(value), out_.bottom, out_.top); }
  [[nodiscard]] double at_x_place(double place) const { return pixel(x_, place, out_.left, out_.right); }
  [[nodiscard]] double at_y_place(double place) const { return pixel(y_, place, out_.bottom, out_.top); }

  void add_ticks(bool x_texts, std::vector<PlacedText>& texts) {
    const double length = 0.35 * font_;
    for (const Tick& t : x_.ticks()) {
      const double x = at_x_place(t.place);
      if (!t.text.empty()) out_.grid.push_back({x, out_.bottom, x, out_.top});
      out_.ticks.push_back({x, out_.bottom, x, out_.bottom - (t.text.empty() ? 0.6 : 1) * length});
      if (x_texts && !t.text.empty())
        texts.push_back({x, out_.bottom - length - 0.75 * font_, shortened(t.text, 30), Anchor::centre, font_});
    }
    for (const Tick& t : y_.ticks()) {
      const double y = at_y_place(t.place);
      if (!t.text.empty()) out_.grid.push_back({out_.left, y, out_.right, y});
      out_.ticks.push_back({out_.left, y, out_.left - (t.text.empty() ? 0.6 : 1) * length, y});
      if (!t.text.empty()) texts.push_back({out_.left - length - 0.3 * font_, y, t.text, Anchor::right, font_});
    }
  }

  /// Labels stand in two rows; one that finds no room is left out, its line stays. A label that comes often is written once, with its count.
  void arrange_marker_labels() {
    std::map<std::string, std::size_t> counts;
    for (const Marker& m : panel_.markers) counts[m.label] += is_seen(m) ? 1 : 0;
    double free_from[most_rows] = {};
    for (const Marker& m : panel_.markers) {
      std::size_t& count = counts[m.label];
      if (!is_seen(m) || count == 0) continue;
      const std::string text = shortened(m.label, 30) + (count > often ? fmt::format(" ×{}", count) : "");
      const double x = at_x(m.x), half = width_of(text, marker_font()) / 2;
      std::size_t row = 0;
      while (row < most_rows && x - half < free_from[row]) ++row;
      if (row == most_rows || x + half > out_.right + 1.5 * font_) continue;
      labels_.push_back({x, row, text});
      rows_ = std::max(rows_, row + 1);
      free_from[row] = x + half + 0.4 * font_;
      if (count > often) count = 0;
    }
  }

  [[nodiscard]] double height_of_marker_labels() const {
    return rows_ == 0 ? 0 : (0.3 + 1.1 * static_cast<double>(rows_)) * font_;
  }

  void add_markers() {
    for (const Marker& m : panel_.markers) {
      if (is_seen(m)) out_.markers.push_back({at_x(m.x), out_.bottom, at_x(m.x), out_.top});
    }
  }

  void add_marker_labels(std::vector<PlacedText>& texts) const {
    for (const MarkerLabel& l : labels_) {
      const double y = out_.top + (0.7 + 1.1 * static_cast<double>(l.row)) * font_;
      texts.push_back({l.x, y, l.text, Anchor::centre, marker_font(), false, false, true});
    }
  }

  void add_curves() {
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

  [[nodiscard]] PlacedPanel take() { return std::move(out_); }
  [[nodiscard]] double marker_font() const { return 0.85 * font_; }

 private:
  struct MarkerLabel {
    double x;
    std::size_t row;
    std::string text;
  };
  static constexpr std::size_t often = 8, most_rows = 2;

  [[nodiscard]] bool is_seen(const Marker& m) const {
    const double x = at_x(m.x);
    return x >= out_.left - 0.5 && x <= out_.right + 0.5;
  }

  static double pixel(const Scale& scale, double place, double begin, double end) {
    const double pixel = begin + (place - scale.begin()) / (scale.end() - scale.begin()) * (end - begin);
    return std::isnan(pixel) ? pixel : std::clamp(pixel, -far_away, far_away);
  }

  std::vector<PixelPoint> points(const Curve& c) const {
    std::vector<PixelPoint> out;
    for (std::size_t i = 0; i < std::min(c.x.size(), c.y.size()); ++i) {
      const PixelPoint p{at_x(c.x[i]), at_y(c.y[i])};
      if (c.kind == CurveKind::step && !out.empty()) out.push_back({p.x, out.back().y});
      out.push_back(p);
    }
    return out;
  }

  /// Without what lies beside the frame, but for the neighbours of what does not.
  std::vector<PixelPoint> seen(const std::vector<PixelPoint>& all) const {
    const auto side = [&](const PixelPoint& p) { return p.x < out_.left ? -1 : p.x > out_.right ? 1 : 0; };
    std::vector<PixelPoint> out;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const int s = side(all[i]);
      const bool before = i == 0 || side(all[i - 1]) == s, after = i + 1 == all.size() || side(all[i + 1]) == s;
      if (s == 0 || !before || !after) out.push_back(all[i]);
    }
    return out;
  }

  double foot() const { return panel_.y.log ? out_.bottom : std::clamp(at_y(0), out_.bottom, out_.top); }

  std::vector<PlacedLine> bins(const Curve& c) const {
    std::vector<PlacedLine> boxes;
    for (std::size_t i = 0; i + 1 < c.x.size() && i < c.y.size(); ++i)
      add_box(boxes, at_x(c.x[i]), at_x(c.x[i + 1]), at_y(c.y[i]));
    return boxes;
  }

  std::vector<PlacedLine> columns(const Curve& c, std::size_t number, std::size_t count) const {
    const double each = 0.8 / static_cast<double>(count);
    std::vector<PlacedLine> boxes;
    for (std::size_t i = 0; i < std::min(c.x.size(), c.y.size()); ++i) {
      const double begin = c.x[i] - 0.4 + each * static_cast<double>(number);
      add_box(boxes, at_x(begin), at_x(begin + 0.95 * each), at_y(c.y[i]));
    }
    return boxes;
  }

  void add_box(std::vector<PlacedLine>& boxes, double from, double to, double height) const {
    if (!std::isfinite(from) || !std::isfinite(to) || !std::isfinite(height)) return;
    const double left = std::clamp(std::min(from, to), out_.left, out_.right),
                 right = std::clamp(std::max(from, to), out_.left, out_.right);
    if (left < right) boxes.push_back({left, foot(), right, std::clamp(height, out_.bottom, out_.top)});
  }

  const Panel& panel_;
  double font_;
  Scale x_, y_;
  PlacedPanel out_;
  std::vector<MarkerLabel> labels_;
  std::size_t rows_ = 0;  // of labels
};

/// Rows of legend entries above a panel; none for a single curve.
class Legend {
 public:
  Legend(const Panel& panel, double font, double left, double right) : font_(font) {
    if (panel.curves.size() < 2) return;
    double x = left;
    rows_ = 1;
    for (std::size_t i = 0; i < panel.curves.size() && i < most_; ++i) {
      const std::string text = i + 1 == most_ && panel.curves.size() > most_ ? "…" : shortened(panel.curves[i].label, 60);
      const double width = sample() + 0.5 * font + width_of(text, font);
      if (x > left && x + width > right) {
        x = left;
        ++rows_;
      }
      entries_.push_back({x, rows_, text, i, panel.curves[i].kind});
      x += width + 1.2 * font;
    }
  }

  [[nodiscard]] double height() const { return rows_ == 0 ? 0 : (1.5 * rows_ + 0.4) * font_; }

  void put(double top, PlacedPanel& panel, std::vector<PlacedText>& texts) const {
    for (const Entry& e : entries_) {
      const double y = top - (1.5 * e.row - 0.75) * font_;
      panel.legend.push_back({e.x, y, sample(), e.curve, e.kind});
      texts.push_back({e.x + sample() + 0.5 * font_, y, e.text, Anchor::left, font_});
    }
  }

 private:
  struct Entry {
    double x;
    int row;
    std::string text;
    std::size_t curve;
    CurveKind kind;
  };
  [[nodiscard]] double sample() const { return 1.8 * font_; }

  static constexpr std::size_t most_ = 40;
  double font_;
  int rows_ = 0;
  std::vector<Entry> entries_;
};

class Layouter {
 public:
  explicit Layouter(const Figure& figure) : figure_(figure), measures_(measures_of(figure.size)), font_(measures_.font) {}

  FigureLayout run() {
    if (figure_.panels.empty()) return {measures_.width, measures_.single, font_};
    prepare();
    const double height = total_height();
    out_.width = measures_.width;
    out_.height = std::ceil(height);
    out_.font = font_;
    double y = out_.height - 0.8 * font_;
    if (!figure_.title.empty()) {
      out_.texts.push_back({left_, y - 0.8 * font_, shortened(figure_.title, 90), Anchor::left, 1.15 * font_, false, true});
      y -= title_height();
    }
    for (std::size_t i = 0; i < figure_.panels.size(); ++i) y = put_panel(i, y);
    return std::move(out_);
  }

 private:
  void prepare() {
    shared_ = share_x(figure_);
    panel_height_ = figure_.panels.size() == 1 ? measures_.single : measures_.several;
    right_ = measures_.width - 1.5 * font_;
    Extent all;
    for (const Panel& p : figure_.panels) {
      const Extent own = extent_of_x(p);
      if (!own.empty) {
        all.add(own.least);
        all.add(own.most);
      }
    }
    double ticks = 0;
    for (const Panel& p : figure_.panels) {
      panels_.emplace_back(p, shared_ ? all : extent_of_x(p), font_, measures_.width * 0.85, panel_height_);
      ticks = std::max(ticks, panels_.back().width_of_y_ticks());
    }
    left_ = std::ceil(ticks + 3.2 * font_);
    for (const Panel& p : figure_.panels) legends_.emplace_back(p, font_, left_, right_);
    for (PanelLayout& p : panels_) {
      p.put({left_, right_});
      p.arrange_marker_labels();
    }
  }

  [[nodiscard]] double title_height() const { return figure_.title.empty() ? 0 : 2.2 * font_; }
  [[nodiscard]] double above(std::size_t i) const {
    const double title = figure_.panels[i].title.empty() ? 0 : 1.6 * font_;
    return legends_[i].height() + title + (labels_markers(i) ? panels_[i].height_of_marker_labels() : 0);
  }
  /// The markers of panels over one axis are labelled above the first.
  [[nodiscard]] bool labels_markers(std::size_t i) const { return i == 0 || !shared_; }
  [[nodiscard]] bool names_x(std::size_t i) const { return !shared_ || i + 1 == figure_.panels.size(); }
  [[nodiscard]] double below(std::size_t i) const { return names_x(i) ? 3.6 * font_ : 0.9 * font_; }

  [[nodiscard]] double total_height() const {
    double sum = 0.8 * font_ + title_height();
    for (std::size_t i = 0; i < figure_.panels.size(); ++i) sum += above(i) + panel_height_ + below(i);
    return sum;
  }

  double put_panel(std::size_t i, double y) {
    PanelLayout& layout = panels_[i];
    const Panel& panel = figure_.panels[i];
    PlacedPanel frame{left_, right_, 0, 0};
    frame.top = y - above(i);
    frame.bottom = frame.top - panel_height_;
    if (!panel.title.empty()) {
      out_.texts.push_back({left_, y - 0.8 * font_, shortened(panel.title, 90), Anchor::left, font_, false, true});
      y -= 1.6 * font_;
    }
    legends_[i].put(y, frame, out_.texts);
    layout.put(frame);
    layout.add_ticks(names_x(i), out_.texts);
    layout.add_markers();
    if (labels_markers(i)) layout.add_marker_labels(out_.texts);
    layout.add_curves();
    const double middle = (frame.bottom + frame.top) / 2;
    out_.texts.push_back({0.9 * font_, middle, shortened(layout.y().label(), 60), Anchor::centre, font_, true});
    if (names_x(i))
      out_.texts.push_back(
          {(left_ + right_) / 2, frame.bottom - 2.7 * font_, shortened(layout.x().label(), 80), Anchor::centre, font_});
    out_.panels.push_back(layout.take());
    return frame.bottom - below(i);
  }

  const Figure& figure_;
  Measures measures_;
  double font_;
  bool shared_ = false;
  double panel_height_ = 0, left_ = 0, right_ = 0;
  std::vector<PanelLayout> panels_;
  std::vector<Legend> legends_;
  FigureLayout out_;
};

}  // namespace

FigureLayout lay_out(const Figure& figure) { return Layouter(figure).run(); }

}  // namespace saltus
