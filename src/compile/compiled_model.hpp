#pragma once
// A model, compiled for one tuple of modes: slots, codes, and tables that say what each slot means to the hybrid loop.
//
// All codes work on the slots of one tape:
//   setup    parameter expressions; run once, order 0
//   initial  the initial system: values of the states at the start; run once, order 0
//   flow     what the derivatives need; run order by order (its `integrate` operations advance the states)
//   flow_along  the same for states that are given polynomials, not solutions (tape/share_derivatives.hpp)
//   guards   what the guards need beyond that; run order by order
//   outputs  all variables and derivatives from states, time and discrete values; run at order 0 where values are wanted
//            (the flow is fused, and need not pass through every variable)
//   values   the part of outputs that makes the variables, without the derivatives
//   round    one round of the event iteration; order 0: relations, discrete equations, conditions and bodies of `when`; also the
//            constants of the fused flow
//
// A guard is a function h with a bit "h > 0". Every relation of Reals is reduced to it: a > b is the bit of a - b, a <= b its
// negation, a < b the bit of b - a, a >= b its negation. Guards of kind `kink` (abs, sign, min, max, noEvent) restart the
// series and are no events of the model; otherwise they take the same path.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/short_list.hpp"
#include "model/in_modes.hpp"
#include "tape/tape.hpp"

