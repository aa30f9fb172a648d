#pragma once
// First root of a polynomial on (0, h], without missing any: Bernstein coefficients, Descartes' rule, bisection, Newton.

#include <array>
#include <cmath>

namespace saltus::bench {

/// Coefficients of degree <= N.
template <int N>
class FirstRoot {
 public:
  using Coefficients = std::array<double, N + 1>;

  /// The first root in (0, h], or a negative number. q[0] != 0.
  static double find(const double* q, int degree, double h) {
    double rest = 0;
    for (int j = degree; j >= 1; --j) rest = (rest + std::abs(q[j])) * h;
    if (std::abs(q[0]) > rest) return -1;
    if (is_monotone(q, degree, h)) return (evaluate(q, degree, h) < 0) == (q[0] < 0) ? -1 : polish(q, degree, {0, h});
    Coefficients b{};
    to_bernstein(q, degree, h, b);
    Bracket bracket;
    return search(b, degree, {0, h}, 0, bracket) ? polish(q, degree, bracket) : -1;
  }

 private:
  static constexpr int max_depth = 48;

  struct Bracket {
    double low = 0, high = 0;
  };

  static bool is_monotone(const double* q, int n, double h) {
    double rest = 0;
    for (int j = n; j >= 2; --j) rest = (rest + j * std::abs(q[j])) * h;
    return std::abs(q[1]) > rest;
  }

  static double evaluate(const double* q, int n, double x) {
    double f = q[n];
    for (int j = n - 1; j >= 0; --j) f = f * x + q[j];
    return f;
  }

  static void to_bernstein(const double* q, int n, double h, Coefficients& b) {
    // b_i = sum_j C(i,j)/C(n,j) q_j h^j, by the triangle of differences.
    double power = 1, binomial = 1;
    for (int j = 0; j <= n; ++j) {
      b[static_cast<std::size_t>(j)] = q[j] * power / binomial;
      power *= h;
      binomial *= static_cast<double>(n - j) / (j + 1);
    }
    for (int j = 1; j <= n; ++j) {
      for (int i = n; i >= j; --i) b[static_cast<std::size_t>(i)] += b[static_cast<std::size_t>(i - 1)];
    }
  }

  static int variations(const Coefficients& b, int n) {
    int count = 0;
    bool negative = b[0] < 0;
    for (int i = 1; i <= n; ++i) {
      const double x = b[static_cast<std::size_t>(i)];
      if (x != 0 && (x < 0) != negative) {
        ++count;
        negative = !negative;
      }
    }
    return count;
  }

  /// An interval within `in` that holds the first root there, and no other.
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
            0.5 * (right[static_cast<std::size_t>(i)] + right[static_cast<std::size_t>(i + 1)]);
      }
    }
    const double middle = 0.5 * (in.low + in.high);
    return search(left, n, {in.low, middle}, depth + 1, found) || search(right, n, {middle, in.high}, depth + 1, found);
  }

  /// Newton's method, kept within the bracket by bisection.
  static double polish(const double* q, int n, Bracket bracket) {
    const bool rising = q[0] < 0;  // the first root is crossed in this direction
    double x = 0.5 * (bracket.low + bracket.high);
    for (int i = 0; i < 60; ++i) {
      double f = q[n], slope = 0;
      for (int j = n - 1; j >= 0; --j) {
        slope = slope * x + f;
        f = f * x + q[j];
      }
      if ((f < 0) == rising)
        bracket.low = x;
      else
        bracket.high = x;
      double next = x - f / slope;
      if (!(next >= bracket.low && next <= bracket.high)) next = 0.5 * (bracket.low + bracket.high);
      const bool done = !(std::abs(next - x) > 2e-16 * bracket.high);
      x = next;
      if (done) break;
    }
    return x;
  }
};

}  // namespace saltus::bench
