#pragma once
// What is minimised, as one number for each run.

#include <optional>

#include "study/differences.hpp"
#include "study/minimize.hpp"

namespace saltus {

/// A run without a value where the method cannot do without.
struct NoObjective {
  std::string message;
};

/// The search goes on and on in one direction.
struct RunsAway {
  std::size_t unknown;
  double value;
};

class Objective {
 public:
  Objective(const MinimizeProblem& problem, CountedRuns& runs);

  [[nodiscard]] const MinimizeProblem& problem() const { return problem_; }
  [[nodiscard]] CountedRuns& runs() { return runs_; }
  [[nodiscard]] bool exhausted() const { return runs_.runs() >= problem_.most_runs; }

  /// The number to be made small (with the opposite sign if a maximum is sought). Throws NoObjective, RunsAway.
  double at(const Candidate& x);
  /// Infinite where there is none.
  std::vector<double> at_all(const std::vector<Candidate>& candidates);
  /// As at_all, of one place that may be anywhere and does not count as one of the search.
  double beyond(const Candidate& x);
  /// Derivatives by the unknowns, at a place that has been run; nothing where there are no exact ones.
  std::optional<std::vector<double>> exact_gradient(const Candidate& x);
  /// Exact, or by differences, at the place that `at` was asked for last; and about how wrong it is. Throws NoObjective.
  std::vector<double> gradient(const Candidate& x, std::vector<double>& errors, DifferenceOrder order);
  /// The best so far, and where.
  [[nodiscard]] const std::optional<Candidate>& best() const { return best_; }
  [[nodiscard]] double least() const { return least_; }
  void note(const Candidate& x, double value);
  /// A place as good as the best.
  void take(const Candidate& x, double value) {
    best_ = x;
    least_ = value;
  }
  /// From the least to the largest value so far.
  [[nodiscard]] double spread() const { return most_ - least_; }
  /// The size of the first value that was not 0.
  [[nodiscard]] double first_size() const { return first_size_; }
  /// All values were equal so far.
  [[nodiscard]] bool is_flat() const { return least_ == most_; }

  /// At the best place, `found` or with a message. The objective has its own sign.
  [[nodiscard]] MinimizeOutcome outcome(bool found) const;
  [[nodiscard]] MinimizeOutcome failure(std::string message, std::string help) const;
  [[nodiscard]] MinimizeOutcome flat() const;
  /// All runs were made.
  [[nodiscard]] MinimizeOutcome no_end(std::string_view remedy) const;

 private:
  /// Why a run has no value; empty if it has one. All lists have to be as long as the first.
  [[nodiscard]] std::string trouble_with(const Evaluation& e);
  [[nodiscard]] double value_of(const Evaluation& e) const;
  void check(const Candidate& x) const;
  [[nodiscard]] std::vector<double> combined(const std::vector<std::vector<double>>& by_unknown) const;

  const MinimizeProblem& problem_;
  CountedRuns& runs_;
  std::optional<std::size_t> entries_;  // of the first list
  std::vector<double> last_;            // what the last run of `at` gave
  std::optional<Candidate> best_;
  double least_ = std::numeric_limits<double>::infinity(), most_ = -std::numeric_limits<double>::infinity();
  double first_size_ = 0;
  std::vector<double> farthest_;  // of each unknown, either sign
};

/// The methods. All of them leave what is common (runs, bounds reached) to minimize().
[[nodiscard]] MinimizeOutcome minimize_along_line(Objective& objective);
[[nodiscard]] MinimizeOutcome minimize_by_nlopt(Objective& objective);
[[nodiscard]] MinimizeOutcome minimize_by_gradient(Objective& objective);
[[nodiscard]] MinimizeOutcome minimize_squares(Objective& objective);

/// What was found, if values rise behind it; else that they do not (study/no_minimum.cpp).
[[nodiscard]] MinimizeOutcome if_it_rises_again(Objective& objective, MinimizeOutcome found);
/// What was found, if it is not next to a pole, where values have no end; else that it is.
[[nodiscard]] MinimizeOutcome if_it_has_an_end(Objective& objective, MinimizeOutcome found);

}  // namespace saltus
