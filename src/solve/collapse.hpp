#pragma once
// Recognition of event sequences that collapse without a pattern: infinitely many events below the resolution of time.
//
//   while the rounded time does not change from event to event:
//     B_k  duration of the k-th block of 32 events
//     collapse if B_k <= B_(k-1) / 2 for 8 blocks in a row
//
// Sequences that repeat in a pattern are recognised earlier, with their limit (zeno.hpp). Others have none: spheres whose hits
// accumulate may come in an order that never repeats. Their intervals still shrink exponentially. Sequences that look endless
// and are not shrink like a power of the number of events, before they grow again: below the resolution of time they have
// had so many events that 32 more do not halve anything.

#include "number/number.hpp"

namespace saltus {

template <class T>
class CollapseWatch {
 public:
  static constexpr int block = 32;
  static constexpr int blocks = 8;

  /// A state event at the rounded time `now`, `interval` after the one before. True: they accumulate, as far as time can be
  /// told, now.
  bool observe(const T& interval, const T& now) {
    if (!(now == now_)) {
      now_ = now;
      sum_ = before_ = T(0);
      count_ = halved_ = 0;
      return false;
    }
    sum_ = sum_ + interval;
    if (++count_ < block) return false;
    halved_ = sum_ > T(0) && T(2) * sum_ <= before_ ? halved_ + 1 : 0;
    before_ = sum_;
    sum_ = T(0);
    count_ = 0;
    return halved_ >= blocks;
  }

 private:
  T now_{}, sum_{}, before_{};  // before_: of the former block
  int count_ = 0;
  int halved_ = 0;
};

}  // namespace saltus
