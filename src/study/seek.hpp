#pragma once
// Goal seeking: values of unknowns for which measures meet their targets (docs/math/goal_seeking.md).

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "study/search.hpp"

namespace saltus {

enum class SeekMethod : std::uint8_t {
  toms748,    ///< one unknown between its bounds, where the target is crossed; fast and sure
  bisection,  ///< the same, a digit in base 2 for each run
  secant,     ///< from a guess: Newton's method whose slopes come from the steps before
  newton,     ///< from a guess, any number of unknowns: damped
};

struct Goal {
  std::string measure;
  double value = 0;
};

struct SeekProblem {
  std::vector<Unknown> unknowns;
  std::vector<Goal> targets = {};  ///< as many as unknowns; an Evaluation has their measures, in this order
  SeekMethod method = SeekMethod::toms748;
  double tol = 0;  ///< of the unknowns, absolute; 0: as many digits as the runs give
  std::uint64_t most_runs = 1000;
};

enum class SeekEnd : std::uint8_t {
  met,
  jump,    ///< the measure jumps across the target: `values` is where, `message` says from what to what
  failed,  ///< `message` says why, `help` what to do
};

struct SeekOutcome {
  SeekEnd end = SeekEnd::failed;
  Candidate values = {};                         ///< the best ones found, also where the search failed; may be empty then
  std::vector<double> measured = {};             ///< at `values`
  std::vector<double> residuals = {};            ///< measured minus target
  std::vector<double> widths = {};               ///< how sure each value is: of the last bracket, or the last correction
  std::vector<std::vector<double>> slopes = {};  ///< of each target by each unknown, near `values`; empty: not known
  std::uint64_t runs = 0;
  DerivativeUse derivatives = {};
  std::string message = {}, help = {};
};

[[nodiscard]] SeekOutcome seek(const SeekProblem& problem, const Evaluate& evaluate, const Differentiate& differentiate = {});

}  // namespace saltus
