#include "study/minimum_error.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "number/lu.hpp"

namespace saltus {
namespace {

constexpr double beside = 1e-4, farthest = 1e-2;  // in the scale of the unknown: where curvature is taken, what a step may be

using Numbers = std::vector<double>;

/// Unknowns that lie at a bound stay there.
class Valley {
 public:
  Valley(const SearchEnd& end, std::size_t objective) : end_(end), objective_(objective) {
    for (std::size_t j = 0; j < end.values.size(); ++j)
      if (!end.values[j].at_bound) free_.push_back(j);
  }

  [[nodiscard]] const std::vector<std::size_t>& unknowns() const { return free_; }

  /// What is minimised by each free unknown, at a place that is moved in one of them; nothing if one does not exist.
  std::optional<Numbers> gradient(Ensemble& runs, std::size_t moved = 0, double by = 0) const {
    Point point = end_.run->point;
    if (by != 0) point.values[free_[moved]] = {point.values[free_[moved]].value + by, {}};
    Numbers list;
    if (end_.is_list) list = runs.run(point).measures.at(objective_).list;
    Numbers all;
    for (const std::size_t j : free_) {
      const MeasureSlopes s = runs.slopes(point, j);
      if (objective_ >= s.slopes.size()) return std::nullopt;
      const auto g = combined(s.slopes[objective_], list);
      if (!g) return std::nullopt;
      all.push_back(end_.maximize ? -*g : *g);
    }
    return all;
  }

  /// By differences of gradients; nothing if it does not bend upwards.
  std::optional<LuFactors<double>> curvature(Ensemble& runs) const {
    const std::size_t n = free_.size();
    std::vector<Numbers> columns;
    for (std::size_t k = 0; k < n; ++k) {
      const double h = beside * end_.values[free_[k]].scale;
      const auto below = gradient(runs, k, -h), above = gradient(runs, k, h);
      if (!below || !above) return std::nullopt;
      Numbers& column = columns.emplace_back();
      for (std::size_t j = 0; j < n; ++j) column.push_back(((*above)[j] - (*below)[j]) / (2 * h));
      if (!(column[k] > 0)) return std::nullopt;
    }
    LuFactors<double> factors(n);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k) factors.at(j, k) = (columns[k][j] + columns[j][k]) / 2;
    if (factors.factor()) return std::nullopt;
    return factors;
  }

 private:
  [[nodiscard]] std::optional<double> combined(const Numbers& slopes, const Numbers& list) const {
    if (end_.is_list ? slopes.size() != list.size() : slopes.size() != 1) return std::nullopt;
    double sum = end_.is_list ? 0 : slopes[0];
    for (std::size_t i = 0; i < list.size(); ++i) sum += 2 * list[i] * slopes[i];
    return std::isfinite(sum) ? std::optional(sum) : std::nullopt;
  }

  const SearchEnd& end_;
  std::size_t objective_;
  std::vector<std::size_t> free_;
};

}  // namespace

void estimate_minimum_error(SearchEnd& end, Ensemble& usual, Ensemble& better) {
  const auto& measures = better.measures();
  const Valley valley(end,
                      static_cast<std::size_t>(std::ranges::find(measures, end.objective, &Measure::name) - measures.begin()));
  const auto& unknowns = valley.unknowns();
  const auto factors = valley.curvature(better);
  auto here = valley.gradient(usual), truer = valley.gradient(better);
  if (!factors || !here || !truer) return;
  Numbers work(unknowns.size());
  factors->solve(here->data(), work.data());
  factors->solve(truer->data(), work.data());
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    const FoundValue& v = end.values[unknowns[k]];
    if (!(std::abs((*here)[k]) <= farthest * v.scale) || !(std::abs((*truer)[k]) <= farthest * v.scale)) return;
  }
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    FoundValue& v = end.values[unknowns[k]];
    if (v.width == 0) v.width = std::abs((*here)[k]);
    v.run_error = std::abs((*truer)[k] - (*here)[k]);
  }
}

}  // namespace saltus
