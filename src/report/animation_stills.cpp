#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/animation.hpp"
#include "report/html.hpp"

namespace saltus {

namespace {

constexpr int stills = 6;
constexpr double widest = 230, highest = 230;  // pixels
constexpr int teeth = 9;                       // of a spring

/// An animation at one time as SVG, in pixels from the upper left corner. Its styles are those of the page.
class Still {
 public:
  Still(const Animation& animation, double time) : a_(animation), time_(time) {
    scale_ = std::min(widest / (a_.view[2] - a_.view[0]), highest / (a_.view[3] - a_.view[1]));
  }

  std::string svg() {
    const double width = scale_ * (a_.view[2] - a_.view[0]), height = scale_ * (a_.view[3] - a_.view[1]);
    trace();
    for (const ShapeSpec& s : a_.shapes) {
      if (!s.visible || a_.value(*s.visible, time_) > 0.5) shape(s);
    }
    return fmt::format(R"(<svg viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}" aria-hidden="true">{2}</svg>)",
                       width, height, out_);
  }

 private:
  struct Place {
    double x, y;
  };
  [[nodiscard]] Place place(double x, double y) const { return {scale_ * (x - a_.view[0]), scale_ * (a_.view[3] - y)}; }
  [[nodiscard]] double value(const ShapeSpec& s, std::size_t i) const { return a_.value(s.values[i], time_); }
  [[nodiscard]] Place point(const ShapeSpec& s, std::size_t i) const { return place(value(s, i), value(s, i + 1)); }

  void polyline(const std::vector<Place>& points, const std::string& style) {
    std::string list;
    for (const Place& p : points) {
      if (std::isfinite(p.x) && std::isfinite(p.y)) list += fmt::format("{}{:.1f},{:.1f}", list.empty() ? "" : " ", p.x, p.y);
    }
    out_ += fmt::format(R"(<polyline class="shape-{}" points="{}"/>)", style, list);
  }

  void trace() {
    if (a_.trace.empty()) return;
    std::vector<Place> path;
    for (std::size_t k = 0; k < a_.times.size() && a_.times[k] <= time_; ++k)
      path.push_back(place(a_.channels[a_.trace[0]].at(k), a_.channels[a_.trace[1]].at(k)));
    polyline(path, "trace");
  }

  void shape(const ShapeSpec& s) {
    for (std::size_t i = 0; i < s.values.size(); ++i) {
      if (!std::isfinite(value(s, i))) return;
    }
    switch (s.kind) {
      case ShapeKind::line: {
        std::vector<Place> points;
        for (std::size_t i = 0; i < s.values.size(); i += 2) points.push_back(point(s, i));
        return polyline(points, s.style);
      }
      case ShapeKind::spring: return polyline(spring(point(s, 0), point(s, 2)), s.style);
      case ShapeKind::circle: {
        const Place c = point(s, 0);
        out_ += fmt::format(R"(<ellipse class="shape-{}" cx="{:.1f}" cy="{:.1f}" rx="{:.1f}" ry="{:.1f}"/>)", s.style, c.x, c.y,
                            std::max(1.5, scale_ * std::abs(value(s, 2))), std::max(1.5, scale_ * std::abs(value(s, 3))));
        return;
      }
      case ShapeKind::rect: {
        const Place a = point(s, 0), b = point(s, 2);
        out_ += fmt::format(R"(<rect class="shape-{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)", s.style,
                            std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y));
        return;
      }
      case ShapeKind::label: {
        const Place p = point(s, 0);
        out_ += fmt::format(R"(<text class="shape-label" x="{:.1f}" y="{:.1f}">{}</text>)", p.x, p.y, html_escaped(s.text));
      }
    }
  }

  /// A zigzag whose teeth are as wide as the view allows.
  [[nodiscard]] static std::vector<Place> spring(Place a, Place b) {
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    if (length == 0) return {a, b};
    const Place along{(b.x - a.x) / length, (b.y - a.y) / length};
    std::vector<Place> points = {a};
    for (int k = 0; k <= 2 * teeth; ++k) {
      const double part = 0.12 + 0.76 * k / (2 * teeth);
      const double side = k == 0 || k == 2 * teeth ? 0 : (k % 2 == 0 ? 6 : -6);
      points.push_back({a.x + part * length * along.x - side * along.y, a.y + part * length * along.y + side * along.x});
    }
    points.push_back(b);
    return points;
  }

  const Animation& a_;
  double time_;
  double scale_ = 1;
  std::string out_;
};

/// Evenly spread, moved to events nearby.
std::vector<double> still_times(const Animation& a) {
  const double from = a.times.front(), gap = (a.times.back() - from) / (stills - 1);
  std::vector<double> times;
  for (int k = 0; k < stills; ++k) {
    double time = from + k * gap, nearest = 0.2 * gap;
    const double even = time;
    for (const AnimationEvent& e : a.events) {
      if (k > 0 && k + 1 < stills && std::abs(e.time - even) < nearest) {
        nearest = std::abs(e.time - even);
        time = e.time;
      }
    }
    times.push_back(time);
  }
  return times;
}

}  // namespace

std::string stills_html(const Animation& animation) {
  if (animation.times.empty()) return "<p>The run has nothing to show.</p>";
  std::string out = "<div class=\"stills\">";
  for (const double time : still_times(animation))
    out += fmt::format("<div>{}<span>t = {:.4g}</span></div>", Still(animation, time).svg(), time);
  return out + "</div>";
}

}  // namespace saltus
