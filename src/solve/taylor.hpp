#pragma once
// The adaptive Taylor stepper.
//
//   N = order for the tolerance (about 1 - 0.65 ln(tol); with numbers of chosen precision 1 - ln(tol)/2)
//   series of states and guards to N
//   H = the largest length for which the last terms of every state are below tol * state_scale
//       and those of every guard below tol * max(guard_scale, largest term of the guard on [0, H])
//
// For the order that belongs to the tolerance the terms fall by about e^1.5 (e^2) from one to the next, so the truncation error is
// a small part of tol * scale. The last two terms are used (the last may vanish by accident or symmetry), and a third with
// the bound it would have if the terms fell at that rate. If all three are zero the last term that is not is looked for:
// above N/2 it counts as the last term, below the motion is a polynomial and sets no limit.
// Source: A. Jorba, M. Zou, A software package for the numerical integration of ODEs by means of high-order Taylor methods,
// Experimental Mathematics 14 (2005), 99-117, section 3.

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "solve/magnitude.hpp"
#include "solve/polynomial.hpp"
#include "solve/stepper.hpp"

namespace saltus {

/// Orders per factor e of the tolerance. 1/2 gives the least work per unit of time where the work of a step grows with the square of the
/// order. With machine numbers an order waits for the one before, whatever its number of products, and a step has work of its own: the
/// work is nearly linear in the order, and longer steps with more orders are cheaper.
template <class T>
inline constexpr double orders_per_e = is_machine_number<T> ? 0.65 : 0.5;

/// Series order for a tolerance 0 < tol < 1.
/// However loose the tolerance: the last terms of a parabola's series must not be taken for signs of more.
constexpr int least_order = 8;

template <class T>
[[nodiscard]] int taylor_order(const T& tol) {
  constexpr double ln_2 = 0.693147180559945309417;
  const double n = std::ceil(1 - log2_abs(tol) * ln_2 * orders_per_e<T>);
  return std::max(least_order, static_cast<int>(n));
}

template <class T>
class TaylorStepper {
 public:
  /// `order` overrides the order that belongs to the tolerance (0: none given).
  explicit TaylorStepper(const T& tol, int order = 0)
      : tol_(tol),
        log_tol_(log2_abs(tol)),
        order_(order > 0 ? std::max(4, order) : taylor_order(tol)),
        most_bent_(exp2_of<T>(order_ + 6)),
        reciprocals_(order_) {}

  [[nodiscard]] int order() const { return order_; }
  [[nodiscard]] const T& tolerance() const { return tol_; }
  void advanced(const T&, bool) const {}
  /// The series that were proposed are used no further than this.
  void ends_at(const T&) const {}
  [[nodiscard]] std::string_view problem() const { return {}; }
  [[nodiscard]] std::string_view remedy() const { return {}; }

  /// Uses order min(order(), system.max_order()).
  template <FlowSystem S>
  Proposal<T> propose(S& system, const T& longest) {
    const int n = std::min(order_, static_cast<int>(system.max_order()));
    system.extend(n);
    Proposal<T> p{n, n, longest, false};
    const double log_limit = limit_from_states(system, n);
    if (std::isnan(log_limit)) return failure();
    if (log_limit < unlimited) {
      const T limit = rough_exp2<T>(log_limit);
      p.unlimited = limit > T(4) * longest && !all_fall_steadily(system, n);
      if (limit < longest) p.length = limit;
    }
    if (!limit_from_guards(system, n, p.length)) return failure();
    return p;
  }

  /// Shortens `length` to where all guards, whose series are known to order n >= 4, are good to the tolerance; false if a coefficient is
  /// not finite.
  template <FlowSystem S>
  bool limit_from_guards(const S& system, int n, T& length) const {
    KnownPower<T> power(length, n - 2);
    for (std::size_t g = 0, count = system.guard_count(); g < count; ++g)
      if (!limit_from_guard(system.guard(g), n, system.guard_scale(g), length, power)) return false;
    return true;
  }

 private:
  static constexpr double unlimited = std::numeric_limits<double>::infinity();
  static constexpr double log2_e = 1.44269504088896340736;
  static constexpr double fall = log2_e / orders_per_e<T>;  // bits by which one term is expected to be below the one before

