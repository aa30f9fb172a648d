#pragma once
// The guards of islands: on which side each is, and when it crosses next.
//
// The rules are those of sim/guard_signs.hpp and sim/crossing_search.hpp, for one guard at a time: a guard is looked at when something that
// it reads has changed, and the series found then holds until that happens again.

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "sim/crossing_queue.hpp"
#include "sim/island_motion.hpp"
#include "sim/motion.hpp"
#include "solve/closed_forms.hpp"
#include "solve/restart.hpp"
#include "solve/root_isolator.hpp"

namespace saltus {

template <class T>
class IslandGuards {
 public:
  IslandGuards(const IslandPlan& plan, Motion<T>& motion, IslandMotion<T>& islands, NearMisses<T>& misses)
      : plan_(plan),
        c_(motion.compiled),
        m_(motion),
        islands_(islands),
        misses_(misses),
        count_(static_cast<std::size_t>(plan.guard_degree) + 1),
        u4_(T(4) * unit_roundoff<T>()),
        u8_(T(8) * unit_roundoff<T>()),
        isolator_(plan.order()),
        refiner_(plan.order()),
        series_(c_.guards.size() * count_, T(0)),
        guards_(c_.guards.size()),
        queue(c_.guards.size()) {
    if (plan.guard_degree > 1) approach_.resize(c_.guards.size());
    for (std::uint32_t g = 0; g < guards_.size(); ++g) guards_[g].code = islands.guard_code(g);
  }

  /// All islands are at `now`.
  void enter(const TimePoint<T>& now, const T& stop) {
    stop_ = stop;
    begin_instant(now, T(0));
    queue.clear();
    for (Approach& a : approach_) a.expected = false;
    for (std::uint32_t g = 0; g < guards_.size(); ++g) {
      guards_[g].kept = {};
      guards_[g].kept.instant = number_;
      guards_[g].largest = m_.flow.guard_scale(g);
      if (plan_.islands[g].empty()) continue;  // stands still until an event changes what it reads
      evaluate(g);
      const T known = m_.signs.bound(g) - rounding(g);  // of an instant just before
      if (known > T(0)) guards_[g].kept.noise = known;
      search(g);
    }
  }

  void begin_instant(const TimePoint<T>& now, const T& uncertainty) {
    ++number_;
    last_ = {now_, delta_};
    taken_.clear();
    now_ = now;
    delta_ = uncertainty;
  }
  /// No guard takes part in it.
  void let_go() {
    for (const auto& [g, was] : taken_) guards_[g].kept = was;
    taken_.clear();
  }
  /// The instant is as if it had not begun.
  void take_back() {
    let_go();
    now_ = last_.at;
    delta_ = last_.uncertainty;
    --number_;
  }

  /// Asks memory for what is known of guard g.
  void fetch(std::uint32_t g) const {
    __builtin_prefetch(&guards_[g]);
    __builtin_prefetch(&series_[g * count_]);
    queue.fetch(g);
  }

  /// How long guard g has followed its present series.
  [[nodiscard]] T since(std::size_t g) const { return now_ - guards_[g].begin; }
  /// Its value is computed. Its islands are at one time.
  [[gnu::always_inline]] void evaluate(std::size_t g) { islands_.code.run(guards_[g].code); }
  [[nodiscard]] const T& value(std::size_t g) const { return series_now(g)[0]; }
  [[nodiscard]] bool takes_part(std::size_t g) const { return guards_[g].kept.instant == number_; }
  /// From here on guard g takes part in the present instant: how far its value may be off there.
  void take_part(std::size_t g) {
    Kept& k = guards_[g].kept;
    taken_.push_back({static_cast<std::uint32_t>(g), k});
    k.instant = number_;
    const T s = since(g);
    const std::span<const T> q(series_.data() + g * count_, count_);
    const std::span<const T> terms = without_zero_end(q);
    k.noise = terms.size() > 1 ? T(u8_ * s * absolute_sum(terms.subspan(1), s)) : T(0);
    if (delta_ > T(0)) k.noise += delta_ * absolute_slope_sum(terms, s);
    if (k.start.index > 0) k.noise += absolute_sum(q.first(std::min(static_cast<std::size_t>(k.start.index), count_)), s);
  }
  /// It was found to cross here: what is left of it is noise.
  void note_crossing(std::size_t g) {
    evaluate(g);
    const T left = T(2) * abs(value(g));
    if (left > guards_[g].kept.noise) guards_[g].kept.noise = left;
  }

