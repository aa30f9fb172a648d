#include "sim/simulation.hpp"

#include "sim/run_double_double.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

struct Simulation::Kept {
  Settings<double> settings;
  std::optional<IslandPlan> islands;
  HybridRun<double, TaylorStepper<double>> run;

  Kept(CompiledTuples& tuples, Settings<double> first)
      : settings(std::move(first)), islands(find_islands(tuples)), run(tuples, settings, stepper()) {
    if (islands) run.use_islands(*islands);
  }

  [[nodiscard]] TaylorStepper<double> stepper() const {
    return TaylorStepper<double>(settings.tolerance, islands ? islands->order() : 0);
  }
};

Simulation::Simulation(CompiledTuples& tuples) : tuples_(tuples) {}
Simulation::~Simulation() = default;

RunResult Simulation::run(const RunOptions& options) {
  if (options.precision == double_double) return run_double_double(tuples_, options);
  if (options.precision != 0) return run_mpfr(tuples_, options);
  Settings<double> settings = make_settings<double>(options, tuples_.model());
  if (!is_by_series(settings, tuples_.model())) return run_by_method(tuples_, settings);
  const auto begin = std::chrono::steady_clock::now();
  if (!kept_) {
    kept_ = std::make_unique<Kept>(tuples_, std::move(settings));
  } else {
    kept_->settings = std::move(settings);
    kept_->run.renew(kept_->stepper());
  }
  return result_of(kept_->run, kept_->settings, begin);
}

RunResult simulate(CompiledTuples& tuples, const RunOptions& options) { return Simulation(tuples).run(options); }

}  // namespace saltus
