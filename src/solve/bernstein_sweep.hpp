#pragma once
// Crossings of a polynomial in the Bernstein basis on [0, 1], halved from the left until each piece is
//   clear      all coefficients of one sign and above the error
//   monotone   all differences of one sign and above their error: at most one root, known from the signs at the ends
//   crossing   one sign variation, ends above the error: exactly one root
//   murky      all coefficients within the error; neighbours are joined, and the signs left and right of such a cluster
//              say whether it is a crossing (odd multiplicity) or a touch (even); unsure if truncation is most of the error
//
// If g_0 is small against the other terms a root may lie many orders of magnitude before H; [0, 1] is then cut into pieces
// that grow by 256, the first of which is as short as g_0 asks for.
// Sources: G. E. Collins, A. G. Akritas, SYMSAC 1976 (Descartes with bisection); Lane and Riesenfeld, BIT 21 (1981) (in the
// Bernstein basis); B. Mourrain, F. Rouillier, M.-F. Roy in Combinatorial and Computational Geometry, MSRI 52 (2005).

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <type_traits>
#include <vector>

#include "solve/bernstein.hpp"
#include "solve/deflated_guard.hpp"
#include "solve/polynomial.hpp"
#include "solve/refinement.hpp"
#include "solve/root.hpp"

namespace saltus {

template <class T>
class BernsteinSweep {
 public:
  using Guard = DeflatedGuard<T>;
  using Sink = RootSink<T>;

  explicit BernsteinSweep(int max_degree)
      : stride_(static_cast<std::size_t>(max_degree) + 1),
        max_depth_(significand_bits<T>() / 2 + 12),
        unit_(unit_roundoff<T>()),
        refiner_(max_degree),
        binomials_(max_degree) {}

  /// All crossings of p, or the first, as the sink asks for. Precondition: at least three coefficients.
  Outcome operator()(const Guard& p, Sink& sink) {
    assert(p.g.size() <= stride_);
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

 private:
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

  /// For the first guard that needs a sweep; many runs have none.
  void make_room() {
    if (!pieces_.empty()) return;
    const std::size_t levels = static_cast<std::size_t>(max_depth_) + 2;
    scaled_.assign(stride_, T(0));
    scratch_.assign(stride_, T(0));
    stack_.resize(levels);
    pieces_.resize(levels);
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
  std::vector<std::vector<T>> stack_;  // by level
  std::vector<Piece> pieces_;
};

}  // namespace saltus
