#pragma once
// A guard without its zeros at 0: h(s) = s^m g(s), g(0) != 0, and the errors its values carry.

#include <span>
#include <vector>

#include "solve/magnitude.hpp"
#include "solve/polynomial.hpp"
#include "solve/root.hpp"

namespace saltus {

template <class T>
struct DeflatedGuard {
  std::span<const T> g;     ///< vanishing last coefficients left out; empty if h is identically zero
  std::span<const T> full;  ///< h, with the coefficients that are taken as zero
  T length;
  T tail;          ///< of g at `length`
  int tail_power;  ///< tail * (s/length)^tail_power
  T noise;         ///< of h
  T relative;      ///< of the coefficients and of their sum by Horner's scheme
  int zeros;
  int sign;  ///< just after 0

  explicit DeflatedGuard(const GuardSeries<T>& h)
      : length(h.length), tail(h.tail), tail_power(0), noise(h.noise), relative(h.relative), zeros(h.zeros), sign(0) {
    const auto m = static_cast<std::size_t>(h.zeros);
    if (m >= h.q.size()) return;
    std::size_t top = h.q.size() - 1;
    while (top > m && h.q[top] == T(0)) --top;
    g = h.q.subspan(m, top - m + 1);
    full = h.q.first(top + 1);
    sign = sign_of(h.q[m]);
    for (std::size_t i = 0; i < m && tail != T(0); ++i) tail = tail / length;
    tail_power = static_cast<int>(h.q.size() - m);
    relative = relative + T(static_cast<int>(g.size()) + 3) * unit_roundoff<T>();
  }

  /// Error of a value of g that is the sum of terms of total size `size`: rounding and noise, without truncation.
  [[nodiscard]] T rounding(const T& size) const { return zeros == 0 ? T(relative * size + noise) : T(relative * size); }

  /// All errors of g at s, to say how well a root there is determined.
  [[nodiscard]] T error_at(const T& s) const {
    T error = rounding(absolute_sum(g, s));
    if (zeros > 0 && noise > T(0)) error = error + noise / integer_power(s, zeros);
    if (tail > T(0)) error = error + tail * integer_power(T(s / length), tail_power);
    return error;
  }

  /// In (0, length], and a little beyond: the end belongs to the stretch in spite of rounding.
  [[nodiscard]] bool contains(const T& at) const { return at > T(0) && at <= length * (T(1) + T(8) * unit_roundoff<T>()); }
  [[nodiscard]] T clamped(const T& at) const { return at < length ? at : length; }

  /// |h| at s; zero where that is rounding.
  [[nodiscard]] T distance(const T& s) const {
    const T value = abs(horner(g, s));
    return value <= rounding(absolute_sum(g, s)) ? T(0) : T(value * integer_power(s, zeros));
  }
};

/// Where a search puts what it finds: all roots into a vector, or the first one only.
template <class T>
struct RootSink {
  std::vector<Root<T>>* all = nullptr;
  std::vector<Touch<T>>* touches = nullptr;
  Root<T> first{};
  bool found = false;
  T least = T(0);  ///< see Search
  bool turns_back = true;

  /// true if the search is to go on.
  bool add(const Root<T>& r) {
    found = true;
    if (all == nullptr) {
      first = r;
      return false;
    }
    all->push_back(r);
    return true;
  }
  void touch(const T& at, const T& distance) {
    if (touches != nullptr) touches->push_back({at, distance});
  }
  [[nodiscard]] Outcome outcome() const { return found ? Outcome::crossing : Outcome::none; }
};

}  // namespace saltus
