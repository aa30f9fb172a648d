#pragma once
// The rounds before the first event iteration in a tuple of modes: at the start of a run, or where it is entered in the middle of an instant.
//
// At the start the rounds of sim/event_iteration.hpp run with initial() true and no edges, and pre() of what flows is what start values and
// initial equations make it, before any `reinit`; then the conditions of `when` get as `pre` the
// value they would have had just before the start (guards at zero are on the side they come from), and one iteration follows. What the
// branches with initial() do beside giving values (assertions, terminate, setSolver) they do once, with the values of the last round.

#include <cstdint>
#include <span>
#include <vector>

#include "sim/consistency.hpp"
#include "sim/pre_values.hpp"
#include "sim/reinits.hpp"
#include "sim/round_guards.hpp"

namespace saltus {

template <class T>
class FirstRounds {
 public:
  /// All outlive it.
  FirstRounds(const CompiledModel& compiled, Flow<T>& flow, Consistency<T>& consistency, RoundGuards<T>& guards,
              Reinits<T>& reinits, PreValues<T>& pre)
      : c_(compiled), flow_(flow), consistency_(consistency), guards_(guards), reinits_(reinits), pre_(pre) {}

  enum class End : std::uint8_t { settled, inconsistent, conflict, undecided, endless };

  /// Everything but states and start values is computed, in at most so many rounds. No events. act() is called in the last of them.
  template <class Act>
  End at_start(int most_rounds, IterationProblem& problem, Act&& act) {
    flow_.jets().set(c_.is_initial, T(1));
    flow_.run_round();  // a first guess of all bits and constants, literally
    consistency_.take_guesses();
    bool jumped = false;
    for (int round = 0; round < most_rounds; ++round) {
      bool changed = false, met = true;
      if (consistency_.acts_at_start()) changed = consistency_.meet_start(reinits_.binding(), met);
      if (!met) return End::inconsistent;
      if (!jumped) pre_.take_left_limits();
      guards_.evaluate_round();
      changed |= take_bits();
      if (reinits_.take(problem)) {
        changed = jumped = true;
        consistency_.take_guesses();
      }
      if (!problem.text.empty()) return End::conflict;
      changed |= !jumped && pre_.left_limits_moved();
      changed |= pre_.moved();
      flow_.restart();
      if (changed) continue;
      if (!guards_.agree()) return End::undecided;
      act();
      end_start(problem);
      return End::settled;
    }
    act();  // it may slide, and does so with the values of the last round
    return End::endless;
  }

  /// At the end of at_start(), unless it answers `endless`: then who asked says first which branches are active.
  /// PreValues::update() must leave conditions as they are: value and pre agree here, and the first round evaluates the value anew.
  void end_start(IterationProblem& problem) {
    const std::vector<T> before = conditions_just_before();
    for (std::size_t i = 0; i < before.size(); ++i) flow_.jets().set(c_.discretes[c_.conditions[i]].value, before[i]);
    flow_.jets().set(c_.is_initial, T(0));
    pre_.update(problem);
  }

  /// See EventIteration::enter.
  bool at_entry(int most_rounds, std::span<const std::int8_t> bits, std::span<const std::uint8_t> begins,
                const std::vector<bool>& binds, const std::vector<bool>& free) {
    Jets<T>& jets = flow_.jets();
    for (RelationState<T>& r : jets.relations) r = {};
    flow_.restart();
    flow_.run_round();  // a first guess of all bits, literally
    reinits_.bind(binds);
    if (consistency_.has_constraints() && !consistency_.project_entry(binds, free)) return false;
    for (std::size_t i = 0; i < c_.discretes.size(); ++i) {
      const CompiledDiscrete& d = c_.discretes[i];
      if (!begins[i] || d.fresh == no_slot) continue;
      jets.set(d.value, T(flow_.value(d.fresh)));
      jets.set(d.pre, T(flow_.value(d.fresh)));
    }
    bool changed = true;
    for (int round = 0; changed && round < most_rounds; ++round) {
      guards_.evaluate_round();
      changed = take_bits();
      if (changed && consistency_.has_constraints() && !consistency_.project_entry(binds, free)) return false;
      flow_.restart();
    }
    const std::vector<T> before = conditions_just_before();
    for (std::size_t i = 0; i < before.size(); ++i)
      if (begins[c_.conditions[i]]) jets.set(c_.discretes[c_.conditions[i]].pre, before[i]);
    for (std::size_t g = 0; g < bits.size(); ++g)
      if (bits[g] >= 0) guards_.set_bit(g, bits[g] != 0);
    return true;
  }

 private:
  bool take_bits() {
    return guards_.take_bits([](std::size_t) {});
  }

  // Guards at zero were on the other side just before the start: what they make true now becomes true at the start.
  std::vector<T> conditions_just_before() {
    std::vector<T> kept, before;
    kept.reserve(c_.discretes.size());
    before.reserve(c_.conditions.size());
    for (const CompiledDiscrete& d : c_.discretes) kept.push_back(flow_.value(d.value));
    guards_.just_before([&] {
      for (const std::size_t i : c_.conditions) before.push_back(flow_.value(c_.discretes[i].value));
    });
    for (std::size_t i = 0; i < kept.size(); ++i) flow_.jets().set(c_.discretes[i].value, kept[i]);
    return before;
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  Consistency<T>& consistency_;
  RoundGuards<T>& guards_;
  Reinits<T>& reinits_;
  PreValues<T>& pre_;
};

}  // namespace saltus