  /// Its value is known.
  [[nodiscard]] bool is_too_coarse(std::size_t g, const T& state) const {
    return saltus::is_too_coarse(rounded_size(g), guards_[g].largest, state);
  }

  [[nodiscard]] T bound(std::size_t g) const { return guards_[g].kept.noise + guards_[g].kept.drift + rounding(g); }
  [[nodiscard]] bool is_tied(std::size_t g) const { return !(abs(value(g)) > bound(g)); }

  /// Of the motion as it would go on now. The value of the guard is known.
  LeadingSign sign(std::size_t g) {
    const T& h = value(g);
    const T own = bound(g);
    if (abs(h) > own) return {sign_of(h), 0};
    extend(g);
    return sign_of_series(g, own);
  }
  /// As GuardSigns::is_against_speed.
  [[nodiscard]] bool is_against_speed(std::size_t g, const LeadingSign& sign) const {
    return sign.index >= 2 && sign.sign != 0 && sign_of(series_now(g)[1]) == -sign.sign;
  }
  /// As GuardSigns::falls_back.
  [[nodiscard]] bool falls_back(std::size_t g, const LeadingSign& sign) const { return is_top_of_hop(guards_[g].kept.start, sign); }
  /// The sign of guard g is remembered for a search in this instant from the same value.
  void note_sign(std::size_t g, const LeadingSign& sign) { guards_[g].kept.start = sign; }

  /// Something that guard g reads has changed in the present instant: when does it cross next?
  void search(std::uint32_t g) {
    evaluate(g);
    extend(g);
    const T own = bound(g);
    const T& h = value(g);
    guards_[g].kept.start = abs(h) > own ? LeadingSign{sign_of(h), 0} : sign_of_series(g, own);
    search_series(g);
  }
  /// The same where note_sign() was called and nothing has changed since.
  void search_from_sign(std::uint32_t g) {
    extend(g);
    search_series(g);
  }
  /// The run leaves this loop at `now`, the last instant or later: approaches before it have happened. At the instant the usual loop decides as
  /// this one would: a hop may be so small that only what is known of its start tells it from rounding.
  void leave(const TimePoint<T>& now) {
    for (std::size_t g = 0; g < guards_.size(); ++g) {
      m_.flow.note_guard_size(g, guards_[g].largest);
      m_.signs.adopt_start(g, guards_[g].kept.start);
    }
    if (now_ < now) {
      m_.signs.forget();
    } else {
      m_.signs.adopt_instant(delta_);
      for (std::size_t g = 0; g < guards_.size(); ++g)
        if (takes_part(g)) m_.signs.adopt(g, guards_[g].kept.noise, guards_[g].kept.drift, value(g));
    }
    now_ = now;
    for (std::uint32_t g = 0; g < approach_.size(); ++g) settle_approach(g);
  }

 private:
  struct Kept {
    T noise{};                  // of the value at the present instant
    T drift{};                  // of a guard that is identically zero
    std::uint64_t instant = 0;  // in which it takes part
    LeadingSign start;          // of its series: coefficients before its index are taken as zero
  };
  // All that an instant looks at, in one line of a cache.
  struct alignas(64) Guard {
    Kept kept;
    TimePoint<T> begin;  // of its series
    T largest{};         // value that it had
    typename IslandCode<T>::Part code;
  };
  struct Approach {  // of a guard to its surface, without a crossing
    bool expected = false;
    Touch<T> touch;
  };

  [[nodiscard]] T rounding(std::size_t g) const { return u4_ * rounded_size(g); }

  // The rest of its series; its value is known.
  [[gnu::always_inline]] void extend(std::size_t g) { islands_.code.run_rest(guards_[g].code); }
  // As the jets have it.
  [[nodiscard]] const T* series_now(std::size_t g) const { return islands_.code.head(guards_[g].code); }

