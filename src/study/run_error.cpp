#include "study/run_error.hpp"

#include <algorithm>
#include <cmath>

#include "number/lu.hpp"
#include "sim/settings.hpp"

namespace saltus {
namespace {

constexpr double finer = 0.01, finest_tolerance = 1e-15;
constexpr double smallest_scale = 1e-12, widest_jump = 1e-2;  // of the unknown at a jump

/// Nothing if there is none that is much better.
std::optional<RunOptions> better(const PreparedStudy& study, ExprPool& pool) {
  RunOptions options = study.run.options;
  const auto settings = make_settings<double>(options, study.ensemble->model());
  if (options.precision != 0) return std::nullopt;
  if (settings.step > 0) {
    options.step = pool.number(Rational::from_double(settings.step / 2));
    return options;
  }
  const double tolerance = std::max(finer * settings.tolerance, finest_tolerance);
  if (tolerance > settings.tolerance / 2) return std::nullopt;
  options.tolerance = pool.number(Rational::from_double(tolerance));
  return options;
}

/// Measures of the targets in a record, or nothing if one is missing.
std::optional<std::vector<double>> measured(const RunRecord& record, const SearchEnd& end,
                                            const std::vector<Measure>& measures) {
  std::vector<double> values;
  for (const ReachedTarget& t : end.targets) {
    const auto found = std::find_if(measures.begin(), measures.end(), [&](const Measure& m) { return m.name == t.measure; });
    const auto i = static_cast<std::size_t>(found - measures.begin());
    if (i >= record.measures.size() || !std::isfinite(record.measures[i].number)) return std::nullopt;
    values.push_back(record.measures[i].number);
  }
  return values;
}

/// slopes dx = -change
std::optional<std::vector<double>> correction(const std::vector<std::vector<double>>& slopes, std::vector<double> change) {
  const std::size_t n = change.size();
  LuFactors<double> factors(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) factors.at(i, j) = slopes[i][j];
  }
  if (factors.factor()) return std::nullopt;
  std::vector<double> work(n);
  factors.solve(change.data(), work.data());
  return change;
}

}  // namespace

static void estimate_jump(SearchEnd& end, Ensemble& ensemble) {
  FoundValue& found = end.values.front();
  const double target = end.targets.front().target, scale = std::max(std::abs(found.value), smallest_scale);
  const auto is_above = [&](double x) -> std::optional<bool> {
    Point point = end.run->point;
    point.values.front() = {x, {}};
    const auto values = measured(ensemble.run(point), end, ensemble.measures());
    if (!values) return std::nullopt;
    return values->front() > target;
  };
  for (double w = std::max(found.width, 0x1p-52 * scale); w <= widest_jump * scale; w *= 8) {
    const auto below = is_above(found.value - w), above = is_above(found.value + w);
    if (!below || !above) return;
    if (*below == *above) continue;
    found.run_error = w;
    return;
  }
}

/// Better runs have their slope zero elsewhere.
static void estimate_flat_place(SearchEnd& end, Ensemble& ensemble) {
  const auto& measures = ensemble.measures();
  const auto m = static_cast<std::size_t>(std::ranges::find(measures, end.objective, &Measure::name) - measures.begin());
  const MeasureSlopes found = ensemble.slopes(end.run->point, 0);
  if (m >= found.slopes.size() || found.slopes[m].size() != 1 || !std::isfinite(found.slopes[m][0])) return;
  end.values.front().run_error = std::abs(found.slopes[m][0] / end.curvature);
}

void estimate_run_errors(SearchEnd& end, const PreparedStudy& study) {
  if (!end.met || (end.slopes.empty() && !end.jump && end.curvature == 0) || !end.run) return;
  ExprPool pool;
  const std::optional<RunOptions> options = better(study, pool);
  if (!options) return;
  Diagnostics diagnostics;
  const std::unique_ptr<Ensemble> ensemble = Ensemble::make(ensemble_options(study.file, *options), diagnostics);
  if (!ensemble) return;
  if (end.jump) return estimate_jump(end, *ensemble);
  if (end.curvature != 0) return estimate_flat_place(end, *ensemble);
  const auto values = measured(ensemble->run(end.run->point), end, ensemble->measures());
  if (!values) return;
  std::vector<double> change(*values);
  for (std::size_t i = 0; i < change.size(); ++i) change[i] -= end.targets[i].value;
  const auto moved = correction(end.slopes, std::move(change));
  if (!moved) return;
  for (std::size_t j = 0; j < moved->size(); ++j) end.values[j].run_error = std::abs((*moved)[j]);
}

}  // namespace saltus
