#pragma once
// Measures, ready to be evaluated: what a run has to be watched for, and a list of operations on what was seen.

#include <cstdint>
#include <string>
#include <vector>

#include "number/rational.hpp"
#include "study/measure.hpp"

namespace saltus {

/// One thing a run is watched for.
struct Observation {
  enum class Kind : std::uint8_t {
    at_end,    ///< right limit at the end of the run
    at_start,  ///< after initialisation, before events at the start
    at_time,   ///< right limit
    minimum,   ///< of the trajectory, both limits at events included
    maximum,
    time_of_minimum,  ///< the first such time
    time_of_maximum,
    integral,      ///< over the times at which the subject exists
    extent,        ///< how long it exists
    before_event,  ///< left limit at the k-th event
    after_event,   ///< right limit
    event_times,   ///< a list
    durations,     ///< of stays in a mode, a list; the last may end with the run
    parameter,
  };
  Kind kind = Kind::at_end;
  std::string subject;          ///< a variable by its flat name, or a mode
  std::string event = {};       ///< before_event, after_event, event_times: its name; durations: the machine, or empty
  std::int64_t occurrence = 0;  ///< before_event, after_event: from 1; negative: from the last
  std::uint32_t time = 0;       ///< at_time: the node that says when

  friend bool operator==(const Observation&, const Observation&) = default;
};

[[nodiscard]] constexpr bool is_list(Observation::Kind kind) {
  return kind == Observation::Kind::event_times || kind == Observation::Kind::durations;
}

enum class MeasureOp : std::uint8_t {
  number,
  pi,
  observation,  ///< `index`
  list,         ///< of its arguments, {a, b}
  // numbers; with lists element by element
  add,
  sub,
  mul,
  div,
  pow,
  negate,
  abs,
  sign,
  sqrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  log10,
  floor,
  ceil,
  least,
  greatest,  ///< of two
  // numbers; true is 1
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  and_,
  or_,
  not_,
  choose,  ///< condition, then, else
  // of lists
  size,
  sum,
  list_min,
  list_max,
  list_mean,
  norm,
  element,      ///< list, number from 1 (negative: from the end)
  differences,  ///< of neighbours
  next_after,   ///< from each of the first list to the next of the second
};

struct MeasureNode {
  MeasureOp op = MeasureOp::number;
  std::vector<std::uint32_t> arguments = {};  ///< nodes before this one
  std::uint32_t index = 0;
  Rational number = {};
  bool is_list = false;
  bool known_early = true;  ///< it depends on parameters only
};

/// An expression of variables that is watched as a hidden variable.
struct WatchedExpression {
  std::string name;  ///< of the variable: no name that a model can have
  std::string text;
  Span span = {};
};

struct MeasureProgram {
  std::vector<Observation> observations;
  std::vector<MeasureNode> nodes;
  std::vector<std::uint32_t> roots;  ///< the node of each measure
  std::vector<Measure> measures;
  std::vector<WatchedExpression> expressions;
};

}  // namespace saltus
