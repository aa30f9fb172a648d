#pragma once
// The first event of a stretch: every guard is searched, and all that cross at the same instant belong to it.

#include <algorithm>
#include <vector>

#include "sim/event_iteration.hpp"
#include "sim/event_time.hpp"
#include "sim/near_misses.hpp"
#include "sim/simulate.hpp"
#include "solve/root_isolator.hpp"
#include "solve/sign_scan.hpp"
#include "solve/stepper.hpp"

namespace saltus {

template <class T>
struct Crossing {
  struct Guard {
    std::size_t guard = 0;
    Root<T> root;
  };
  std::vector<Guard> guards;  ///< empty: nothing crosses on the stretch
  T at{};                     ///< local time of the instant; without guards the end of the stretch
  T uncertainty{};
  // Of numbers with derivatives
  struct TouchedKink {
    std::size_t guard = 0;
    T at{};
  };
  std::vector<TouchedKink> touches;  ///< kinks that touch zero on the stretch, maybe after `at`
  Unsmooth unsmooth = Unsmooth::no;  ///< `at` has none
  double noise = 0;                  ///< what rounding may make of that of `at`
};

template <class T>
class CrossingSearch {
 public:
  CrossingSearch(const CompiledModel& compiled, Flow<T>& flow, GuardSigns<T>& signs, EventIteration<T>& events,
                 NearMisses<T>& misses, Locate locate, int max_degree)
      : c_(compiled),
        flow_(flow),
        signs_(signs),
        events_(events),
        misses_(misses),
        locate_(locate),
        isolator_(max_degree),
        relative_(T(4) * unit_roundoff<T>()) {}

  /// As newly made.
  void renew(Locate locate) {
    steps_ = 0;
    locate_ = locate;
    std::ranges::fill(watched_, Watched{});
    halvings_ = 0;
    may_miss_ = false;
  }

  /// Searches [0, stretch.length]; shortens the stretch where truncation could hide or invent a root.
  const Crossing<T>& search(Proposal<T>& stretch) {
    found_.guards.clear();
    found_.touches.clear();
    if (!stretch.by_series) ++steps_;
    start(stretch);
    if (found_.guards.empty()) {
      for (int halvings = 0; !scan(stretch) && halvings < 60; ++halvings) {
        stretch.length = stretch.length * T(0.5);
        ++halvings_;
      }
    }
    found_.at = stretch.length;
    found_.uncertainty = T(0);
    if (!found_.guards.empty()) keep_simultaneous();
    if constexpr (has_derivative<T>) differentiate_time();
    if (locate_ == Locate::exact && may_miss_) note_near_misses();
    return found_;
  }

  /// On the grid only what a guard is at the end of the step counts, against what it was seen as before.
  const Crossing<T>& at_end(const Proposal<T>& stretch, const std::vector<std::uint8_t>& above) {
    found_.guards.clear();
    found_.at = stretch.length;
    found_.uncertainty = T(0);
    for (std::size_t g = 0; g < flow_.guard_count(); ++g) {
      signs_.begin_stretch(g, {1, 0}, false);
      if ((above[g] != 0) != events_.bit(g)) found_.guards.push_back({g, {found_.at, T(0), above[g] != 0 ? 1 : -1, 1}});
    }
    return found_;
  }

  [[nodiscard]] std::uint64_t halvings() const { return halvings_; }

 private:
  // On which side is each guard now? One that is not where its bit says crosses at once.
  [[gnu::always_inline]] void start(const Proposal<T>& stretch) {
    const auto count = static_cast<std::size_t>(stretch.guard_degree) + 1;
    const std::size_t guards = flow_.guard_count();
    if (watched_.size() != guards) watched_.resize(guards);  // motions over islands need none
    for (std::size_t g = 0; g < guards; ++g) {
      const T rounding = signs_.rounding(g);
      const LeadingSign sign = signs_.sign(g, rounding);
      watched_[g].sign = sign.sign;
      const bool above = sign.sign > 0, at_once = above != events_.bit(g);
      signs_.begin_stretch(g, sign, at_once);
      if (at_once) found_.guards.push_back({g, {T(0), T(0), above ? 1 : -1, 1}});
      GuardSeries<T>& s = watched_[g].series;
      s.q = std::span<const T>(flow_.guard(g), count);
      s.zeros = sign.index;
      // Not signs_.bound(g): how far the state may be off the true solution moves a root, but cannot hide one of this state's motion.
      s.noise = rounding;
      s.relative = relative_;
      if (sign.index > 0 && sign.sign != 0 && flow_.is_on_surface(g)) leave_surface(g, s);
    }
  }

