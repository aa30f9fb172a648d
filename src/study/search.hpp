#pragma once
// What goal seeking and minimising share: unknowns, and runs as functions of them.

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "study/derivatives.hpp"

namespace saltus {

struct Unknown {
  std::string name;
  double low = -std::numeric_limits<double>::infinity(),
         high = std::numeric_limits<double>::infinity();    ///< it stays in [low, high]
  double guess = std::numeric_limits<double>::quiet_NaN();  ///< NaN: none

  [[nodiscard]] bool bracketed() const { return std::isfinite(low) && std::isfinite(high); }
};

/// What a run says to a search: numbers, or why there are none.
struct Evaluation {
  std::vector<double> values = {};
  std::string failure = {};  ///< "the run failed at 0.3 s: ..."; empty: `values` are there

  [[nodiscard]] bool good() const { return failure.empty(); }
};

/// Runs all candidates, side by side if it can, and answers in their order. What it throws ends the search.
using Evaluate = std::function<std::vector<Evaluation>(const std::vector<Candidate>&)>;

/// Evaluations and derivatives, counted.
class CountedRuns {
 public:
  explicit CountedRuns(Evaluate evaluate, Differentiate differentiate = {})
      : evaluate_(std::move(evaluate)), differentiate_(std::move(differentiate)) {}

  std::vector<Evaluation> all(const std::vector<Candidate>& candidates) {
    runs_ += candidates.size();
    return evaluate_(candidates);
  }
  Evaluation one(const Candidate& candidate) { return all({candidate}).front(); }
  [[nodiscard]] std::uint64_t runs() const { return runs_; }

  /// Exact derivatives of the `size` values at a candidate that was evaluated; nothing where there are none.
  std::optional<Derivatives> exact(const Candidate& at, std::size_t size);
  /// What was found does not come from them after all.
  void leave_exact() { derivatives_.exact = 0; }
  /// They were taken by differences.
  void note_differences() { ++derivatives_.by_differences; }
  [[nodiscard]] const DerivativeUse& derivatives() const { return derivatives_; }

 private:
  Evaluate evaluate_;
  Differentiate differentiate_;
  std::uint64_t runs_ = 0;
  DerivativeUse derivatives_;
  int refused_ = 0;
};

/// Where a search starts: the guess, else the middle of the range, inside the bounds.
[[nodiscard]] double start_of(const Unknown& unknown);
[[nodiscard]] Candidate start_of(const std::vector<Unknown>& unknowns);
/// The size by which changes of it are judged when it stands at x.
[[nodiscard]] double scale_of(const Unknown& unknown, double x);
/// Of a step from x: its greatest part, each in its scale.
[[nodiscard]] double length_of(const std::vector<Unknown>& unknowns, const std::vector<double>& x,
                               const std::vector<double>& step);
/// x, or the bound that it is beyond.
[[nodiscard]] double inside(const Unknown& unknown, double x);
/// "e = 0.3, mu = 2"
[[nodiscard]] std::string describe(const std::vector<Unknown>& unknowns, const Candidate& values);

/// A measured value in a message: ten digits, which are not all noise.
[[nodiscard]] std::string measured_text(double x);

}  // namespace saltus
