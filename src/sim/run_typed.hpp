#pragma once
// One run in one number type, with the stepper the settings name.

#include <chrono>

#include "sim/make_result.hpp"
#include "sim/method_stepper.hpp"
#include "solve/taylor.hpp"

namespace saltus {

template <class T, class Stepper>
RunResult run_with(const CompiledModel& compiled, const Settings<T>& settings, Stepper stepper) {
  RunResult result;
  result.model = compiled.model.name;
  const auto begin = std::chrono::steady_clock::now();
  HybridRun<T, Stepper> run(compiled, settings, std::move(stepper));
  const RunEnd<T>& end = run.run();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

  const ResultMaker<T> make(compiled, run.flow());
  make.add_parameters(result);
  make.set_status(result, end);
  make.add_final(result, end.time);
  make.add_events(result, run.log());
  make.add_near_misses(result, run.near_misses());
  result.series = run.recorder().series();
  result.warnings = run.warnings();
  result.statistics = {.steps = run.counts().steps,
                       .rejected = run.halvings(),
                       .events = run.log().entries.size(),
                       .instants = run.log().instants,
                       .jets = run.flow().evaluations(),
                       .seconds = took.count(),
                       .more = {{"restarts_at_kinks", run.counts().kinks}}};
  return result;
}

/// With any solver: run_methods_double.cpp, run_methods_mpfr.cpp.
RunResult run_by_method(const CompiledModel& compiled, const Settings<double>& settings);
RunResult run_by_method(const CompiledModel& compiled, const Settings<Mpfr>& settings);

template <class T>
RunResult run_typed(const CompiledModel& compiled, const RunOptions& options) {
  const Settings<T> settings = make_settings<T>(options, compiled.model);
  if (settings.solver == "taylor") return run_with(compiled, settings, TaylorStepper<T>(settings.tolerance));
  return run_by_method(compiled, settings);
}

/// The instantiations, one translation unit each. Others who use this run (the benchmark) measure the same code.
extern template class HybridRun<double, TaylorStepper<double>>;
RunResult run_double(const CompiledModel& compiled, const RunOptions& options);
RunResult run_mpfr(const CompiledModel& compiled, const RunOptions& options);

}  // namespace saltus
