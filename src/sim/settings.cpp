#include "sim/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "expr/evaluate.hpp"
#include "model/solvers.hpp"
#include "number/double_double.hpp"
#include "number/dual.hpp"
#include "number/mpfr.hpp"
#include "sim/arithmetic_times.hpp"

namespace saltus {

namespace {

template <class T>
T number(Expr e) {
  if (e->op() == Op::number) return NumberTraits<T>::from(e->number());
  return numeric_value<T>(e, [](Expr) { return T(std::nan("")); });
}

template <class T>
T number_or(Expr first, Expr second, const T& otherwise) {
  if (first) return number<T>(first);
  return second ? number<T>(second) : otherwise;
}

template <class T>
T default_tolerance(int precision) {
  if (precision == 0) return T(1e-9);
  T power(1), square(10);  // 10^(digits - 4), beyond what texts of numbers may have
  for (int rest = digits_of(precision) - 4; rest > 0; rest /= 2, square = square * square) {
    if (rest % 2 == 1) power = power * square;
  }
  return T(1) / power;
}

template <class T>
T input_value(const InputValue& v) {
  if constexpr (!is_machine_number<T>) {
    if (v.exact) return NumberTraits<T>::from(*v.exact);
    if (v.closed) return number<T>(v.closed);
  }
  return T(v.number);
}

constexpr double most_output_points = 1e7;
constexpr double smallest_step = 2.3e-16;  // relative to the times; a smaller one would not move them

}  // namespace

template <class T>
Settings<T> make_settings(const RunOptions& o, const HybridModel& model) {
  const Experiment& x = model.experiment;
  Settings<T> s;
  s.start = number_or<T>(o.start, x.start, T(0));
  s.stop = number_or<T>(o.stop, x.stop, T(1));
  // The tolerance of the annotation is meant for runs in double.
  s.tolerance = number_or<T>(o.tolerance, o.precision == 0 ? x.tolerance : Expr(), default_tolerance<T>(o.precision));
  if (o.step) s.step = number<T>(o.step);
  s.solver = o.solver;
  s.locate = o.locate;
  s.record = o.record;
  s.rows_in_step = o.record == Record::steps ? o.rows_in_step : 1;
  s.max_rounds = o.max_rounds;
  s.values_in_events = o.values_in_events;
  s.interrupt = o.interrupt;
  s.bare_result = o.bare_result;
  for (const InputValue& v : o.inputs) s.inputs.push_back(input_value<T>(v));
  if constexpr (std::is_same_v<T, double>) s.observer = o.observer;
  if constexpr (std::is_same_v<T, Mpfr>) s.observer = o.precise_observer;
  if (o.interval) {
    const T interval = number<T>(o.interval);
    const auto count = static_cast<long long>(std::floor(to_double((s.stop - s.start) / interval) * (1 + 1e-12)));
    const Expr start = o.start ? o.start : x.start;
    const ArithmeticTimes<T> times(s.start, interval, start ? exact_value(start) : Rational(0), exact_value(o.interval));
    for (long long i = 0; i <= count; ++i) s.output_times.push_back(times(i));
    if (!s.output_times.empty() && s.output_times.back() > s.stop) s.output_times.back() = s.stop;
    s.output_times.push_back(s.stop);  // also where the run is no multiple of the interval
  }
  for (int i = 0; i <= o.rows_in_run && o.rows_in_run > 0; ++i)
    s.output_times.push_back(i == o.rows_in_run ? s.stop : T(s.start + (s.stop - s.start) * T(i) / T(o.rows_in_run)));
  for (const Expr e : o.at) {
    const T t = number<T>(e);
    if (t >= s.start && t <= s.stop) s.output_times.push_back(t);
  }
  std::sort(s.output_times.begin(), s.output_times.end(), [](const T& a, const T& b) { return a < b; });
  s.output_times.erase(std::unique(s.output_times.begin(), s.output_times.end()), s.output_times.end());
  return s;
}

template Settings<double> make_settings<double>(const RunOptions&, const HybridModel&);
template Settings<Dual<double>> make_settings<Dual<double>>(const RunOptions&, const HybridModel&);
template Settings<DoubleDouble> make_settings<DoubleDouble>(const RunOptions&, const HybridModel&);
template Settings<Mpfr> make_settings<Mpfr>(const RunOptions&, const HybridModel&);

const std::vector<std::string>& solver_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const SolverInfo& s : solvers()) list.emplace_back(s.name);
    return list;
  }();
  return names;
}

