#pragma once
// Where everything of a figure stands, in pixels (1/96 inch) from the lower left corner of the picture. Whoever draws it has to decide nothing.

#include <string>
#include <vector>

#include "report/figure.hpp"
#include "report/thin.hpp"

namespace saltus {

enum class Anchor : std::uint8_t { left, centre, right };

struct PlacedText {
  double x = 0, y = 0;  ///< of the middle of its height, at its anchor
  std::string text = {};
  Anchor anchor = Anchor::left;
  double size = 0;       ///< of the font
  bool upright = false;  ///< reads from bottom to top
  bool bold = false;
  bool pale = false;
};

struct PlacedLine {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
};

struct PlacedCurve {
  CurveKind kind = CurveKind::line;
  std::size_t colour = 0;               ///< number of the curve in its panel: colour, dashes and points follow from it
  std::vector<PixelPoint> points = {};  ///< line, step, scatter
  std::vector<PlacedLine> boxes = {};   ///< histogram, bars: from corner to corner
  bool marked = false;                  ///< symbols at the points of a line
};

struct LegendSample {
  double x = 0, y = 0, width = 0;  ///< its left end
  std::size_t colour = 0;
  CurveKind kind = CurveKind::line;
};

struct PlacedPanel {
  double left = 0, right = 0, bottom = 0, top = 0;  ///< of the frame; curves are cut there
  std::vector<PlacedLine> grid = {}, ticks = {}, markers = {};
  std::vector<PlacedCurve> curves = {};
  std::vector<LegendSample> legend = {};
};

struct FigureLayout {
  double width = 0, height = 0;
  double font = 0;  ///< size of ordinary text
  std::vector<PlacedPanel> panels = {};
  std::vector<PlacedText> texts = {};
};

[[nodiscard]] FigureLayout lay_out(const Figure& figure);

}  // namespace saltus
