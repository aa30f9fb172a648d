#pragma once
// Trajectories as a panel, of one run or of several side by side.

#include <span>
#include <string>
#include <vector>

#include "report/figure.hpp"
#include "report/plot_request.hpp"
#include "result/run_result.hpp"

namespace saltus {

struct Trajectory {
  std::string label;  ///< which run; not shown if there is only one
  const RunResult* run = nullptr;
};

/// A curve for each name and run; a run that does not have a variable has no curve of it. The window is the whole time. There is at least one run.
[[nodiscard]] Panel trajectory_panel(std::span<const Trajectory> runs, const PlotRequest& request);

/// Lines at the instants of `when`s and transitions, with the names of what happened. `events`: only those of these names ("hit" is hit[1] too);
/// empty: all, or none if they are more than can be told apart.
[[nodiscard]] std::vector<Marker> event_markers(const RunResult& run, std::span<const std::string> events = {});

/// "x from 0 to 10 m; hit 3 times": for readers who cannot see the curves.
[[nodiscard]] std::string trajectory_text(const RunResult& run, std::span<const PlotRequest> requests);

/// "x, v over time"
[[nodiscard]] std::string panel_text(const Panel& panel);

}  // namespace saltus
