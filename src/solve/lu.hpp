#pragma once
// Factors of a square matrix, for many right-hand sides.
// Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., algorithm 3.4.1 (partial pivoting).

#include <span>
#include <utility>
#include <vector>

#include "number/number.hpp"

namespace saltus {

template <class T>
class DenseLu {
 public:
  /// Room for an n by n matrix; matrix()[i * n + j] is to be filled in.
  std::span<T> matrix(std::size_t n) {
    n_ = n;
    a_.resize(n * n, T(0));
    pivot_.resize(n, 0);
    return a_;
  }

  /// false: singular to working precision, or not finite.
  bool factor() {
    for (std::size_t k = 0; k < n_; ++k) {
      std::size_t p = k;
      for (std::size_t i = k + 1; i < n_; ++i)
        if (abs(at(i, k)) > abs(at(p, k))) p = i;
      pivot_[k] = p;
      if (!is_finite(at(p, k)) || at(p, k) == T(0)) return false;
      if (p != k)
        for (std::size_t j = 0; j < n_; ++j) std::swap(at(k, j), at(p, j));
      const T inverse = T(1) / at(k, k);
      for (std::size_t i = k + 1; i < n_; ++i) {
        if (at(i, k) == T(0)) continue;
        const T factor = at(i, k) * inverse;
        at(i, k) = factor;
        for (std::size_t j = k + 1; j < n_; ++j) at(i, j) -= factor * at(k, j);
      }
    }
    return true;
  }

  /// b becomes the solution.
  void solve(std::span<T> b) const {
    for (std::size_t k = 0; k < n_; ++k) std::swap(b[k], b[pivot_[k]]);
    for (std::size_t i = 1; i < n_; ++i)
      for (std::size_t j = 0; j < i; ++j) b[i] -= at(i, j) * b[j];
    for (std::size_t i = n_; i-- > 0;) {
      for (std::size_t j = i + 1; j < n_; ++j) b[i] -= at(i, j) * b[j];
      b[i] = b[i] / at(i, i);
    }
  }

 private:
  T& at(std::size_t i, std::size_t j) { return a_[i * n_ + j]; }
  const T& at(std::size_t i, std::size_t j) const { return a_[i * n_ + j]; }

  std::size_t n_ = 0;
  std::vector<T> a_;
  std::vector<std::size_t> pivot_;
};

}  // namespace saltus
