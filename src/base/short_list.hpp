#pragma once
// Lists of a few small numbers: up to three lie in the list itself, so that a million of them take little room.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace saltus {

class ShortList {
 public:
  using value_type = std::uint32_t;

  ShortList() = default;
  ShortList(std::initializer_list<value_type> items) { assign({items.begin(), items.size()}); }
  ShortList(const std::vector<value_type>& items) { assign(items); }  // a list is a short list
  ShortList(const ShortList& other) { assign(other); }
  ShortList(ShortList&& other) noexcept { swap(other); }
  ShortList& operator=(ShortList other) noexcept {
    swap(other);
    return *this;
  }
  ~ShortList() {
    if (!is_inside()) delete[] elsewhere();
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const value_type* begin() const { return is_inside() ? items_ : elsewhere(); }
  [[nodiscard]] const value_type* end() const { return begin() + size_; }
  [[nodiscard]] value_type operator[](std::size_t i) const { return begin()[i]; }
  operator std::span<const value_type>() const { return {begin(), size_}; }
  [[nodiscard]] value_type* begin() { return is_inside() ? items_ : elsewhere(); }
  [[nodiscard]] value_type* end() { return begin() + size_; }

  void push_back(value_type x) {
    std::vector<value_type> longer(begin(), end());
    longer.push_back(x);
    *this = ShortList(longer);
  }

 private:
  static constexpr std::uint32_t room = 3;
  [[nodiscard]] bool is_inside() const { return size_ <= room; }
  void assign(std::span<const value_type> items) {
    size_ = static_cast<std::uint32_t>(items.size());
    if (!is_inside()) {
      value_type* const place = new value_type[items.size()];
      std::memcpy(items_, &place, sizeof place);
    }
    std::copy(items.begin(), items.end(), begin());
  }
  [[nodiscard]] value_type* elsewhere() const {
    value_type* place;
    std::memcpy(&place, items_, sizeof place);
    return place;
  }
  void swap(ShortList& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(items_, other.items_);
  }

  std::uint32_t size_ = 0;
  value_type items_[room] = {};  // more than fit in: the address of the array they are in
};

}  // namespace saltus
