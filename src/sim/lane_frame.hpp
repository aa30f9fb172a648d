#pragma once
// What a run in a lane is between two stretches: one number of each kind, side by side for the lanes of a pack.

#include "sim/lane_book.hpp"
#include "sim/lane_kernel.hpp"
#include "sim/lane_layout.hpp"
#include "sim/lane_math.hpp"

namespace saltus::lanes {

/// Room for single numbers. Not a vector of double, whose code would be shared with machines that have no wide registers.
template <class V>
class Doubles {
 public:
  explicit Doubles(std::size_t count) : room_(count / V::lanes + 1) {}
  [[nodiscard]] double& operator[](std::size_t i) { return reinterpret_cast<double*>(room_.data())[i]; }

 private:
  std::vector<V> room_;
};

/// Slots, for the same reason in a vector that nobody else has.
template <class V>
struct LaneSlot {
  Slot slot;
  operator Slot() const { return slot; }
};
template <class V>
using SlotList = std::vector<LaneSlot<V>>;

/// The lanes that a stretch or a search is about.
template <class V>
struct LaneTask {
  V* f = nullptr;  ///< their frame
  MaskOf<V> alive = MaskOf<V>(false);
  MaskOf<V> left = MaskOf<V>(false);  ///< where something rare was met
};

/// Everything about the model that does not depend on the lane.
template <class V>
struct LaneModel {
  explicit LaneModel(LaneBook& records)
      : book(records),
        plan(records.plan()),
        c(plan.compiled),
        settings(records.settings()),
        n(settings.order),
        layout(plan),
        jets(c.tape, n),
        relations(c.guards.size()),
        flow(c.tape, c.flow, jets, nullptr),
        guards(c.tape, c.guards_code, jets, nullptr) {
    put_constants(jets);
    for (const CompiledState& s : c.states) states.push_back(jets[s.value]);
    for (const CompiledGuard& g : c.guards) guard_series.push_back(jets[g.h]);
  }

  void put_constants(LaneJets<V>& to) const {
    for (const Tape::Constant& k : c.tape.constants) to[k.slot][0] = V(tape_constant(k));
  }

  /// The slots that flow and guards read, or all that are kept, from a frame to order 0.
  void load_for_flow(const V* frame) {
    for (const std::uint32_t i : plan.kept_for_flow) jets[plan.kept[i]][0] = frame[i];
    jets[c.time][1] = V(1.0);
  }
  void load(const V* frame) {
    for (std::size_t i = 0; i < plan.kept.size(); ++i) jets[plan.kept[i]][0] = frame[i];
    jets[c.time][1] = V(1.0);
  }
  void store(V* frame, const MaskOf<V>& lanes) {
    for (std::size_t i = 0; i < plan.kept.size(); ++i) frame[i] = select(lanes, jets[plan.kept[i]][0], frame[i]);
  }

  /// Series of guards to order k, of states at least to k, from the present order 0 of what they read.
  void series(int k) {
    const int flow_to = plan.guards_read_flow ? k : k - 1;
    if (flow_to >= 0) flow.evaluate();
    if (flow_to >= 1) flow.extend(flow_to);
    guards.evaluate();
    if (k >= 1) guards.extend(k);
  }

  /// From the series of states.
  void guard_series_again() {
    guards.evaluate();
    guards.extend(n);
  }

  void copy_series(const V* q, int lane, double* to) const {
    for (int k = 0; k <= n; ++k) to[k] = q[k][lane];
  }

  /// As Flow has it, where guards are known beyond order k.
  [[nodiscard]] V rounded_size(std::size_t g, int k) {
    const CompiledGuard& guard = c.guards[g];
    V size(0.0);
    for (const Slot s : guard.terms) size += abs(jets[s][k]);
    if (guard.reads_time) size += V(k + 1) * abs(guard_series[g][k + 1] * jets[c.time][0]);
    return size;
  }

  /// Guards within their bound, of which the first derivative decides, with coefficients known to order 4. Where it does not decide either
  /// the lane is added to `unclear`.
  [[nodiscard]] V sign_of_motion(std::size_t g, const V& delta, const MaskOf<V>& asked, MaskOf<V>& unclear) {
    const V* q = guard_series[g];
    const V size = abs(q[1]);
    const V own = V(16 * unit) * rounded_size(g, 1);
    const V twice = delta + delta;
    V shift(0.0);
    for (int j = 4; j > 1; --j) shift = (shift + abs(q[j])) * twice;
    shift = shift + shift;
    unclear = unclear | (asked & ~(is_finite(q[2] + q[3] + q[4]) & is_finite(own) & (size > own) & (size > own + shift)));
    return select(q[1] > V(0.0), V(1.0), V(-1.0));
  }

  static constexpr double unit = 0x1p-53;
  static constexpr double rounded = 4 * unit;  ///< of the terms of a guard, relative

  LaneBook& book;
  const LanePlan& plan;
  const CompiledModel& c;
  LaneSettings settings;
  int n;
  FrameLayout layout;
  LaneJets<V> jets;
  std::vector<LaneRelation<V>> relations;
  LaneCode<V> flow, guards;
  std::vector<V*> states, guard_series;
};

}  // namespace saltus::lanes
