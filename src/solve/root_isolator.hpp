#pragma once
// All crossings of a guard on a stretch, none overlooked and none invented.
//
//   deflate the zeros at 0 that the restart rule names: h(s) = s^m g(s), g(0) != 0
//   1. degree 1: closed form
//   2. the quadratic part stays further from zero than the sum of all other terms and errors: no root
//   3. degree 2: closed form
//   4. the slope of the quadratic part likewise: monotone, the sign at H decides
//   5. monotone until a little behind the first root: the sign there decides
//   6. a sweep in the Bernstein basis (solve/bernstein_sweep.hpp)
//   7. polish crossings by Chebyshev's method on the monomial form

#include <cassert>
#include <cmath>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "solve/bernstein_sweep.hpp"
#include "solve/closed_forms.hpp"
#include "solve/deflated_guard.hpp"
#include "solve/glance.hpp"
#include "solve/polynomial.hpp"
#include "solve/refinement.hpp"
#include "solve/root.hpp"

namespace saltus {

/// Work space for guards of degree at most max_degree, made when it is first needed; nothing is allocated after that (but by the vectors
/// of the caller, and by numbers that allocate themselves). Not to be shared between threads.
template <class T>
class RootIsolator {
 public:
  explicit RootIsolator(int max_degree)
      : stride_(static_cast<std::size_t>(max_degree) + 1),
        unit_(unit_roundoff<T>()),
        refiner_(max_degree),
        sweep_(max_degree) {}

  /// The first crossing in (0, length]; a root at `length`, or beyond it by rounding, belongs to the stretch.
  /// Touches before it are appended to `touches` if given.
  Search<T> first_crossing(const GuardSeries<T>& h, std::vector<Touch<T>>* touches = nullptr) {
    const FirstLook look = look_at(h);
    if (look.stays_away) return {Outcome::none, {}, look.least};
    return closer_search(h, look, touches);
  }

  // The same in two parts, for who has little to do where there is nothing.

  /// A glance at a guard that is off its surface.
  struct FirstLook {
    bool was_taken = false, stays_away = false;
    Glance<T> seen{};
    T least{};  ///< if it stays away: |h| is above this
  };
  [[nodiscard]] [[gnu::always_inline]] FirstLook look_at(const GuardSeries<T>& h) const {
    FirstLook look;
    // Arithmetic of chosen precision costs the same for vanishing last coefficients: there they are left out first.
    if (!is_machine_number<T> || h.q.size() <= 4 || h.zeros > 0) return look;
    look.was_taken = true;
    look.seen = glance(h.q, h.length);
    const T error = (h.relative + T(static_cast<int>(h.q.size()) + 3) * unit_) * look.seen.size + h.noise + h.tail;
    look.stays_away = look.seen.least > error;
    look.least = look.seen.least - error;
    return look;
  }
  /// The first crossing of a guard that need not stay away.
  [[nodiscard]] Search<T> closer_search(const GuardSeries<T>& h, const FirstLook& look, std::vector<Touch<T>>* touches) {
    if (look.was_taken) return careful_search(h, touches, &look.seen);
    if (is_machine_number<T> && h.q.size() > 4 && h.zeros == 1) return look_without_zero(h, touches);
    return careful_search(h, touches, nullptr);
  }

  /// All crossings in (0, length], appended in ascending order; `unsure` if some part could not be decided (what was found
  /// is kept).
  Outcome all_crossings(const GuardSeries<T>& h, std::vector<Root<T>>& roots, std::vector<Touch<T>>* touches = nullptr) {
    Sink sink{&roots, touches};
    return search(h, sink);
  }

  /// The least |h| at an extremum in (0, until) where h turns back before zero, if it is below `threshold`; until <=
  /// length, no crossing before `until`.
  std::optional<Touch<T>> closest_approach(const GuardSeries<T>& h, const T& until, const T& threshold) {
    const Guard p(h);
    if (p.g.size() < 2) return std::nullopt;
    if (h.zeros == 0 && abs(p.g[0]) - until * absolute_sum(p.g.subspan(1), until) > threshold) return std::nullopt;
    const std::size_t n = h.q.size() - 1;
    assert(n < stride_);
    if (derivative_.empty()) derivative_.assign(stride_, T(0));
    for (std::size_t j = 0; j < n; ++j) derivative_[j] = T(static_cast<int>(j + 1)) * h.q[j + 1];
    GuardSeries<T> slope{std::span<const T>(derivative_.data(), n), until};
    slope.zeros = h.zeros > 0 ? h.zeros - 1 : 0;
    slope.relative = h.relative;
    while (slope.zeros < static_cast<int>(n) && derivative_[static_cast<std::size_t>(slope.zeros)] == T(0)) ++slope.zeros;
    extrema_.clear();
    all_crossings(slope, extrema_);
    std::optional<Touch<T>> best;
    for (const Root<T>& r : extrema_) {
      const T value = value_without_zeros(h, r.at);
      const bool turns_back = sign_of(value) * r.direction > 0;
      if (turns_back && r.at < until && abs(value) < threshold && (!best || abs(value) < best->distance))
        best = {r.at, abs(value)};
    }
    if (best && p.distance(best->at) == T(0)) best->distance = T(0);
    return best;
  }

 private:
  using Guard = DeflatedGuard<T>;
  using Sink = RootSink<T>;

