#pragma once
// What a client may choose for a run.

#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "number/precision.hpp"

namespace saltus {

/// A number as it was meant: a text is an exact decimal or a constant expression ("0.2" is 1/5, "pi/6"), a double is its
/// binary value.
class Exact {
 public:
  Exact(const char* text) : text_(text) {}  // numbers are written as they are
  Exact(std::string text) : text_(std::move(text)) {}
  Exact(int value) : text_(std::to_string(value)) {}
  Exact(double value);  // finite

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// How events are found: `exact` isolates every root in a step; `grid` handles an event late, at the end of the step where
/// the change is seen; `signs` locates exactly, but looks for changes of sign at the ends of steps only.
enum class Location { exact, grid, signs };

struct Options {
  std::vector<std::pair<std::string, Exact>> set = {};  ///< parameters, and start values as "x.start"
  std::optional<Exact> start = {}, stop = {};           ///< default: the experiment annotation, else 0 and 1
  std::optional<Exact> tolerance = {};                  ///< default 1e-9; with a precision, 4 digits short of it
  std::string solver = "taylor";
  std::optional<Exact> step = {};  ///< of solvers with a fixed step
  Location locate = Location::exact;
  int precision = 0;                   ///< decimal digits, 10 to 10000, or double_double (about 31); 0 computes in double
  std::optional<Exact> interval = {};  ///< rows of the series, equidistant from the start
  std::vector<Exact> at = {};          ///< rows of the series at these times
  bool own_steps = false;              ///< rows of the series at the solver's own steps
  int rows_in_run = 0;                 ///< rows of the series that divide the whole time into this many parts
  int rows_in_step = 1;                ///< own_steps: each step in so many equal parts, for smooth curves
  int max_rounds = 1000;               ///< event iterations at one instant
  bool model_hash = true;              ///< in the provenance of the result; of a large model the text is long in writing
  std::vector<std::string> sensitivity = {};     ///< parameters and variables (their start values) to differentiate the run by
  const std::atomic<bool>* interrupt = nullptr;  ///< polled; when it becomes true the run ends with status interrupted
};

}  // namespace saltus
