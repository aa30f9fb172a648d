#include "study/run_error.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "number/lu.hpp"
#include "sim/settings.hpp"
#include "study/minimum_error.hpp"

namespace saltus {
namespace {

constexpr double finer = 0.01, finest_tolerance = 1e-15;
constexpr double smallest_scale = 1e-12, widest = 1e-2;  // of the unknown: how far it is looked beside it

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

/// The first of growing distances at which better runs have what was found between them; nothing if there is none.
static std::optional<double> distance_that_holds(double first, double last,
                                                 const std::function<std::optional<bool>(double)>& holds) {
  for (double w = first; w <= last; w *= 8) {
    const auto there = holds(w);
    if (!there) return std::nullopt;
    if (*there) return w;
  }
  return std::nullopt;
}

static double scale_of(const FoundValue& found) { return std::max(std::abs(found.value), smallest_scale); }
static double first_of(const FoundValue& found) { return std::max(found.width, 0x1p-52 * scale_of(found)); }

static Point moved_to(const SearchEnd& end, double x) {
  Point point = end.run->point;
  point.values.front() = {x, {}};
  return point;
}

static void estimate_jump(SearchEnd& end, Ensemble& ensemble) {
  FoundValue& found = end.values.front();
  const auto is_above = [&](double x) -> std::optional<bool> {
    const auto values = measured(ensemble.run(moved_to(end, x)), end, ensemble.measures());
    if (!values) return std::nullopt;
    return values->front() > end.targets.front().target;
  };
  const auto between = [&](double w) -> std::optional<bool> {
    const auto below = is_above(found.value - w), above = is_above(found.value + w);
    if (!below || !above) return std::nullopt;
    return *below != *above;
  };
  found.run_error = distance_that_holds(first_of(found), widest * scale_of(found), between).value_or(0);
}

/// Better runs have their slope zero elsewhere: as far away as the curvature says, if it has different signs to both sides there; farther at flatter places. At a kink
/// there is no curvature.
static void estimate_flat_place(SearchEnd& end, Ensemble& ensemble, std::size_t objective) {
  FoundValue& found = end.values.front();
  const auto slope = [&](double x) -> std::optional<double> {
    const MeasureSlopes there = ensemble.slopes(moved_to(end, x), 0);
    if (objective >= there.slopes.size() || there.slopes[objective].size() != 1) return std::nullopt;
    const double s = there.slopes[objective][0];
    return std::isfinite(s) ? std::optional(end.maximize ? -s : s) : std::nullopt;
  };
  const auto between = [&](double w) -> std::optional<bool> {
    const auto below = slope(found.value - 2 * w), above = slope(found.value + 2 * w);
    if (!below || !above) return std::nullopt;
    return *below <= 0 && *above >= 0;
  };
  const double last = widest * std::max(scale_of(found), found.width);
  if (end.kink) {
    found.run_error = distance_that_holds(first_of(found), last, between).value_or(0);
    return;
  }
  const auto here = slope(found.value);
  if (!here || *here == 0) return;
  const double first = std::abs(*here / end.curvature);
  found.run_error = distance_that_holds(first, std::max(last, first), between).value_or(first);
}

/// Better runs have values to both sides that are above the one between them.
static void estimate_valley(SearchEnd& end, Ensemble& ensemble, std::size_t objective) {
  FoundValue& found = end.values.front();
  const auto value = [&](double x) -> std::optional<double> {
    const RunRecord record = ensemble.run(moved_to(end, x));
    if (objective >= record.measures.size() || record.measures[objective].is_list) return std::nullopt;
    const double f = record.measures[objective].number;
    return std::isfinite(f) ? std::optional(end.maximize ? -f : f) : std::nullopt;
  };
  const auto here = value(found.value);
  if (!here) return;
  const auto between = [&](double w) -> std::optional<bool> {
    const auto below = value(found.value - w), above = value(found.value + w);
    if (!below || !above) return std::nullopt;
    return *below > *here && *above > *here;
  };
  found.run_error = distance_that_holds(first_of(found), widest * std::max(scale_of(found), found.width), between).value_or(0);
}

static void estimate_minimum(SearchEnd& end, Ensemble& usual, Ensemble& ensemble) {
  if (end.values.size() > 1 || end.is_list) return estimate_minimum_error(end, usual, ensemble);
  const auto& measures = ensemble.measures();
  const auto objective =
      static_cast<std::size_t>(std::ranges::find(measures, end.objective, &Measure::name) - measures.begin());
  if (end.kink || end.curvature != 0) return estimate_flat_place(end, ensemble, objective);
  if (end.values.front().width > 0) estimate_valley(end, ensemble, objective);
}

void estimate_run_errors(SearchEnd& end, const PreparedStudy& study) {
  if (!end.met || (end.slopes.empty() && !end.jump && !end.inside) || !end.run) return;
  ExprPool pool;
  const std::optional<RunOptions> options = better(study, pool);
  if (!options) return;
  Diagnostics diagnostics;
  const std::unique_ptr<Ensemble> ensemble = Ensemble::make(ensemble_options(study.file, *options), diagnostics);
  if (!ensemble) return;
  if (end.jump) return estimate_jump(end, *ensemble);
  if (end.inside) return estimate_minimum(end, *study.ensemble, *ensemble);
  const auto values = measured(ensemble->run(end.run->point), end, ensemble->measures());
  if (!values) return;
  std::vector<double> change(*values);
  for (std::size_t i = 0; i < change.size(); ++i) change[i] -= end.targets[i].value;
  const auto moved = correction(end.slopes, std::move(change));
  if (!moved) return;
  for (std::size_t j = 0; j < moved->size(); ++j) end.values[j].run_error = std::abs((*moved)[j]);
}

}  // namespace saltus
