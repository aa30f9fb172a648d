#pragma once
// The longest step that the series of states and guards allow, in all lanes at once: TaylorStepper::propose. A lane where that is not decided by
// its last three coefficients asks the scalar stepper about its series (LaneBook).

#include <limits>

#include "sim/lane_frame.hpp"

namespace saltus::lanes {

template <class V>
class LaneStepLength {
 public:
  using M = MaskOf<V>;

  explicit LaneStepLength(LaneModel<V>& model)
      : m_(model),
        buffer_(static_cast<std::size_t>(model.n + 1) * (model.c.states.size() + model.c.guards.size())),
        scales_(model.c.states.size() + model.c.guards.size()),
        floors_(model.c.states.size()) {
    const double order = model.n;
    reciprocals_[0] = 1.0 / order;
    reciprocals_[1] = 1.0 / (order - 1);
    reciprocals_[2] = 1.0 / (order - 2);
  }

  V length;     ///< of the step
  M unlimited;  ///< not limited by accuracy

  /// The size of a state that its accuracy is measured by.
  V state_scale(const V* f, std::size_t j) const {
    const V now = abs(m_.states[j][0]);
    const V& nominal = f[m_.layout.nominal(j)];
    const V usual = select(nominal > V(0.0), nominal, f[m_.layout.largest_state(j)]);
    const V size = select(now > usual, now, usual), floor = state_floor(f, j);
    return select(size > floor, size, floor);
  }
  V state_floor(const V* f, std::size_t j) const {
    const std::uint32_t family = m_.c.states[j].family;
    return family == CompiledState::no_family ? V(0.0) : V(StateFamily::floor_share) * f[m_.layout.family_size(family)];
  }

  /// Sets both, for the series of the model as they are.
  void propose(LaneTask<V>& task, const V& longest) {
    const int n = m_.n;
    const V zero(0.0);
    V last = zero, second = zero, third = zero, log_limit(infinity);
    M hard(false);
    raise_floors(task);
    for (std::size_t j = 0; j < m_.states.size(); ++j) {
      const V* x = m_.states[j];
      const V s0 = abs(x[n]), s1 = abs(x[n - 1]), s2 = abs(x[n - 2]);
      const V sum = s0 + s1;
      hard = hard | ~is_finite(sum + abs(x[1]));
      const V scale = state_scale(task.f, j);
      const M odd = (sum + s2 == zero) | ~(scale - state_floor(task.f, j) > V(1e-300));
      if (any(odd)) hard = hard | (odd & ~ends(x));
      const V inverse = V(1.0) / scale;
      last = select(odd, last, larger(last, s0 * inverse));
      second = select(odd, second, larger(second, s1 * inverse));
      third = select(odd, third, larger(third, s2 * inverse));
    }
    const V log_tol(std::log2(m_.settings.tolerance));
    const auto limit_by = [&](const V& size, const V& allowance, double reciprocal) {
      const V limit = (allowance - rough_log2(size)) * V(reciprocal);
      log_limit = select((size > zero) & (limit < log_limit), limit, log_limit);
    };
    limit_by(last, log_tol, reciprocals_[0]);
    limit_by(second, log_tol, reciprocals_[1]);
    limit_by(third, log_tol + V(fall), reciprocals_[2]);
    log_limit = log_limit - V(0.7 * log2_e * reciprocals_[1]);
    const M limited = log_limit < V(infinity);
    hard = hard | ~(~limited | ((log_limit > V(-1000.0)) & (log_limit < V(1000.0))));
    const V limit = rough_exp2(select(limited & ~hard, log_limit, zero));
    unlimited = ~limited | (limit > V(4.0) * longest);
    length = select(limited & (limit < longest), limit, longest);
    if (!m_.guard_series.empty()) limit_by_guards(task.f, hard);
    if (any(hard & task.alive)) ask_stepper(task, hard & task.alive, longest);
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double log2_e = 1.44269504088896340736;
  static constexpr double fall = log2_e / 0.65;  // as in solve/taylor.hpp

  // StateFloors::raise.
  void raise_floors(LaneTask<V>& task) const {
    for (std::size_t i = 0; i < m_.layout.families; ++i) {
      V most(0.0), &size = task.f[m_.layout.family_size(i)];
      for (const std::uint32_t j : m_.c.families[i].states) most = larger(abs(m_.states[j][0]), most);
      size = select(task.alive & is_finite(most) & (most > V(2.0) * size), most, size);
    }
  }

  /// The second half of the series vanishes.
  M ends(const V* q) const {
    V sum(0.0);
    for (int k = m_.n / 2 + 1; k <= m_.n; ++k) sum += abs(q[k]);
    return sum == V(0.0);
  }

  void limit_by_guards(const V* f, M& hard) const {
    const int n = m_.n;
    const V zero(0.0), power = integer_power(length, n - 2);
    for (std::size_t g = 0; g < m_.guard_series.size(); ++g) {
      const V* q = m_.guard_series[g];
      hard = hard | ~(is_finite(q[0]) & is_finite(q[n - 1]) & is_finite(q[n]));
      const M gap = (q[n] == zero) & (q[n - 1] == zero) & (q[n - 2] == zero);
      const V scale = larger(larger(f[m_.layout.largest(g)], abs(q[0])), abs(q[1]) * length);
      const V last = larger(abs(q[n]) * length, abs(q[n - 1])) * length * power;
      const M good = (power > V(1e-280)) & is_finite(last) & (last <= V(m_.settings.tolerance) * scale);
      hard = hard | ~(gap | good);
      if (any(gap)) hard = hard | (gap & ~ends(q));
    }
  }

  [[gnu::noinline]] void ask_stepper(LaneTask<V>& task, const M& lanes, const V& longest) {
    const std::size_t states = m_.states.size();
    for (int lane = 0; lane < V::lanes; ++lane) {
      if (!lanes[lane]) continue;
      for (std::size_t i = 0; i < states + m_.guard_series.size(); ++i) {
        const bool is_state = i < states;
        if (is_state) floors_[i] = state_floor(task.f, i)[lane];
        m_.copy_series(is_state ? m_.states[i] : m_.guard_series[i - states], lane,
                       &buffer_[i * (static_cast<std::size_t>(m_.n) + 1)]);
        scales_[i] = (is_state ? state_scale(task.f, i) : task.f[m_.layout.largest(i - states)])[lane];
      }
      double found = longest[lane];
      bool is_unlimited = true;
      if (!m_.book.propose(&buffer_[0], &scales_[0], &floors_[0], found, is_unlimited)) task.left.set(lane, true);
      length.set(lane, found);
      unlimited.set(lane, is_unlimited);
    }
  }

  LaneModel<V>& m_;
  Doubles<V> buffer_, scales_, floors_;
  double reciprocals_[3];
};

}  // namespace saltus::lanes
