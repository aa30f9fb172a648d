#pragma once
// A variable over a run: its extreme values, between steps too, and its integral.

#include <cmath>
#include <span>

#include "sim/turning_points.hpp"
#include "solve/chebyshev.hpp"

namespace saltus {

/// The least and the greatest value so far, with the first times at which they were there.
template <class T>
struct Range {
  bool any = false;
  T least{}, most{};
  T time_of_least{}, time_of_most{};

  void include(const T& x, const T& time) {
    if (!(x == x)) return;
    if (!any || x < least) {
      least = x;
      time_of_least = time;
    }
    if (!any || x > most) {
      most = x;
      time_of_most = time;
    }
    any = true;
  }
  /// Nothing between these would change it.
  [[nodiscard]] bool encloses(const T& low, const T& high) const { return any && low >= least && high <= most; }
};

/// A sum that keeps what rounding takes (Neumaier 1974).
template <class T>
struct CarefulSum {
  T sum{}, lost{};
  void add(const T& x) {
    const T next = sum + x;
    lost = lost + (abs(sum) >= abs(x) ? T((sum - next) + x) : T((x - next) + sum));
    sum = next;
  }
  [[nodiscard]] T value() const { return is_finite(sum) ? T(sum + lost) : sum; }
};

/// Integral of the polynomial q over [0, length].
template <class T>
[[nodiscard]] T integral_of(std::span<const T> q, const T& length) {
  T sum(0);
  for (std::size_t k = q.size(); k-- > 0;) sum = sum * length + q[k] / T(static_cast<int>(k + 1));
  return sum * length;
}

/// A value whose derivative is not known.
template <class T>
[[nodiscard]] T without_derivative(const T& x) {
  if constexpr (has_derivative<T>)
    return T(x.v(), std::nan(""));
  else
    return x;
}

/// What is known of a variable on the stretches so far.
template <class T>
struct CurveTotals {
  Range<T> range;
  CarefulSum<T> integral, extent;
  bool undefined = false;  ///< it was not a number on some stretch
  bool lost = false;       ///< it turns too often to be followed

  [[nodiscard]] bool is_gappy() const { return undefined || lost; }

  /// The polynomial q on [0, length]; time(s) is that of local time s. The value at the begin is known.
  template <class Time>
  void take_range(std::span<const T> q, const T& length, bool with_end, TurningPoints<T>& turns, Time&& time) {
    const T reach = absolute_sum(q.subspan(q.size() > 1 ? 1 : 0), length) * (q.size() > 1 ? length : T(1));
    if (range.encloses(T(q[0] - reach), T(q[0] + reach))) return;
    turns.find(q, length, [&](const T& at, const T& x) { range.include(x, time(at)); });
    if (with_end) range.include(horner(q, length), time(length));
  }

  /// On a piece (sim/curve_pieces.hpp) of a stretch of this length.
  template <class Piece>
  void add_integral(const Piece& piece, const T& stretch) {
    if (piece.absent)
      undefined = true;
    else if (piece.resolved)
      integral.add(T(piece.length * chebyshev_mean(piece.coefficients)));
    else
      add_values(piece, stretch);
    if constexpr (has_derivative<T>) note_jump(piece);
  }

  struct Ends {
    bool begin, end;  ///< to be looked at
  };
  /// Series say where it turns, value(s) how far it gets.
  template <class Piece, class Time, class Value>
  void widen_range(const Piece& piece, Ends ends, TurningPoints<T>& turns, Time&& time, Value&& value) {
    if (piece.absent) {
      undefined = true;
    } else if (!piece.resolved) {
      include_values(piece, time);
    } else {
      const std::span<const T> c = piece.coefficients;
      T reach = piece.error;
      for (const T& x : c.subspan(1)) reach = reach + abs(x);
      if (range.encloses(T(c[0] - reach), T(c[0] + reach))) return;
      const T half = T(0.5) * piece.length, middle = piece.begin + half;
      // Where a comparison switches inside a stretch the place moves in a way that is not followed: an extremum there has no derivative.
      if (ends.begin) range.include(without_derivative(piece.at_begin), without_derivative(T(time(piece.begin))));
      for (const T& x : turns.of_chebyshev(c)) {
        const T seen = turns.value(x);
        if (range.encloses(T(seen - piece.error), T(seen + piece.error))) continue;
        const T at = middle + half * x;
        range.include(value(at_rest(at)), time(at));
      }
      if (!ends.end) return;
      const T at = piece.begin + piece.length;
      const bool last = !(at < piece.stretch);
      range.include(last ? piece.at_end : without_derivative(piece.at_end),
                    last ? T(time(at)) : without_derivative(T(time(at))));
    }
  }

 private:
  // Between two pieces the variable jumps where a comparison switches, and the place of the jump moves in a way that is not followed.
  template <class Piece>
  void note_jump(const Piece& piece) {
    const bool goes_on = piece.begin > T(0) && piece.resolved && !piece.absent;
    const T step = piece.at_begin - end_before_;
    if (!piece.resolved || (goes_on && abs(step) > T(1e-9) * (abs(end_before_) + abs(piece.at_begin) + piece.usual)))
      integral.sum = without_derivative(integral.sum);
    end_before_ = piece.at_end;
  }

  template <class Piece>
  static bool is_pole(const Piece& piece, const T& size) {
    return !is_finite(size) || (piece.usual > T(0) && size > T(1e7) * piece.usual);
  }

  template <class Piece>
  void add_values(const Piece& piece, const T& stretch) {
    T part(0), largest(0);
    int count = 0;
    for (const T& x : piece.values) {
      if (!is_finite(x)) continue;
      part = part + x;
      if (abs(x) > largest) largest = abs(x);
      ++count;
    }
    if (count == 0) return;
    // The shortest piece beside 1/x still has a good part of the whole: the integral has no limit.
    if (is_pole(piece, largest) && largest * piece.length > T(1e-4) * stretch * piece.usual)
      integral.add(T(part > T(0) ? HUGE_VAL : -HUGE_VAL));
    else
      integral.add(T(piece.length * part / T(count)));
  }

  // A jump, rounding errors, or a pole: beside it values grow as the piece becomes short.
  template <class Piece, class Time>
  void include_values(const Piece& piece, Time&& time) {
    for (std::size_t j = 0; j < piece.values.size(); ++j) {
      const T& x = piece.values[j];
      const T at = time(T(piece.begin + piece.length * piece.places[j]));
      const bool pole = x == x && is_pole(piece, T(abs(x)));
      range.include(pole ? T(x > T(0) ? HUGE_VAL : -HUGE_VAL) : without_derivative(x), without_derivative(at));
    }
  }

  T end_before_{};  // value at the end of the piece before; numbers with derivatives only
};

}  // namespace saltus