  // The series is known, and on which side the guard is.
  void search_series(std::uint32_t g) {
    if (!approach_.empty()) settle_approach(g);
    const T* q = series_now(g);
    T* kept_series = series_.data() + g * count_;
    bool stands_still = true;
    kept_series[0] = q[0];
    for (std::size_t k = 1; k < count_; ++k) {
      kept_series[k] = q[k];
      stands_still = stands_still && q[k] == T(0);
    }
    guards_[g].begin = now_;
    if (const T size = abs(q[0]); size > guards_[g].largest) guards_[g].largest = size;
    Kept& k = guards_[g].kept;
    k.drift = k.start.sign == 0 ? T(k.drift + rounding(g)) : T(0);
    if ((k.start.sign > 0) != m_.events.bit(g)) return queue.put(g, {now_, T(0), k.start.sign > 0 ? 1 : -1});
    if (k.start.sign == 0 || stands_still) return queue.remove(g);
    search_moving(g, k.start);
  }
  [[gnu::noinline]] void search_moving(std::uint32_t g, const LeadingSign& start) {
    const T length = TimePoint<T>(stop_) - now_;
    if (!(length > T(0))) return queue.remove(g);
    const GuardSeries<T> s = series_of(g, start, length);
    if (const DeflatedGuard<T> p(s); p.g.size() == 2 && p.zeros < 2) return search_line(g, p);
    touches_.clear();
    const Search<T> found = isolator_.first_crossing(s, approach_.empty() ? nullptr : &touches_);
    const bool crosses = found.outcome == Outcome::crossing;
    if (!approach_.empty() && found.turns_back) expect_approach(g, s, crosses ? found.root.at : length);
    if (!crosses) return queue.remove(g);
    queue.put(g, {now_.after(found.root.at), found.root.uncertainty, found.root.direction});
  }

  // Whose coefficients are known, if its value is no larger than `own`.
  LeadingSign sign_of_series(std::size_t g, const T& own) {
    const auto rounding_of = [&](std::size_t k) {
      return k == 0 ? own : T(u8_ * T(static_cast<int>(k + 1)) * rounded_size(g, k));
    };
    return leading_sign(std::span<const T>(series_now(g), count_), rounding_of, delta_);
  }
  // As Flow::rounded_size; time does not enter guards of islands.
  [[nodiscard]] T rounded_size(std::size_t g, std::size_t k = 0) const { return islands_.code.size(guards_[g].code, k); }

  // A line, or a parabola from its surface: neither turns back before it crosses. The same as the isolator finds.
  void search_line(std::uint32_t g, const DeflatedGuard<T>& p) {
    RootSink<T> sink;
    if (linear_crossing(p, refiner_, sink) != Outcome::crossing) return queue.remove(g);
    queue.put(g, {now_.after(sink.first.at), sink.first.uncertainty, sink.first.direction});
  }

  GuardSeries<T> series_of(std::uint32_t g, const LeadingSign& start, const T& length) const {
    GuardSeries<T> s{std::span<const T>(series_.data() + g * count_, count_), length};
    s.zeros = start.index;
    s.noise = rounding(g);
    s.relative = u4_;
    if (start.index > 0 && c_.guards[g].state != no_slot && value(g) == T(0)) {  // as Flow::is_on_surface
      const T first = abs(s.q[static_cast<std::size_t>(s.zeros)]);
      s.noise = T(0);
      s.relative = s.relative * (T(1) + rounded_size(g, static_cast<std::size_t>(s.zeros)) / first);
    }
    return s;
  }

  void expect_approach(std::uint32_t g, const GuardSeries<T>& s, const T& until) {
    const T threshold = misses_.threshold(c_.guards[g], guards_[g].largest);
    if (!(threshold > T(0))) return;
    if (!touches_.empty()) {
      approach_[g] = {true, touches_.front()};
    } else if (const auto touch = isolator_.closest_approach(s, until, threshold)) {
      approach_[g] = {true, *touch};
    }
  }
  // What was expected of guard g has happened unless something else came before.
  void settle_approach(std::uint32_t g) {
    if (!approach_[g].expected) return;
    approach_[g].expected = false;
    if (approach_[g].touch.at > since(g)) return;
    misses_.begin_stretch(guards_[g].begin.value());
    misses_.add(c_.guards[g], guards_[g].largest, approach_[g].touch);
  }

  const IslandPlan& plan_;
  const CompiledModel& c_;
  Motion<T>& m_;
  IslandMotion<T>& islands_;
  NearMisses<T>& misses_;
  std::size_t count_;  // coefficients of a guard
  T u4_, u8_;          // four and eight times the unit roundoff
  RootIsolator<T> isolator_;
  RootRefiner<T> refiner_;
  std::uint64_t number_ = 0;  // of the instant
  TimePoint<T> now_;
  T delta_{}, stop_{};
  struct Instant {
    TimePoint<T> at;
    T uncertainty{};
  };
  Instant last_;                                       // the one before the present one
  std::vector<std::pair<std::uint32_t, Kept>> taken_;  // guards that take part, as they were before
  std::vector<T> series_;                              // count_ for each guard, about its beginning
  std::vector<Guard> guards_;
  std::vector<Approach> approach_;  // by guard; empty if guards never turn back
  std::vector<Touch<T>> touches_;

 public:
  CrossingQueue<T> queue;
};

}  // namespace saltus
