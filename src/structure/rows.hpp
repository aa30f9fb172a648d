#pragma once
// A sparse matrix by rows: a list of short lists in two flat arrays.

#include <cstddef>
#include <span>
#include <vector>

namespace saltus {

template <class T>
class Rows {
 public:
  /// Appends to the row being built.
  void push(T item) { items_.push_back(item); }
  /// Closes the row being built; the next push begins another.
  void end_row() { begins_.push_back(items_.size()); }

  [[nodiscard]] std::size_t size() const { return begins_.size() - 1; }
  [[nodiscard]] std::size_t entries() const { return items_.size(); }
  [[nodiscard]] std::span<const T> operator[](std::size_t row) const {
    return {items_.data() + begins_[row], begins_[row + 1] - begins_[row]};
  }

 private:
  std::vector<T> items_;
  std::vector<std::size_t> begins_ = {0};
};

}  // namespace saltus
