#pragma once
// Lays out one panel inside its frame: ticks, markers with their labels, curves.
//
//   PanelLayout layout(panel, x, font, width, height)   scales from a guess of the size: the width of ticks is needed to find the frame
//   layout.put({left, right})                           then labels can be arranged, whose height is needed to find its top
//   layout.arrange_marker_labels()
//   layout.put(frame)                                   then everything can be added, and taken

#include <string>
#include <vector>

#include "report/figure.hpp"
#include "report/layout.hpp"
#include "report/scale.hpp"

namespace saltus {

class PanelLayout {
 public:
  /// The panel outlives this. `x` is what the axis x shows, which panels may share.
  PanelLayout(const Panel& panel, const Extent& x, double font, double width, double height);

  [[nodiscard]] const Scale& x() const { return x_; }
  [[nodiscard]] const Scale& y() const { return y_; }
  [[nodiscard]] double width_of_y_ticks() const;

  void put(const PlacedPanel& frame) { out_ = frame; }

  /// Labels stand in two rows; one that finds no room is left out, its line stays. A label that comes often is written once, with its count.
  void arrange_marker_labels();
  [[nodiscard]] double height_of_marker_labels() const;

  void add_ticks(bool x_texts, std::vector<PlacedText>& texts);
  void add_markers();
  void add_marker_labels(std::vector<PlacedText>& texts) const;
  void add_curves();

  [[nodiscard]] PlacedPanel take() { return std::move(out_); }

 private:
  struct MarkerLabel {
    double x;
    std::size_t row;
    std::string text;
  };

  [[nodiscard]] double at_x(double value) const { return at_x_place(x_.place(value)); }
  [[nodiscard]] double at_y(double value) const { return at_y_place(y_.place(value)); }
  [[nodiscard]] double at_x_place(double place) const;
  [[nodiscard]] double at_y_place(double place) const;
  [[nodiscard]] double marker_font() const { return 0.85 * font_; }
  [[nodiscard]] bool is_seen(const Marker& m) const;

  [[nodiscard]] std::vector<PixelPoint> points(const Curve& c) const;
  [[nodiscard]] std::vector<PixelPoint> seen(const std::vector<PixelPoint>& all) const;
  [[nodiscard]] std::vector<PlacedLine> bins(const Curve& c) const;
  [[nodiscard]] std::vector<PlacedLine> columns(const Curve& c, std::size_t number, std::size_t count) const;
  void add_box(std::vector<PlacedLine>& boxes, double from, double to, double height) const;
  [[nodiscard]] double foot() const;

  const Panel& panel_;
  double font_;
  Scale x_, y_;
  PlacedPanel out_;
  std::vector<MarkerLabel> labels_;
  std::size_t rows_ = 0;  // of labels
};

}  // namespace saltus
