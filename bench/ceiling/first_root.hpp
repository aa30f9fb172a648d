#pragma once
// First root of a polynomial on (0, h], without missing any: Bernstein coefficients, Descartes' rule, bisection, Newton.

#include <array>
#include <cmath>
#include <limits>

namespace saltus::bench {

/// Coefficients of degree <= N. A type `Unit` that is local to a translation unit makes this local too: units with different instruction sets must not
/// share it.
template <int N, class T = double, class Unit = void>
class FirstRoot {
 public:
  using Coefficients = std::array<T, N + 1>;

  struct Bracket {
    T low = 0, high = 0;
  };

  /// The first root in (0, h], or a negative number. q[0] != 0.
  static T find(const T* q, int degree, T h) {
    T rest = 0;
    for (int j = degree; j >= 1; --j) rest = (rest + std::abs(q[j])) * h;
    if (std::abs(q[0]) > rest) return -1;
    if (is_monotone(q, degree, h)) return (evaluate(q, degree, h) < 0) == (q[0] < 0) ? -1 : polish(q, degree, {0, h});
    Bracket bracket;
    return isolate(q, degree, h, bracket) ? polish(q, degree, bracket) : -1;
  }

  /// An interval within (0, h] that holds the first root there, and no other.
  static bool isolate(const T* q, int degree, T h, Bracket& found) {
    Coefficients b{};
    to_bernstein(q, degree, h, b);
    return search(b, degree, {0, h}, 0, found);
  }

 private:
  static constexpr int max_depth = 48;

  static bool is_monotone(const T* q, int n, T h) {
    T rest = 0;
    for (int j = n; j >= 2; --j) rest = (rest + static_cast<T>(j) * std::abs(q[j])) * h;
    return std::abs(q[1]) > rest;
  }

  static T evaluate(const T* q, int n, T x) {
    T f = q[n];
    for (int j = n - 1; j >= 0; --j) f = f * x + q[j];
    return f;
  }

  static void to_bernstein(const T* q, int n, T h, Coefficients& b) {
    // b_i = sum_j C(i,j)/C(n,j) q_j h^j, by the triangle of differences.
    T power = 1, binomial = 1;
    for (int j = 0; j <= n; ++j) {
      b[static_cast<std::size_t>(j)] = q[j] * power / binomial;
      power *= h;
      binomial *= static_cast<T>(n - j) / static_cast<T>(j + 1);
    }
    for (int j = 1; j <= n; ++j) {
      for (int i = n; i >= j; --i) b[static_cast<std::size_t>(i)] += b[static_cast<std::size_t>(i - 1)];
    }
  }

  static int variations(const Coefficients& b, int n) {
    int count = 0;
    bool negative = b[0] < 0;
    for (int i = 1; i <= n; ++i) {
      const T x = b[static_cast<std::size_t>(i)];
      if (x != 0 && (x < 0) != negative) {
        ++count;
        negative = !negative;
      }
    }
    return count;
  }

  static bool search(const Coefficients& b, int n, Bracket in, int depth, Bracket& found) {
    const int count = variations(b, n);
    if (count == 0) return false;
    if (count == 1 || depth == max_depth) {
      found = in;
      return true;
    }
    Coefficients left{}, right = b;
    for (int j = 0; j <= n; ++j) {
      left[static_cast<std::size_t>(j)] = right[0];
      for (int i = 0; i < n - j; ++i) {
        right[static_cast<std::size_t>(i)] =
            T(0.5) * (right[static_cast<std::size_t>(i)] + right[static_cast<std::size_t>(i + 1)]);
      }
    }
    const T middle = T(0.5) * (in.low + in.high);
    return search(left, n, {in.low, middle}, depth + 1, found) || search(right, n, {middle, in.high}, depth + 1, found);
  }

  /// Newton's method, kept within the bracket by bisection.
  static T polish(const T* q, int n, Bracket bracket) {
    const bool rising = q[0] < 0;  // the first root is crossed in this direction
    T x = T(0.5) * (bracket.low + bracket.high);
    for (int i = 0; i < 60; ++i) {
      T f = q[n], slope = 0;
      for (int j = n - 1; j >= 0; --j) {
        slope = slope * x + f;
        f = f * x + q[j];
      }
      if ((f < 0) == rising)
        bracket.low = x;
      else
        bracket.high = x;
      T next = x - f / slope;
      if (!(next >= bracket.low && next <= bracket.high)) next = T(0.5) * (bracket.low + bracket.high);
      const bool done = !(std::abs(next - x) > std::numeric_limits<T>::epsilon() * bracket.high);
      x = next;
      if (done) break;
    }
    return x;
  }
};

}  // namespace saltus::bench
