#pragma once
// One stretch in all lanes of a pack: what HybridRun does between two looks at the clock, where nothing rare happens.
//
//   series of states and guards; the longest step that they allow (LaneStepLength)
//   a stretch that accuracy did not limit is checked at its end (Probe::agrees)
//   every guard: the side it starts on, and whether a glance excludes that it crosses (LaneSearch)
//   lanes where no guard can cross go on to the end of the stretch
//   the others wait with their series until there are some from all packs:
//     every guard: where it crosses; on to the first crossing or the end: states, time, how far guards may be off
//
// A lane that meets something else is left.

#include "sim/lane_search.hpp"
#include "sim/lane_step_length.hpp"
#include "solve/last_terms.hpp"

namespace saltus::lanes {

template <class V>
class LaneStretch {
 public:
  using M = MaskOf<V>;

  explicit LaneStretch(LaneModel<V>& model)
      : m_(model),
        step_(model),
        search_(model, task_),
        there_(model.c.tape, 0),
        outputs_there_(model.c.tape, model.c.outputs, there_, nullptr),
        flow_there_(model.c.tape, model.c.flow, there_, nullptr),
        guards_there_(model.c.tape, model.c.guards_code, there_, nullptr) {
    model.put_constants(there_);
    for (const Slot s : model.plan.in_motion) saved_.push_back({s});
  }

  /// The lanes `alive` go on to the end of their stretch, but for those that are answered: a guard may cross there, and cross() is to be
  /// called. `left` gets those in which something rare was met.
  M operator()(V* f, const M& alive, M& left) {
    task_ = {f, alive, M(false)};
    m_.load_for_flow(f);
    m_.series(m_.n);
    const LaneTime<V> now{f[m_.layout.base()], f[m_.layout.offset()]};
    const V longest = now.until(V(m_.settings.stop));
    step_.propose(task_, longest);
    for (const Slot s : m_.plan.growing)
      task_.left = task_.left | (absolute_sum(std::span<const V>(m_.jets[s], width() - 1), step_.length) > V(m_.n / 2));
    for (const Slot s : m_.plan.singular) task_.left = task_.left | grows(m_.jets[s]);
    const M blind = step_.unlimited & ~(step_.length < longest) & alive & ~task_.left;
    if (any(blind)) check_end(now, blind);
    task_.left = task_.left | ~(step_.length > V(8 * unit) * abs(now.base));
    note_sizes();
    const M waiting = search_.glance_at_all(step_.length) & alive & ~task_.left;
    task_.alive = alive & ~waiting;
    search_.exclude_all(step_.length);
    check_shown(now);
    advance(now);
    left = left | (task_.left & alive);
    return waiting;
  }

  /// Numbers of a waiting lane that save() keeps for cross().
  [[nodiscard]] std::size_t saved_size() const { return saved_.size() * width() + 1; }
  /// Right after the call that answered `lane`, of the pack.
  void save(int lane, double* to) {
    for (const Slot s : saved_)
      for (int k = 0; k <= m_.n; ++k) *to++ = m_.jets[s][k][lane];
    *to = step_.length[lane];
  }
  /// For cross(), after load_for_flow(): what was saved, in the lane `lane` of another pack.
  void restore(int lane, const double* from) {
    for (const Slot s : saved_)
      for (int k = 0; k <= m_.n; ++k) m_.jets[s][k].set(lane, *from++);
    step_.length.set(lane, *from);
  }
  /// Waiting lanes, restored, with the frame they have now. Answers in which something crosses.
  M cross(V* f, const M& waiting, M& left) {
    if (m_.plan.guards_follow) m_.guard_series_again();
    return cross_here(f, waiting, left);
  }
  /// The same right after the call that answered these lanes, in their pack.
  M cross_here(V* f, const M& waiting, M& left) {
    task_ = {f, waiting, M(false)};
    search_.search(step_.length);
    const LaneTime<V> now{f[m_.layout.base()], f[m_.layout.offset()]};
    check_shown(now);
    const M due = advance(now);
    left = left | (task_.left & waiting);
    return due;
  }

