#pragma once
// Guards that come close to zero and turn back: there the answer hangs by a thread. Not where it has only a kink there, as abs(x) has.

#include <algorithm>
#include <vector>

#include "compile/compiled_model.hpp"
#include "solve/root.hpp"

namespace saltus {

template <class T>
class NearMisses {
 public:
  struct Miss {
    const CompiledGuard* guard = nullptr;
    const T* largest = nullptr;  ///< |h| of the run so far
    T time{};
    T distance{};
  };

  /// As newly made.
  void renew() { misses_.clear(); }
  /// Local times of what is added belong to a stretch that begins here.
  void begin_stretch(const T& time) { begin_ = time; }
  /// Distances below this are of interest: a thousandth of the largest |h| so far, and closer than the ten closest.
  [[nodiscard]] T threshold(const CompiledGuard& guard, const T& largest) const {
    if (!guard.jumps) return T(0);
    T t = largest * T(1e-3);
    if (misses_.size() >= 4 * kept && misses_.back().distance < t) t = misses_.back().distance;
    return t;
  }
  /// `largest` stays valid, and follows the largest |h|, as long as this object is used. A touch is a double root within the errors,
  /// or a closest approach.
  void add(const CompiledGuard& guard, const T& largest, const Touch<T>& touch) {
    if (guard.jumps) insert({&guard, &largest, T(begin_ + touch.at), touch.distance});
  }

  /// The ten closest, those within a thousandth of the largest |h| of the whole run, in order of time.
  [[nodiscard]] std::vector<Miss> closest() const {
    std::vector<Miss> result;
    for (const Miss& m : misses_)
      if (m.distance <= *m.largest * T(1e-3) && result.size() < kept) result.push_back(m);
    std::ranges::sort(result, [](const Miss& a, const Miss& b) { return a.time < b.time; });
    return result;
  }

 private:
  static constexpr std::size_t kept = 10;

  void insert(const Miss& miss) {
    // sign(x) has two guards
    const auto same = [&](const Miss& m) { return m.guard->relation == miss.guard->relation && m.time == miss.time; };
    if (std::ranges::any_of(misses_, same)) return;
    const auto place = std::ranges::upper_bound(misses_, miss.distance, std::less<>{}, &Miss::distance);
    misses_.insert(place, miss);
    if (misses_.size() > 4 * kept) misses_.pop_back();
  }

  T begin_{};
  std::vector<Miss> misses_;  // by distance
};

}  // namespace saltus
