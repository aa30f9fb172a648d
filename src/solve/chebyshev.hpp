#pragma once
// Polynomials that interpolate a function at the extrema of a Chebyshev polynomial (Trefethen, Approximation Theory and Approximation
// Practice, chapters 3 and 19). The points of a degree are every second of those of its double.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "number/number.hpp"

namespace saltus {

template <class T>
class ChebyshevGrid {
 public:
  /// `max_degree` is a power of two.
  explicit ChebyshevGrid(int max_degree) : n_(max_degree) {
    const T step = NumberTraits<T>::pi() / T(2 * n_);
    for (int j = 0; j <= n_; ++j) {
      const T s = sin(T(step * T(j)));
      places_.push_back(s * s);
    }
    for (int j = 0; j < 2 * n_; ++j) cosines_.push_back(cos(T(T(2) * step * T(j))));
  }

  [[nodiscard]] int max_degree() const { return n_; }
  /// Point j of 0..max_degree, from left to right on [0, 1].
  [[nodiscard]] const T& place(int j) const { return places_[static_cast<std::size_t>(j)]; }

  /// Coefficients of T_0, ..., T_degree of the interpolating polynomial; values at all points, of which those of `degree` are read.
  void coefficients(std::span<const T> values, int degree, std::vector<T>& out) const {
    const int stride = n_ / degree;
    out.assign(static_cast<std::size_t>(degree) + 1, T(0));
    for (int k = 0; k <= degree; ++k) {
      T sum(0);
      for (int j = 0; j <= degree; ++j) {
        // The points run from -1 to 1, the cosines from 1 to -1.
        const T& value = values[static_cast<std::size_t>((degree - j) * stride)];
        const T& cosine = cosines_[static_cast<std::size_t>(j * k * stride & (2 * n_ - 1))];
        sum = sum + (j == 0 || j == degree ? T(T(0.5) * value) : value) * cosine;
      }
      const T scale = T(k == 0 || k == degree ? 1 : 2) / T(degree);
      out[static_cast<std::size_t>(k)] = scale * sum;
    }
  }

 private:
  int n_;
  std::vector<T> places_, cosines_;
};

/// Value at x of [-1, 1], by Clenshaw's recurrence.
template <class T>
[[nodiscard]] T chebyshev_value(std::span<const T> c, const T& x) {
  T b1(0), b2(0);
  for (std::size_t k = c.size(); k-- > 1;) {
    const T b = T(2) * x * b1 - b2 + c[k];
    b2 = b1;
    b1 = b;
  }
  return x * b1 - b2 + c[0];
}

/// Mean over [-1, 1].
template <class T>
[[nodiscard]] T chebyshev_mean(std::span<const T> c) {
  T sum(0);
  for (std::size_t k = c.size(); k-- > 0;) {
    if (k % 2 != 0) continue;
    const int order = static_cast<int>(k);
    sum = sum + c[k] / T(1 - order * order);
  }
  return sum;
}

/// The same polynomial in powers of x. About the middle of its interval this loses few digits, since the coefficients of a function that
/// is resolved fall faster than those of the T_k in powers grow.
template <class T>
void chebyshev_to_powers(std::span<const T> c, std::vector<T>& out) {
  const std::size_t n = c.size();
  out.assign(n, T(0));
  std::vector<T> before(n, T(0)), here(n, T(0)), next(n, T(0));  // T_(k-1), T_k, T_(k+1)
  before[0] = T(1);
  if (n > 1) here[1] = T(1);
  out[0] = c[0];
  for (std::size_t k = 1; k < n; ++k) {
    for (std::size_t i = 0; i <= k; ++i) out[i] = out[i] + c[k] * here[i];
    for (std::size_t i = 0; i < n; ++i) next[i] = (i > 0 ? T(T(2) * here[i - 1]) : T(0)) - before[i];
    before.swap(here);
    here.swap(next);
  }
}

}  // namespace saltus