  /// Of smaller scales the inverse may be infinite: they are compared in logarithms.
  static constexpr double smallest_scale = is_machine_number<T> ? 1e-300 : 0;

  static Proposal<T> failure() {
    Proposal<T> p;
    p.failed = true;
    return p;
  }

  /// log2 of the longest length, +infinity for polynomial motion, NaN if a coefficient is not finite.
  template <class S>
  [[gnu::always_inline]] double limit_from_states(S& system, int n) const {
    WorstOfStates worst;
    bool found = false;
    if constexpr (requires { system.worst_terms(n, worst.last, worst.second, worst.third); })
      found = system.worst_terms(n, worst.last, worst.second, worst.third);
    if constexpr (requires { system.raise_floors(); })
      if (!found) system.raise_floors();
    double log_limit = found ? unlimited : look_at_states(system, n, worst);
    const Reciprocals inverse = reciprocals(n);
    if (worst.last > T(0)) log_limit = std::min(log_limit, (log_tol_ - rough_log2(worst.last)) * inverse.last);
    if (worst.second > T(0)) log_limit = std::min(log_limit, (log_tol_ - rough_log2(worst.second)) * inverse.second);
    if (worst.third > T(0)) log_limit = std::min(log_limit, (log_tol_ + fall - rough_log2(worst.third)) * inverse.third);
    return log_limit - safety(inverse);
  }

  /// Last terms, relative to the scales.
  struct WorstOfStates {
    T last = T(0), second = T(0), third = T(0);
  };

  /// The limit of states that have to be looked at by themselves; of all others the last terms.
  template <class S>
  [[gnu::always_inline]] double look_at_states(const S& system, int n, WorstOfStates& worst) const {
    bool all_are_usual = true;
    for (std::size_t j = 0, count = system.state_count(); j < count; ++j) {
      const T* x = system.state(j);
      const T sizes[] = {abs(x[n]), abs(x[n - 1]), abs(x[n - 2])};
      const T sum = sizes[0] + sizes[1];
      if (!is_finite(T(sum + abs(x[1]))) && !(is_finite(x[n]) && is_finite(x[n - 1]) && is_finite(x[1])))
        return std::numeric_limits<double>::quiet_NaN();
      const T scale = system.state_scale(j);
      if (!is_usual(T(sum + sizes[2]), scale, system.state_floor(j))) {
        all_are_usual = false;
        continue;
      }
      const T inverse = T(1) / scale;
      worst.last = larger(worst.last, sizes[0] * inverse);
      worst.second = larger(worst.second, sizes[1] * inverse);
      worst.third = larger(worst.third, sizes[2] * inverse);
    }
    return all_are_usual ? unlimited : limit_from_others(system, n);
  }
  /// Do the last terms of a state, of this size together, and its scale say enough? A scale that is the floor says nothing of how the
  /// state will grow on this stretch.
  static bool is_usual(const T& terms, const T& scale, const T& floor) {
    return !(terms == T(0)) && scale - floor > T(smallest_scale);
  }

  template <class S>
  [[gnu::noinline]] double limit_from_others(const S& system, int n) const {
    double log_limit = unlimited;
    for (std::size_t j = 0, count = system.state_count(); j < count; ++j) {
      const T* x = system.state(j);
      const T scale = system.state_scale(j);
      if (!is_usual(T(abs(x[n]) + abs(x[n - 1]) + abs(x[n - 2])), scale, system.state_floor(j)))
        log_limit = std::min(log_limit, own_limit(x, n, scale));
    }
    return log_limit;
  }

