#pragma once
// How tuples of modes follow each other: which transitions may leave one, and where transitions taken together lead.

#include <span>
#include <vector>

#include "model/in_modes.hpp"

namespace saltus {

/// A transition of a machine, by position.
struct TransitionRef {
  std::size_t machine = 0;
  std::size_t transition = 0;
  friend bool operator==(const TransitionRef&, const TransitionRef&) = default;
};

/// The transitions that may be taken in `tuple`: outer machines first; those of one machine in the order in which they are tried
/// (priority, then text).
[[nodiscard]] std::vector<TransitionRef> leaving(const HybridModel& model, const ModeTuple& tuple);

/// Is `inner` nested in a mode of `outer`, at any depth?
[[nodiscard]] bool is_nested(const HybridModel& model, std::size_t inner, std::size_t outer);

/// Can a run start in it? Machines that follow their conditions may start in any of their modes, the others in their initial one.
[[nodiscard]] bool may_start(const HybridModel& model, const ModeTuple& tuple);

/// The tuples for which may_start holds, the initial one first; the first few tens of them.
[[nodiscard]] std::vector<ModeTuple> start_tuples(const HybridModel& model);

struct ModeChange {
  ModeTuple tuple;
  std::vector<bool> entered;  ///< the machines that enter a mode, be it the one they were in
};

/// All of `taken` at once; at most one for each machine, and none for a machine nested in one that has one. A machine nested in a mode
/// that is entered starts at its initial mode; with `resume` at its mode in `last` (none: never active so far), and so do those nested
/// in it.
[[nodiscard]] ModeChange take(const HybridModel& model, const ModeTuple& tuple, std::span<const TransitionRef> taken,
                              const ModeTuple& last);

/// "swinging -> falling", with the mode the machine is in.
[[nodiscard]] std::string describe(const HybridModel& model, const ModeTuple& tuple, const TransitionRef& transition);

}  // namespace saltus
