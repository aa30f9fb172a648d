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
    Coefficients b{};
    to_bernstein(q, degree, h, b);
    const double x = search(b, degree, 0, 1, 0);
    return x < 0 ? x : polish(q, degree, x * h, h);
  }

 private:
  static constexpr int max_depth = 48;

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

  /// Some point near the first root in (lo, hi], in units of h.
  static double search(const Coefficients& b, int n, double lo, double hi, int depth) {
    const int count = variations(b, n);
    if (count == 0) return -1;
    if (count == 1 || depth == max_depth) {
      const double first = b[0], last = b[static_cast<std::size_t>(n)];
      return lo + (hi - lo) * first / (first - last);
    }
    Coefficients left{}, right = b;
    for (int j = 0; j <= n; ++j) {
      left[static_cast<std::size_t>(j)] = right[0];
      for (int i = 0; i < n - j; ++i) {
        right[static_cast<std::size_t>(i)] =
            0.5 * (right[static_cast<std::size_t>(i)] + right[static_cast<std::size_t>(i + 1)]);
      }
    }
    const double middle = 0.5 * (lo + hi);
    const double x = search(left, n, lo, middle, depth + 1);
    return x >= 0 ? x : search(right, n, middle, hi, depth + 1);
  }

  static double polish(const double* q, int n, double x, double h) {
    for (int i = 0; i < 8; ++i) {
      double f = q[n], slope = 0;
      for (int j = n - 1; j >= 0; --j) {
        slope = slope * x + f;
        f = f * x + q[j];
      }
      const double step = f / slope;
      x -= step;
      if (!(std::abs(step) > 1e-16 * h)) break;
    }
    return x;
  }
};

}  // namespace saltus::bench
