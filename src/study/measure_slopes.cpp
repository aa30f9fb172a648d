#include "study/measure_slopes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/solvers.hpp"
#include "number/dual.hpp"
#include "sim/run_dual.hpp"
#include "study/varied_model.hpp"

namespace saltus {

namespace {

std::vector<double> slopes_of(const Measured<Dual<double>>& m) {
  if (!m.is_list) return {m.number.d()};
  std::vector<double> slopes;
  for (const Dual<double>& x : m.list) slopes.push_back(x.d());
  return slopes;
}

/// Only states and times are wanted: no rows, no values at events.
void leave_out_rows(RunOptions& options) {
  options.interval = {};
  options.at.clear();
  options.record = Record::none;
  options.rows_in_run = 0;
  options.values_in_events = false;
  options.observer = nullptr;
  options.precise_observer = nullptr;
}

}  // namespace

MeasureSlopes differentiate(VariedModel& model, const MeasureProgram& program, RunOptions options, const Inputs& inputs,
                            std::size_t input) {
  const HybridModel& flat = model.tuples().model();
  if (options.solver != "taylor" || changes_solver(flat))
    return no_slopes("runs are differentiated by the solver `taylor` only");
  if (options.locate != Locate::exact) return no_slopes("events that are not located exactly have times without derivatives");
  if (options.precision != 0) options.tolerance = {};
  options.precision = 0;
  options.inputs = inputs.values;
  leave_out_rows(options);
  MeasureWatch<Dual<double>> watch(program);
  watch.begin();
  const RunResult run = run_dual(model.tuples(), options, {.start_time = false, .input = input}, &watch);
  MeasureSlopes found;
  found.status = run.status.code;
  found.events = run.statistics.events;
  if (!succeeded(run.status) && run.status.code != StatusCode::zeno) {
    found.problem = run.status.message;
    return found;
  }
  found.problem = why_not_smooth(run, run.sensitivities.front(), flat);
  if (!found.problem.empty()) return found;
  for (std::size_t i = 0; i < program.measures.size(); ++i) found.slopes.push_back(slopes_of(watch.of(i)));
  const auto lost = std::ranges::find_if(run.warnings, [](const Warning& w) { return w.code == "no-derivatives"; });
  if (lost != run.warnings.end()) found.problem = lost->text;
  return found;
}

}  // namespace saltus
