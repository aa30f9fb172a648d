#pragma once
// An instant of sim/island_loop.hpp, from the crossing that is first to the next crossings of all guards that took part. Included where the loop
// is instantiated.

#include <algorithm>
#include <cmath>

#include "sim/island_ahead.hpp"
#include "sim/island_instants.hpp"
#include "sim/island_replay.hpp"
#include "sim/island_rounds.hpp"

namespace saltus {

template <class T>
void IslandInstants<T>::enter(const TimePoint<T>& now, const T& stop, bool values_in_events) {
  inside_ = true;
  values_wanted_ = values_in_events;
  stop_ = stop;
  now_ = before_ = now;
  at_once_ = 0;
  fired_.clear();
  islands_.enter(now);
  guards_.enter(now, stop);
  round_.enter();
}

template <class T>
auto IslandInstants<T>::next() -> Next {
  if (guards_.queue.empty()) return Next::stop;
  // What does not hold is told of at every instant.
  if (std::ranges::any_of(standing_, [this](Slot s) { return !m_.flow.is_set(s); })) return Next::unknown;
  began_ = false;
  if (!take_first()) return take_back();
  fetch_next();
  if (is_remembered()) return Next::instant;
  begin_instant();
  const bool went_through = rounds() && !is_stuck();
  if (!went_through) return take_back();
  if (notes_.is_on()) keep_course();
  finish();
  return Next::instant;
}

// The earliest crossing and those that cannot be told from it. False if times do not tell crossings apart.
template <class T>
bool IslandInstants<T>::take_first() {
  auto& queue = guards_.queue;
  fired_.clear();
  const NextCrossing<T> first = queue.of(queue.first());
  TimePoint<T> at = first.at;
  uncertainty_ = T(0);
  while (!queue.empty()) {
    const std::uint32_t g = queue.first();
    const NextCrossing<T>& c = queue.of(g);
    if (!fired_.empty() && (c.at - first.at) - c.uncertainty > first.uncertainty) break;
    fired_.push_back({g, c});
    if (at < c.at) at = c.at;
    if (c.uncertainty > uncertainty_) uncertainty_ = c.uncertainty;
    queue.remove(g);
  }
  before_ = now_;
  // What only rounding keeps from the stop belongs to it.
  now_ = at.value() < stop_ - T(4) * unit_roundoff<T>() * abs(stop_) ? at : TimePoint<T>(stop_);
  interval_ = now_ - before_;
  guards_.begin_instant(now_, uncertainty_);
  at_once_ = interval_ > T(0) ? 0 : at_once_ + 1;
  if (at_once_ > most_at_once) return false;
  const T shortest_here = shortest_ * abs(now_.value());
  std::size_t crossing_here = 0;
  for (const Fired& f : fired_) {
    const T since = guards_.since(f.guard);
    if (since > T(0) && since < shortest_here) return false;
    if (!c_.guards[f.guard].reads.empty()) ++crossing_here;
  }
  return crossing_here == 0 || fired_.size() == 1;  // one may be decided by the bit of another
}

template <class T>
void IslandInstants<T>::prepare_instant() {
  ++instant_;
  began_ = true;
  records_.log.begin_instant(now_.value());
  islands_.begin_instant(now_);
  m_.flow.set_time(now_);
  jumped_ = too_slow_ = false;
  changed_.clear();
  uncertainty_ = T(0);
}

template <class T>
void IslandInstants<T>::begin_instant() {
  prepare_instant();
  for (auto* list : {&taking_part_, &were_active_, &changed_bits_}) list->clear();
  round_.begin_instant();
  begin_notes();
  std::ranges::sort(fired_, {}, &Fired::guard);
  for (const Fired& f : fired_) {
    forced_[f.guard] = static_cast<std::int8_t>(f.crossing.direction);
    take_part(f.guard);
  }
  for (const Fired& f : fired_) {
    put_on_surface(f.guard);
    if (c_.guards[f.guard].state != no_slot && f.crossing.uncertainty > uncertainty_) uncertainty_ = f.crossing.uncertainty;
  }
}

// As Flow::put_on_surface. True if a state is elsewhere by that.
template <class T>
bool IslandInstants<T>::move_to_surface(std::uint32_t g) {
  const CompiledGuard& guard = c_.guards[g];
  if (guard.state != no_slot) guards_.evaluate(g);
  if (guard.state == no_slot || guards_.is_too_coarse(g, m_.flow.jets()[guard.state][0])) {
    guards_.note_crossing(g);
    return false;
  }
  T* x = m_.flow.jets()[guard.state];
  const T& h = guards_.value(g);
  if (h == T(0)) return false;
  x[0] = guard.direction > 0 ? T(x[0] - h) : T(x[0] + h);
  for (const std::uint32_t i : plan_.islands[g]) islands_.extend(i);
  guards_.evaluate(g);
  return true;
}

template <class T>
void IslandInstants<T>::put_on_surface(std::uint32_t g) {
  notes_.add(CourseStep::Kind::surface, g);
  const bool moved = move_to_surface(g);
  if (c_.guards[g].state == no_slot || (!moved && !notes_.is_on())) return;
  round_.changed(c_.guards[g].state);
  for (const std::uint32_t i : plan_.islands[g])
    for (const std::uint32_t j : plan_.states[i]) take_left_limits(j);
}

// An island comes to the instant along its motion: nothing that is decided changes by that.
template <class T>
void IslandInstants<T>::bring(std::uint32_t island) {
  if (islands_.is_here(island)) return;
  notes_.add(CourseStep::Kind::bring, island);
  notes_.look(Look::At::states, island);
  islands_.bring(island, notes_.is_on(), [this](std::uint32_t j) {
    round_.changed(c_.states[j].value);
    take_left_limits(j);
  });
}

template <class T>
void IslandInstants<T>::take_left_limits(std::uint32_t state) {
  if (c_.pres.empty()) return;
  const Slot slot = c_.states[state].value;
  notes_.look(Look::At::readers, slot);
  for (const std::uint32_t packed : plan_.uses[slot]) {
    const SlotReader use = SlotReader::unpacked(packed);
    if (use.kind != SlotReader::Kind::left) continue;
    notes_.look(Look::At::left, use.index);
    round_.copied(c_.pres[use.index].pre, slot);
  }
}

template <class T>
void IslandInstants<T>::take_part(std::uint32_t g, std::uint32_t after) {
  notes_.look(Look::At::guard, g);
  for (const std::uint32_t i : plan_.relations[g])
    if (after == IslandPlan::none || i > after)
      round_.again(i);
    else
      round_.next_round(i);
  if (guards_.takes_part(g)) return;
  guards_.take_part(g);
  taking_part_.push_back(g);
  notes_.add(CourseStep::Kind::part, g);
  for (const std::uint32_t i : plan_.islands[g]) bring(i);
}

// The island goes on in another way from here.
template <class T>
void IslandInstants<T>::change_motion(std::uint32_t island) {
  bring(island);
  notes_.add(CourseStep::Kind::extend, island);
  notes_.look(Look::At::guards, island);
  islands_.extend(island);
  for (const std::uint32_t g : plan_.guards[island]) take_part(g);
}

// Then sim/slow_departures.hpp says what is the matter.
template <class T>
bool IslandInstants<T>::is_stuck() {
  if (too_slow_) return true;
  if (!jumped_ && fired_.size() == 1) return false;
  return std::ranges::any_of(fired_, [this](const Fired& f) {
    if (m_.events.bit(f.guard) != (f.crossing.direction > 0)) return false;
    guards_.evaluate(f.guard);
    const LeadingSign sign = guards_.sign(f.guard);
    return sign.sign == f.crossing.direction && sign.index >= 2;
  });
}

// To what changed: variables may be computed from them.
template <class T>
void IslandInstants<T>::add_changed_bits() {
  std::ranges::sort(changed_bits_);
  for (auto it = changed_bits_.begin(); it != changed_bits_.end();) {
    const auto next = std::find_if(it, changed_bits_.end(), [it](std::uint32_t g) { return g != *it; });
    if ((next - it) % 2 == 1) changed_.push_back({c_.guards[*it].bit, T(m_.events.bit(*it) ? 0 : 1)});
    it = next;
  }
}

template <class T>
void IslandInstants<T>::finish() {
  if (values_wanted_) {
    add_changed_bits();
    values_.finish(changed_, records_.log, [this](std::uint32_t i) { bring(i); });
  }
  for (const std::uint32_t g : taking_part_) guards_.search(g);
}

// As it was before the instant.
template <class T>
auto IslandInstants<T>::take_back() -> Next {
  for (const Fired& f : fired_) {
    forced_[f.guard] = 0;
    guards_.queue.put(f.guard, f.crossing);
  }
  decided_.clear();
  notes_.give_up();
  guards_.take_back();
  if (began_) {
    auto& log = records_.log;
    if (log.fired_anything()) --log.instants;
    log.entries.resize(log.first);
    for (const std::uint32_t g : changed_bits_) m_.events.set_bit(g, !m_.events.bit(g));
    round_.take_back();
    islands_.undo();
  }
  now_ = before_;
  return Next::unknown;
}

template <class T>
IslandLoop<T>::IslandLoop(const IslandPlan& plan, Motion<T>& motion, RunRecords<T>& records)
    : instants_(std::make_unique<IslandInstants<T>>(plan, motion, records)) {}
template <class T>
IslandLoop<T>::~IslandLoop() = default;
template <class T>
void IslandLoop<T>::enter(const TimePoint<T>& now, const T& stop, bool values_in_events) {
  instants_->enter(now, stop, values_in_events);
}
template <class T>
auto IslandLoop<T>::next() -> Next {
  return instants_->next();
}
template <class T>
const TimePoint<T>& IslandLoop<T>::now() const {
  return instants_->now();
}
template <class T>
const T& IslandLoop<T>::interval() const {
  return instants_->interval();
}
template <class T>
const T& IslandLoop<T>::uncertainty() const {
  return instants_->uncertainty();
}
template <class T>
void IslandLoop<T>::leave(const TimePoint<T>& to) {
  instants_->leave(to);
}
template <class T>
bool IslandLoop<T>::is_inside() const {
  return instants_->is_inside();
}

}  // namespace saltus
