#include "report/gnuplot_script.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "base/printable.hpp"

namespace saltus {

namespace {

// M. Okabe and K. Ito's palette, which people with any colour vision can tell apart, darkest first.
constexpr std::array<const char*, 7> colours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#222222"};
constexpr std::array<const char*, 4> dashes = {"solid", "(8,4)", "(2,3)", "(10,3,2,3)"};
constexpr std::array<int, 7> symbols = {7, 5, 9, 11, 13, 6, 4};

constexpr const char* ink = "#222222";
constexpr const char* pale_ink = "#6b6b6b";
constexpr const char* grid_colour = "#e4e4e4";
constexpr const char* marker_colour = "#b4b4b4";

constexpr double pdf_font = 0.5625;  // gnuplot takes a point for 4/3 of one in PDF files

/// How a format wants its sizes: pixels of the layout to its own units.
struct Medium {
  std::string terminal;
  double font;   // size of the terminal's font per pixel
  double line;   // width of a line per pixel
  double point;  // size of a symbol per pixel
};

Medium medium_of(const FigureLayout& l, FigureFormat format) {
  switch (format) {
    case FigureFormat::pdf:
      return {fmt::format("pdfcairo noenhanced color size {:.4f}in,{:.4f}in font 'sans-serif,{:.3f}' fontscale 1 linewidth 1 "
                          "rounded background rgb 'white'",
                          l.width / 96, l.height / 96, l.font * pdf_font),
              pdf_font, 1.5, 0.1};
    case FigureFormat::png:
      return {fmt::format("pngcairo noenhanced size {:.0f},{:.0f} font 'sans-serif,{:.3f}' fontscale 2 linewidth 2 rounded "
                          "background rgb 'white'",
                          2 * l.width, 2 * l.height, l.font * 0.75),
              0.75, 1, 0.1};
    case FigureFormat::svg: break;
  }
  return {fmt::format("svg noenhanced size {:.0f},{:.0f} font 'sans-serif,{:.3f}' rounded background rgb 'white'", l.width,
                      l.height, l.font),
          1, 1, 0.1};
}

class ScriptWriter {
 public:
  ScriptWriter(const FigureLayout& layout, FigureFormat format) : layout_(layout), medium_(medium_of(layout, format)) {}

