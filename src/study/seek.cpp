#include "study/seek.hpp"

#include <cassert>

#include "study/bracket_search.hpp"
#include "study/newton_search.hpp"

namespace saltus {

SeekOutcome seek(const SeekProblem& problem, const Evaluate& evaluate, const Differentiate& differentiate) {
  assert(!problem.unknowns.empty() && problem.unknowns.size() == problem.targets.size());
  CountedRuns runs(evaluate, differentiate);
  const bool brackets = problem.method == SeekMethod::toms748 || problem.method == SeekMethod::bisection;
  SeekOutcome outcome = brackets ? bracket_search(problem, runs) : newton_search(problem, runs);
  outcome.runs = runs.runs();
  outcome.derivatives = runs.derivatives();
  return outcome;
}

}  // namespace saltus
