#pragma once
// All crossings of a guard on a stretch, none overlooked and none invented.
//
//   deflate the zeros at 0 that the restart rule names: h(s) = s^m g(s), g(0) != 0
//   1. degree 1: closed form
//   2. the quadratic part stays further from zero than the sum of all other terms and errors: no root
//   3. degree 2: closed form
//   4. the slope of the quadratic part likewise: monotone, the sign at H decides
//   5. Bernstein coefficients on [0, 1], halved from the left until each piece is
//        clear      all coefficients of one sign and above the error
//        monotone   all differences of one sign and above their error: at most one root, known from the signs at the ends
//        crossing   one sign variation, ends above the error: exactly one root
//        murky      all coefficients within the error; neighbours are joined, and the signs left and right of such a cluster
//                   say whether it is a crossing (odd multiplicity) or a touch (even); unsure if truncation is most of the error
//   6. polish crossings by Chebyshev's method on the monomial form
//
// If g_0 is small against the other terms a root may lie many orders of magnitude before H; [0, 1] is then cut into pieces
// that grow by 256, the first of which is as short as g_0 asks for.
// Sources: G. E. Collins, A. G. Akritas, SYMSAC 1976 (Descartes with bisection); Lane and Riesenfeld, BIT 21 (1981) (in the
// Bernstein basis); B. Mourrain, F. Rouillier, M.-F. Roy in Combinatorial and Computational Geometry, MSRI 52 (2005).

