#pragma once
// A tuple of modes is entered: where its values come from.
//
//   states      reinit in a transition; else the same variable in the tuple that is left, be it a state there or computed (derivatives
//               that are states: from its series); else the start value (T3; that one of these exists was tested). Then they are put on
//               the constraints: what was reinitialised or starts binds, the rest moves as little as possible (T4)
//   discrete    value and `pre` of the same variable; start value where it begins to exist. What a transition assigned is the value of
//               the first round, and `pre` is the value before; where a `when` of these modes may assign it too it is both
//   conditions  of whens that go on keep their `pre`: what a transition makes true is an edge. Of whens that begin to exist see
//               EventIteration::enter
//   guards      of relations that go on keep their bits, so that a change is an event; uncertainties come with them
//   samples     begin after this instant

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compile/entry_plan.hpp"
#include "sim/motion.hpp"

namespace saltus {

/// A value that a transition gives, computed in the tuple that is left.
template <class T>
struct GivenValue {
  std::size_t place = 0;
  bool reinit = false;
  T value{};
  const CompiledTransition* by = nullptr;
  Span span;
};

template <class T>
class Entering {
 public:
  /// `entered` has the time at which each machine entered its mode. Both motions may be the same. False if the states cannot meet the
  /// constraints of the new modes (T4): the consistency of `to` says why.
  bool operator()(Motion<T>& from, Motion<T>& to, const EntryPlan& plan, std::span<const GivenValue<T>> given,
                  const std::vector<T>& entered, const TimePoint<T>& now) {
    if (plan.order > 0) {
      from.flow.evaluate_series(plan.order);
    } else {
      from.flow.evaluate();
    }
    collect_states(from, to, plan, given);
    collect_discretes(from, to, plan);
    bits_.assign(plan.guards.size(), -1);
    for (std::size_t g = 0; g < plan.guards.size(); ++g)
      if (plan.guards[g] != EntryPlan::none) bits_[g] = from.events.bit(plan.guards[g]) ? 1 : 0;

    put_values(to, given);
    Jets<T>& jets = to.flow.jets();
    for (const CompiledEntered& e : to.compiled.entered) jets.set(e.time, entered[e.machine]);
    jets.set(to.compiled.is_terminal, T(from.flow.value(from.compiled.is_terminal)));
    to.flow.set_time(now);
    if (&from != &to) {
      carry_sizes(from, to, plan);
      to.signs.enter(from.signs, [&](std::size_t g) { return plan.guards[g]; });
      to.time_events.enter(now.value());
    }
    if (&from != &to) put_guesses(from, to, plan);
    const bool met = to.events.enter(bits_, begins_, binds_, free_);
    to.probe.sync();
    return met;
  }

  /// The state (derivatives apart) that the constraints of the new modes moved most, if by more than `allowance` times its size, and its value before.
  std::optional<std::pair<std::size_t, T>> moved(const Motion<T>& to, const T& allowance) const {
    std::optional<std::pair<std::size_t, T>> worst;
    T most(1);
    if (!to.consistency.has_constraints()) return worst;
    for (std::size_t j = 0; j < states_.size(); ++j) {
      if (free_[j] || to.compiled.states[j].order > 0) continue;
      const T size = abs(states_[j]) > T(1) ? T(abs(states_[j])) : T(1);
      const T move = abs(to.flow.value(to.compiled.states[j].value) - states_[j]) / (allowance * size);
      if (!(move > most)) continue;
      most = move;
      worst.emplace(j, states_[j]);
    }
    return worst;
  }

 private:
  static const GivenValue<T>* find(std::span<const GivenValue<T>> given, std::size_t place, bool reinit) {
    const auto it = std::ranges::find_if(given, [&](const auto& g) { return g.place == place && g.reinit == reinit; });
    return it == given.end() ? nullptr : &*it;
  }

