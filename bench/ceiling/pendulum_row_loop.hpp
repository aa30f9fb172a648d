#pragma once
// The loop of pendulum_row.hpp. Included once for each instruction set; local to the translation unit.

#include <array>
#include <cstddef>

#include "pendulum_row_case.hpp"

namespace saltus::bench::pendulum_row {
namespace {

/// N pendulums, order P. Sums are taken for Block pendulums at a time, so that they stay in registers.
template <int N, int P, int Block, class T = double>
class Loop {
 public:
  explicit Loop(double tolerance) : log_tolerance_(std::log2(static_cast<float>(tolerance))) {}

  /// To x and v at the end, N numbers each; the number of steps.
  long run(double* x, double* v) {
    for (int i = 0; i < N; ++i) {
      x_[0][i + 1] = std::sin(static_cast<T>(i + 1));
      v_[0][i] = 0;
    }
    T time = 0;
    long steps = 0;
    while (time < t_end) {
      series();
      const T h = std::min(T(0.9) * std::min(radius(P - 1), radius(P)), t_end - time);
      advance(h);
      time += h;
      ++steps;
    }
    for (int i = 0; i < N; ++i) {
      x[i] = static_cast<double>(x_[0][i + 1]);
      v[i] = static_cast<double>(v_[0][i]);
    }
    return steps;
  }

 private:
  static constexpr int rows = (N + Block - 1) / Block * Block;

  void series() {
    for (int i = 0; i < N; ++i) sine_cosine(x_[0][i + 1], s_[0][i], c_[0][i]);
    for (int k = 0; k < P; ++k) order(k);
  }

  static void sine_cosine(double x, double& s, double& c) { ::sincos(x, &s, &c); }
  static void sine_cosine(long double x, long double& s, long double& c) { ::sincosl(x, &s, &c); }

  void order(int k) {
    const T inverse = T(1) / static_cast<T>(k + 1);
    const T* const x = x_[k];
    for (int i = 0; i < N; ++i) x_[k + 1][i + 1] = v_[k][i] * inverse;
    for (int i = 0; i < N; ++i) v_[k + 1][i] = (T(stiffness) * ((x[i] - 2 * x[i + 1]) + x[i + 2]) - s_[k][i]) * inverse;
    if (k + 1 == P) return;
    for (int i = 0; i < rows; i += Block) {
      T s[Block] = {}, c[Block] = {};
      for (int j = 0; j <= k; ++j) {
        const T *const v = v_[k - j] + i, *const sine = s_[j] + i, *const cosine = c_[j] + i;
        for (int b = 0; b < Block; ++b) {
          s[b] += v[b] * cosine[b];
          c[b] += v[b] * sine[b];
        }
      }
      for (int b = 0; b < Block; ++b) {
        s_[k + 1][i + b] = s[b] * inverse;
        c_[k + 1][i + b] = -c[b] * inverse;
      }
    }
  }

  /// (tolerance / |coefficient|)^(1/k): a step size needs few digits.
  [[nodiscard]] T radius(int k) const {
    T size = 0;
    for (int i = 0; i < N; ++i) size = std::max(size, std::max(std::abs(x_[k][i + 1]), std::abs(v_[k][i])));
    return static_cast<T>(std::exp2((log_tolerance_ - std::log2(static_cast<float>(size))) / static_cast<float>(k)));
  }

  void advance(T h) {
    for (int i = 0; i < rows; i += Block) {
      T x[Block] = {}, v[Block] = {};
      for (int k = P; k >= 0; --k) {
        for (int b = 0; b < Block; ++b) {
          x[b] = x[b] * h + x_[k][i + b + 1];
          v[b] = v[b] * h + v_[k][i + b];
        }
      }
      for (int b = 0; b < Block; ++b) v_[0][i + b] = v[b];
      for (int b = 0; b < Block && i + b < N; ++b) x_[0][i + b + 1] = x[b];
    }
  }

  float log_tolerance_;
  // The walls are at 0 and N + 1.
  alignas(64) T x_[P + 1][rows + 8] = {}, v_[P + 1][rows] = {}, s_[P + 1][rows] = {}, c_[P + 1][rows] = {};
};

}  // namespace
}  // namespace saltus::bench::pendulum_row