  // Exactly there, so that only the rounding of the motion away from it counts, be it ever so slow.
  [[gnu::noinline]] void leave_surface(std::size_t g, GuardSeries<T>& s) const {
    const T first = abs(s.q[static_cast<std::size_t>(s.zeros)]);
    s.noise = T(0);
    s.relative = s.relative * (T(1) + flow_.rounded_size(g, s.zeros) / first);
  }

  // false: unsure, a shorter stretch decides.
  [[gnu::always_inline]] bool scan(const Proposal<T>& stretch) {
    found_.guards.clear();
    may_miss_ = false;
    T until = stretch.length;
    KnownPower<T> power(until, stretch.guard_degree - 1);
    for (std::size_t g = 0, count = watched_.size(); g < count; ++g) {
      if (watched_[g].sign == 0) continue;
      GuardSeries<T>& s = watched_[g].series;
      s.length = until;
      if (locate_ == Locate::exact) s.tail = truncation_bound(s.q, s.length, power);
      const auto look = locate_ == Locate::exact ? isolator_.look_at(s) : typename RootIsolator<T>::FirstLook();
      if (look.stays_away) {
        note_least(g, look.least);
        continue;
      }
      Search<T> result = look_closer(g, look, stretch);
      if (result.outcome == Outcome::unsure) {
        may_miss_ = true;
        return false;
      }
      if (result.outcome == Outcome::none) continue;
      if (!stretch.by_series) result.root.uncertainty += gathered(g, s, result.root.at);
      found_.guards.push_back({g, result.root});
      // Later guards need not be searched far beyond the first root; a little beyond, to see what is simultaneous.
      const T end = result.root.at + T(4) * result.root.uncertainty;
      if (end < until && end > T(0)) {
        until = end;
        power.move_to(until);
      }
    }
    return true;
  }

  [[gnu::noinline]] Search<T> look_closer(std::size_t g, const typename RootIsolator<T>::FirstLook& look, const Proposal<T>& stretch) {
    GuardSeries<T>& s = watched_[g].series;
    if (locate_ != Locate::exact) {
      s.length = stretch.length;
      return sign_scan(s);
    }
    touches_.clear();
    const Search<T> result = isolator_.closer_search(s, look, &touches_);
    if (result.turns_back)
      note_least(g, result.least);
    else
      watched_[g].misses_nothing = true;
    for (const Touch<T>& t : touches_) misses_.add(c_.guards[g], flow_.guard_scale(g), t);
    if constexpr (has_derivative<T>)
      for (const Touch<T>& t : touches_)
        if (!c_.guards[g].jumps) found_.touches.push_back({g, t.at});
    return result;
  }

  // Guard g stays so far from zero, where it does not cross.
  [[gnu::always_inline]] void note_least(std::size_t g, const T& least) {
    watched_[g].misses_nothing = least > misses_.threshold(c_.guards[g], flow_.guard_scale(g));
    may_miss_ = may_miss_ || !watched_[g].misses_nothing;
  }

  // Every step of a method rounds the states anew: after 500 steps of 0.001 a state with slope 1 is 2e-14 beside the time it stands for.
  // What such steps tell apart only by that belongs to one instant. Where the slope is next to nothing, as of x^3, the bend limits it.
  T gathered(std::size_t g, const GuardSeries<T>& s, const T& at) const {
    const T slope = abs(derivative_value(s.q, at));
    if (c_.guards[g].time_only || !(slope > T(0))) return T(0);
    const T error = T(static_cast<double>(steps_)) * unit_roundoff<T>() * flow_.rounded_size(g);
    T width = error / slope;
    T value(0), first(0), second(0), third(0);  // coefficients about the root
    for (std::size_t i = s.q.size(); i-- > 0;) {
      third = third * at + second;
      second = second * at + first;
      first = first * at + value;
      value = value * at + s.q[i];
    }
    if (abs(second) * width * width > error) width = exp2_of<T>((log2_abs(error) - log2_abs(second)) / 2);
    if (abs(third) * width * width * width > error) width = exp2_of<T>((log2_abs(error) - log2_abs(third)) / 3);
    return width;
  }

