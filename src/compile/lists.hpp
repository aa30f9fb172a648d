#pragma once
// Many short lists of small numbers in two pieces of memory.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace saltus {

class Lists {
 public:
  using Item = std::uint32_t;

  [[nodiscard]] std::size_t size() const { return first_.size() - 1; }
  [[nodiscard]] std::size_t items() const { return items_.size(); }
  [[nodiscard]] std::span<const Item> operator[](std::size_t i) const {
    return {items_.data() + first_[i], static_cast<std::size_t>(first_[i + 1] - first_[i])};
  }

  /// One list after the other: items are added to the last one, which end() closes.
  void add(Item x) { items_.push_back(x); }
  void end() { first_.push_back(static_cast<Item>(items_.size())); }

  /// `count` lists from pairs (list, item), which visit(f) passes to f, twice in the same order.
  template <class Visit>
  static Lists of_pairs(std::size_t count, Visit&& visit) {
    Lists all;
    all.first_.assign(count + 1, 0);
    visit([&](std::size_t list, Item) { ++all.first_[list + 1]; });
    for (std::size_t i = 0; i < count; ++i) all.first_[i + 1] += all.first_[i];
    all.items_.resize(all.first_[count]);
    std::vector<Item> next(all.first_.begin(), all.first_.end() - 1);
    visit([&](std::size_t list, Item item) { all.items_[next[list]++] = item; });
    return all;
  }

 private:
  std::vector<Item> first_ = {0};
  std::vector<Item> items_;
};

}  // namespace saltus
