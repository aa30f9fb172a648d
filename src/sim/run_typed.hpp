#pragma once
// One run in one number type, with the stepper the settings name.

#include <chrono>

#include "sim/make_result.hpp"
#include "sim/method_stepper.hpp"
#include "solve/taylor.hpp"

namespace saltus {

/// Runs `run`, which began at `begin`, and makes a result of it.
template <class T, class Stepper>
RunResult result_of(HybridRun<T, Stepper>& run, const Settings<T>& settings, std::chrono::steady_clock::time_point begin) {
  const HybridModel& model = run.modes().model();
  RunResult result;
  result.model = model.name;
  const RunEnd<T>& end = run.run();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

  const ResultMaker<T> make(model);
  make.set_status(result, end);
  make.add_warnings(result, run.warnings());
  if (settings.observer) settings.observer->end(run.motion(), end, run.log());
  if (!settings.bare_result) {
    make.add_modes(result, run.modes().tuple());
    if (run.motion()) {
      make.add_parameters(result, *run.motion());
      make.add_final(result, *run.motion(), end.time);
    }
    make.add_events(result, run.log());
    make.add_near_misses(result, run.near_misses());
    make.add_excerpts(result, end, run.warnings());
    result.series = run.recorder().series();
  }
  if constexpr (has_derivative<T>) {
    result.sensitivities.push_back(make.sensitivity(run.motion(), run.log(), run.recorder()));
    result.sensitivities.back().end_time = end.time.d();
  }
  result.statistics = {.steps = run.counts().steps,
                       .rejected = run.modes().sum([](const Motion<T>& m) { return m.search.halvings(); }),
                       .events = run.log().entries.size(),
                       .instants = run.log().instants,
                       .jets = run.modes().sum([](const Motion<T>& m) { return m.flow.evaluations(); }),
                       .seconds = took.count(),
                       .more = {{"restarts_at_kinks", run.counts().kinks}}};
  if (!model.machines.empty()) result.statistics.more.emplace_back("tuples_compiled", run.modes().tuples_compiled());
  return result;
}

template <class T, class Stepper>
RunResult run_with(CompiledTuples& tuples, const Settings<T>& settings, Stepper stepper) {
  const auto begin = std::chrono::steady_clock::now();
  HybridRun<T, Stepper> run(tuples, settings, std::move(stepper));
  return result_of(run, settings, begin);
}

/// With any solver: run_methods_double.cpp, run_methods_mpfr.cpp.
RunResult run_by_method(CompiledTuples& tuples, const Settings<double>& settings);
RunResult run_by_method(CompiledTuples& tuples, const Settings<Mpfr>& settings);

/// By Taylor series alone, in the whole run?
template <class T>
bool is_by_series(const Settings<T>& settings, const HybridModel& model) {
  return settings.solver == "taylor" && !changes_solver(model);
}

/// The instantiations, one translation unit each. Others who use this run (the benchmark) measure the same code.
extern template class HybridRun<double, TaylorStepper<double>>;
RunResult run_mpfr(CompiledTuples& tuples, const RunOptions& options);

}  // namespace saltus
