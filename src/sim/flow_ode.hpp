#pragma once
// A flow as right-hand side and Jacobian, on jets of its own: the series of the flow stay as they are.

#include <vector>

#include "sim/flow.hpp"
#include "solve/ode_system.hpp"

namespace saltus {

template <class T>
class FlowOde final : public OdeSystem<T> {
 public:
  /// `literal_kinks`: abs, max and other kinks are what their arguments say at every point, not on the side they are at the present one.
  explicit FlowOde(const CompiledModel& compiled, bool literal_kinks = false)
      : c_(compiled), jets_(compiled.tape, 2), x_(compiled.states.size(), T(0)), inputs_(compiled.flow_inputs.size(), T(0)) {
    jets_.relations.resize(compiled.guards.size());
    for (const CompiledGuard& g : compiled.guards)
      if (literal_kinks && g.kink) kinks_.push_back(&g);
  }

  /// The present point becomes that of the flow. true if something that the motion reads (states and time apart) has changed since
  /// the last time.
  bool begin(Flow<T>& flow) {
    flow_ = &flow;
    bool changed = !filled_;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const T& now = flow.value(c_.flow_inputs[i]);
      changed = changed || !(inputs_[i] == now);
      inputs_[i] = now;
    }
    if (changed)
      for (Slot s = 0; s < c_.tape.slot_count; ++s) jets_[s][0] = flow.value(s);
    filled_ = defined_ = true;
    for (std::size_t j = 0; j < x_.size(); ++j) x_[j] = flow.state(j)[0];
    for (const CompiledTear& t : c_.tears) jets_[t.value][0] = flow.value(t.value);
    time_ = flow.value(c_.time);
    return changed;
  }

  [[nodiscard]] std::size_t size() const override { return x_.size(); }
  [[nodiscard]] std::span<const T> state() const override { return x_; }
  [[nodiscard]] T scale(std::size_t j) const override { return flow_->state_scale(j); }
  [[nodiscard]] T floor(std::size_t j) const override { return flow_->state_floor(j); }

  void derivative(const T& s, std::span<const T> x, std::span<T> out) override {
    put(s, x);
    run(c_.tape, c_.flow, jets_, 0);
    for (std::size_t i = 0; i <= kinks_.size() && kinks_turn(); ++i) run(c_.tape, c_.flow, jets_, 0);
    for (std::size_t j = 0; j < x.size(); ++j) {
      out[j] = jets_[c_.states[j].value][1];
      defined_ = defined_ && is_finite(out[j]);
    }
    flow_->count_evaluation();
  }

  /// Had the right-hand side a value wherever it was asked for since begin()?
  [[nodiscard]] bool was_defined() const { return defined_; }
  /// Of implicit blocks, where the right-hand side was asked for last; by CompiledModel::tears.
  [[nodiscard]] const T& unknown(std::size_t i) const { return jets_[c_.tears[i].value][0]; }
  /// Has it one there?
  bool is_defined(const T& s, std::span<const T> x) {
    derivative_.resize(x.size(), T(0));
    defined_ = true;
    derivative(s, x, derivative_);
    return defined_;
  }

  /// out = the guards at local time s.
  void guards(const T& s, std::span<const T> x, std::span<T> out) {
    put(s, x);
    run(c_.tape, c_.flow, jets_, 0);
    run(c_.tape, c_.guards_code, jets_, 0);
    for (std::size_t g = 0; g < out.size(); ++g) out[g] = jets_[c_.guards[g].h][0];
  }

  // Column j is what coefficient 1 of the derivatives becomes when coefficient 1 of state j is 1 and everything else stands still.
  // Coefficients 0 are computed once for all columns.
  void jacobian(const T& s, std::span<const T> x, std::span<T> out) override {
    put(s, x);
    run(c_.tape, c_.along(), jets_, 0);
    const std::size_t n = x.size();
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n; ++i) jets_[c_.states[i].value][1] = T(i == j ? 1 : 0);
      run(c_.tape, c_.along(), jets_, 1);
      for (std::size_t i = 0; i < n; ++i) out[i * n + j] = T(2) * jets_[c_.states[i].value][2];
    }
  }

  [[nodiscard]] double operations() const override { return static_cast<double>(c_.flow.instructions.size()); }

 private:
  void put(const T& s, std::span<const T> x) {
    for (std::size_t j = 0; j < x.size(); ++j) jets_[c_.states[j].value][0] = x[j];
    jets_[c_.time][0] = time_ + s;
  }

  // One kink may depend on another: the flow is evaluated again as long as one turns.
  bool kinks_turn() {
    if (kinks_.empty()) return false;
    run(c_.tape, c_.guards_code, jets_, 0);
    bool any = false;
    for (const CompiledGuard* g : kinks_) {
      const T bit(jets_[g->h][0] > T(0) ? 1.0 : 0.0);
      any = any || !(jets_[g->bit][0] == bit);
      jets_[g->bit][0] = bit;
    }
    return any;
  }

  const CompiledModel& c_;
  Flow<T>* flow_ = nullptr;
  Jets<T> jets_;
  std::vector<T> x_, inputs_, derivative_;
  std::vector<const CompiledGuard*> kinks_;  // that are literal
  T time_{};
  bool filled_ = false, defined_ = true;
};

}  // namespace saltus
