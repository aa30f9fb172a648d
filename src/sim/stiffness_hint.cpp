#include "sim/stiffness_hint.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "sim/flow_ode.hpp"
#include "sim/series_cost.hpp"
#include "solve/radau.hpp"

namespace saltus {
namespace {

/// A flow from its present point on, without events.
class Onwards final : public OdeSystem<double> {
 public:
  explicit Onwards(Flow<double>& flow) : system_(flow.compiled()) {
    system_.begin(flow);
    x_.assign(system_.state().begin(), system_.state().end());
  }

  void advance(const StatePolynomials<double>& step) {
    for (std::size_t j = 0; j < x_.size(); ++j) x_[j] = step.at(j, step.length);
    passed_ += step.length;
  }

  [[nodiscard]] std::size_t size() const override { return x_.size(); }
  [[nodiscard]] std::span<const double> state() const override { return x_; }
  [[nodiscard]] double scale(std::size_t j) const override { return std::max(system_.scale(j), std::abs(x_[j])); }
  void derivative(const double& s, std::span<const double> x, std::span<double> out) override {
    system_.derivative(passed_ + s, x, out);
  }
  void jacobian(const double& s, std::span<const double> x, std::span<double> out) override {
    system_.jacobian(passed_ + s, x, out);
  }
  [[nodiscard]] double operations() const override { return system_.operations(); }

 private:
  FlowOde<double> system_;
  std::vector<double> x_;
  double passed_ = 0;
};

constexpr std::size_t most_states = 200;  // the algebra of a step grows with their cube
constexpr int trial = 24, window = 8;     // as in solve/solver_choice.hpp
constexpr double much = 10;

/// x >= 10, rounded.
double two_digits(double x) {
  const double unit = std::pow(10, std::floor(std::log10(x)) - 1);
  return std::round(x / unit) * unit;
}

/// Per unit of time, of the last steps of a trial; 0 if it cannot be made.
double method_rate(Flow<double>& flow, double tolerance, double first, double longest) {
  Onwards system(flow);
  RadauMethod<double> method(tolerance);
  StatePolynomials<double> step;
  step.reserve(system.size(), method.degree());
  double cost = 0, length = 0;
  for (int i = 0; i < trial && longest > 0; ++i) {
    if (!method.step(system, i > 0, first, longest, step)) return 0;
    system.advance(step);
    longest -= step.length;
    if (i < trial - window && longest > 0) continue;
    cost += method.cost();
    length += step.length;
  }
  return length > 0 ? cost / length : 0;
}

}  // namespace

std::string StiffnessHint::look(Flow<double>& flow, int order, double tolerance, double now, double stop, std::uint64_t steps,
                                std::uint64_t instants) {
  const auto taken = static_cast<double>(steps - steps_), events = static_cast<double>(instants - instants_);
  const double length = (now - time_) / taken;
  const bool only_noted = steps_ == 0;
  steps_ = steps;
  instants_ = instants;
  time_ = now;
  next_ = 2 * steps;
  if (only_noted || flow.state_count() == 0 || flow.state_count() > most_states || flow.is_constrained()) return {};
  if (!(length > 0) || !(now < stop) || events * 20 > taken) return {};
  const double series = series_cost(flow.compiled(), order) / length;
  const double method = method_rate(flow, tolerance, length, stop - now);
  if (!(method > 0) || series < much * method) return {};
  next_ = never;
  return fmt::format(
      "{} steps until {:.6g}, now of length {:.2g}: the motion is stiff; `--solver auto` would go on from there at about "
      "1/{:.0f} "
      "of the cost",
      steps, now, length, two_digits(series / method));
}

}  // namespace saltus
