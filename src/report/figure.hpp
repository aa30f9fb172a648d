#pragma once
// What a figure shows, as plain data. How it is laid out is in layout.hpp, who draws it in gnuplot.hpp.
//
// Numbers that are not finite are gaps. Curves are drawn through their points in the order given, so the two rows of an event
// instant, its left and its right limit, are a jump.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace saltus {

enum class CurveKind : std::uint8_t {
  line,
  step,       ///< the value holds until the next point
  scatter,    ///< points without a line
  histogram,  ///< x: the n+1 increasing edges of the bins, y: their n heights
  bars,       ///< x: places 1, 2, ... of the categories of the axis
};

struct Curve {
  std::string label = {};
  CurveKind kind = CurveKind::line;
  std::vector<double> x = {}, y = {};  ///< of equal length, but for histograms
  bool marked = false;                 ///< the points of a line are shown: they are few, and nothing is known between them
};

struct FigureAxis {
  std::string name = {};
  std::string unit = {};  ///< as in models: "m/s2"
  bool log = false;
  std::optional<double> from = {},
                        to = {};  ///< the window; default: what the curves need, of y those parts inside the window of x
  std::vector<std::string> categories = {};  ///< texts at 1, 2, ... instead of numbers
  bool whole = false;                        ///< the values are whole numbers: no ticks between them
  bool truth = false;                        ///< the values are 0 and 1, false and true
};

/// A thin vertical line with a label above the panel.
struct Marker {
  double x = 0;
  std::string label = {};
};

struct Panel {
  std::string title = {};
  FigureAxis x = {}, y = {};
  std::vector<Curve> curves = {};
  std::vector<Marker> markers = {};
};

enum class FigureSize : std::uint8_t {
  screen,  ///< 720 px wide
  column,  ///< 8.6 cm wide, one of two columns
  page,    ///< 16 cm wide
};

struct Figure {
  std::string name = {};           ///< of its file and of its parts in a page; letters, digits, _ and - are kept
  std::string title = {};          ///< drawn above the panels if not empty
  std::string caption = {};        ///< for the page around it; not drawn
  std::string summary = {};        ///< one line for those who cannot see it, the title of the picture
  std::string description = {};    ///< more of that
  std::vector<Panel> panels = {};  ///< from top to bottom
  FigureSize size = FigureSize::screen;
};

}  // namespace saltus
