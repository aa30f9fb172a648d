#pragma once
// An orthonormal basis of the rows of a matrix, found row by row; rows that depend on others are told apart.
//
//   scale all rows to length 1
//   while a row is left whose part outside the basis is longer than `dependent`:
//     the longest such part, normalised, joins the basis                            (Gram-Schmidt with pivoting, each row twice)
//
// With it a linear system A y = b, of any shape, has its shortest solution at hand: only the rows that joined are asked.

#include <cstddef>
#include <span>
#include <vector>

#include "number/number.hpp"

namespace saltus {

template <class T>
class RowBasis {
 public:
  RowBasis(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), a_(rows * columns, T(0)), length_(rows, T(0)), part_(a_), left_(rows, T(0)) {}

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  /// Entry of the matrix, to be set before find().
  [[nodiscard]] T& at(std::size_t r, std::size_t c) { return a_[r * columns_ + c]; }

  void find(const T& dependent) {
    chosen_.clear();
    coefficients_.clear();
    for (std::size_t r = 0; r < rows_; ++r) begin_row(r);
    while (chosen_.size() < rows_ && chosen_.size() < columns_) {
      std::size_t longest = 0;
      for (std::size_t r = 1; r < rows_; ++r)
        if (left_[r] > left_[longest]) longest = r;
      if (!(left_[longest] > dependent)) break;
      join(longest);
    }
  }

  [[nodiscard]] std::size_t rank() const { return chosen_.size(); }
  /// The rows that the basis is made of, in the order they joined it.
  [[nodiscard]] const std::vector<std::size_t>& chosen() const { return chosen_; }
  [[nodiscard]] const T& length(std::size_t r) const { return length_[r]; }  ///< of row r of the matrix

  /// The shortest y with A y = b in the chosen rows.
  void shortest(std::span<const T> b, std::span<T> y) {
    for (T& x : y) x = T(0);
    weights_.assign(chosen_.size(), T(0));
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      T sum = b[chosen_[i]] / length_[chosen_[i]];
      for (std::size_t j = 0; j < i; ++j) sum = sum - coefficient(i, j) * weights_[j];
      weights_[i] = sum / coefficient(i, i);
      const T* q = basis(i);
      for (std::size_t c = 0; c < columns_; ++c) y[c] = y[c] + weights_[i] * q[c];
    }
  }

  /// Takes from y what lies in the span of the rows.
  void remove_from(std::span<T> y) const {
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const T* q = basis(i);
      const T share = dot(q, y.data());
      for (std::size_t c = 0; c < columns_; ++c) y[c] = y[c] - share * q[c];
    }
  }

  /// Which chosen rows does row r, which depends on them, consist of?
  [[nodiscard]] std::vector<std::size_t> parts_of(std::size_t r) const {
    std::vector<T> share(chosen_.size(), T(0));
    for (std::size_t i = chosen_.size(); i-- > 0;) {
      T sum = dot(basis(i), &a_[r * columns_]) / length_[r];
      for (std::size_t j = i + 1; j < chosen_.size(); ++j) sum = sum - share[j] * coefficient(j, i);
      share[i] = sum / coefficient(i, i);
    }
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < chosen_.size(); ++i)
      if (abs(share[i]) > sqrt(unit_roundoff<T>())) result.push_back(chosen_[i]);
    return result;
  }

 private:
  // part_ holds what is left of each row, and the basis in the rows that joined.
  [[nodiscard]] const T* basis(std::size_t i) const { return &part_[chosen_[i] * columns_]; }
  [[nodiscard]] const T& coefficient(std::size_t i, std::size_t j) const { return coefficients_[i * (i + 1) / 2 + j]; }
  [[nodiscard]] T dot(const T* x, const T* y) const {
    T sum(0);
    for (std::size_t c = 0; c < columns_; ++c) sum = sum + x[c] * y[c];
    return sum;
  }
  static T norm(const T* x, std::size_t n) {
    T largest(0);
    for (std::size_t c = 0; c < n; ++c)
      if (abs(x[c]) > largest) largest = abs(x[c]);
    if (!(largest > T(0)) || !is_finite(largest)) return largest;
    T sum(0);
    for (std::size_t c = 0; c < n; ++c) sum = sum + (x[c] / largest) * (x[c] / largest);
    return largest * sqrt(sum);
  }

  void begin_row(std::size_t r) {
    length_[r] = norm(&a_[r * columns_], columns_);
    left_[r] = length_[r] > T(0) && is_finite(length_[r]) ? T(1) : T(0);
    for (std::size_t c = 0; c < columns_; ++c)
      part_[r * columns_ + c] = left_[r] > T(0) ? T(a_[r * columns_ + c] / length_[r]) : T(0);
  }

  void join(std::size_t r) {
    T* q = &part_[r * columns_];
    for (std::size_t i = 0; i < chosen_.size(); ++i) {  // the second pass: rounding has left something of the basis in it
      const T* other = basis(i);
      const T share = dot(other, q);
      for (std::size_t c = 0; c < columns_; ++c) q[c] = q[c] - share * other[c];
    }
    const T size = norm(q, columns_);
    for (std::size_t c = 0; c < columns_; ++c) q[c] = q[c] / size;
    for (std::size_t i = 0; i < chosen_.size(); ++i) coefficients_.push_back(dot(basis(i), &a_[r * columns_]) / length_[r]);
    coefficients_.push_back(dot(q, &a_[r * columns_]) / length_[r]);
    chosen_.push_back(r);
    left_[r] = T(0);
    for (std::size_t other = 0; other < rows_; ++other) {
      if (!(left_[other] > T(0))) continue;
      T* p = &part_[other * columns_];
      const T share = dot(q, p);
      for (std::size_t c = 0; c < columns_; ++c) p[c] = p[c] - share * q[c];
      left_[other] = norm(p, columns_);
    }
  }

  std::size_t rows_, columns_;
  std::vector<T> a_, length_;
  std::vector<T> part_, left_;
  std::vector<std::size_t> chosen_;
  std::vector<T> coefficients_;  // of the chosen rows in the basis: a lower triangle
  std::vector<T> weights_;
};

}  // namespace saltus
