#pragma once
// Where a tuple of modes has the variables and events that measures watch.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compile/compiled_model.hpp"
#include "model/sliding.hpp"
#include "sim/curve_pieces.hpp"
#include "study/model_names.hpp"

namespace saltus {

/// What a tuple of modes knows of the subjects and events.
template <class T>
struct WatchLayout {
  WatchLayout(const CompiledModel& c, const std::vector<std::string>& subject_names, const std::vector<std::string>& events);

  enum class Shape : std::uint8_t { constant, state, algebraic };
  struct Subject {
    Slot slot = no_slot;  ///< no_slot: does not exist here
    Shape shape = Shape::constant;
    std::size_t state = 0;
  };
  const CompiledModel* compiled = nullptr;
  std::vector<Subject> subjects;
  std::vector<std::vector<std::uint32_t>> branches, guards, transitions, sliding;  ///< events that they are called, by Occurrence::index
  struct Followed {
    std::size_t curve;
    std::unique_ptr<CurvePieces<T>> pieces;  ///< made when first needed
  };
  std::vector<Followed> followed;  ///< curves that are no polynomials
};

template <class T>
WatchLayout<T>::WatchLayout(const CompiledModel& c, const std::vector<std::string>& subject_names,
                            const std::vector<std::string>& events)
    : compiled(&c) {
  std::vector<bool> made(c.tape.slot_count, false);
  for (const Instruction& i : c.outputs.instructions) for_each_result(c.tape, i, [&](Slot s) { made[s] = true; });
  for (const std::string& name : subject_names) {
    Subject s;
    for (std::size_t v = 0; v < c.model.variables.size() && s.slot == no_slot; ++v)
      if (c.model.variables[v].name == name) s.slot = c.variables[v].value;
    if (s.slot != no_slot) {
      const auto state = std::ranges::find(c.states, s.slot, &CompiledState::value);
      if (state != c.states.end()) {
        s.shape = Shape::state;
        s.state = static_cast<std::size_t>(state - c.states.begin());
      } else if (made[s.slot]) {
        s.shape = Shape::algebraic;
      }
    }
    subjects.push_back(s);
  }
  const auto called = [&](std::string_view name) {
    std::vector<std::uint32_t> found;
    for (std::size_t e = 0; e < events.size(); ++e)
      if (is_event_of(name, events[e])) found.push_back(static_cast<std::uint32_t>(e));
    return found;
  };
  for (const CompiledBranch& b : c.branches) branches.push_back(called(b.name()));
  for (const CompiledGuard& g : c.guards) guards.push_back(called(g.text()));
  for (const CompiledTransition& t : c.transitions) transitions.push_back(called(t.name));
  for (const CompiledSliding& s : c.sliding)
    for (const bool ends : {false, true}) {
      std::vector<std::uint32_t>& found = sliding.emplace_back();
      for (const std::string& name : s.names)
        for (const std::uint32_t e : called(sliding_event(name, ends)))
          if (std::ranges::find(found, e) == found.end()) found.push_back(e);
    }
}

}  // namespace saltus
