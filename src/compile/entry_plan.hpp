#pragma once
// What carries over when a tuple of modes is entered from another one: rule T3, and the same for discrete variables, conditions of
// whens and bits of guards. Variables are the same if they have one symbol; conditions, floors and guards if they have one expression.

#include <span>
#include <vector>

#include "base/diagnostic.hpp"
#include "compile/compiled_model.hpp"
#include "model/mode_changes.hpp"

namespace saltus {

struct EntryPlan {
  static constexpr std::size_t none = ~std::size_t{0};

  /// Slots of the tuple that is left. A derivative of order k is coefficient k of the series of its slot, times k!.
  struct State {
    Slot slot = no_slot;  ///< no_slot: does not carry over
    int derivative = 0;
    std::size_t state = none;  ///< the same state in the tuple that is left
  };
  struct Discrete {
    Slot value = no_slot, pre = no_slot;  ///< no_slot: begins to exist
  };
  std::vector<State> states;        ///< one for each state of the new tuple
  std::vector<Discrete> discretes;  ///< one for each discrete of the new tuple
  std::vector<std::size_t> guards;  ///< for each guard of the new tuple the same one in the old, or none
  std::vector<Slot> tears;   ///< for each unknown of an implicit block of the new tuple where its guess is found, or no_slot
  int order = 0;             ///< the highest derivative needed
  EventClasses classes = 0;  ///< SE-S: other states; SE-F: other equations on the same states; or nothing
};

[[nodiscard]] EntryPlan plan_entry(const CompiledModel& from, const CompiledModel& to);

/// Has every state of the new tuple a value (T3), and do the transitions, taken together, assign what can be assigned? Else diagnostics
/// `state-without-value`, `not-a-state`, `assigned-twice`.
bool check_entry(const CompiledModel& from, const CompiledModel& to, const EntryPlan& plan,
                 std::span<const TransitionRef> taken, Diagnostics& diagnostics);

/// Of one transition from a tuple to another.
[[nodiscard]] EventClasses classes_of(const CompiledTransition& transition, const CompiledModel& from, const CompiledModel& to,
                                      const EntryPlan& plan);

}  // namespace saltus