namespace saltus {

enum class EventClass : std::uint8_t {
  parameter = 1,   ///< SE-P: a discrete quantity in the equations changes
  input = 2,       ///< SE-I: at a time known beforehand
  state = 4,       ///< SE-X: a state jumps
  equations = 8,   ///< SE-F: other equations on the same states
  space = 16,      ///< SE-S: another state space
  output = 32,     ///< SE-O: nothing in the motion changes
  algorithm = 64,  ///< SE-A: solver or its settings
};
using EventClasses = std::uint8_t;                                   ///< a set of EventClass
[[nodiscard]] std::vector<std::string> names(EventClasses classes);  ///< {"SE-P", "SE-X"}

struct CompiledState {
  std::uint32_t variable = 0;  ///< in HybridModel::variables
  int order = 0;               ///< the state is this derivative of the variable
  Slot value = no_slot;
  Slot derivative = no_slot;
  Slot start = no_slot;              ///< value of the start attribute (set-up)
  Slot nominal = no_slot;            ///< no_slot: none given
  std::uint32_t family = no_family;  ///< in CompiledModel::families
  static constexpr std::uint32_t no_family = ~std::uint32_t{0};
};

/// Elements of one array that are states, without a nominal value: of one kind, so that the largest of them says what is small
/// (docs/math/error_scale.md).
struct StateFamily {
  /// Of the largest value: what is below is not looked at relative to its own size.
  static constexpr double floor_share = 0x1p-30;
  std::vector<std::uint32_t> states;  ///< at least two
};

struct CompiledDiscrete {
  std::uint32_t variable = 0;  ///< npos for hidden ones (buffered floor, conditions of `when`)
  Slot value = no_slot;
  Slot pre = no_slot;
  Slot start = no_slot;
  Expr key = {};             ///< hidden ones: the same in every tuple of modes they belong to
  Slot fresh = no_slot;      ///< buffered floor: its value when it begins to exist
  EventClasses classes = 0;  ///< of a change of its value
  static constexpr std::uint32_t npos = ~std::uint32_t{0};
};

/// A variable for which pre() is used although it is not discrete: its left limit.
struct CompiledPre {
  Slot value = no_slot;
  Slot pre = no_slot;
};

struct CompiledGuard {
  Slot h = no_slot;
  Slot bit = no_slot;
  ShortList terms;              ///< h is their sum, up to signs: their size measures the rounding of h
  Slot state = no_slot;         ///< h = direction * state + (something no state enters); no_slot: h is not of this form
  std::int8_t direction = 0;    ///< 1 or -1
  std::int8_t logged_side = 0;  ///< 1, -1: only when the bit becomes true, false (floor steps once, then its guards move on)
  bool reads_time = false;      ///< time enters h algebraically: the rounding of time is seen in h
  bool kink = false;
  bool jumps = false;      ///< what it decides is not continuous there: no kink, or that of `sign`
  ShortList reads;         ///< the guards whose bits h is computed from, sorted
  bool logged = false;     ///< has an event entry of its own when it changes (a relation in an equation)
  bool time_only = false;  ///< h depends on nothing continuous but time
  bool in_loop = false;    ///< its bit is read before it is decided: h depends on it through equations solved together
  EventClasses classes = 0;
  Expr surface;      ///< h as an expression: the same for the same relation in another tuple of modes
  Expr relation;     ///< it was made for
  SharedText named;  ///< the operator that steps here; empty: the relation
  /// As written.
  [[nodiscard]] std::string text() const { return named.empty() ? saltus::text(relation, true) : named.str(); }
};

struct CompiledSample {
  Slot bit = no_slot;
  Slot start = no_slot, interval = no_slot;
  std::optional<Rational> exact_start,
      exact_interval;  ///< where they are rational: sample(0, 0.1) then ticks at 0.3, not at 3*0.1
};

/// zeno("name") and zeno("name", index): true for a round at the limit point of events of that name.
struct CompiledZenoBit {
  Expr symbol;  ///< model/machine.hpp
  Slot bit = no_slot;
};

struct CompiledReinit {
  std::uint32_t state = 0;
  Slot value = no_slot;
  Slot gives = no_slot;  ///< says whether it gives the state a value (`if c then reinit(x, ...)`); no_slot: always
  Span span;
};

struct CompiledCheck {  ///< assertion or terminate; acts when `active` (no_slot: always)
  Slot active = no_slot;
  Slot condition = no_slot;  ///< assertion: must hold; terminate: no_slot
  bool is_terminate = false;
  AssertLevel level = AssertLevel::error;
  std::string_view code = "assertion-failed";  ///< of the warning
  bool is_told_once = false;  ///< in a run, whatever the values in the message; else whenever it is violated
  struct Part {
    std::string text;
    Slot value = no_slot;
    Type type = Type::real;
  };
  std::vector<Part> message;
  Span span;
};

struct CompiledSolver {                      ///< `setSolver`: what the run goes on with after the instant
  std::string name;                          ///< a known one; empty: as before
  Slot tolerance = no_slot, step = no_slot;  ///< no_slot: as before
  Span span;
};

struct CompiledBranch {
  Slot active = no_slot;      ///< 1 in the round in which the branch fires
  bool time_only = false;     ///< its conditions depend on time and discrete values only
  bool initial_only = false;  ///< `when initial()` or `when terminal()`: no event
  EventClasses classes = 0;
  ShortList assigned;  ///< variables it assigns or reinitialises
  std::vector<CompiledReinit> reinits;
  Expr id;                                       ///< the same in every tuple of modes it belongs to
  const WhenBranch* written = nullptr;           ///< in CompiledModel::model
  std::shared_ptr<const CompiledSolver> solver;  ///< the last `setSolver` of its actions; null: none
  [[nodiscard]] const std::string& name() const { return written->name; }
};

/// A transition that may leave the tuple of modes. Its condition is a level.
struct CompiledTransition {
  struct Given {
    std::size_t place = 0;  ///< CompiledVariable::place of the target, which may live in the new mode only
    bool reinit = false;    ///< else assigned
    Slot value = no_slot;
    Span span;
  };
  std::size_t machine = 0, transition = 0;  ///< in HybridModel::machines
  Expr id;                                  ///< the same in every tuple of modes
  std::string name;
  bool time_only = false;
  Slot condition = no_slot;
  std::vector<std::uint32_t> reads;  ///< the guards whose bits the condition is computed from, sorted
  std::vector<Given> values;
  std::vector<CompiledCheck> checks;  ///< tested when it is taken
  std::optional<CompiledSolver> solver;
};

/// What the run tells the model: the time at which a machine entered its mode; what a transition gave to a variable that only transitions
/// change (read while `entering` is set).
struct CompiledEntered {
  std::size_t machine = 0;
  Slot time = no_slot;
};
/// `sample` and `zeno` are true for a round; the condition of a transition is looked at after the rounds, so it reads `latch`, which stays
/// true until then.
struct CompiledLatch {
  Slot pulse = no_slot, latch = no_slot;
};
struct CompiledHeld {
  std::size_t variable = 0;
  Slot given = no_slot;
};
struct CompiledVariable {
  std::uint32_t place = 0;  ///< the first position in HybridModel::variables of a variable with this symbol: variables of one
                            ///< name in several modes are one variable
  Slot value = no_slot;
  Slot derivative = no_slot;  ///< states only
};

/// Between which values a variable that is no parameter is to stay. The slots are made by the set-up; no_slot: no such bound, or none given.
struct CompiledRange {
  std::uint32_t variable = 0;  ///< in HybridModel::variables
  Slot least = no_slot, most = no_slot;
  Slot nominal = no_slot;
};

/// The motion slides on a surface (model/sliding.hpp) until `above` or `below` becomes true.
struct CompiledSliding {
  Expr surface, weight;
  Slot above = no_slot, below = no_slot;
  std::vector<std::string> names;  ///< SlidingSurface::names
};

/// Where a value comes from, for messages: the first definition whose slot is not finite is named.
struct Origin {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  Slot slot = no_slot;
  std::uint32_t together = none;  ///< in CompiledModel::together: found with others
  Expr leaf;                      ///< der(x) or y; a residual: the left side of its equation
  Expr right;                     ///< a residual: the other side; else null
  Span span;
  [[nodiscard]] std::string what() const;  ///< "der(x)" or "y" or "x = sin(y)"
};

/// Equations that are solved together, for messages.
struct SolvedTogether {
  std::vector<std::string> unknowns;
  std::vector<Span> equations;
  bool linear = false;        ///< if it fails, its matrix is singular
  std::string without_guess;  ///< a variable among the unknowns of Newton's method that has no start value; empty: none
};

/// Equations that hold at an instant: residuals = 0, at order 0. Time, bits and discrete values are what the slots hold.
struct CompiledSystem {
  struct Unknown {
    static constexpr std::size_t npos = ~std::size_t{0};
    Slot slot = no_slot;
    std::size_t state = npos;  ///< in CompiledModel::states; npos: a leading derivative or algebraic variable
    Slot start = no_slot;      ///< its guess at the start
    Slot nominal = no_slot;    ///< no_slot: none given
    Slot tear = no_slot;       ///< the slot of which it is the guess, if an implicit block is solved for it
    bool fixed = false;        ///< at its start value
    bool given = false;        ///< a start value was written
    bool jumps = true;         ///< impulses reach it; others stay where they are if the constraints can be met without them
    std::string name;
    Span span;
  };
  struct Entry {
    std::uint32_t row, column;
    Slot value;
  };
  Code code;  ///< makes residuals and derivatives
  std::vector<Slot> residuals;
  std::vector<Unknown> unknowns;
  std::vector<Entry> jacobian;  ///< d residual/d unknown; what is not there is zero
  std::vector<Origin> origins;  ///< of the residuals
};

/// An unknown of an implicit block: Newton's method starts from its guess, then from its last value.
struct CompiledTear {
  Slot value = no_slot;
  Slot start = no_slot;
};

struct CompiledModel {
  HybridModel model;
  ModeTuple tuple;
  std::vector<Diagnostic> start_problems;  ///< not empty: the run cannot start in this tuple, only enter it
  Tape tape;
  Code setup, initial, flow, guards_code, outputs, values, round;
  std::optional<Code> flow_along;  ///< where it is not the flow itself
  [[nodiscard]] const Code& along() const { return flow_along ? *flow_along : flow; }

