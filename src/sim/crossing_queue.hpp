#pragma once
// The next crossing of every guard, the earliest first: a heap with four children to a node that knows where each guard is in it. Times stand in the
// heap itself, so that a way through it looks at few places in memory.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "solve/local_time.hpp"

namespace saltus {

template <class T>
struct NextCrossing {
  TimePoint<T> at;
  T uncertainty{};
  int direction = 0;
};

template <class T>
class CrossingQueue {
 public:
  explicit CrossingQueue(std::size_t guards) : next_(guards), place_(guards, absent) {}

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  /// The guard that crosses first. Precondition: not empty.
  [[nodiscard]] std::uint32_t first() const { return heap_.front().guard; }
  [[nodiscard]] const NextCrossing<T>& of(std::uint32_t guard) const { return next_[guard]; }

  /// Asks memory for what is known of the guard.
  void fetch(std::uint32_t guard) const {
    __builtin_prefetch(&next_[guard]);
    __builtin_prefetch(&place_[guard]);
  }
  /// Guards of which one is second.
  template <class Visit>
  void for_each_second(Visit&& visit) const {
    for (std::size_t i = 1; i < std::min<std::size_t>(heap_.size(), width + 1); ++i) visit(heap_[i].guard);
  }

  /// In place of what was known of the guard.
  void put(std::uint32_t guard, const NextCrossing<T>& crossing) {
    next_[guard] = crossing;
    std::uint32_t i = place_[guard];
    if (i == absent) {
      i = static_cast<std::uint32_t>(heap_.size());
      heap_.emplace_back();
    }
    settle(i, {crossing.at, guard});
  }
  void remove(std::uint32_t guard) {
    const std::uint32_t i = place_[guard];
    if (i == absent) return;
    place_[guard] = absent;
    Entry last = std::move(heap_.back());
    heap_.pop_back();
    if (last.guard != guard) settle(i, std::move(last));
  }
  void clear() {
    for (const Entry& e : heap_) place_[e.guard] = absent;
    heap_.clear();
  }

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0}, width = 4;

  struct Entry {
    TimePoint<T> at;
    std::uint32_t guard = 0;
  };

  // Both parts decide: offsets are below the rounding of the values. Guards that cross together come in their order.
  [[nodiscard]] static bool before(const Entry& a, const Entry& b) {
    if (a.at.value() < b.at.value()) return true;
    if (b.at.value() < a.at.value()) return false;
    if (a.at.offset() < b.at.offset()) return true;
    return !(b.at.offset() < a.at.offset()) && a.guard < b.guard;
  }
  void set(std::uint32_t i, Entry entry) {
    place_[entry.guard] = i;
    heap_[i] = std::move(entry);
  }
  // Place i is free: the entry goes there, or up or down from there.
  void settle(std::uint32_t i, Entry entry) {
    const std::uint32_t from = i;
    for (std::uint32_t parent; i > 0; i = parent) {
      parent = (i - 1) / width;
      if (!before(entry, heap_[parent])) break;
      set(i, std::move(heap_[parent]));
    }
    if (i == from) i = sunk(i, entry);
    set(i, std::move(entry));
  }
  std::uint32_t sunk(std::uint32_t i, const Entry& entry) {
    const auto size = static_cast<std::uint32_t>(heap_.size());
    for (std::uint32_t child; (child = width * i + 1) < size; i = child) {
      const std::uint32_t end = std::min(child + width, size);
      for (std::uint32_t other = child + 1; other < end; ++other)
        if (before(heap_[other], heap_[child])) child = other;
      if (!before(heap_[child], entry)) break;
      set(i, std::move(heap_[child]));
    }
    return i;
  }

  std::vector<NextCrossing<T>> next_;  // by guard
  std::vector<std::uint32_t> place_;   // in the heap, by guard
  std::vector<Entry> heap_;
};

}  // namespace saltus
