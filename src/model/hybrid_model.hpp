#pragma once
// HybridModel: what a model says, flat, with every item knowing its source. The first narrow waist: front ends build it,
// everything after it starts from it. Nothing here is solved, sorted or compiled.
//
// Arrays are flattened to elements `x[2]`, `A[1,3]`; components to dotted names `pump.motor.w`. Algorithm sections have become
// equations (symbolic execution); user functions are inlined or kept as `FunctionDef` and called by Op::call.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/shared_text.hpp"
#include "model/free_inputs.hpp"
#include "model/machine.hpp"
#include "model/shared_list.hpp"
#include "model/statements.hpp"

namespace saltus {

enum class Variability : std::uint8_t {
  constant,
  parameter,
  discrete,  ///< changes only at events: `discrete Real`, Integer, Boolean, and Reals assigned in a `when`
  continuous,
};

struct Variable {
  std::string name;
  Expr symbol;
  Expr binding;   ///< constants and parameters: their value; null for a parameter without one. Variables: null
                  ///< (a declaration equation is an Equation)
  Expr start;     ///< null if not given: 0 or false
  Expr nominal;   ///< null if not given
  Expr min, max;  ///< null if not given
  SharedText unit, display_unit, quantity, description;
  std::optional<ModeRef> home;  ///< the mode it lives in; none: it belongs to the model and every tuple of modes must define it
  Span span;
  Type type = Type::real;
  Variability variability = Variability::continuous;
  bool fixed = false;
  bool is_final = false;       ///< parameters: may not be set from outside
  bool is_structural = false;  ///< parameters: sizes, loops or branches of this model depend on the value; another value needs
                               ///< another flattening of the text (`--set` does that)
  bool is_protected = false;
  bool is_input = false, is_output = false;
  bool is_watched = false;  ///< added to see the value of an expression: the run does not depend on it, has no events for its
                            ///< relations and does not fail where it has no value
  bool exists = true;       ///< false in the model of a tuple (in_modes.hpp) in which it does not live
};

/// A user function that could not be inlined. Statements over local symbols (names "<function>:<local>").
struct FunctionDef {
  struct Statement {
    enum class Kind : std::uint8_t { assign, if_, while_, break_, return_, assertion };
    Kind kind = Kind::assign;
    Expr target;                       ///< assign: the local symbol
    Expr value;                        ///< assign: value; if_, while_, assertion: condition
    std::vector<Statement> body;       ///< if_: then-part; while_: body
    std::vector<Statement> otherwise;  ///< if_: else-part
    Message message = {};              ///< assertion
    Span span = {};
  };
  std::string name;
  std::vector<Expr> inputs, outputs, locals;  ///< scalar symbols; outputs and locals start from `start_values` (0 if null)
  std::vector<Expr> start_values;             ///< one per output, then one per local
  std::vector<Statement> body;
  Span span;
};

/// A surface that the motion stays on (model/sliding.hpp).
struct SlidingSurface {
  Expr surface;  ///< zero all the time
  Expr weight;   ///< of the equations above it; they take over when it exceeds 1, those below it when it falls under 0
  std::vector<std::string> names;  ///< what asks about it, as written (`x > 0`, `sign(x)`); the first is what events say
};

struct Experiment {
  Expr start, stop, tolerance, interval;  ///< null if not given; closed expressions
};

/// Pools, sources and the long lists are shared: models are cheap to copy and expressions outlive the front end.
struct HybridModel {
  std::string name;
  std::string description;
  std::shared_ptr<ExprPool> pool;
  std::shared_ptr<const Sources> sources;  ///< null for a model built in C++

  SharedList<Variable> variables;  ///< in order of declaration
  SharedList<Equation> equations;
  SharedList<Equation> initial_equations;
  SharedList<When> whens;
  std::vector<Assertion> assertions;
  std::vector<FunctionDef> functions;
  std::vector<Machine> machines;  ///< outer ones before those nested in them
  Experiment experiment;
  std::vector<SlidingSurface> sliding;  ///< in the model of a motion on surfaces, in the order in which it met them
  std::shared_ptr<FreeInputs> free;     ///< null: none. Models made from this one, by tuple or surface, share it

  // Of several variables with one name (in different modes) the first that exists.
  [[nodiscard]] const Variable* find(std::string_view name) const;
  [[nodiscard]] const Variable* find(Expr symbol) const;
  [[nodiscard]] std::size_t index_of(Expr symbol) const;  ///< of a symbol that is a variable of this model
  [[nodiscard]] const FunctionDef* find_function(std::string_view name) const;

  /// After variables were added or renamed. The lookups above need it.
  void index();
  /// By their places, in a model of all modes; nothing is copied if they have these numbers.
  void number_whens();

 private:
  // Open addressing by the id of the symbol: positions in `variables`, none where there is none.
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  [[nodiscard]] std::size_t cell_of(Expr symbol) const;
  [[nodiscard]] std::uint32_t position_of(Expr symbol) const;
  std::shared_ptr<const std::vector<std::uint32_t>> places_;
};

}  // namespace saltus
