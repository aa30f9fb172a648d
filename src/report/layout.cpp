#include "report/layout.hpp"

#include <algorithm>
#include <cmath>

#include "report/legend.hpp"
#include "report/panel_extent.hpp"
#include "report/panel_layout.hpp"
#include "report/text_size.hpp"

namespace saltus {

namespace {

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
