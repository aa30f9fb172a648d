#pragma once
// Polynomials in the Bernstein basis of an interval: the coefficients enclose the values, and their sign variations bound
// the number of roots inside (Descartes' rule).
// Source: G. Farin, Curves and Surfaces for CAGD, chapters 4 and 5; J. M. Lane, R. F. Riesenfeld, Bounds on a polynomial,
// BIT 21 (1981).

#include <span>
#include <vector>

#include "number/number.hpp"
#include "solve/magnitude.hpp"

namespace saltus {

/// Binomial coefficients C(d, i) of one degree after the other, kept for the last degree asked for.
template <class T>
class Binomials {
 public:
  explicit Binomials(int max_degree) : size_(static_cast<std::size_t>(max_degree) + 1) {}

  /// 1/C(d, i), i = 0..d.
  [[nodiscard]] std::span<const T> inverses(int d) {
    const auto n = static_cast<std::size_t>(d);
    if (d != degree_) {
      if (row_.empty()) row_.assign(size_, T(1));
      T c(1);
      for (std::size_t i = 0; i <= n; ++i) {
        row_[i] = T(1) / c;
        c = c * T(static_cast<int>(n - i)) / T(static_cast<int>(i + 1));
      }
      degree_ = d;
    }
    return {row_.data(), n + 1};
  }

 private:
  std::size_t size_;
  std::vector<T> row_;
  int degree_ = -1;
};

/// From coefficients in x (x^i, on [0, 1]) to Bernstein coefficients, in place.
template <class T>
void to_bernstein(std::span<T> a, Binomials<T>& binomials) {
  const auto inverse = binomials.inverses(static_cast<int>(a.size()) - 1);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] * inverse[i];
  for (std::size_t pass = 1; pass < a.size(); ++pass)
    for (std::size_t k = a.size() - 1; k >= pass; --k) a[k] = a[k] + a[k - 1];
}

/// de Casteljau: coefficients on the whole in `right` become those of the right part [ratio, 1]; `left` receives the left
/// part.
template <class T>
void split(std::span<T> right, std::span<T> left, const T& ratio) {
  const std::size_t d = right.size() - 1;
  left[0] = right[0];
  for (std::size_t pass = 1; pass <= d; ++pass) {
    for (std::size_t k = 0; k + pass <= d; ++k) right[k] = right[k] + ratio * (right[k + 1] - right[k]);
    left[pass] = right[0];
  }
}

/// The same in the middle, with one rounding an operation.
template <class T>
void split_half(std::span<T> right, std::span<T> left) {
  const std::size_t d = right.size() - 1;
  const T half(0.5);
  left[0] = right[0];
  for (std::size_t pass = 1; pass <= d; ++pass) {
    for (std::size_t k = 0; k + pass <= d; ++k) right[k] = half * (right[k] + right[k + 1]);
    left[pass] = right[0];
  }
}

/// What the coefficients say about a polynomial on their interval.
template <class T>
struct Hull {
  T lowest;        ///< least coefficient
  T highest;       ///< greatest
  T least_slope;   ///< least difference of neighbours
  T most_slope;    ///< greatest
  int variations;  ///< sign changes, zeros skipped
};

template <class T>
[[nodiscard]] Hull<T> hull(std::span<const T> b) {
  Hull<T> h{b[0], b[0], b[1] - b[0], b[1] - b[0], 0};
  int sign = sign_of(b[0]);
  for (std::size_t k = 1; k < b.size(); ++k) {
    if (b[k] < h.lowest) h.lowest = b[k];
    if (b[k] > h.highest) h.highest = b[k];
    const T slope = b[k] - b[k - 1];
    if (slope < h.least_slope) h.least_slope = slope;
    if (slope > h.most_slope) h.most_slope = slope;
    const int s = sign_of(b[k]);
    if (s != 0 && sign != 0 && s != sign) ++h.variations;
    if (s != 0) sign = s;
  }
  return h;
}

}  // namespace saltus
