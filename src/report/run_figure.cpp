#include "report/run_figure.hpp"

#include <fmt/format.h>

#include "report/trajectory_panel.hpp"

namespace saltus {

namespace {

void require(const RunResult& run, const std::string& name) {
  if (!name.empty() && run.series.find(name) == nullptr)
    throw PlotError(fmt::format("`{}` was not recorded in this run of `{}`", name, run.model), "");
}

}  // namespace

Figure run_figure(const RunResult& run, const std::vector<PlotRequest>& requests) {
  Figure figure;
  figure.name = run.model;
  const Trajectory only[] = {{"", &run}};
  const std::vector<Marker> markers = event_markers(run);
  for (const PlotRequest& r : requests) {
    for (const auto& [x, y] : r.curves) {
      require(run, x);
      require(run, y);
    }
    figure.panels.push_back(trajectory_panel(only, r));
    if (r.over_time()) figure.panels.back().markers = markers;
    figure.summary += (figure.summary.empty() ? run.model + ": " : "; ") + panel_text(figure.panels.back());
  }
  figure.description = trajectory_text(run, requests);
  return figure;
}

}  // namespace saltus
