#pragma once
// Dense systems of linear equations over any number type: LU factors with partial pivoting.
//
// Pivots are chosen, and a matrix is called singular, as if rows and columns had been scaled to entries of size one: volts and
// picoamperes may stand side by side. The factors themselves are not scaled. Lanes share their pivots, which follow the first lane;
// each lane has its own verdict on singularity.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "number/number.hpp"

namespace saltus {

template <int N>
class Mask;

inline bool in_first_lane(bool mask) { return mask; }
template <int N>
bool in_first_lane(const Mask<N>& mask) {
  return mask[0];
}

template <class T>
class LuFactors {
 public:
  using Value = std::decay_t<decltype(value(std::declval<const T&>()))>;
  using Truth = decltype(std::declval<Value>() < std::declval<Value>());

  explicit LuFactors(std::size_t size = 0)
      : size_(size), a_(size * size, T(0.0)), rows_(size), row_scale_(size, Value(0.0)), column_scale_(size, Value(0.0)) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Entry of the matrix, to be set before factor().
  [[nodiscard]] T& at(std::size_t row, std::size_t column) { return a_[row * size_ + column]; }
  void clear() {
    for (T& x : a_) x = T(0.0);
  }

  /// Replaces the matrix by its factors. The answer: is it singular to rounding, or not finite?
  Truth factor() {
    measure();
    Truth singular(false);
    const Value bound = Value(static_cast<double>(2 * size_)) * Value(value(unit_roundoff<T>()));
    for (std::size_t c = 0; c < size_; ++c) {
      exchange(c, pivot_row(c));
      const Value pivot = magnitude(at(c, c)) / row_scale_[c];
      singular = Truth(singular | !(pivot > bound * column_scale_[c]) | !(pivot - pivot == Value(0.0)));
      for (std::size_t r = c + 1; r < size_; ++r) eliminate(c, r);
    }
    return singular;
  }

  /// Of the determinant; after factor().
  struct Determinant {
    int sign = 0;    ///< 0: a pivot is zero or not finite
    double log = 0;  ///< of its size
  };
  [[nodiscard]] Determinant determinant() const
    requires std::is_floating_point_v<T>
  {
    Determinant result{is_even() ? 1 : -1, 0};
    for (std::size_t c = 0; c < size_; ++c) {
      const double pivot = entry(c, c);
      if (pivot < 0) result.sign = -result.sign;
      if (!std::isfinite(pivot) || pivot == 0) result.sign = 0;
      result.log += std::log(std::abs(pivot));
    }
    return result;
  }

  /// x becomes the solution of A x = b, for the b it held; `work` has room for size() numbers.
  void solve(T* x, T* work) const {
    for (std::size_t r = 0; r < size_; ++r) {
      T sum = x[rows_[r]];
      for (std::size_t c = 0; c < r; ++c) sum -= entry(r, c) * work[c];
      work[r] = sum;
    }
    for (std::size_t r = size_; r-- > 0;) {
      T sum = work[r];
      for (std::size_t c = r + 1; c < size_; ++c) sum -= entry(r, c) * x[c];
      x[r] = sum / entry(r, r);
    }
  }

 private:
  // The exchanges of rows: every cycle of n rows is n - 1 of them.
  [[nodiscard]] bool is_even() const {
    std::vector<bool> seen(size_, false);
    bool even = true;
    for (std::size_t r = 0; r < size_; ++r)
      for (std::size_t next = r; !seen[next]; next = rows_[next]) {
        seen[next] = true;
        even = even != (next != r);
      }
    return even;
  }
  [[nodiscard]] const T& entry(std::size_t row, std::size_t column) const { return a_[row * size_ + column]; }
  static Value magnitude(const T& x) {
    using saltus::abs, std::abs;
    return abs(Value(value(x)));
  }

  void measure() {
    const Value zero(0.0), one(1.0);
    for (std::size_t r = 0; r < size_; ++r) {
      rows_[r] = static_cast<std::uint32_t>(r);
      Value largest(0.0);
      for (std::size_t c = 0; c < size_; ++c) largest = larger(largest, magnitude(at(r, c)));
      row_scale_[r] = select(largest > zero, largest, one);
    }
    for (std::size_t c = 0; c < size_; ++c) {
      column_scale_[c] = zero;
      for (std::size_t r = 0; r < size_; ++r)
        column_scale_[c] = larger(column_scale_[c], Value(magnitude(at(r, c)) / row_scale_[r]));
    }
  }
  static Value larger(const Value& a, const Value& b) { return select(a < b, b, a); }

  std::size_t pivot_row(std::size_t c) {
    std::size_t best = c;
    for (std::size_t r = c + 1; r < size_; ++r)
      if (in_first_lane(magnitude(at(r, c)) / row_scale_[r] > magnitude(at(best, c)) / row_scale_[best])) best = r;
    return best;
  }
  void exchange(std::size_t p, std::size_t q) {
    if (p == q) return;
    for (std::size_t c = 0; c < size_; ++c) std::swap(at(p, c), at(q, c));
    std::swap(rows_[p], rows_[q]);
    std::swap(row_scale_[p], row_scale_[q]);
  }
  void eliminate(std::size_t c, std::size_t r) {
    const T factor = at(r, c) / at(c, c);
    at(r, c) = factor;
    for (std::size_t j = c + 1; j < size_; ++j) at(r, j) -= factor * at(c, j);
  }

  std::size_t size_;
  std::vector<T> a_;
  std::vector<std::uint32_t> rows_;  // which row of the matrix stands here
  std::vector<Value> row_scale_, column_scale_;
};

}  // namespace saltus
