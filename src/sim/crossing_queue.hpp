#pragma once
// The next crossing of every guard, the earliest first: a heap with four children to a node that knows where each guard is in it. Times stand in the
// heap itself, and the children of a node in one line of a cache, so that a way through it looks at few places in memory.

#include <algorithm>
#include <array>
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
  explicit CrossingQueue(std::size_t guards) : known_(guards) {}

  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// The guard that crosses first. Precondition: not empty.
  [[nodiscard]] std::uint32_t first() const { return entry(0).guard; }
  /// Precondition: something was put for it.
  [[nodiscard]] NextCrossing<T> of(std::uint32_t guard) const {
    const Known& k = known_[guard];
    return {k.at, k.uncertainty, k.direction};
  }

  /// Asks memory for what is known of the guard.
  void fetch(std::uint32_t guard) const { __builtin_prefetch(&known_[guard]); }
  /// Guards of which one is second.
  template <class Visit>
  void for_each_second(Visit&& visit) const {
    for (std::uint32_t i = 1; i < std::min(size_, width + 1); ++i) visit(entry(i).guard);
  }

  /// In place of what was known of the guard.
  void put(std::uint32_t guard, const NextCrossing<T>& crossing) {
    Known& k = known_[guard];
    k.at = crossing.at;
    k.uncertainty = crossing.uncertainty;
    k.direction = crossing.direction;
    std::uint32_t i = k.place;
    if (i == absent) {
      i = size_++;
      if (line_of(i) == lines_.size()) lines_.emplace_back();
    }
    settle(i, {crossing.at.value(), guard});
  }
  void remove(std::uint32_t guard) {
    const std::uint32_t i = known_[guard].place;
    if (i == absent) return;
    known_[guard].place = absent;
    Entry last = std::move(entry(--size_));
    if (last.guard != guard) settle(i, std::move(last));
  }
  void clear() {
    for (std::uint32_t i = 0; i < size_; ++i) known_[entry(i).guard].place = absent;
    size_ = 0;
  }

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0}, width = 4;

  struct Known {
    TimePoint<T> at;
    T uncertainty{};
    int direction = 0;
    std::uint32_t place = absent;  // in the heap
  };
  struct Entry {
    T at{};  // rounded
    std::uint32_t guard = 0;
  };
  struct alignas(64) Line {
    std::array<Entry, width> entries;
  };

  // The first has a line to itself.
  [[nodiscard]] static std::uint32_t line_of(std::uint32_t i) { return (i + width - 1) / width; }
  [[nodiscard]] Entry& entry(std::uint32_t i) { return lines_[line_of(i)].entries[(i + width - 1) % width]; }
  [[nodiscard]] const Entry& entry(std::uint32_t i) const { return lines_[line_of(i)].entries[(i + width - 1) % width]; }

  // Both parts of a time decide: offsets are below the rounding of the values. Guards that cross together come in their order.
  [[nodiscard]] bool before(const Entry& a, const Entry& b) const {
    if (a.at < b.at) return true;
    if (b.at < a.at) return false;
    const T &x = known_[a.guard].at.offset(), &y = known_[b.guard].at.offset();
    if (x < y) return true;
    return !(y < x) && a.guard < b.guard;
  }
  void set(std::uint32_t i, Entry to) {
    known_[to.guard].place = i;
    entry(i) = std::move(to);
  }
  // Place i is free: the entry goes there, or up or down from there.
  void settle(std::uint32_t i, Entry moved) {
    const std::uint32_t from = i;
    for (std::uint32_t parent; i > 0; i = parent) {
      parent = (i - 1) / width;
      if (!before(moved, entry(parent))) break;
      set(i, std::move(entry(parent)));
    }
    if (i == from) i = sunk(i, moved);
    set(i, std::move(moved));
  }
  std::uint32_t sunk(std::uint32_t i, const Entry& moved) {
    for (std::uint32_t child; (child = width * i + 1) < size_; i = child) {
      const std::uint32_t end = std::min(child + width, size_);
      for (std::uint32_t other = child + 1; other < end; ++other)
        if (before(entry(other), entry(child))) child = other;
      if (!before(entry(child), moved)) break;
      set(i, std::move(entry(child)));
    }
    return i;
  }

  std::vector<Known> known_;  // by guard
  std::vector<Line> lines_;
  std::uint32_t size_ = 0;
};

}  // namespace saltus
