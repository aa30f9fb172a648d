#pragma once
// Gauss-Legendre quadrature: n values, exact for polynomials of degree 2n - 1.
// Nodes are the roots of P_n, by Newton's method from cos(pi (i - 1/4)/(n + 1/2)) (Abramowitz, Stegun, Handbook of Mathematical Functions, 22.16.6).

#include <vector>

#include "number/number.hpp"

namespace saltus {

template <class T>
class Quadrature {
 public:
  /// On [0, 1].
  struct Node {
    T at, weight;
  };

  explicit Quadrature(int n) {
    const T half(0.5);
    for (int i = 0; i < n; ++i) {
      T x = cos(T(NumberTraits<T>::pi() * (T(i) + T(0.75)) / (T(n) + half)));
      T slope(0);
      for (int step = 0; step < 100; ++step) {
        const T value = legendre(n, x, slope);
        const T move = value / slope;
        x = x - move;
        if (!(abs(move) > T(4) * unit_roundoff<T>())) break;
      }
      legendre(n, x, slope);
      nodes_.push_back({half * (T(1) - x), T(1) / ((T(1) - x * x) * slope * slope)});
    }
  }

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

 private:
  /// P_n(x), and its derivative: (k+1) P_{k+1} = (2k+1) x P_k - k P_{k-1}.
  static T legendre(int n, const T& x, T& slope) {
    T before(1), here = x;
    for (int k = 1; k < n; ++k) {
      const T next = (T(2 * k + 1) * x * here - T(k) * before) / T(k + 1);
      before = here;
      here = next;
    }
    slope = T(n) * (x * here - before) / (x * x - T(1));
    return here;
  }

  std::vector<Node> nodes_;
};

}  // namespace saltus