  std::string run() {
    add("set encoding utf8\nset terminal {}\n", medium_.terminal);
    // One canvas in pixels for everything: frames, texts and curves.
    add("set margins 0,0,0,0\nunset border\nunset tics\nunset key\nset clip one\nset clip two\n");
    add("set multiplot\n");
    canvas();
    for (const PlacedPanel& p : layout_.panels) panel(p);
    add("unset multiplot\n");
    return std::move(out_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  static const char* colour(std::size_t curve) { return colours[curve % colours.size()]; }
  static const char* dash(std::size_t curve) { return dashes[curve / colours.size() % dashes.size()]; }
  static std::string dash_option(std::size_t curve) {
    const std::string name = dash(curve);
    return name == "solid" ? "dt solid" : "dt " + name;
  }

  void window(double left, double right, double bottom, double top) {
    add("set lmargin at screen {:.8f}\nset rmargin at screen {:.8f}\nset bmargin at screen {:.8f}\nset tmargin at screen "
        "{:.8f}\n",
        left / layout_.width, right / layout_.width, bottom / layout_.height, top / layout_.height);
    add("set xrange [{:.3f}:{:.3f}]\nset yrange [{:.3f}:{:.3f}]\n", left, right, bottom, top);
  }

  /// What lies under the curves and beside the frames: grid, markers, ticks, frames, legends, texts.
  void canvas() {
    window(0, layout_.width, 0, layout_.height);
    std::vector<PlacedLine> grid, markers, frames;
    for (const PlacedPanel& p : layout_.panels) {
      grid.insert(grid.end(), p.grid.begin(), p.grid.end());
      markers.insert(markers.end(), p.markers.begin(), p.markers.end());
      frames.insert(frames.end(), p.ticks.begin(), p.ticks.end());
      frames.push_back({p.left, p.bottom, p.left, p.top});
      frames.push_back({p.left, p.bottom, p.right, p.bottom});
    }
    std::string plots;
    lines("$grid", grid, grid_colour, 0.8, "dt solid", plots);
    lines("$markers", markers, marker_colour, 0.8, "dt solid", plots);
    lines("$frames", frames, ink, 0.9, "dt solid", plots);
    for (const PlacedPanel& p : layout_.panels)
      for (const LegendSample& s : p.legend) sample(s, plots);
    for (const PlacedText& t : layout_.texts) text(t);
    add("plot {}\n", plots);
    add("unset label\nunset object\n");
  }

  void lines(const char* name, const std::vector<PlacedLine>& all, const char* colour, double width, const char* dash,
             std::string& plots) {
    if (all.empty()) return;
    add("{} << END\n", name);
    for (const PlacedLine& l : all) add("{:.2f} {:.2f}\n{:.2f} {:.2f}\n\n", l.x1, l.y1, l.x2, l.y2);
    add("END\n");
    plots += fmt::format("{}{} with lines lc rgb '{}' lw {:.3f} {} notitle", plots.empty() ? "" : ", ", name, colour,
                         width * medium_.line, dash);
  }

  void sample(const LegendSample& s, std::string& plots) {
    const std::string name = fmt::format("$sample{}", ++samples_);
    const double middle = s.x + s.width / 2;
    std::string how =
        fmt::format("with lines lc rgb '{}' lw {:.3f} {}", colour(s.colour), curve_width * medium_.line, dash_option(s.colour));
    if (s.kind == CurveKind::scatter) {
      add("{} << END\n{:.2f} {:.2f}\nEND\n", name, middle, s.y);
      how = points_option(s.colour);
    } else if (s.kind == CurveKind::histogram || s.kind == CurveKind::bars) {
      const double half = 0.3 * layout_.font;
      add("{} << END\n{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f}\nEND\n", name, middle, s.y, s.x, s.x + s.width, s.y - half,
          s.y + half);
      how = boxes_option(s.colour);
    } else {
      add("{} << END\n{:.2f} {:.2f}\n{:.2f} {:.2f}\nEND\n", name, s.x, s.y, s.x + s.width, s.y);
    }
    plots += fmt::format("{}{} {} notitle", plots.empty() ? "" : ", ", name, how);
  }

  std::string points_option(std::size_t curve) const {
    return fmt::format("with points lc rgb '{}' pt {} ps {:.3f}", colour(curve), symbols[curve % symbols.size()],
                       0.45 * layout_.font * medium_.point);
  }
  std::string boxes_option(std::size_t curve) const {
    return fmt::format("with boxxyerror lc rgb '{0}' lw {1:.3f} fs solid 0.45 border lc rgb '{0}'", colour(curve),
                       0.8 * medium_.line);
  }

  void text(const PlacedText& t) {
    if (t.text.empty()) return;
    const char* anchor = t.anchor == Anchor::left ? "left" : t.anchor == Anchor::right ? "right" : "center";
    add("set label {} at {:.2f},{:.2f} {} {}front font '{},{:.3f}' tc rgb '{}' noenhanced\n", gnuplot_string(t.text), t.x, t.y,
        anchor, t.upright ? "rotate by 90 " : "", t.bold ? "sans-serif:Bold" : "", t.size * medium_.font,
        t.pale ? pale_ink : ink);
  }

  void panel(const PlacedPanel& p) {
    window(p.left, p.right, p.bottom, p.top);
    std::string plots;
    for (const PlacedCurve& c : p.curves) {
      const std::string how = data(c);
      if (how.empty()) continue;
      plots += fmt::format("{}$curve{} {} notitle", plots.empty() ? "" : ", ", curves_, how);
    }
    if (!plots.empty()) add("plot {}\n", plots);
  }

  /// Writes the data block of a curve; returns how it is drawn, "" if there is nothing to draw.
  std::string data(const PlacedCurve& c) {
    if (c.points.empty() && c.boxes.empty()) return "";
    add("$curve{} << END\n", ++curves_);
    for (const PixelPoint& q : c.points) {
      if (std::isfinite(q.x)) {
        add("{:.2f} {:.2f}\n", q.x, q.y);
      } else {
        add("\n");
      }
    }
    for (const PlacedLine& b : c.boxes)
      add("{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f}\n", (b.x1 + b.x2) / 2, b.y2, b.x1, b.x2, std::min(b.y1, b.y2),
          std::max(b.y1, b.y2));
    add("END\n");
    if (c.kind == CurveKind::scatter) return points_option(c.colour);
    if (!c.boxes.empty()) return boxes_option(c.colour);
    if (c.marked)
      return fmt::format("with linespoints lc rgb '{}' lw {:.3f} {} pt {} ps {:.3f}", colour(c.colour),
                         curve_width * medium_.line, dash_option(c.colour), symbols[c.colour % symbols.size()],
                         0.4 * layout_.font * medium_.point);
    return fmt::format("with lines lc rgb '{}' lw {:.3f} {}", colour(c.colour), curve_width * medium_.line,
                       dash_option(c.colour));
  }

  static constexpr double curve_width = 1.7;

  const FigureLayout& layout_;
  Medium medium_;
  std::string out_;
  int samples_ = 0, curves_ = 0;
};

}  // namespace

std::string_view extension_of(FigureFormat format) {
  switch (format) {
    case FigureFormat::pdf: return "pdf";
    case FigureFormat::png: return "png";
    case FigureFormat::svg: break;
  }
  return "svg";
}

std::string gnuplot_string(std::string_view text) {
  std::string out = "'";
  for (const char c : printable(text)) {
    if (c == '\'') {
      out += "'.\"'\".'";  // a doubled quote confuses gnuplot where it looks for the end of a command
    } else {
      out += c == '\n' ? ' ' : c;
    }
  }
  return out + "'";
}

std::string gnuplot_script(const FigureLayout& layout, FigureFormat format) { return ScriptWriter(layout, format).run(); }

}  // namespace saltus
