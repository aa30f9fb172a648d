#pragma once
// Transitions that may leave the tuple of modes: conditions, values of their actions, checks; and what the run tells a model about modes.

#include "compile/lowering.hpp"
#include "model/in_modes.hpp"

namespace saltus {

class TransitionLowering {
 public:
  TransitionLowering(CompiledModel& out, Lowering& lowering, Diagnostics& diagnostics);

  /// Before anything is lowered: times of entry are inputs; relations in conditions make guards. False, with
  /// diagnostics, if variables are used that do not exist in these modes.
  bool define_inputs();
  /// What a discrete variable is that only transitions change: its value before, or what the transition just taken has given it.
  [[nodiscard]] Expr held(const Equation& e, Expr symbol);
  void lower();

 private:
  void lower_actions(CompiledTransition& out, const Transition& t);
  Slot input(Expr symbol);
  Expr latched(Expr condition);  // with what is true for a round only replaced by what stays true for the instant

  CompiledModel& out_;
  ExprPool& pool_;
  Lowering& lowering_;
  Diagnostics& diagnostics_;
  std::unordered_set<Expr> latched_;
  std::unordered_set<Expr> targets_;  // of assignments in transitions of any machine
};

/// The text of an assertion or terminate(...).
[[nodiscard]] CompiledCheck lower_check(Lowering& lowering, const Message& message, AssertLevel level, Span span);

/// Do the conditions say when it happens: time or samples, and nothing that flows?
[[nodiscard]] bool is_time_condition(Lowering& lowering, Expr condition);

}  // namespace saltus
