#pragma once
// Machines: what a model says about its modes. A machine is in one of its modes at any time (or in none, while the mode it is nested
// in is not active); the mode of the whole model is the tuple of them.
//
// A mode has variables, equations and whens of its own; transitions lead from mode to mode. A variable declared in several modes of
// one machine, with one name and one type, is one variable that lives in each of them (and so carries over); its attributes may differ.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/statements.hpp"

namespace saltus {

/// A mode of a machine, by position.
struct ModeRef {
  ModeRef(std::size_t m, std::size_t k) : machine(static_cast<std::uint32_t>(m)), mode(static_cast<std::uint32_t>(k)) {}
  std::uint32_t machine = 0;
  std::uint32_t mode = 0;
  friend bool operator==(const ModeRef&, const ModeRef&) = default;
};

struct Mode {
  std::string name;
  std::string description;
  std::vector<Equation> equations;
  std::vector<Equation> initial_equations;  ///< hold if the run starts in this mode
  std::vector<When> whens;
  std::vector<Assertion> assertions;
  Span span;
};

struct Transition {
  std::vector<std::size_t> from;  ///< modes of the machine; empty: any (`*`)
  std::optional<std::size_t> to;  ///< none: `self`, the mode is entered anew
  Expr condition;
  std::int64_t priority = 0;  ///< the lowest goes first, then the order of text
  bool resume = false;        ///< machines nested in the new mode go on where they were
  std::string name;           ///< its description string, else "a -> b when <condition as written>"
  std::vector<Action> actions;
  Span span;
};

struct Machine {
  std::string
      name;  ///< `mode` for the modes of a class, the name of its region, `if` equations "if<line>"; with the component before
             ///< it ("pump.mode") and, nested, the mode it is in ("mode.on.mode")
  std::vector<Mode> modes;
  std::vector<Transition> transitions;
  std::size_t initial = 0;
  std::optional<ModeRef> inside;  ///< nested: alive while this mode is active
  bool follows_condition =
      false;  ///< the branches of an `if` equation: at the start its mode is what its conditions say, without an event
  std::vector<Expr> conditions;  ///< then: those of all branches but the last, which is `else`
  Span span;
};

struct HybridModel;

/// The name of a machine without the modes that it is nested in: "mode", "pump.mode".
[[nodiscard]] std::string_view local_name(const HybridModel& model, const Machine& machine);

// Symbols that stand for what the run knows about machines and limits. They are not among the variables.

/// activeState(m): Boolean.
Expr active_symbol(ExprPool& pool, std::string_view machine, std::string_view mode);
/// The time at which the machine entered its mode, Real: timeInState() is time minus this.
Expr entered_symbol(ExprPool& pool, std::string_view machine);
/// zeno("name") and zeno("name", i): Boolean, true at the limit point of the events named, of those of the component `within` (model/event_name.hpp).
Expr zeno_symbol(ExprPool& pool, std::string_view within, std::string_view event, std::optional<std::int64_t> index);

/// What such a symbol says; nothing for other symbols.
struct RunSymbol {
  enum class Kind : std::uint8_t { active, entered, zeno };
  Kind kind = Kind::active;
  std::string_view machine;  ///< active, entered
  std::string_view mode;     ///< active
  std::string_view within;   ///< zeno: a component; empty: the whole model
  std::string_view event;    ///< zeno
  std::optional<std::int64_t> index;
};
std::optional<RunSymbol> run_symbol(Expr symbol);

}  // namespace saltus