#include <cassert>
#include <cmath>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "solve/bernstein.hpp"
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
        max_depth_(significand_bits<T>() / 2 + 12),
        unit_(unit_roundoff<T>()),
        refiner_(max_degree),
        binomials_(max_degree) {}

  /// The first crossing in (0, length]; a root at `length`, or beyond it by rounding, belongs to the stretch.
  /// Touches before it are appended to `touches` if given.
  Search<T> first_crossing(const GuardSeries<T>& h, std::vector<Touch<T>>* touches = nullptr) {
    Glance<T> seen{T(0), T(0)};
    // Arithmetic of chosen precision costs the same for vanishing last coefficients: there they are left out first.
    const bool looked = is_machine_number<T> && h.zeros == 0 && h.q.size() > 3;
    if (looked) {
      seen = glance(h.q, h.length);
      const T error = (h.relative + T(static_cast<int>(h.q.size()) + 3) * unit_) * seen.size + h.noise + h.tail;
      if (seen.least > error) return {Outcome::none, {}, T(seen.least - error)};
    }
    return careful_search(h, touches, looked ? &seen : nullptr);
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
    return best;
  }

 private:
  using Guard = DeflatedGuard<T>;
  using Sink = RootSink<T>;

  /// Where a piece lies in [0, 1], and the walk from left to right over the pieces.
  struct Piece {
    T left{};
    T right{};
    int depth = 0;
  };
  struct Walk {
    int sign;            ///< of g left of the present piece, or left of the cluster if one is open
    bool murky = false;  ///< a cluster reaches from murky_from to the present piece
    T murky_from{};
  };
  enum class Kind { clear, monotone, crossing, murky, unsure, divide };
  enum class Next { go_on, stop, unsure };

  static T value_without_zeros(const GuardSeries<T>& h, const T& s) {
    T value = horner(h.q.subspan(static_cast<std::size_t>(h.zeros)), s);
    for (int i = 0; i < h.zeros; ++i) value = value * s;
    return value;
  }

  [[gnu::noinline]] Search<T> careful_search(const GuardSeries<T>& h, std::vector<Touch<T>>* touches, const Glance<T>* seen) {
    Sink sink{nullptr, touches};
    const Outcome outcome = search(h, sink, seen);
    return {outcome, sink.first, sink.least, sink.turns_back};
  }

  /// `known`: a glance at all of h, which has no zeros at 0, that decided nothing; or null.
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
    return sweep(p, sink);
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

  /// For the first guard that needs a sweep; many runs have none.
  void make_room() {
    if (!pieces_.empty()) return;
    const std::size_t levels = static_cast<std::size_t>(max_depth_) + 2;
    scaled_.assign(stride_, T(0));
    scratch_.assign(stride_, T(0));
    stack_.resize(levels);
    pieces_.resize(levels);
  }

  Outcome sweep(const Guard& p, Sink& sink) {
    make_room();
    T tail = p.tail;
    T noise = p.zeros == 0 ? p.noise : T(0);
    scale_coefficients(p, tail, noise);
    Bounds bounds{std::span<const T>(scaled_.data(), p.g.size()), tail, noise, p.relative, p.tail_power, T(0)};
    bounds.at_most = bounds.rounding(T(1)) + tail;
    Walk walk{p.sign, false, T(0)};
    T left(0);
    T right = first_piece(bounds.a);
    for (;;) {
      load(bounds.a, left, right);
      const Next next = walk_pieces(p, bounds, walk, sink);
      if (next != Next::go_on) return next == Next::unsure ? Outcome::unsure : Outcome::crossing;
      if (!(right < T(1))) break;
      left = right;
      right = right * T(256);
      if (right > T(1)) right = T(1);
    }
    if (walk.murky && !close_at_end(p, bounds, walk, sink)) return Outcome::crossing;
    return sink.outcome();
  }

  /// Errors of the scaled polynomial a(x), x in [0, 1].
  struct Bounds {
    std::span<const T> a;
    T tail;
    T noise;
    T relative;
    int tail_power;
    T at_most;  ///< rounding and truncation, anywhere

    [[nodiscard]] T rounding(const T& x) const { return relative * absolute_sum(a, x) + noise; }
    [[nodiscard]] T truncation(const T& x) const { return tail > T(0) ? T(tail * integer_power(x, tail_power)) : T(0); }
    [[nodiscard]] T truncation_slope(const T& x) const {
      return tail > T(0) ? T(tail * T(tail_power) * integer_power(x, tail_power - 1)) : T(0);
    }
  };

  /// scaled_[i] = g_i H^i, times a power of two where the numbers would leave the range of double.
  void scale_coefficients(const Guard& p, T& tail, T& noise) {
    const std::size_t n = p.g.size();
    if constexpr (std::is_same_v<T, double>) {
      int exponent = 0;
      const double fraction = std::frexp(p.length, &exponent);
      const double extreme = std::fabs(static_cast<double>(exponent)) * static_cast<double>(n);
      double largest = 0;
      double power_so_far = 1;
      for (std::size_t i = 0; i < n; ++i) {
        scaled_[i] = extreme < 400 ? p.g[i] * power_so_far : std::ldexp(p.g[i] * power_so_far, exponent * static_cast<int>(i));
        power_so_far *= extreme < 400 ? p.length : fraction;
        largest = std::max(largest, std::fabs(scaled_[i]));
      }
      if (largest > 1e-200 && largest < 1e200) return;
      const int shift = -std::ilogb(largest);
      for (std::size_t i = 0; i < n; ++i) scaled_[i] = std::ldexp(scaled_[i], shift);
      tail = std::ldexp(tail, shift);
      noise = std::ldexp(noise, shift);
    } else {
      T power_so_far(1);
      for (std::size_t i = 0; i < n; ++i) {
        scaled_[i] = p.g[i] * power_so_far;
        power_so_far = power_so_far * p.length;
      }
    }
  }

  /// The right end of the first piece: no root lies before 1/256 of it.
  static T first_piece(std::span<const T> a) {
    T right(1);
    for (;;) {
      const T inner = right * T(1.0 / 256);
      if (abs(a[0]) > inner * absolute_sum(a.subspan(1), inner) || !(inner * abs(a[1]) + abs(a[0]) > T(0)) ||
          !(inner > T(1e-290)))
        return right;
      right = inner;
    }
  }

  std::span<T> coefficients(std::size_t level, std::size_t count) {
    // With thousands of digits all levels would take gigabytes, and the deep ones are rarely seen.
    if (stack_[level].empty()) stack_[level].assign(stride_, T(0));
    return {stack_[level].data(), count};
  }

  void load(std::span<const T> a, const T& left, const T& right) {
    const auto b = coefficients(0, a.size());
    T power_so_far(1);
    for (std::size_t i = 0; i < a.size(); ++i) {
      b[i] = a[i] * power_so_far;
      power_so_far = power_so_far * right;
    }
    to_bernstein(b, binomials_);
    if (left > T(0)) split(b, std::span<T>(scratch_.data(), a.size()), T(left / right));
    pieces_[0] = {left, right, 0};
  }

  Next walk_pieces(const Guard& p, const Bounds& bounds, Walk& walk, Sink& sink) {
    std::size_t top = 1;  // pieces on the stack; the last is the leftmost
    while (top > 0) {
      const auto b = coefficients(top - 1, p.g.size());
      const Piece piece = pieces_[top - 1];
      switch (classify(b, piece, bounds)) {
        case Kind::unsure: return Next::unsure;
        case Kind::divide: {
          const T middle = (piece.left + piece.right) * T(0.5);
          split_half(b, coefficients(top, p.g.size()));
          pieces_[top] = {piece.left, middle, piece.depth + 1};
          pieces_[top - 1] = {middle, piece.right, piece.depth + 1};
          ++top;
          continue;
        }
        case Kind::murky:
          if (!walk.murky) walk.murky_from = piece.left;
          walk.murky = true;
          break;
        case Kind::clear:
        case Kind::crossing:
        case Kind::monotone:
          if (!pass(p, b, piece, bounds, walk, sink)) return Next::stop;
          break;
      }
      --top;
    }
    return Next::go_on;
  }

  Kind classify(std::span<const T> b, const Piece& piece, const Bounds& bounds) {
    const Hull<T> h = hull(b);
    if (h.lowest > bounds.at_most || h.highest < -bounds.at_most) return Kind::clear;
    const T rounding = bounds.rounding(piece.right);
    const T error = rounding + bounds.truncation(piece.right);
    if (h.lowest > error || h.highest < -error) return Kind::clear;
    const T degree(static_cast<int>(b.size()) - 1);
    const T slope_error = T(2) * rounding + (piece.right - piece.left) / degree * bounds.truncation_slope(piece.right);
    if (h.least_slope > slope_error || h.most_slope < -slope_error) return Kind::monotone;
    if (h.variations == 1 && abs(b.front()) > error && abs(b.back()) > error) return Kind::crossing;
    const T four_errors = T(4) * error;
    const bool small = h.highest <= four_errors && -h.lowest <= four_errors;
    if (!small && piece.depth < max_depth_) return Kind::divide;
    return error > T(2) * rounding ? Kind::unsure : Kind::murky;
  }

  /// A piece with at most one root and a known sign at its right end. false if the search is over.
  bool pass(const Guard& p, std::span<const T> b, const Piece& piece, const Bounds& bounds, Walk& walk, Sink& sink) {
    const T rounding =
        abs(b.front()) > bounds.at_most && abs(b.back()) > bounds.at_most ? bounds.at_most : bounds.rounding(piece.right);
    const bool zero_at_end = abs(b.back()) <= rounding;
    const bool last = !(piece.right < T(1));
    if (walk.murky && abs(b.front()) > rounding) {
      if (!close_cluster(p, walk, piece.left, piece.left, sign_of(b.front()), sink)) return false;
    }
    if (zero_at_end && (walk.murky || !last)) {  // the next piece knows the sign behind the root
      if (!walk.murky) walk.murky_from = piece.left;
      walk.murky = true;
      return true;
    }
    if (walk.murky) return close_cluster(p, walk, piece.left, piece.right, sign_of(b.back()), sink);
    const bool ends_in_root = zero_at_end && sign_of(T(b.back() - b.front())) == -walk.sign;
    const int after = zero_at_end ? (ends_in_root ? -walk.sign : walk.sign) : sign_of(b.back());
    if (after == walk.sign) return true;
    T fraction = b.front() / (b.front() - b.back());
    if (!(fraction > T(0) && fraction < T(1))) fraction = T(0.5);
    const T start = (piece.left + (piece.right - piece.left) * fraction) * p.length;
    const Root<T> root = refiner_.crossing(p, piece.left * p.length, piece.right * p.length, start, walk.sign);
    walk.sign = after;
    return sink.add(root);
  }

  /// The cluster from walk.murky_from to `end`; at `right` >= end the sign is `after`. false if the search is over.
  bool close_cluster(const Guard& p, Walk& walk, const T& end, const T& right, int after, Sink& sink) {
    walk.murky = false;
    const T lo = walk.murky_from * p.length;
    const T hi = end * p.length;
    const T middle = lo + (hi - lo) * T(0.5);
    const int before = walk.sign;
    walk.sign = after;
    if (after != before) return sink.add(refiner_.crossing(p, lo, T(right * p.length), middle, before));
    const T centre = refiner_.touch(p, middle);
    const T at = p.clamped(centre < lo || centre > hi ? middle : centre);
    sink.touch(at, p.distance(at));
    return true;
  }

  /// A cluster that reaches the end of the stretch: the polynomial a little beyond says what it is.
  bool close_at_end(const Guard& p, const Bounds& bounds, Walk& walk, Sink& sink) {
    T beyond = T(1) - walk.murky_from;
    if (!(beyond > unit_)) beyond = unit_;
    int after = walk.sign;
    for (int i = 0; i < 4 && beyond < T(0.125); ++i) {  // further away the polynomial is no longer the guard
      const T x = T(1) + beyond;
      const T value = horner(bounds.a, x);
      if (abs(value) > bounds.rounding(x)) {
        after = sign_of(value);
        break;
      }
      beyond = beyond + beyond;
    }
    return close_cluster(p, walk, T(1), T(1), after, sink);
  }

  std::size_t stride_;
  int max_depth_;
  T unit_;
  RootRefiner<T> refiner_;
  Binomials<T> binomials_;
  std::vector<T> scaled_;
  std::vector<T> scratch_;
  std::vector<T> derivative_;
  std::vector<std::vector<T>> stack_;  // by level
  std::vector<Piece> pieces_;
  std::vector<Root<T>> extrema_;
};

}  // namespace saltus
