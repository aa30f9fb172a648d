#pragma once
// The runs whose trajectories a figure shows, made again with rows to draw.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "report/figure_spec.hpp"
#include "result/run_result.hpp"
#include "study/prepared_study.hpp"

namespace saltus {

/// A run that was made again.
struct ShownRun {
  std::string label;
  RunResult result;
  std::vector<std::pair<double, double>> windows;  ///< one for each zoom, without its margin; NaN where an end is missing
};

class StudyTrajectories {
 public:
  /// Null, after reports, if the figure does not say which runs, or an expression of a zoom or one that is `shown` is wrong. `study` lives longer than
  /// this.
  static std::unique_ptr<StudyTrajectories> make(const PreparedStudy& study, const FigureSpec& figure, Diagnostics& diagnostics,
                                                 std::vector<ShownExpression> shown = {});
  virtual ~StudyTrajectories() = default;

  [[nodiscard]] virtual const HybridModel& model() const = 0;  ///< of the first run
  /// `found`: where a search ended, which is shown if the figure names no other. Empty if there is no such point.
  [[nodiscard]] virtual std::vector<ShownRun> run(const std::optional<Point>& found) = 0;
};

}  // namespace saltus
