#pragma once
// How far a series converges whose terms are too small to tell.
//
// 1/(1 + ((x - 5)/1e-6)^2) is 4e-14 at x = 0, and so are the terms of its series. The step rule compares them with the tolerance, sees nothing, and
// would go past 5, where the function is 1. But beyond its radius of convergence, here 5, the terms of a series grow, however small they are. Where
// they do so at the end of a stretch it is shortened: for quotients, roots, logarithms, powers and arcs, which have singularities beside the real
// axis though their operands have none.
//
// Products of many factors grow in the same way: time^40 about 0.01. About 0 their series begins beyond what is known of it; such a stretch has to be
// compared with the equations at its end.
//
// Unknowns of implicit blocks, y^2 = (x - 5)^2 + 1e-8, are found by Newton's method, which begins at what their series say: there these have to be good to the
// tolerance themselves, or another branch of solutions is nearer at the end of the stretch than the one that led there.
//
// Terms below the rounding of the value say little: 1/(x^2 + v^2) of a motion that keeps this sum is constant, and all its other terms are noise, which grows by
// chance as often as not. But those of atan(1e15*(x - 5)), which steps at 5, look the same: the end of the stretch is compared with the equations.
//
// A quotient whose denominator goes through zero is left alone: that is a pole, which the step rule sees, or none (sin(x)/x).

#include <algorithm>
#include <span>
#include <vector>

#include "sim/flow.hpp"
#include "sim/singular_results.hpp"
#include "solve/last_terms.hpp"
#include "solve/polynomial.hpp"
#include "solve/stepper.hpp"

namespace saltus {

template <class T>
class ConvergenceLimit {
 public:
  explicit ConvergenceLimit(const CompiledModel& compiled)
      : results_(singular_results(compiled)), unknowns_(unknowns_by_newton(compiled)) {}

  [[nodiscard]] bool any() const { return !results_.empty() || !unknowns_.empty(); }

  /// Shortens a stretch of series, which are known to its degree. True: they do not say whether they converge, and the end has to be compared with the equations.
  bool shorten(const Flow<T>& flow, Proposal<T>& stretch, const T& tolerance) const {
    bool hidden = false;
    if (stretch.degree < 6) return hidden;
    for (const Slot unknown : unknowns_) stay_on_branch(flow.series(unknown), stretch, tolerance);
    for (const SingularResult& r : results_) {
      const T* const y = flow.series(r.out);
      hidden = hidden || (r.degree >= stretch.degree && vanishes(y, stretch.degree));
      const T rounding = T(roundings) * unit_roundoff<T>() * std::max(abs(y[0]), T(r.least_size));
      for (int i = 0; i < most_trials; ++i) {
        const LastTerms<T> terms(y, stretch.degree, stretch.length);
        if (!(terms.last > terms.before) || !(terms.last > T(negligible))) break;
        if (!(size_of(terms, stretch) > rounding)) {
          hidden = true;
          break;
        }
        if (r.denominator != no_slot && goes_through_zero(flow.series(r.denominator), stretch)) break;
        stretch.length = stretch.length * T(0.8);
      }
    }
    return hidden;
  }

 private:
  static constexpr int most_trials = 4000;  // 0.8^4000 is 1e-388
  static constexpr double negligible = 1e-100;
  static constexpr double roundings = 64;  // in a value, at most

  // All that follows the last terms is no more than a few times these if they fall steadily. The last coefficient may not have been computed.
  static void stay_on_branch(const T* y, Proposal<T>& stretch, const T& tolerance) {
    const std::span<const T> series(y, static_cast<std::size_t>(stretch.degree));
    const T least = stretch.length * T(0x1p-20);  // where branches end, or meet, no stretch is short enough
    while (stretch.length > least) {
      const LastTerms<T> terms(y, stretch.degree, stretch.length);
      const bool falls = !(terms.last > T(0.5) * terms.before) || !(terms.last > T(negligible));
      if (falls && !(size_of(terms, stretch) > tolerance * absolute_sum(series, stretch.length))) return;
      stretch.length = stretch.length * T(0.8);
    }
  }

  // Of the last terms at the end of the stretch.
  static T size_of(const LastTerms<T>& terms, const Proposal<T>& stretch) {
    return terms.last * integer_power(stretch.length, stretch.degree - 6);
  }

  static bool vanishes(const T* y, int count) {
    return std::all_of(y, y + count, [](const T& x) { return x == T(0); });
  }

  static bool goes_through_zero(const T* q, const Proposal<T>& stretch) {
    constexpr int places = 16;
    const std::span<const T> series(q, static_cast<std::size_t>(stretch.degree));
    for (int i = 1; i <= places; ++i)
      if (sign_of(horner(series, T(stretch.length * T(i) / T(places)))) != sign_of(q[0])) return true;
    return false;
  }

  std::vector<SingularResult> results_;
  std::vector<Slot> unknowns_;
};

}  // namespace saltus