 private:
  static constexpr double unit = LaneModel<V>::unit;

  V& at(std::size_t i) const { return task_.f[i]; }
  // ConvergenceLimit would shorten the stretch.
  [[nodiscard]] M grows(const V* y) const {
    if (m_.n < 6) return M(false);
    const LastTerms<V> terms(y, m_.n, step_.length);
    return terms.last > V(0.99) * terms.before;
  }
  [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(m_.n) + 1; }

  // Probe::agrees, with the tolerance of HybridRun::propose. A stretch that fails is shortened alone.
  [[gnu::noinline]] void check_end(const LaneTime<V>& now, const M& lanes) {
    const V tolerance(m_.settings.tolerance * 1000 + 1000 * unit);
    const V& s = step_.length;
    look_there(now, s);
    flow_there_.evaluate();
    guards_there_.evaluate();
    M agree(true);
    const auto compare = [&](const V& a, const V& b, const V& size) {
      agree = agree & (~is_finite(b) | ~(abs(a - b) > tolerance * size));
    };
    for (std::size_t j = 0; j < m_.states.size(); ++j) {
      const std::span<const V> q(m_.states[j], width());
      const V scale = step_.state_scale(task_.f, j);
      const V size = select(scale > step_.state_floor(task_.f, j), scale, V(1.0)) + absolute_sum(q, s);
      compare(derivative_value(q, s) * s, there_[m_.c.states[j].derivative][0] * s, size);
    }
    for (std::size_t g = 0; g < m_.guard_series.size(); ++g) {
      const std::span<const V> q(m_.guard_series[g], width());
      compare(horner(q, s), there_[m_.c.guards[g].h][0], absolute_sum(q, s) + at(m_.layout.largest(g)));
    }
    task_.left = task_.left | (lanes & ~agree);
  }

  // All variables at local time s.
  void look_there(const LaneTime<V>& now, const V& s) {
    for (std::size_t i = 0; i < m_.plan.kept.size(); ++i) there_[m_.plan.kept[i]][0] = task_.f[i];
    for (std::size_t j = 0; j < m_.states.size(); ++j)
      there_[m_.c.states[j].value][0] = horner(std::span<const V>(m_.states[j], width()), s);
    there_[m_.c.time][0] = now.after(s).base;
    outputs_there_.evaluate();
  }

  // Stretches::shown_values_hold. Where one does not hold is found alone.
  void check_shown(const LaneTime<V>& now) {
    if (m_.c.shown_only.empty()) return;
    look_there(now, search_.at);
    M hold(true);
    for (const Slot s : m_.c.shown_only) hold = hold & is_finite(there_[s][0]);
    task_.left = task_.left | (task_.alive & ~hold);
  }

  void note_sizes() const {
    const auto grow = [this](std::size_t i, const V& x) {
      const V size = abs(x);
      at(i) = select(task_.alive & (size > at(i)), size, at(i));
    };
    for (std::size_t j = 0; j < m_.states.size(); ++j) grow(m_.layout.largest_state(j), m_.states[j][0]);
    for (std::size_t g = 0; g < m_.guard_series.size(); ++g) grow(m_.layout.largest(g), m_.guard_series[g][0]);
  }

