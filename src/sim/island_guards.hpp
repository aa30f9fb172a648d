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
        begin_(c_.guards.size()),
        kept_(c_.guards.size()),
        queue(c_.guards.size()) {
    if (plan.guard_degree > 1) approach_.resize(c_.guards.size());
    terms_at_.reserve(c_.guards.size() + 1);
    for (const CompiledGuard& g : c_.guards) {
      terms_at_.push_back(static_cast<std::uint32_t>(terms_.size()));
      for (const Slot s : g.terms) terms_.push_back(motion.flow.jets()[s]);
    }
    terms_at_.push_back(static_cast<std::uint32_t>(terms_.size()));
  }

  /// All islands are at `now`.
  void enter(const TimePoint<T>& now, const T& stop) {
    stop_ = stop;
    begin_instant(now, T(0));
    queue.clear();
    for (Approach& a : approach_) a.expected = false;
    for (std::uint32_t g = 0; g < kept_.size(); ++g) {
      kept_[g] = {};
      kept_[g].instant = number_;
      if (plan_.islands[g].empty()) continue;  // stands still until an event changes what it reads
      islands_.evaluate_guard(g);
      const T known = m_.signs.bound(g) - rounding(g);  // of an instant just before
      if (known > T(0)) kept_[g].noise = known;
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
    for (const auto& [g, was] : taken_) kept_[g] = was;
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
    __builtin_prefetch(&kept_[g]);
    __builtin_prefetch(&begin_[g]);
    __builtin_prefetch(&series_[g * count_]);
    __builtin_prefetch(&c_.guards[g]);
    __builtin_prefetch(&terms_at_[g]);
    queue.fetch(g);
  }

  /// How long guard g has followed its present series.
  [[nodiscard]] T since(std::size_t g) const { return now_ - begin_[g]; }
  [[nodiscard]] bool takes_part(std::size_t g) const { return kept_[g].instant == number_; }
  /// From here on guard g takes part in the present instant: how far its value may be off there.
  void take_part(std::size_t g) {
    Kept& k = kept_[g];
    taken_.push_back({static_cast<std::uint32_t>(g), k});
    k.instant = number_;
    const T s = since(g);
    const std::span<const T> q(series_.data() + g * count_, count_);
    const std::span<const T> terms = without_zero_end(q);
    k.noise = terms.size() > 1 ? T(u8_ * s * absolute_sum(terms.subspan(1), s)) : T(0);
    if (delta_ > T(0)) k.noise += delta_ * absolute_slope_sum(terms, s);
    if (k.zeros > 0) k.noise += absolute_sum(q.first(std::min(static_cast<std::size_t>(k.zeros), count_)), s);
  }
  /// It was found to cross here: what is left of it is noise.
  void note_crossing(std::size_t g) {
    islands_.evaluate_guard(g);
    const T left = T(2) * abs(m_.flow.guard(g)[0]);
    if (left > kept_[g].noise) kept_[g].noise = left;
  }

  [[nodiscard]] T bound(std::size_t g) const { return kept_[g].noise + kept_[g].drift + rounding(g); }
  [[nodiscard]] bool is_tied(std::size_t g) const { return !(abs(m_.flow.guard(g)[0]) > bound(g)); }

  /// Of the motion as it would go on now. The value of the guard is known.
  LeadingSign sign(std::size_t g) {
    const T* q = m_.flow.guard(g);
    const T own = bound(g);
    if (abs(q[0]) > own) return {sign_of(q[0]), 0};
    islands_.extend_guard(g);
    return sign_of_series(g, own);
  }
  /// The same, and it is remembered for a search in this instant from the same value.
  LeadingSign note_sign(std::size_t g) { return kept_[g].start = sign(g); }

  /// Something that guard g reads has changed in the present instant: when does it cross next?
  void search(std::uint32_t g) {
    islands_.evaluate_guard(g);
    islands_.extend_guard(g);
    const T own = bound(g);
    const T& h = m_.flow.guard(g)[0];
    kept_[g].start = abs(h) > own ? LeadingSign{sign_of(h), 0} : sign_of_series(g, own);
    search_series(g);
  }
  /// The same where note_sign() was called and nothing has changed since.
  void search_from_sign(std::uint32_t g) {
    islands_.extend_guard(g);
    search_series(g);
  }
  /// The run leaves this loop at `now`, the last instant or later: approaches before it have happened. At the instant the usual loop decides as
  /// this one would: a hop may be so small that only what is known of its start tells it from rounding.
  void leave(const TimePoint<T>& now) {
    if (now_ < now) {
      m_.signs.forget();
    } else {
      m_.signs.adopt_instant(delta_);
      for (std::size_t g = 0; g < kept_.size(); ++g)
        if (takes_part(g)) m_.signs.adopt(g, kept_[g].noise, kept_[g].drift);
    }
    now_ = now;
    for (std::uint32_t g = 0; g < approach_.size(); ++g) settle_approach(g);
  }

 private:
  struct Kept {
    T noise{};                  // of the value at the present instant
    T drift{};                  // of a guard that is identically zero
    int zeros = 0;              // leading coefficients that are taken as zero
    std::uint64_t instant = 0;  // in which it takes part
    LeadingSign start;          // of its series
  };
  struct Approach {  // of a guard to its surface, without a crossing
    bool expected = false;
    Touch<T> touch;
  };

  [[nodiscard]] T rounding(std::size_t g) const { return u4_ * rounded_size(g); }

  // The series is known, and on which side the guard is.
  void search_series(std::uint32_t g) {
    if (!approach_.empty()) settle_approach(g);
    const T* q = m_.flow.guard(g);
    T* kept_series = series_.data() + g * count_;
    bool stands_still = true;
    kept_series[0] = q[0];
    for (std::size_t k = 1; k < count_; ++k) {
      kept_series[k] = q[k];
      stands_still = stands_still && q[k] == T(0);
    }
    begin_[g] = now_;
    m_.flow.note_guard_size(g, q[0]);
    Kept& k = kept_[g];
    k.zeros = k.start.index;
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
    return leading_sign(std::span<const T>(m_.flow.guard(g), count_), rounding_of, delta_);
  }
  // As Flow::rounded_size; time does not enter guards of islands.
  [[nodiscard]] T rounded_size(std::size_t g, std::size_t k = 0) const {
    T size(0);
    for (std::uint32_t i = terms_at_[g]; i != terms_at_[g + 1]; ++i) size += abs(terms_[i][k]);
    return size;
  }

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
    if (start.index > 0 && m_.flow.is_on_surface(g)) {
      const T first = abs(s.q[static_cast<std::size_t>(s.zeros)]);
      s.noise = T(0);
      s.relative = s.relative * (T(1) + rounded_size(g, static_cast<std::size_t>(s.zeros)) / first);
    }
    return s;
  }

  void expect_approach(std::uint32_t g, const GuardSeries<T>& s, const T& until) {
    const T threshold = misses_.threshold(c_.guards[g], m_.flow.guard_scale(g));
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
    misses_.begin_stretch(begin_[g].value());
    misses_.add(c_.guards[g], m_.flow.guard_scale(g), approach_[g].touch);
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
  std::vector<const T*> terms_;                        // of all guards, one after the other
  std::vector<std::uint32_t> terms_at_;                // by guard: the first of its terms
  std::vector<T> series_;                              // count_ for each guard, about begin_
  std::vector<TimePoint<T>> begin_;                    // by guard
  std::vector<Kept> kept_;
  std::vector<Approach> approach_;  // by guard; empty if guards never turn back
  std::vector<Touch<T>> touches_;

 public:
  CrossingQueue<T> queue;
};

}  // namespace saltus
