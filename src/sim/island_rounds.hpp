#pragma once
// The event rounds of an instant over islands, with the semantics of sim/event_iteration.hpp. Included where the loop is instantiated.

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/island_instants.hpp"

namespace saltus {

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
    notes_.end_round();
    round_.forget();
    if (!changed) return true;
  }
  return false;
}

template <class T>
void IslandInstants<T>::evaluate() {
  round_.evaluate([this](std::uint32_t g) { return decide(g); }, [this](std::uint32_t g, std::uint32_t by) { join(g, by); });
}

// A relation that comes after an operation reads what that computed, in the same round.
template <class T>
void IslandInstants<T>::join(std::uint32_t g, std::uint32_t operation) {
  if (decided_in_[g] == round_number_) {
    notes_.give_up();
    decided_in_[g] = 0;
  }
  take_part(g, operation);
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
  guards_.evaluate(g);
  r.tie_bound = guards_.bound(g);
  r.tie_sign = 0;
  if (!guards_.is_tied(g)) {
    decided_.push_back({g, guards_.value(g)});
    return true;
  }
  const LeadingSign sign = guards_.sign(g);
  r.tie_sign = sign.sign;
  too_slow_ = too_slow_ || (jumped_ ? guards_.is_against_speed(g, sign) : guards_.falls_back(g, sign));
  return true;
}

// By what the round itself computed: then it would have to be decided and evaluated once more.
template <class T>
bool IslandInstants<T>::is_newly_tied() {
  notes_.end_evaluation(!decided_.empty());
  const bool any = std::ranges::any_of(decided_, [this](const Decided& d) {
    return !identical(guards_.value(d.guard), d.value) && guards_.is_tied(d.guard);
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
    if (notes_.is_on())
      for (const std::uint32_t b : active_) {
        notes_.look(Look::At::branch, b);
        notes_.need(c_.branches[b].active);
      }
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
    notes_.look(Look::At::guard, g);
    notes_.need(c_.guards[g].bit);
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
      if (r.gives != no_slot) {
        notes_.need(r.gives);
        if (!m_.flow.is_set(r.gives)) continue;
      }
      const T& value = m_.flow.value(r.value);
      notes_.took(reinits_.size(), r.value);
      const auto same = std::ranges::find(reinits_, r.state, &Reinit::state);
      if (same == reinits_.end()) {
        reinits_.push_back({r.state, b, value});
        continue;
      }
      notes_.give_up();
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
    const bool same = identical(x[0], r.value), first = jumped_in_[state] != instant_;
    notes_.jumped(slot, static_cast<std::uint32_t>(&r - reinits_.data()), !same, first);
    if (same) continue;
    if (!may_jump_to(r.value)) return false;
    if (first) {
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
bool IslandInstants<T>::is_checked() {
  return std::ranges::any_of(round_.checks, [this](std::uint32_t i) {
    const CompiledCheck& check = c_.checks[i];
    notes_.look(Look::At::check, i);
    if (check.active != no_slot) notes_.need(check.active);
    if (check.condition != no_slot) notes_.need(check.condition);
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
    const bool same = identical(m_.flow.value(d.pre), value), first = discrete_in_[i] != instant_;
    notes_.followed(i, !same, first);
    if (same) continue;
    if (!is_finite(value)) return false;
    if (first) {
      discrete_in_[i] = instant_;
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

}  // namespace saltus