  M advance(const LaneTime<V>& now) {
    const V zero(0.0), stop(m_.settings.stop);
    task_.left = task_.left | ~(search_.at > V(1e-60));
    if (any(search_.crosses & task_.alive)) meet_instant();
    const M moves = task_.alive & ~task_.left;
    const LaneTime<V> end = now.after(search_.at);
    const V rounding = V(4 * unit) * abs(stop);
    const M to_stop = ~(end.base < select(search_.crosses, stop - rounding, stop));
    const auto put = [&](std::size_t i, const V& x) { at(i) = select(moves, x, at(i)); };
    put(m_.layout.base(), select(to_stop, stop, end.base));
    put(m_.layout.offset(), select(to_stop, zero, end.offset));
    put(m_.layout.since(), at(m_.layout.since()) + search_.at);
    put(m_.layout.steps(), at(m_.layout.steps()) + V(1.0));
    put(m_.layout.delta(), select(search_.crosses, search_.uncertainty, zero));
    for (std::size_t g = 0; g < search_.found.size(); ++g) {
      put(m_.layout.forced(g), select(search_.found[g].crosses, search_.found[g].direction, zero));
      if (!any(search_.crosses)) put(m_.layout.noise(g), zero);
    }
    for (std::size_t g = 0; m_.plan.is_lent && g < search_.found.size(); ++g) put(m_.layout.tie(g), zero);
    put(m_.layout.uncertainty(), uncertainty_of_interval());
    for (std::size_t j = 0; j < m_.states.size(); ++j)
      put(m_.plan.states[j], quick_horner(static_cast<const V*>(m_.states[j]), m_.n, search_.at));
    put(m_.plan.time, at(m_.layout.base()));
    return moves & search_.crosses;
  }

  V uncertainty_of_interval() const {
    V most(0.0);
    for (std::size_t g = 0; g < search_.found.size(); ++g)
      if (m_.c.guards[g].state != no_slot)
        most = select(search_.found[g].crosses & (search_.found[g].uncertainty > most), search_.found[g].uncertainty, most);
    return most;
  }

  // GuardSigns::meet_instant where something crosses; elsewhere GuardSigns::forget.
  void meet_instant() {
    const int n = m_.n;
    const V zero(0.0), power = integer_power(search_.at, n - 1);
    for (std::size_t g = 0; g < search_.found.size(); ++g) {
      const std::span<const V> q(m_.guard_series[g], static_cast<std::size_t>(n) + 1);
      M odd(false);
      V noise = truncation_bound(q.data(), n, search_.at, power, odd);
      noise += V(8 * unit) * search_.at * absolute_sum(q.subspan(1), search_.at);
      noise = select(search_.uncertainty > zero, noise + search_.uncertainty * absolute_slope_sum(q, search_.at), noise);
      noise = select(at(m_.layout.zeros(g)) > zero, noise + abs(q[0]), noise);
      task_.left = task_.left | (odd & search_.crosses);
      V& kept = at(m_.layout.noise(g));
      kept = select(task_.alive, select(search_.crosses, noise, zero), kept);
      if (m_.c.guards[g].state == no_slot) at(m_.layout.expected(g)) = horner(q, search_.at);
    }
    if (m_.plan.is_lent) note_states(power);
  }

  // GuardSigns::note_states, for modes that may be entered.
  void note_states(const V& power) {
    V carried(0.0);
    for (std::size_t j = 0; j < m_.states.size(); ++j) {
      const std::span<const V> q(m_.states[j], width());
      M odd(false);
      const V cut = truncation_bound(q.data(), m_.n, search_.at, power, odd);
      const V error = V(8 * unit) * absolute_sum(q, search_.at) + cut;
      const V scale = step_.state_scale(task_.f, j);
      const M known = scale > step_.state_floor(task_.f, j);
      carried = select(known & (error > carried * scale), error / scale, carried);
      task_.left = task_.left | (odd & search_.crosses);
    }
    V& kept = at(m_.layout.carried());
    kept = select(task_.alive & search_.crosses, carried, kept);
  }

  LaneModel<V>& m_;
  LaneTask<V> task_;
  LaneStepLength<V> step_;
  LaneSearch<V> search_;
  LaneJets<V> there_;  // at the end of a stretch
  LaneCode<V> outputs_there_, flow_there_, guards_there_;
  SlotList<V> saved_;
};

}  // namespace saltus::lanes