namespace {

// Errors of a method of order 5 fall by 10^5 when steps become ten times as many.
std::string problem_with_order(const SolverInfo& solver, const RunOptions& o) {
  const PrecisionScope scope(digits_of(o.precision));
  const Mpfr tolerance = number_or<Mpfr>(o.tolerance, Expr(), default_tolerance<Mpfr>(o.precision));
  if (!(tolerance < Mpfr(solver.least_tolerance))) return {};
  return fmt::format("the order of `{}` is too low for a tolerance below {}; give --tol, or use --solver taylor", solver.name,
                     solver.least_tolerance);
}

std::string problem_with_solver(const RunOptions& o, const HybridModel& model) {
  const SolverInfo* solver = find_solver(o.solver);
  if (!solver) return fmt::format("unknown solver `{}`", o.solver);
  if (!solver->fixed_step && o.step && !changes_solver(model))
    return fmt::format("the solver `{}` chooses its steps itself; --step is for those with a fixed step (--solver rk4)",
                       o.solver);
  if (solver->fixed_step && !o.step) return fmt::format("the solver `{}` needs a step size (--step)", o.solver);
  if (o.precision == 0) return {};
  if (o.precision == double_double && (o.solver != "taylor" || changes_solver(model)))
    return "runs in double-double are by the solver `taylor` alone; give a number of digits";
  if (solver->any_number) return problem_with_order(*solver, o);
  std::vector<std::string> able;
  for (const SolverInfo& s : solvers())
    if (s.any_number) able.push_back(fmt::format("`{}`", s.name));
  return fmt::format("the solver `{}` computes in double only; with --precision use one of {}", o.solver,
                     fmt::join(able, ", "));
}

}  // namespace

std::string problem_with(const RunOptions& o, const HybridModel& model) {
  const Experiment& x = model.experiment;
  const double start = number_or<double>(o.start, x.start, 0), stop = number_or<double>(o.stop, x.stop, 1);
  if (!std::isfinite(start) || !std::isfinite(stop)) return "start and stop must be finite numbers";
  if (stop < start) return fmt::format("stop ({}) is before start ({})", stop, start);
  if (o.precision != 0 && o.precision != double_double && (o.precision < 10 || o.precision > max_precision))
    return fmt::format("the precision must be between 10 and {} digits", max_precision);
  if (o.precision == 0) {
    const double tolerance = number_or<double>(o.tolerance, x.tolerance, 1e-9);
    if (!(tolerance >= 1e-16 && tolerance <= 0.1))
      return "the tolerance must be between 1e-16 and 0.1 (smaller ones need --precision)";
  } else if (o.tolerance) {
    const int digits = digits_of(o.precision);
    const PrecisionScope scope(digits);
    const Mpfr tolerance = number<Mpfr>(o.tolerance);
    if (!(tolerance >= unit_roundoff<Mpfr>() && tolerance <= Mpfr(0.1)))
      return fmt::format("with {} digits the tolerance must be between 1e-{} and 0.1", digits, digits);
  }
  if (std::string problem = problem_with_solver(o, model); !problem.empty()) return problem;
  if (o.step && !(number<double>(o.step) > 0)) return "the step size must be positive";
  if (o.step && o.precision == 0 && number<double>(o.step) < smallest_step * std::max(std::abs(start), std::abs(stop)))
    return "the step size is smaller than the distance of neighbouring times";
  if (o.interval) {
    const double interval = number<double>(o.interval);
    if (!(interval > 0)) return "the output interval must be positive";
    if ((stop - start) / interval > most_output_points) return "the output interval gives more than 10 million points";
  }
  for (const Expr e : o.at) {
    const double t = number<double>(e);
    if (!std::isfinite(t)) return "output times must be finite numbers";
    if (t < start || t > stop) return fmt::format("output time {} is outside the run from {} to {}", t, start, stop);
  }
  if (o.max_rounds < 1) return "the number of rounds must be positive";
  return {};
}

}  // namespace saltus
