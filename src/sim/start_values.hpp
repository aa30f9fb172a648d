#pragma once
// Where a run starts: start values, then the initial system.

#include "sim/motion.hpp"

namespace saltus {

template <class T>
void put_start_values(Motion<T>& m, const TimePoint<T>& now) {
  const CompiledModel& c = m.compiled;
  Jets<T>& jets = m.flow.jets();
  m.flow.set_time(now);
  for (const CompiledState& s : c.states) jets.set(s.value, T(m.flow.value(s.start)));
  for (const CompiledTear& t : c.tears) jets.set(t.value, T(m.flow.value(t.start)));
  for (const CompiledDiscrete& d : c.discretes) {
    const T start = d.start == no_slot ? T(0) : T(m.flow.value(d.start));
    jets.set(d.value, start);
    jets.set(d.pre, start);
  }
  run(c.tape, c.initial, jets, 0);
  for (const auto& [slot, j] : c.initial_states) jets.set(c.states[j].value, T(m.flow.value(slot)));
  for (const auto& [slot, i] : c.initial_discretes) {
    jets.set(c.discretes[i].value, T(m.flow.value(slot)));
    jets.set(c.discretes[i].pre, T(m.flow.value(slot)));
  }
}

}  // namespace saltus
