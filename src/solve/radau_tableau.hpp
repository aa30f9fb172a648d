#pragma once
// The numbers of Radau IIA with three stages, in any precision.
//
// Nodes c = (4 -+ sqrt 6)/10 and 1. The inverse of the coefficient matrix has the characteristic polynomial
// z^3 - 9 z^2 + 36 z - 60, with the real root `gamma` and the pair `alpha` +- i `beta`. The columns of `t` are the real eigenvector and
// the real and imaginary parts of the complex one, so that
//   t^-1 A^-1 t = [gamma 0 0; 0 alpha beta; 0 -beta alpha].
// Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., sections IV.5 and IV.8.

#include <array>

#include "number/number.hpp"

namespace saltus {

template <class T>
struct RadauTableau {
  using Vector = std::array<T, 3>;
  using Matrix = std::array<Vector, 3>;

  Vector c;
  T gamma, alpha, beta;
  Matrix t, t_inverse;
  Vector e;  ///< error estimate: (1 - h J/gamma)^-1 (h f/gamma + sum e_i z_i)

  RadauTableau() {
    const T root6 = sqrt(T(6));
    c = nodes(root6);
    const T a = pow(T(3), T(1) / T(3)), b = a * a;  // cube roots of 3 and 9
    gamma = T(3) - a + b;
    alpha = T(3) + (a - b) * T(0.5);
    beta = (a + b) * sqrt(T(3)) * T(0.5);
    e = {(T(-13) - T(7) * root6) / (T(3) * gamma), (T(-13) + T(7) * root6) / (T(3) * gamma), T(-1) / (T(3) * gamma)};
    find_eigenvectors(inverse(stage_matrix(root6)));
    t_inverse = inverse(t);
  }

  /// For r = sqrt(6).
  static Vector nodes(const T& r) { return {(T(4) - r) / T(10), (T(4) + r) / T(10), T(1)}; }
  static Matrix stage_matrix(const T& r) {
    return {Vector{(T(88) - T(7) * r) / T(360), (T(296) - T(169) * r) / T(1800), (T(-2) + T(3) * r) / T(225)},
            Vector{(T(296) + T(169) * r) / T(1800), (T(88) + T(7) * r) / T(360), (T(-2) - T(3) * r) / T(225)},
            Vector{(T(16) - r) / T(36), (T(16) + r) / T(36), T(1) / T(9)}};
  }

 private:
  static T minor(const Matrix& m, int i, int j) {
    const auto at = [&](int row, int column) -> const T& {
      return m[static_cast<std::size_t>((i + row) % 3)][static_cast<std::size_t>((j + column) % 3)];
    };
    return at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1);
  }

  static Matrix inverse(const Matrix& m) {
    const T determinant = m[0][0] * minor(m, 0, 0) + m[0][1] * minor(m, 0, 1) + m[0][2] * minor(m, 0, 2);
    Matrix result;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        result[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] = minor(m, i, j) / determinant;
    return result;
  }

  struct Complex {
    T re, im;
    friend Complex operator*(const Complex& a, const Complex& b) {
      return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    }
    friend Complex operator-(const Complex& a, const Complex& b) { return {a.re - b.re, a.im - b.im}; }
  };

  /// Orthogonal to the first two rows of m - z, which are independent; third component 1.
  static std::array<Complex, 3> eigenvector(const Matrix& m, const Complex& z) {
    const Complex p{m[0][0] - z.re, -z.im}, q{m[0][1], T(0)}, r{m[0][2], T(0)};
    const Complex u{m[1][0], T(0)}, v{m[1][1] - z.re, -z.im}, w{m[1][2], T(0)};
    std::array<Complex, 3> x{q * w - r * v, r * u - p * w, p * v - q * u};
    const T size = x[2].re * x[2].re + x[2].im * x[2].im;
    const Complex scale{x[2].re / size, -x[2].im / size};
    for (Complex& component : x) component = component * scale;
    return x;
  }

  void find_eigenvectors(const Matrix& m) {
    const auto real = eigenvector(m, {gamma, T(0)});
    const auto pair = eigenvector(m, {alpha, beta});
    for (std::size_t i = 0; i < 3; ++i) t[i] = {real[i].re, pair[i].re, pair[i].im};
    // The third component of `pair` is 1, so the last row is (1, 1, 0).
  }
};

}  // namespace saltus
