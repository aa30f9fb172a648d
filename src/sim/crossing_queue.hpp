#pragma once
// The next crossing of every guard, the earliest first: a binary heap that knows where each guard is in it.

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
  [[nodiscard]] std::uint32_t first() const { return heap_.front(); }
  [[nodiscard]] const NextCrossing<T>& of(std::uint32_t guard) const { return next_[guard]; }

  /// Asks memory for what is known of the guard.
  void fetch(std::uint32_t guard) const {
    __builtin_prefetch(&next_[guard]);
    __builtin_prefetch(&place_[guard]);
  }

  /// In place of what was known of the guard.
  void put(std::uint32_t guard, const NextCrossing<T>& crossing) {
    next_[guard] = crossing;
    if (place_[guard] == absent) {
      place_[guard] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(guard);
    }
    sink(rise(place_[guard]));
  }
  void remove(std::uint32_t guard) {
    const std::uint32_t i = place_[guard];
    if (i == absent) return;
    place_[guard] = absent;
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (last == guard) return;
    set(i, last);
    sink(rise(i));
  }
  void clear() {
    for (const std::uint32_t g : heap_) place_[g] = absent;
    heap_.clear();
  }

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};

  // Both parts decide: offsets are below the rounding of the values. Guards that cross together come in their order.
  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
    const TimePoint<T>& x = next_[a].at;
    const TimePoint<T>& y = next_[b].at;
    if (x.value() < y.value()) return true;
    if (y.value() < x.value()) return false;
    if (x.offset() < y.offset()) return true;
    return !(y.offset() < x.offset()) && a < b;
  }
  void set(std::uint32_t i, std::uint32_t guard) {
    heap_[i] = guard;
    place_[guard] = i;
  }
  std::uint32_t rise(std::uint32_t i) {
    while (i > 0) {
      const std::uint32_t parent = (i - 1) / 2;
      if (!before(heap_[i], heap_[parent])) break;
      exchange(i, parent);
      i = parent;
    }
    return i;
  }
  void sink(std::uint32_t i) {
    const auto size = static_cast<std::uint32_t>(heap_.size());
    for (std::uint32_t child = 2 * i + 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], heap_[i])) return;
      exchange(i, child);
      i = child;
    }
  }
  void exchange(std::uint32_t i, std::uint32_t j) {
    const std::uint32_t a = heap_[i];
    set(i, heap_[j]);
    set(j, a);
  }

  std::vector<NextCrossing<T>> next_;  // by guard
  std::vector<std::uint32_t> place_;   // in the heap, by guard
  std::vector<std::uint32_t> heap_;
};

}  // namespace saltus
