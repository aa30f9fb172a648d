#pragma once
// A flat hash map from nodes to values, for walks over part of a pool: its size is that of the walk, not that of the pool.

#include <cstdint>
#include <utility>
#include <vector>

#include "expr/expr.hpp"

namespace saltus {

template <class V>
class NodeMap {
 public:
  NodeMap() : cells_(16) {}
  /// Without room, until the first insert: nothing may be looked for before.
  struct NoRoom {};
  static constexpr NoRoom no_room{};
  explicit NodeMap(NoRoom) {}

  /// Null if there is no value. Pointers are valid until the next insert.
  [[nodiscard]] V* find(Expr e) {
    Cell& c = cells_[position(e)];
    return c.key ? &c.value : nullptr;
  }
  [[nodiscard]] const V* find(Expr e) const { return const_cast<NodeMap*>(this)->find(e); }
  [[nodiscard]] bool contains(Expr e) const { return find(e) != nullptr; }
  /// Of a node that has a value.
  [[nodiscard]] const V& at(Expr e) const { return *find(e); }

  /// False, and nothing changes, if there is a value already.
  bool insert(Expr e, V value) {
    if (cells_.empty()) cells_.resize(16);
    if (contains(e)) return false;
    if (2 * (count_ + 1) > cells_.size()) grow();
    cells_[position(e)] = {e, std::move(value)};
    ++count_;
    return true;
  }

  /// visit(node), in no order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Cell& c : cells_)
      if (c.key) visit(c.key);
  }

 private:
  struct Cell {
    Expr key;
    V value{};
  };

  [[nodiscard]] std::size_t position(Expr e) const {
    const std::size_t mask = cells_.size() - 1;
    std::size_t i = (e->id() * std::uint64_t{0x9e3779b97f4a7c15} >> 20) & mask;
    while (cells_[i].key && cells_[i].key != e) i = (i + 1) & mask;
    return i;
  }

  void grow() {
    std::vector<Cell> old(cells_.size() * 2);
    std::swap(old, cells_);
    for (Cell& c : old)
      if (c.key) cells_[position(c.key)] = std::move(c);
  }

  std::vector<Cell> cells_;
  std::size_t count_ = 0;
};

}  // namespace saltus
