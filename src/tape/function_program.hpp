#pragma once
// The program of one user function that is kept as a call: a flat list of steps over registers that hold series.
//
// Registers and temporaries are the slots of the program's own tape. Every call runs the program from the start with series of
// length k+1; jumps look at order 0 only. There are no further calls than those in `tape.functions`, which were complete before
// this program was made: no recursion.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "tape/tape.hpp"

namespace saltus {

struct FunctionProgram {
  struct Step {
    enum class Kind : std::uint8_t {
      evaluate,     ///< run codes[target] for all orders
      move,         ///< to = from, for all orders
      jump,         ///< go to step `target`
      jump_unless,  ///< go to step `target` unless from[0] > 1/2
      leave,        ///< the call ends
    };
    Kind kind = Kind::leave;
    std::uint32_t target = 0;
    Slot from = no_slot, to = no_slot;
  };

  /// Where a `while` goes back to its condition.
  struct Loop {
    std::uint32_t jump;  ///< which step
    Span span;
  };

  /// Passes of one loop without another in it, and of all loops of one call; a call that needs more gives NaN.
  static constexpr std::uint32_t max_passes = 100'000, max_iterations = 1'000'000;
  /// Calls within calls, and frames of registers for all of them: each function has a frame in each of its callers' frames.
  static constexpr std::size_t max_depth = 200, max_frames = 10'000;

  Tape tape;
  std::vector<Slot> inputs, outputs;
  std::vector<Code> codes;
  std::vector<Step> steps;
  std::vector<Loop> loops;
  std::string name;
  std::size_t depth = 1, frames = 1;  ///< of this function and those it calls
};

/// A statement of a function body, over symbols; mirrors FunctionDef::Statement without its messages.
struct FunctionStatement {
  enum class Kind : std::uint8_t { assign, if_, while_, break_, return_ };
  Kind kind = Kind::assign;
  Expr target;                               ///< assign: a symbol among outputs and locals
  Expr value;                                ///< assign: the value; if_, while_: the condition
  std::vector<FunctionStatement> body;       ///< if_: then-part; while_: body
  std::vector<FunctionStatement> otherwise;  ///< if_: else-part
  Span span = {};
};

struct FunctionSource {
  std::vector<Expr> inputs, outputs, locals;  ///< symbols
  std::vector<Expr> start_values;             ///< one per output, then one per local; null or missing: 0
  std::vector<FunctionStatement> body;
  std::string name = {};
};

struct CompiledFunction {
  std::shared_ptr<const FunctionProgram> program;  ///< null on failure
  std::string problem;                             ///< what is not possible: an unknown name, an operator, too deep nesting
};

/// `find(name)` gives the program of a function called in the body, or null. Statements may be nested 200 deep.
/// Expressions are taken literally (no events); a^b is exp(b log a) where b is neither a number nor of type Integer.
CompiledFunction compile_function(const FunctionSource& source,
                                  const std::function<std::shared_ptr<const FunctionProgram>(std::string_view)>& find = {});

}  // namespace saltus
