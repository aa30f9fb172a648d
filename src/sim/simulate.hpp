#pragma once
// Running a compiled model: options in, RunResult out.
//
// What happens at an event instant, and in which order, is written in sim/event_iteration.hpp, and in sim/modes.hpp where modes change; the
// main loop is in sim/hybrid_run.hpp.

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "compile/tuples.hpp"
#include "number/precision.hpp"
#include "result/run_result.hpp"

namespace saltus {

enum class Locate : std::uint8_t {
  exact,  ///< all roots of all guards on every stretch
  grid,   ///< a change of sign seen at the end of a step is handled there
  signs,  ///< only signs at the ends of steps are compared; a change is located
};

enum class Record : std::uint8_t {
  none,       ///< no trajectory
  requested,  ///< at `interval` or `at`
  steps,      ///< own steps and event instants (left and right limit), besides what is requested
};

/// Most decimal digits of a run: the orders of a series grow with them, so that its memory grows with their square.
inline constexpr int max_precision = 10000;

template <class T>
class Observer;
class Mpfr;

/// A value of a free input of the model (model/free_inputs.hpp).
struct InputValue {
  double number = 0;                   ///< for runs in double
  std::optional<Rational> exact = {};  ///< for others; if there is none:
  Expr closed = {};                    ///< a closed expression; if there is none either, the number is meant
};

/// Null expressions mean "not given": the experiment annotation, then the default. Expressions are closed (numbers, pi, operators).
struct RunOptions {
  Expr start, stop;
  Expr tolerance;        ///< default 1e-9; with a precision of p digits: 10^(4-p)
  Expr step;             ///< fixed-step solvers
  Expr interval;         ///< distance of output points; not taken from the annotation unless `record` is `steps`
  std::vector<Expr> at;  ///< output points
  std::string solver = "taylor";
  Locate locate = Locate::exact;
  Record record = Record::requested;
  int rows_in_run = 0;                           ///< output points that divide the whole time into this many parts; 0: none
  int rows_in_step = 1;                          ///< with `steps`: rows inside a step too, so that it has this many parts
  int precision = 0;                             ///< decimal digits, 10 to max_precision; or double_double; 0: double
  int max_rounds = 1000;                         ///< at one instant
  bool values_in_events = true;                  ///< record what events assigned or made jump
  std::span<const InputValue> inputs = {};       ///< of the free inputs of the model, in their order
  Observer<double>* observer = nullptr;          ///< of runs in double
  Observer<Mpfr>* precise_observer = nullptr;    ///< of runs of chosen precision
  bool bare_result = false;                      ///< only status and statistics: what has names is left out
  const std::atomic<bool>* interrupt = nullptr;  ///< polled once a step; true ends the run with status `interrupted`
};

/// The names `solver` accepts.
[[nodiscard]] const std::vector<std::string>& solver_names();

/// What is wrong with the options ("stop is before start", "unknown solver"), or "" if they can be run.
[[nodiscard]] std::string problem_with(const RunOptions& options, const HybridModel& model);

/// Runs from start to stop. Precondition: problem_with(options) is empty; there is a value for every free input. Whatever happens is in the status; nothing is thrown but
/// std::bad_alloc.
[[nodiscard]] RunResult simulate(CompiledTuples& tuples, const RunOptions& options);

}  // namespace saltus
