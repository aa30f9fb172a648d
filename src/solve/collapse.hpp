#pragma once
// Recognition of event sequences that collapse without a pattern: infinitely many events below the resolution of time.
//
//   while the rounded time does not change from event to event:
//     B_k  duration of the k-th block of 32 (or, beside it, of 256) events
//     collapse if B_k <= B_(k-1) / 2 for 8 blocks in a row, or B_k <= B_0 / 2^128
//
// Sequences that repeat in a pattern are recognised earlier, with their limit (zeno.hpp). Others have none: spheres whose hits
// accumulate may come in an order that never repeats. Their intervals still shrink exponentially. Sequences that look endless
// and are not shrink like a power of the number of events, before they grow again: below the resolution of time they have
// had so many events that 256 more do not halve anything. The long blocks are for sequences that alternate between long regular
// parts, whose intervals shrink and grow within a part. Doubles have no room for eight long blocks of those: that they have
// shrunk by 2^128 in all says the same, as no power of their number does that before time goes on.

#include <array>

#include "number/number.hpp"

namespace saltus {

template <class T>
class CollapseWatch {
 public:
  static constexpr int halvings = 8;

  /// A state event at the rounded time `now`, `interval` after the one before. True: they accumulate, as far as time can be
  /// told, now.
  bool observe(const T& interval, const T& now) {
    if (!(now == now_)) {
      now_ = now;
      for (Blocks& b : scales_) b.clear();
      return false;
    }
    bool collapsed = false;
    for (Blocks& b : scales_) collapsed = b.add(interval) || collapsed;
    return collapsed;
  }

 private:
  struct Blocks {
    explicit Blocks(int events) : length(events) {}

    int length;
    int count = 0;
    int halved = 0;
    T sum{}, before{}, first{};  // of this block so far, of the former block, of the first one

    void clear() {
      count = halved = 0;
      sum = before = first = T(0);
    }

    bool add(const T& interval) {
      sum = sum + interval;
      if (++count < length) return false;
      halved = sum > T(0) && T(2) * sum <= before ? halved + 1 : 0;
      if (first == T(0)) first = sum;
      const bool vanished = sum > T(0) && sum <= first * T(0x1p-128);
      before = sum;
      sum = T(0);
      count = 0;
      return vanished || halved >= halvings;
    }
  };

  T now_{};
  std::array<Blocks, 2> scales_{Blocks{32}, Blocks{256}};
};

}  // namespace saltus