  void collect_states(Motion<T>& from, const Motion<T>& to, const EntryPlan& plan, std::span<const GivenValue<T>> given) {
    states_.clear();
    binds_.clear();
    free_.clear();
    for (std::size_t j = 0; j < plan.states.size(); ++j) {
      const CompiledState& s = to.compiled.states[j];
      const EntryPlan::State& source = plan.states[j];
      const auto* g = s.order == 0 ? find(given, to.compiled.variables[s.variable].place, true) : nullptr;
      const bool starts = !g && source.slot == no_slot;
      binds_.push_back(g != nullptr || (starts && s.order == 0));
      free_.push_back(starts && s.order > 0);
      if (g) {
        states_.push_back(g->value);
      } else if (source.slot != no_slot) {
        T value = from.flow.jets()[source.slot][source.derivative];
        for (int k = 2; k <= source.derivative; ++k) value = value * T(k);
        states_.push_back(value);
      } else {
        states_.push_back(to.flow.value(s.start));
      }
    }
  }

  void collect_discretes(const Motion<T>& from, const Motion<T>& to, const EntryPlan& plan) {
    values_.clear();
    pres_.clear();
    begins_.clear();
    for (std::size_t i = 0; i < plan.discretes.size(); ++i) {
      const CompiledDiscrete& d = to.compiled.discretes[i];
      const EntryPlan::Discrete& source = plan.discretes[i];
      const bool begins = source.value == no_slot;
      const T start = !begins || d.start == no_slot ? T(0) : T(to.flow.value(d.start));
      values_.push_back(begins ? start : T(from.flow.value(source.value)));
      pres_.push_back(begins ? start : T(from.flow.value(source.pre)));
      begins_.push_back(begins ? 1 : 0);
    }
  }

  void put_values(Motion<T>& to, std::span<const GivenValue<T>> given) {
    const CompiledModel& c = to.compiled;
    Jets<T>& jets = to.flow.jets();
    for (std::size_t j = 0; j < states_.size(); ++j) jets.set(c.states[j].value, states_[j]);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const CompiledDiscrete& d = c.discretes[i];
      const auto is_held = [&](const CompiledHeld& h) { return h.variable == d.variable; };
      const auto held = std::ranges::find_if(c.held, is_held);
      const auto* g = d.variable == CompiledDiscrete::npos ? nullptr : find(given, c.variables[d.variable].place, false);
      const bool by_round = held != c.held.end() && !begins_[i];
      jets.set(d.value, g ? g->value : values_[i]);
      jets.set(d.pre, g && !by_round ? g->value : pres_[i]);
      if (held != c.held.end()) jets.set(held->given, g ? g->value : values_[i]);
    }
    if (c.entering != no_slot) jets.set(c.entering, T(1));
  }

  // Newton's method starts from the value in the old modes, or from the start value.
  static void put_guesses(const Motion<T>& from, Motion<T>& to, const EntryPlan& plan) {
    for (std::size_t i = 0; i < plan.tears.size(); ++i) {
      const CompiledTear& t = to.compiled.tears[i];
      to.flow.jets().set(t.value, plan.tears[i] != no_slot ? T(from.flow.value(plan.tears[i])) : T(to.flow.value(t.start)));
    }
  }

  static void carry_sizes(const Motion<T>& from, Motion<T>& to, const EntryPlan& plan) {
    for (std::size_t j = 0; j < plan.states.size(); ++j)
      if (plan.states[j].state != EntryPlan::none) to.flow.note_state_size(j, from.flow.state_scale(plan.states[j].state));
    for (std::size_t g = 0; g < plan.guards.size(); ++g)
      if (plan.guards[g] != EntryPlan::none) to.flow.note_guard_size(g, from.flow.guard_scale(plan.guards[g]));
  }

  // What is brought, before it is put in: both motions may be the same.
  std::vector<T> states_, values_, pres_;
  std::vector<bool> binds_, free_;  // states
  std::vector<std::uint8_t> begins_;
  std::vector<std::int8_t> bits_;
};

}  // namespace saltus
