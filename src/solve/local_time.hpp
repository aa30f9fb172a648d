#pragma once
// Time as an unevaluated sum base + offset with |offset| <= ulp(base)/2.
//
// Steps far below the rounding of t still add up, and differences of near points keep their relative precision.
// Source: D. E. Knuth, The Art of Computer Programming, vol. 2, section 4.2.2, theorem B (the exact error of a sum).

#include <compare>

#include "number/number.hpp"

namespace saltus {

template <class T>
class TimePoint {
 public:
  TimePoint() = default;
  explicit TimePoint(const T& t) : base_(t) {}
  TimePoint(const T& base, const T& offset) : base_(base), offset_(offset) {}

  /// The rounded value.
  [[nodiscard]] const T& value() const { return base_; }
  [[nodiscard]] const T& offset() const { return offset_; }

  [[gnu::always_inline]] void advance(const T& dt) {
    const Sum s = two_sum(base_, dt);
    const Sum r = two_sum(s.high, offset_ + s.low);
    base_ = r.high;
    offset_ = r.low;
  }

  [[nodiscard]] [[gnu::always_inline]] TimePoint after(const T& dt) const {
    TimePoint p = *this;
    p.advance(dt);
    return p;
  }

  /// a - b, correct to a few units of its own last place unless it is below the rounding of the offsets.
  friend T operator-(const TimePoint& a, const TimePoint& b) {
    const Sum s = two_sum(a.base_, -b.base_);
    return s.high + (s.low + (a.offset_ - b.offset_));
  }

  friend bool operator==(const TimePoint& a, const TimePoint& b) { return a - b == T(0); }
  friend bool operator<(const TimePoint& a, const TimePoint& b) { return a - b < T(0); }
  friend bool operator>(const TimePoint& a, const TimePoint& b) { return b < a; }
  friend bool operator<=(const TimePoint& a, const TimePoint& b) { return !(b < a); }
  friend bool operator>=(const TimePoint& a, const TimePoint& b) { return !(a < b); }

 private:
  struct Sum {
    T high;
    T low;
  };

  [[gnu::always_inline]] static Sum two_sum(const T& a, const T& b) {
    const T high = a + b;
    const T b_part = high - a;
    const T a_part = high - b_part;
    return {high, (a - a_part) + (b - b_part)};
  }

  T base_ = T(0);
  T offset_ = T(0);
};

}  // namespace saltus
