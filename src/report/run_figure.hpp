#pragma once
// The trajectory of a run as a figure: `saltus run --plot x,v -o ball.svg`.

#include <vector>

#include "report/figure.hpp"
#include "report/plot_request.hpp"
#include "result/run_result.hpp"

namespace saltus {

/// A panel for each request. Events are marked in panels over time, if they are not too many. Throws PlotError if a name was not recorded.
[[nodiscard]] Figure run_figure(const RunResult& run, const std::vector<PlotRequest>& requests);

}  // namespace saltus