  /// A series whose terms fall from the middle to the end as those of a geometric series do has not ended, and is not blind to what comes:
  /// if a far longer stretch would be good, so is this one.
  template <class S>
  bool all_fall_steadily(const S& system, int n) const {
    for (std::size_t j = 0; j < system.state_count(); ++j)
      if (!falls_steadily(system.state(j), n, system.state_scale(j))) return false;
    for (std::size_t g = 0; g < system.guard_count(); ++g)
      if (!is_state(system, system.guard(g)) && !falls_steadily(system.guard(g), n, system.guard_scale(g))) return false;
    return true;
  }
  template <class S>
  static bool is_state(const S& system, const T* series) {
    for (std::size_t j = 0; j < system.state_count(); ++j)
      if (system.state(j) == series) return true;
    return false;
  }
  /// Of terms c r^k the square of a middle one is the product of two at equal distances from it; 1/k! gives at most 2^k times that. Even and odd
  /// terms are looked at by themselves: one kind may vanish by symmetry.
  bool falls_steadily(const T* q, int n, const T& scale) const {
    const int even = n - n % 4, odd = n - (n - 1) % 4;  // so that the middle is of the same kind
    return in_the_middle(q[even / 2], larger(scale, abs(q[0])), q[even]) || in_the_middle(q[(odd + 1) / 2], q[1], q[odd]);
  }
  bool in_the_middle(const T& middle, const T& first, const T& last) const {
    const T square = middle * middle, product = abs(first * last);
    return product > T(0) && product < T(64) * square && square < most_bent_ * product;
  }

  /// The limit of one series relative to max(scale, its own largest term), in logarithms; for the cases the quick test
  /// cannot settle.
  [[gnu::noinline]] double own_limit(const T* q, int n, const T& scale) const {
    int top = n;
    while (top > 0 && q[top] == T(0)) --top;
    if (top <= n / 2) return unlimited;
    struct Term {
      int k;
      double allowance, log_size, longest;
    } last[3];
    int count = 0;
    for (int k = top; k > 0 && k >= top - 2; --k) {
      if (q[k] == T(0)) continue;
      const double allowance = log_tol_ + (k == top - 2 ? fall : 0.0), log_size = rough_log2(q[k]);
      last[count++] = {k, allowance, log_size, scale > T(0) ? (allowance + rough_log2(scale) - log_size) / k : -unlimited};
    }
    for (int i = 0; i <= n / 2; ++i) {
      if (q[i] == T(0)) continue;
      const double log_size = rough_log2(q[i]);
      for (Term* t = last; t != last + count; ++t)
        t->longest = std::max(t->longest, (t->allowance + log_size - t->log_size) / (t->k - i));
    }
    double limit = unlimited;
    for (const Term* t = last; t != last + count; ++t)
      if (t->longest > -unlimited) limit = std::min(limit, t->longest);
    return limit;
  }

  /// Shortens `length` if the guard asks for it; false if a coefficient is not finite. `power` is length^(n-2), before and after.
  [[gnu::always_inline]] bool limit_from_guard(const T* q, int n, const T& guard_scale, T& length, KnownPower<T>& power) const {
    if (!is_finite(q[0]) || !is_finite(q[n - 1]) || !is_finite(q[n])) return false;
    const bool gap = q[n] == T(0) && q[n - 1] == T(0) && q[n - 2] == T(0);
    if (!gap) {
      const T scale = larger(larger(guard_scale, abs(q[0])), abs(q[1]) * length);
      const T last = larger(abs(q[n]) * length, abs(q[n - 1])) * length * power();
      if (power() > T(1e-280) && is_finite(last) && last <= tol_ * scale) return true;
    }
    const T before = length;
    shorten(length, own_limit(q, n, guard_scale) - safety(reciprocals(n)));
    if (length < before) power.move_to(length);
    return true;
  }

  static void shorten(T& length, double log_limit) {
    if (!(log_limit < unlimited)) return;
    const T limit = rough_exp2<T>(log_limit);
    if (limit < length) length = limit;
  }

  /// 1/n, 1/(n-1), 1/(n-2).
  struct Reciprocals {
    explicit Reciprocals(int n) : last(1.0 / n), second(1.0 / (n - 1)), third(1.0 / (n - 2)) {}
    double last, second, third;
  };
  /// Nothing waits for a division in every step.
  [[nodiscard]] Reciprocals reciprocals(int n) const { return n == order_ ? reciprocals_ : Reciprocals(n); }

  /// Jorba and Zou's factor exp(-0.7/(n-1)).
  [[nodiscard]] static double safety(const Reciprocals& n) { return 0.7 * log2_e * n.second; }

  static T larger(const T& a, const T& b) { return a > b ? a : b; }

  T tol_;
  double log_tol_;
  int order_;
  T most_bent_;  // 64 2^order
  Reciprocals reciprocals_;
};

}  // namespace saltus
