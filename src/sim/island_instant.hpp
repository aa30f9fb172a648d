#pragma once
// What happens in an instant of sim/island_loop.hpp. Included where the loop is instantiated.

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/island_instants.hpp"

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
  began_ = false;
  if (!take_first()) return take_back();
  begin_instant();
  if (!rounds() || is_stuck()) return take_back();
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
void IslandInstants<T>::begin_instant() {
  ++instant_;
  began_ = true;
  records_.log.begin_instant(now_.value());
  islands_.begin_instant(now_);
  m_.flow.set_time(now_);
  jumped_ = false;
  for (auto* list : {&taking_part_, &were_active_, &changed_bits_, &changed_discretes_}) list->clear();
  changed_.clear();
  round_.forget();
  uncertainty_ = T(0);
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

// As Flow::put_on_surface.
template <class T>
void IslandInstants<T>::put_on_surface(std::uint32_t g) {
  const CompiledGuard& guard = c_.guards[g];
  if (guard.state == no_slot) return guards_.note_crossing(g);
  islands_.extend_guard(g, 0);
  T* x = m_.flow.jets()[guard.state];
  const T& h = m_.flow.guard(g)[0];
  if (h == T(0)) return;
  x[0] = guard.direction > 0 ? T(x[0] - h) : T(x[0] + h);
  for (const std::uint32_t i : plan_.islands[g]) islands_.extend(i);
  round_.changed(guard.state);
  islands_.extend_guard(g, 0);
  for (const std::uint32_t i : plan_.islands[g])
    for (const std::uint32_t j : plan_.states[i]) take_left_limits(j);
}

// An island comes to the instant along its motion: nothing that is decided changes by that.
template <class T>
void IslandInstants<T>::bring(std::uint32_t island) {
  islands_.bring(island, [this](std::uint32_t j) {
    round_.changed(c_.states[j].value);
    take_left_limits(j);
  });
}

template <class T>
void IslandInstants<T>::take_left_limits(std::uint32_t state) {
  if (c_.pres.empty()) return;
  const Slot slot = c_.states[state].value;
  for (const std::uint32_t packed : plan_.uses[slot]) {
    const SlotReader use = SlotReader::unpacked(packed);
    if (use.kind == SlotReader::Kind::left) round_.changed(c_.pres[use.index].pre, m_.flow.value(slot));
  }
}

template <class T>
void IslandInstants<T>::take_part(std::uint32_t g) {
  for (const std::uint32_t i : plan_.relations[g]) round_.again(i);
  if (guards_.takes_part(g)) return;
  guards_.take_part(g);
  taking_part_.push_back(g);
  for (const std::uint32_t i : plan_.islands[g]) bring(i);
}

// The island goes on in another way from here.
template <class T>
void IslandInstants<T>::change_motion(std::uint32_t island) {
  bring(island);
  islands_.extend(island);
  for (const std::uint32_t g : plan_.guards[island]) take_part(g);
}

template <class T>
bool IslandInstants<T>::rounds() {
  for (int round = 0; round < most_rounds; ++round) {
    ++round_number_;
    round_.begin_round();
    evaluate();
    if (is_newly_tied() || !find_active()) return false;
    bool changed = log_what_fired();
    if (!collect_reinits() || !jump(changed) || is_checked() || !update_pre(changed)) return false;
    for (const std::uint32_t j : jumped_now_) take_left_limits(j);
    restart_readers();
    for (const Fired& f : fired_) forced_[f.guard] = 0;
    round_.forget();
    if (!changed) return true;
  }
  return false;
}

template <class T>
void IslandInstants<T>::evaluate() {
  round_.evaluate([this](std::uint32_t g) { return decide(g); });
}

// A guard that takes no part has neither crossed nor changed its motion.
template <class T>
bool IslandInstants<T>::decide(std::uint32_t g) {
  if (!guards_.takes_part(g)) return false;
  if (decided_in_[g] == round_number_) return true;
  decided_in_[g] = round_number_;
  RelationState<T>& r = m_.flow.jets().relations[g];
  if (forced_[g] != 0) {
    r = {T(std::numeric_limits<double>::infinity()), forced_[g]};
    return true;
  }
  islands_.extend_guard(g, 0);
  r.tie_bound = guards_.bound(g);
  r.tie_sign = 0;
  if (guards_.is_tied(g))
    r.tie_sign = guards_.sign(g).sign;
  else
    decided_.push_back({g, m_.flow.guard(g)[0]});
  return true;
}

// By what the round itself computed: then it would have to be decided and evaluated once more.
template <class T>
bool IslandInstants<T>::is_newly_tied() {
  const bool any = std::ranges::any_of(decided_, [this](const Decided& d) {
    return !identical(m_.flow.guard(d.guard)[0], d.value) && guards_.is_tied(d.guard);
  });
  decided_.clear();
  return any;
}

// The actions of an active branch read what moves, at the instant.
template <class T>
bool IslandInstants<T>::find_active() {
  freshened_.clear();
  active_.clear();
  if (were_active_.empty() && round_.branches.empty()) return true;
  for (int pass = 0; pass < most_rounds; ++pass) {
    active_ = were_active_;
    active_.insert(active_.end(), round_.branches.begin(), round_.branches.end());
    sort_once(active_);
    std::erase_if(active_, [this](std::uint32_t b) { return !m_.flow.is_set(c_.branches[b].active); });
    bool more = false;
    for (const std::uint32_t b : active_) {
      if (std::ranges::find(freshened_, b) != freshened_.end()) continue;
      freshened_.push_back(b);
      for (const std::uint32_t i : plan_.branch_islands[b]) {
        more = more || !islands_.is_here(i);
        bring(i);
      }
      for (const std::uint32_t op : plan_.branch_clocks[b]) {
        round_.again(op);
        more = true;
      }
    }
    if (!more) return true;
    evaluate();
    if (is_newly_tied()) return false;
  }
  return false;
}

// Branches in the order of the text, then relations.
template <class T>
bool IslandInstants<T>::log_what_fired() {
  bool any = !active_.empty();
  for (const std::uint32_t b : active_)
    if (!c_.branches[b].initial_only) note(Occurrence::Source::branch, b);
  if (!active_.empty() || !were_active_.empty()) were_active_ = active_;
  sort_once(round_.bits);
  for (const std::uint32_t g : round_.bits) {
    const bool now = m_.flow.is_set(c_.guards[g].bit);
    if (now == m_.events.bit(g)) continue;
    m_.events.set_bit(g, now);
    changed_bits_.push_back(g);
    any = true;
    const int side = c_.guards[g].logged_side;
    if (c_.guards[g].logged && (side == 0 || (side > 0) == now)) note(Occurrence::Source::guard, g);
  }
  return any;
}

template <class T>
bool IslandInstants<T>::collect_reinits() {
  reinits_.clear();
  for (const std::uint32_t b : active_)
    for (const CompiledReinit& r : c_.branches[b].reinits) {
      const T& value = m_.flow.value(r.value);
      const auto same = std::ranges::find(reinits_, r.state, &Reinit::state);
      if (same == reinits_.end()) {
        reinits_.push_back({r.state, b, value});
        continue;
      }
      if (same->branch != b && !(same->value == value)) return false;
      *same = {r.state, b, value};
    }
  return true;
}

template <class T>
bool IslandInstants<T>::jump(bool& any) {
  jumped_now_.clear();
  for (const Reinit& r : reinits_) {
    const auto state = static_cast<std::uint32_t>(r.state);
    const std::uint32_t island = plan_.island_of[state];
    bring(island);
    const Slot slot = c_.states[state].value;
    T* x = m_.flow.jets()[slot];
    if (identical(x[0], r.value)) continue;
    if (!is_finite(r.value)) return false;
    if constexpr (is_machine_number<T>)
      if (std::fpclassify(to_double(r.value)) == FP_SUBNORMAL) return false;
    if (jumped_in_[state] != instant_) {
      jumped_in_[state] = instant_;
      changed_.push_back({slot, x[0]});
    }
    x[0] = r.value;
    round_.changed(slot);
    jumped_now_.push_back(state);
    any = jumped_ = true;
  }
  for (const std::uint32_t j : jumped_now_) change_motion(plan_.island_of[j]);
  return true;
}

// Assertions that fail and terminate() are for the usual loop.
template <class T>
bool IslandInstants<T>::is_checked() const {
  return std::ranges::any_of(round_.checks, [this](std::uint32_t i) {
    const CompiledCheck& check = c_.checks[i];
    if (check.active != no_slot && !m_.flow.is_set(check.active)) return false;
    const bool holds = check.condition == no_slot || m_.flow.is_set(check.condition);
    return check.is_terminate == holds;
  });
}

template <class T>
bool IslandInstants<T>::update_pre(bool& any) {
  sort_once(round_.discretes);
  for (const std::uint32_t i : round_.discretes) {
    const CompiledDiscrete& d = c_.discretes[i];
    const T& value = m_.flow.value(d.value);
    if (identical(m_.flow.value(d.pre), value)) continue;
    if (!is_finite(value)) return false;
    if (discrete_in_[i] != instant_) {
      discrete_in_[i] = instant_;
      changed_discretes_.push_back(i);
      changed_.push_back({d.value, m_.flow.value(d.pre)});
    }
    round_.changed(d.pre, value);
    any = true;
  }
  return true;
}

// Motions and guards that read bits or discrete values.
template <class T>
void IslandInstants<T>::restart_readers() {
  sort_once(round_.islands);
  for (const std::uint32_t i : round_.islands) change_motion(i);
  sort_once(round_.guards);
  for (const std::uint32_t g : round_.guards) take_part(g);
}

// As HybridRun::is_stuck, which then says what is the matter.
template <class T>
bool IslandInstants<T>::is_stuck() {
  if (!jumped_) return false;
  return std::ranges::any_of(fired_, [this](const Fired& f) {
    if (m_.events.bit(f.guard) != (f.crossing.direction > 0)) return false;
    islands_.extend_guard(f.guard, 0);
    return guards_.sign(f.guard).index >= 2 && sign_of(m_.flow.guard(f.guard)[1]) == -f.crossing.direction;
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
  guards_.take_back();
  if (began_) {
    auto& log = records_.log;
    if (log.fired_anything()) --log.instants;
    log.entries.resize(log.first);
    for (const std::uint32_t g : changed_bits_) m_.events.set_bit(g, !m_.events.bit(g));
    for (const std::uint32_t i : round_.discretes)  // by a round that was not finished
      m_.flow.jets().set(c_.discretes[i].value, T(m_.flow.value(c_.discretes[i].pre)));
    for (const std::uint32_t i : changed_discretes_) {
      const CompiledDiscrete& d = c_.discretes[i];
      const auto was = std::ranges::find(changed_, d.value, &Changed<T>::slot);
      m_.flow.jets().set(d.value, was->before);
      m_.flow.jets().set(d.pre, was->before);
    }
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