  static T value_without_zeros(const GuardSeries<T>& h, const T& s) {
    T value = horner(h.q.subspan(static_cast<std::size_t>(h.zeros)), s);
    for (int i = 0; i < h.zeros; ++i) value = value * s;
    return value;
  }

  /// Most guards that leave their surface: g = h/s stays away from zero.
  Search<T> look_without_zero(const GuardSeries<T>& h, std::vector<Touch<T>>* touches) {
    if (h.q.back() == T(0)) return careful_search(h, touches, nullptr);
    const Glance<T> seen = glance(h.q.subspan(1), h.length);
    const T error = (h.relative + T(static_cast<int>(h.q.size()) + 2) * unit_) * seen.size + h.tail / h.length;
    if (seen.least > error) return {};
    return careful_search(h, touches, &seen);
  }

  [[gnu::noinline]] Search<T> careful_search(const GuardSeries<T>& h, std::vector<Touch<T>>* touches, const Glance<T>* seen) {
    Sink sink{nullptr, touches};
    const Outcome outcome = search(h, sink, seen);
    return {outcome, sink.first, sink.least, sink.turns_back};
  }

  /// `known`: a glance at all of h, without its zero at 0, that decided nothing; or null.
  Outcome search(const GuardSeries<T>& h, Sink& sink, const Glance<T>* known = nullptr) {
    const Guard p(h);
    assert(p.g.size() <= stride_);
    // What is left of a motion away from 0 that is linear, and then of a parabola from 0, has no minimum either.
    if (p.g.size() < 3 && p.zeros < 2) sink.turns_back = false;
    if (p.g.size() < 2 || p.sign == 0) return Outcome::none;
    if (p.g.size() == 2) return linear_crossing(p, refiner_, sink);
    const Glance<T> seen = known ? *known : glance(p.g, p.length);
    const T error = p.rounding(seen.size) + p.tail;
    if (seen.least > error) {
      if (p.zeros == 0) sink.least = seen.least - error;
      return Outcome::none;
    }
    if (p.g.size() == 3) return quadratic_crossings(p, refiner_, sink);
    const T slope_error = p.tail * T(p.tail_power);
    if (is_monotone(p.g, p.length, slope_error)) {
      if (p.zeros == 0) sink.turns_back = false;
      return monotone_throughout(p, seen.size, sink);
    }
    if (sink.all == nullptr && crosses_before_turning(p, seen.size, slope_error, sink)) return Outcome::crossing;
    return sweep_(p, sink);
  }

  /// A guard that comes back later on the stretch: if it is monotone until a little behind its first root, as its quadratic part and one
  /// step of Newton's method have it, and has changed its sign there, the first crossing is found without a sweep.
  bool crosses_before_turning(const Guard& p, const T& size, const T& slope_error, Sink& sink) {
    const T under_root = p.g[1] * p.g[1] - T(4) * p.g[2] * p.g[0];
    if (sign_of(p.g[1]) != -p.sign || !(under_root > T(0))) return false;
    const T start = T(2) * abs(p.g[0]) / (abs(p.g[1]) + sqrt(under_root));
    const LocalShape<T> there = local_shape(p.g, start);
    if (sign_of(there.slope) != -p.sign) return false;
    const T root = start - there.value / there.slope;
    T margin = root * T(0.25);
    if (sign_of(there.bend) == p.sign) {
      const T before_turn = (start - there.slope / (there.bend + there.bend) - root) * T(0.5);
      if (before_turn < margin) margin = before_turn;
    }
    const T end = root + margin;
    if (!(root > T(0)) || !(margin > T(0)) || !(end < p.length) || !is_monotone(p.g, end, slope_error)) return false;
    const T value = horner(p.g, end);
    if (sign_of(value) == p.sign || !(abs(value) > p.rounding(size) + p.tail)) return false;
    sink.add(refiner_.crossing(p, T(0), end, root, p.sign));
    return true;
  }

  Outcome monotone_throughout(const Guard& p, const T& size, Sink& sink) {
    if (sign_of(p.g[1] == T(0) ? p.g[2] : p.g[1]) == p.sign) return Outcome::none;
    const T end = horner(p.g, p.length);
    if (sign_of(end) == p.sign && abs(end) > p.rounding(size)) return Outcome::none;
    sink.add(refiner_.crossing(p, T(0), p.length, guess(p, end), p.sign));
    return Outcome::crossing;
  }

  /// The root of the parabola with value and slope of g at 0 and its value at the end; of the chord if there is none.
  static T guess(const Guard& p, const T& end) {
    const T linear = p.g[1] * p.length;
    const T bend = end - p.g[0] - linear;
    const T under_root = linear * linear - T(4) * bend * p.g[0];
    if (under_root > T(0)) {
      const T root = T(2) * p.g[0] / (p.sign < 0 ? T(-linear - sqrt(under_root)) : T(sqrt(under_root) - linear));
      if (root > T(0) && root < T(1)) return p.length * root;
    }
    return p.length * (p.g[0] / (p.g[0] - end));
  }

  std::size_t stride_;
  T unit_;
  RootRefiner<T> refiner_;
  BernsteinSweep<T> sweep_;
  std::vector<T> derivative_;
  std::vector<Root<T>> extrema_;
};

}  // namespace saltus