  // Until the end of the stretch: the guard is monotone, or |h| bends towards zero all along, as the height of a ball in flight does.
  bool cannot_turn_back(std::size_t g) const {
    const GuardSeries<T>& s = watched_[g].series;
    if (s.zeros > 1 || s.q.size() < 3) return false;
    const auto q = without_zero_end(s.q);
    if (abs(s.q[1]) > found_.at * absolute_slope_sum(q, found_.at, 2) * T(1.001)) return true;
    return q.size() > 2 && bends_to_zero(q, found_.at, watched_[g].sign);
  }

  void keep_simultaneous() {
    T first = found_.guards.front().root.at, width = found_.guards.front().root.uncertainty;
    for (const auto& f : found_.guards)
      if (f.root.at < first) {
        first = f.root.at;
        width = f.root.uncertainty;
      }
    std::erase_if(found_.guards, [&](const auto& f) { return f.root.at - f.root.uncertainty > first + width; });
    found_.at = first;
    for (const auto& f : found_.guards) {
      if (f.root.at > found_.at) found_.at = f.root.at;
      if (f.root.uncertainty > found_.uncertainty) found_.uncertainty = f.root.uncertainty;
    }
  }

  // Of the guards that are no kinks. A kink leaves the motion smooth, so that any derivative of its time gives the same; where it does not,
  // that is seen behind it (sim/lost_derivative.hpp).
  void differentiate_time() {
    found_.unsmooth = Unsmooth::no;
    found_.noise = 0;
    bool known = false, known_by_kink = false;
    for (const auto& f : found_.guards) {
      const T at = differentiated(watched_[f.guard].series.q, f.root);
      const bool exists = at.d() == at.d(), kink = c_.guards[f.guard].kink;
      if (kink && (known || !exists)) continue;
      if (!exists) found_.unsmooth = Unsmooth::grazing;
      const double noise = derivative_noise(watched_[f.guard].series.q, f.root);
      found_.noise = known ? std::max(found_.noise, noise) : noise;
      if (known && !known_by_kink && exists && !agree(at.d(), found_.at.d(), found_.noise) && found_.unsmooth == Unsmooth::no)
        found_.unsmooth = Unsmooth::simultaneous;
      found_.at = {found_.at.v(), at.d()};
      known = true;
      known_by_kink = kink;
    }
    if (found_.unsmooth != Unsmooth::no) found_.at = {found_.at.v(), std::nan("")};
  }

  void note_near_misses() {
    for (std::size_t g = 0; g < watched_.size(); ++g) {
      if (watched_[g].sign == 0 || watched_[g].misses_nothing ||
          std::ranges::any_of(found_.guards, [g](const auto& f) { return f.guard == g; }))
        continue;
      const T threshold = misses_.threshold(c_.guards[g], flow_.guard_scale(g));
      if (!(threshold > T(0)) || !(found_.at > T(0)) || cannot_turn_back(g)) continue;
      GuardSeries<T>& s = watched_[g].series;
      s.length = found_.at;
      s.tail = T(0);
      if (const auto touch = isolator_.closest_approach(s, found_.at, threshold))
        misses_.add(c_.guards[g], flow_.guard_scale(g), *touch);
    }
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  GuardSigns<T>& signs_;
  EventIteration<T>& events_;
  NearMisses<T>& misses_;
  Locate locate_;
  RootIsolator<T> isolator_;
  struct Watched {
    GuardSeries<T> series;
    int sign = 0;                 // at the beginning of the stretch
    bool misses_nothing = false;  // by the last scan: the guard is monotone or stays far from zero
  };
  std::vector<Watched> watched_;  // by guard; empty before the first search
  bool may_miss_ = false;         // not all of them miss nothing
  std::vector<Touch<T>> touches_;
  T relative_;  // rounding of a guard's coefficients
  Crossing<T> found_;
  std::uint64_t halvings_ = 0;
  std::uint64_t steps_ = 0;  // that are no series
};

}  // namespace saltus
