// Thinning in two passes: first what falls on one pixel column (U. Jugel et al., M4: a visualization-oriented time series
// data aggregation, VLDB 2014) or, where the curve turns back, on one pixel; then points on straight pieces (Douglas and Peucker 1973).

#include "report/thin.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <utility>

namespace saltus {

namespace {

constexpr double tolerance = 0.03;  // pixels
constexpr double column_width = 0.5;
constexpr std::size_t longest_run = 2000;  // of Douglas-Peucker, whose time may grow with the square

using Points = std::vector<PixelPoint>;

bool is_gap(const PixelPoint& p) { return !std::isfinite(p.x) || !std::isfinite(p.y); }

bool ascends(std::span<const PixelPoint> run) {
  return std::is_sorted(run.begin(), run.end(), [](const PixelPoint& a, const PixelPoint& b) { return a.x < b.x; });
}

void keep_extremes(std::span<const PixelPoint> column, Points& out) {
  const auto lower = [](const PixelPoint& a, const PixelPoint& b) { return a.y < b.y; };
  std::size_t places[] = {0, static_cast<std::size_t>(std::ranges::min_element(column, lower) - column.begin()),
                          static_cast<std::size_t>(std::ranges::max_element(column, lower) - column.begin()),
                          column.size() - 1};
  std::ranges::sort(places);
  for (std::size_t i = 0; i < 4; ++i) {
    if (i == 0 || places[i] != places[i - 1]) out.push_back(column[places[i]]);
  }
}

Points by_columns(std::span<const PixelPoint> run) {
  Points out;
  for (std::size_t i = 0; i < run.size();) {
    const double column = std::floor(run[i].x / column_width);
    std::size_t end = i + 1;
    while (end < run.size() && std::floor(run[end].x / column_width) == column) ++end;
    keep_extremes(run.subspan(i, end - i), out);
    i = end;
  }
  return out;
}

Points by_pixels(std::span<const PixelPoint> run) {
  Points out = {run.front()};
  for (const PixelPoint& p : run.subspan(1)) {
    if (std::hypot(p.x - out.back().x, p.y - out.back().y) > tolerance) out.push_back(p);
  }
  if (out.back().x != run.back().x || out.back().y != run.back().y) out.push_back(run.back());
  return out;
}

double distance(const PixelPoint& p, const PixelPoint& a, const PixelPoint& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double square = dx * dx + dy * dy;
  const double t = square == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/// Keeps the first and the last point.
Points without_straight(std::span<const PixelPoint> run) {
  std::vector<char> kept(run.size(), 0);
  kept.front() = kept.back() = 1;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, run.size() - 1}};
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    double worst = tolerance;
    std::size_t where = 0;
    for (std::size_t i = a + 1; i < b; ++i) {
      const double d = distance(run[i], run[a], run[b]);
      if (d > worst) {
        worst = d;
        where = i;
      }
    }
    if (where == 0) continue;
    kept[where] = 1;
    open.push_back({a, where});
    open.push_back({where, b});
  }
  Points out;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (kept[i] != 0) out.push_back(run[i]);
  }
  return out;
}

void add_run(std::span<const PixelPoint> run, Points& out) {
  if (run.empty()) return;
  if (!out.empty()) out.push_back({NAN, NAN});
  const Points fewer = ascends(run) ? by_columns(run) : by_pixels(run);
  const std::span<const PixelPoint> all(fewer);
  for (std::size_t i = 0; i < all.size(); i += longest_run) {
    const Points part = without_straight(all.subspan(i, std::min(longest_run, all.size() - i)));
    out.insert(out.end(), part.begin(), part.end());
  }
}

}  // namespace

std::vector<PixelPoint> thinned(const std::vector<PixelPoint>& points) {
  Points out;
  const std::span<const PixelPoint> all(points);
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && !is_gap(all[end])) ++end;
    add_run(all.subspan(i, end - i), out);
    i = end + 1;
  }
  return out;
}

std::vector<PixelPoint> thinned_cloud(const std::vector<PixelPoint>& points) {
  std::set<std::pair<double, double>> taken;
  Points out;
  for (const PixelPoint& p : points) {
    if (is_gap(p)) continue;
    if (taken.emplace(std::round(p.x * 4), std::round(p.y * 4)).second) out.push_back(p);
  }
  return out;
}

}  // namespace saltus
