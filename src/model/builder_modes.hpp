#pragma once
// Machines, modes and transitions of models written in C++ (machine.hpp says what they mean).
//
//   MachineBuilder machine = m.machine();
//   ModeBuilder swinging = machine.initial_mode("swinging"), falling = machine.mode("falling");
//   const Var phi = swinging.real("phi", {.start = 1, .fixed = true});
//   swinging.equation(der(phi), w);
//   machine.transition(swinging, falling, F < 0).named("rope goes slack").reinit(vx, w * y);
//
// These objects are names for parts of their ModelBuilder, which must outlive them; they may be copied.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/builder_actions.hpp"
#include "model/machine.hpp"

namespace saltus {

struct Attributes;
class MachineBuilder;
class WhenBuilder;

class ModeBuilder {
 public:
  // Declarations: variables that live in this mode. A name may be used again, with the same type, in modes that cannot be active
  // at the same time: then it is the same variable and its value carries over.
  Var real(std::string name, const Attributes& attributes);
  Var real(std::string name);
  Var discrete(std::string name, const Attributes& attributes);
  Var integer(std::string name, const Attributes& attributes);
  Var boolean(std::string name, const Attributes& attributes);

  ModeBuilder& equation(const Ex& lhs, const Ex& rhs);
  ModeBuilder& initial_equation(const Ex& lhs, const Ex& rhs);  ///< holds if the run starts in this mode
  ModeBuilder& assertion(const Ex& condition, const MessageText& message, AssertLevel level = AssertLevel::error);
  WhenBuilder when(std::string name, const Ex& condition);
  WhenBuilder when(std::string name, const std::vector<Ex>& conditions);
  /// A machine inside: alive while this mode is active.
  MachineBuilder machine(std::string_view name = "mode");

  /// activeState(m): is this mode active?
  [[nodiscard]] Ex active() const;

 private:
  friend class MachineBuilder;
  ModeBuilder(ModelBuilder& builder, ModeRef place) : builder_(&builder), place_(place) {}
  [[nodiscard]] Mode& mode() const;
  ModelBuilder* builder_;
  ModeRef place_;
};

class TransitionBuilder : public ActionBuilder<TransitionBuilder> {
 public:
  TransitionBuilder& named(std::string name);          ///< what the event log shows; else "a -> b when <condition>"
  TransitionBuilder& priority(std::int64_t priority);  ///< the lowest goes first, then the order of calls; 0 if not set
  TransitionBuilder& resume();                         ///< machines inside the new mode go on where they were

 private:
  friend class MachineBuilder;
  friend class ActionBuilder<TransitionBuilder>;
  TransitionBuilder(ModelBuilder& builder, std::size_t machine, std::size_t position)
      : builder_(&builder), machine_(machine), position_(position) {}
  [[nodiscard]] const ModelBuilder& builder() const { return *builder_; }
  [[nodiscard]] Transition& transition() const;
  [[nodiscard]] std::vector<Action>& actions() const { return transition().actions; }
  ModelBuilder* builder_;
  std::size_t machine_, position_;
};

class MachineBuilder {
 public:
  ModeBuilder mode(std::string name, std::string description = {});
  /// Where the machine begins; exactly one.
  ModeBuilder initial_mode(std::string name, std::string description = {});

  // Right-hand sides and the condition are read in the mode that is left; what is assigned lives in the mode that is entered.
  TransitionBuilder transition(const ModeBuilder& from, const ModeBuilder& to, const Ex& condition);
  TransitionBuilder transition(const std::vector<ModeBuilder>& from, const ModeBuilder& to, const Ex& condition);
  TransitionBuilder transition_from_any(const ModeBuilder& to, const Ex& condition);
  /// `-> self`: the mode is entered anew. From any mode if `modes` is empty.
  TransitionBuilder restart(const std::vector<ModeBuilder>& modes, const Ex& condition);

  /// timeInState(): the time since the machine entered its mode.
  [[nodiscard]] Ex time_in_mode() const;

 private:
  friend class ModeBuilder;
  friend class ModelBuilder;
  MachineBuilder(ModelBuilder& builder, std::size_t position) : builder_(&builder), position_(position) {}
  [[nodiscard]] Machine& machine() const;
  TransitionBuilder add(const std::vector<ModeBuilder>& from, std::optional<std::size_t> to, const Ex& condition);
  [[nodiscard]] std::size_t position_of(const ModeBuilder& mode) const;
  ModelBuilder* builder_;
  std::size_t position_;
};

}  // namespace saltus
