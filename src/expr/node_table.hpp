#pragma once
// Values of nodes by their ids, for tables that know much of a pool: an access is two reads, whatever the size. Pages of ids of which none
// has a value take no room. For walks over a few nodes see node_map.hpp.

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "expr/expr.hpp"

namespace saltus {

template <class V>
class NodeTable {
 public:
  /// Null if there is no value. Pointers stay valid until the value is erased.
  [[nodiscard]] V* find(Expr e) { return find(e->id()); }
  [[nodiscard]] const V* find(Expr e) const { return const_cast<NodeTable*>(this)->find(e->id()); }
  [[nodiscard]] bool contains(Expr e) const { return find(e) != nullptr; }
  /// Of a node that has a value.
  [[nodiscard]] const V& at(Expr e) const { return *find(e); }

  /// Made if it is not there.
  V& operator[](Expr e) {
    const std::size_t page = e->id() / page_size, place = e->id() % page_size;
    if (page >= pages_.size()) pages_.resize(page + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<Page>();
    Page& p = *pages_[page];
    if (!p.has(place)) {
      p.present[place / 64] |= std::uint64_t{1} << place % 64;
      p.values[place] = V();
    }
    return p.values[place];
  }
  void erase(Expr e) {
    const std::size_t page = e->id() / page_size, place = e->id() % page_size;
    if (page < pages_.size() && pages_[page]) pages_[page]->present[place / 64] &= ~(std::uint64_t{1} << place % 64);
  }
  void clear() { pages_.clear(); }

 private:
  static constexpr std::size_t page_size = 256;
  struct Page {
    std::array<std::uint64_t, page_size / 64> present{};
    std::array<V, page_size> values{};
    [[nodiscard]] bool has(std::size_t place) const { return (present[place / 64] >> place % 64 & 1) != 0; }
  };

  [[nodiscard]] V* find(std::uint32_t id) {
    const std::size_t page = id / page_size, place = id % page_size;
    if (page >= pages_.size() || !pages_[page] || !pages_[page]->has(place)) return nullptr;
    return &pages_[page]->values[place];
  }

  std::vector<std::unique_ptr<Page>> pages_;
};

/// The same for nodes that are few among their neighbours, and values that are large.
template <class V>
class NodeRecords {
 public:
  [[nodiscard]] V* find(Expr e) {
    const std::uint32_t* place = places_.find(e);
    return place ? &values_[*place] : nullptr;
  }
  [[nodiscard]] const V* find(Expr e) const { return const_cast<NodeRecords*>(this)->find(e); }
  [[nodiscard]] bool contains(Expr e) const { return places_.contains(e); }
  [[nodiscard]] V& at(Expr e) { return *find(e); }
  [[nodiscard]] const V& at(Expr e) const { return *find(e); }
  V& operator[](Expr e) {
    if (V* known = find(e)) return *known;
    places_[e] = static_cast<std::uint32_t>(values_.size());
    return values_.emplace_back();
  }

 private:
  NodeTable<std::uint32_t> places_;
  std::deque<V> values_;  // references stay valid
};

/// Nodes of which something is true.
class NodeSet {
 public:
  [[nodiscard]] bool contains(Expr e) const {
    const std::size_t word = e->id() / 64;
    return word < words_.size() && (words_[word] >> e->id() % 64 & 1) != 0;
  }
  /// False if it is there already.
  bool insert(Expr e) {
    const std::size_t word = e->id() / 64;
    if (word >= words_.size()) words_.resize(word + word / 2 + 1);
    const std::uint64_t bit = std::uint64_t{1} << e->id() % 64;
    if ((words_[word] & bit) != 0) return false;
    words_[word] |= bit;
    return true;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace saltus