  std::vector<Slot> inputs;  ///< of the free symbols (HybridModel::free), in their order; filled before the set-up
  Slot time = no_slot;
  Slot is_initial = no_slot, is_terminal = no_slot;
  std::vector<CompiledState> states;
  std::vector<StateFamily> families;
  std::vector<std::pair<Slot, std::size_t>> initial_states;     ///< value slot of the initial system -> state
  std::vector<std::pair<Slot, std::size_t>> initial_discretes;  ///< value slot of the initial system -> discrete
  std::vector<CompiledSystem>
      constraints;  ///< on the states, by stages (structure.hpp): each is met with what earlier ones found
  std::optional<CompiledSystem>
      start_system;                ///< all equations at the start, for states, leading derivatives and algebraic variables
  bool start_is_implicit = false;  ///< the start system is needed at the start; else it is what to try if the stages fail
  std::vector<CompiledTear> tears;
  std::vector<CompiledDiscrete> discretes;
  std::vector<std::uint32_t> conditions;  ///< the discretes that are conditions of `when`
  std::vector<CompiledPre> pres;
  std::vector<CompiledGuard> guards;
  std::vector<CompiledSample> samples;
  std::vector<CompiledZenoBit> zeno_bits;
  std::vector<CompiledSliding> sliding;  ///< on all of these; none: it does not slide
  std::vector<CompiledBranch> branches;  ///< all whens, in order of text
  std::vector<CompiledCheck> checks;
  std::vector<CompiledTransition> transitions;  ///< outer machines first; of one machine in the order in which they are tried
  std::vector<CompiledEntered> entered;
  Slot entering = no_slot;  ///< bit: the first round after transitions were taken; no_slot: nothing reads it
  std::vector<CompiledHeld> held;
  std::vector<CompiledLatch> latches;
  std::vector<CompiledVariable> variables;  ///< one for each variable of the model
  std::vector<CompiledRange> ranges;
  std::vector<Origin> origins;              ///< in order of evaluation
  std::vector<SolvedTogether> together;
  std::vector<Slot> flow_inputs;  ///< what flow and guards read and a round may change (states and time apart)
  std::vector<Slot> shown_only;   ///< variables that the motion does not read: nothing else notices when they fail
  std::vector<Slot> edges;  ///< made by `outputs`: where one changes its sign such a variable may have a pole (shown_edges.hpp)
};

}  // namespace saltus
