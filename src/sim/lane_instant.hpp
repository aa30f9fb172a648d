#pragma once
// Event instants of several runs side by side: the rounds of EventIteration, and the start and the end of a run, where nothing rare happens.
//
// The runs come from different packs and different times: whoever has an event waits for a few others. A lane whose rounds are over goes
// through those of the others without change, as a round that changed nothing changes nothing when it is repeated.

#include <cstdint>
#include <limits>
#include <vector>

#include "sim/coarse_guard.hpp"
#include "sim/lane_frame.hpp"
#include "sim/read_kinks.hpp"

namespace saltus::lanes {

template <class V>
class LaneInstant {
 public:
  using M = MaskOf<V>;

  explicit LaneInstant(LaneModel<V>& model)
      : m_(model),
        setup_(model.c.tape, model.c.setup, model.jets, nullptr),
        initial_(model.c.tape, model.c.initial, model.jets, nullptr),
        values_(model.c.tape, model.c.values, model.jets, nullptr),
        outputs_(model.c.tape, model.c.outputs, model.jets, nullptr),
        round_(model.c.tape, model.c.round, model.jets, model.relations.data()),
        decided_(model.c.guards.size()),
        reinits_(model.c.states.size()),
        last_discretes_(model.c.discretes.size()),
        left_values_(model.plan.made_in_round.size() + model.plan.made_for_outputs.size()),
        shown_(model.book.shown_count()) {
    for (const CompiledGuard& g : model.c.guards) guards_read_bits_ = guards_read_bits_ || !g.reads.empty();
    find_read_kinks(model.c, read_kinks_, kink_readers_);
  }

  /// Runs begin in the lanes `active`. `inputs`: one after the other, those of a lane `lanes` numbers apart.
  void begin(V* f, const std::size_t* numbers, const M& active, const V* inputs, M& left) {
    set_up(f, inputs);
    take(f, numbers, active);
    initialise();
    instant(M(false));
    left = left | left_;
  }

  /// The instant that waits in these lanes. In those of `terminal` it is the end of the run.
  void operator()(V* f, const std::size_t* numbers, const M& active, const M& terminal, M& left) {
    take(f, numbers, active);
    m_.load(f);
    Slots(*this)[m_.c.is_terminal] = select(terminal, V(1.0), V(0.0));
    put_on_surfaces();
    instant(terminal);
    left = left | left_;
  }

 private:
  static constexpr int most_rounds = 20;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// Values of slots at order 0.
  struct Slots {
    explicit Slots(LaneInstant& i) : jets(i.m_.jets) {}
    LaneJets<V>& jets;
    V& operator[](Slot s) const { return jets[s][0]; }
  };

  void take(V* f, const std::size_t* numbers, const M& active) {
    f_ = f;
    numbers_ = numbers;
    active_ = active;
    left_ = M(false);
  }

  V& at(std::size_t i) const { return f_[i]; }
  [[nodiscard]] M is_set(Slot s) const { return m_.jets[s][0] > V(0.5); }
  void leave(const M& lanes) { left_ = left_ | (lanes & active_); }

  template <class Visit>
  void for_each_lane(const M& lanes, Visit&& visit) const {
    for (unsigned bits = lane_bits(lanes & active_ & ~left_); bits != 0; bits &= bits - 1) visit(__builtin_ctz(bits));
  }

  const double* shown(int lane) {
    for (std::size_t i = 0; i < m_.book.shown_count(); ++i) shown_[i] = m_.jets[m_.book.shown()[i]][0][lane];
    return &shown_[0];
  }

  // ------------------------------------------------------------ the start

  void set_up(V* f, const V* inputs) {
    const Slots x(*this);
    const CompiledModel& c = m_.c;
    for (const Slot s : m_.plan.cleared) x[s] = V(0.0);
    for (std::size_t i = 0; i < c.inputs.size(); ++i) x[c.inputs[i]] = inputs[i];
    setup_.evaluate();
    for (std::size_t i = m_.layout.slots; i < m_.layout.size(); ++i) f[i] = V(0.0);
    f[m_.layout.base()] = V(m_.settings.start);
    for (std::size_t j = 0; j < c.states.size(); ++j)
      if (c.states[j].nominal != no_slot) f[m_.layout.nominal(j)] = abs(x[c.states[j].nominal]);
    x[c.time] = V(m_.settings.start);
    m_.jets[c.time][1] = V(1.0);
    for (const CompiledState& s : c.states) x[s.value] = x[s.start];
    for (const CompiledDiscrete& d : c.discretes) x[d.value] = x[d.pre] = d.start == no_slot ? V(0.0) : x[d.start];
    initial_.evaluate();
    for (const auto& [slot, j] : c.initial_states) x[c.states[j].value] = x[slot];
    for (const auto& [slot, i] : c.initial_discretes) x[c.discretes[i].value] = x[c.discretes[i].pre] = x[slot];
  }

  // EventIteration::initialise.
  void initialise() {
    const Slots x(*this);
    x[m_.c.is_initial] = V(1.0);
    for (LaneRelation<V>& r : m_.relations) r = {V(0.0), V(0.0)};
    round_.evaluate();
    M open = active_, jumped(false);
    for (int round = 0; any(open & ~left_); ++round) {
      if (round == most_rounds) leave(open);
      for (const CompiledPre& p : m_.c.pres) x[p.pre] = select(jumped, x[p.pre], x[p.value]);
      evaluate_round();
      M changed = take_bits(M(false));
      jumped = jumped | take_reinits();
      changed = changed | jumped;
      for (const CompiledPre& p : m_.c.pres) changed = changed | (~jumped & (x[p.pre] != x[p.value]));
      for (std::size_t i = 0; i < last_discretes_.size(); ++i) {
        const V& now = x[m_.c.discretes[i].value];
        changed = round == 0 ? M(true) : changed | (now != last_discretes_[i]);
        last_discretes_[i] = now;
      }
      leave(changed & ~open);
      open = open & changed;
    }
    test_active();
    m_.series(m_.plan.sign_order);
    for (std::size_t g = 0; g < m_.c.guards.size(); ++g)
      if (!m_.c.guards[g].kink) leave(~(abs(m_.guard_series[g][0]) > bound(g)));
    x[m_.c.is_initial] = V(0.0);
    update_pre();
    test_settled();
    outputs_.evaluate();
    for (std::size_t v = 0; v < m_.c.variables.size(); ++v) {
      const Slot slot = m_.c.variables[v].value;
      if (slot != no_slot && !m_.c.model.variables[v].is_watched) leave(~is_finite(x[slot]));
    }
  }

  // ------------------------------------------------------------ an instant

  // What HybridRun::handle_instant does to the guards that cross.
  void put_on_surfaces() {
    const Slots x(*this);
    V crossing(0.0);
    M arrived(false);
    for (std::size_t g = 0; g < m_.c.guards.size(); ++g) {
      const M crosses = at(m_.layout.forced(g)) != V(0.0);
      if (!any(crosses)) continue;
      crossing = crossing + select(crosses, V(1.0), V(0.0));
      m_.series(m_.plan.sign_order);
      const CompiledGuard& guard = m_.c.guards[g];
      const V h = m_.guard_series[g][0];
      if (guard.state == no_slot) {
        note_arrival(crosses & ~arrived);
        arrived = arrived | crosses;
        V& noise = at(m_.layout.noise(g));
        const V rest = V(2.0) * abs(h);
        noise = select(crosses & (rest > noise), rest, noise);
      } else {
        V& state = x[guard.state];
        leave(crosses & (V(LaneModel<V>::rounded) * m_.rounded_size(g, 0) > V(coarse_rounding) * abs(state)));
        state = select(crosses, guard.direction > 0 ? state - h : state + h, state);
      }
    }
    if (guards_read_bits_) leave(crossing > V(1.0));
  }

  // GuardSigns::note_arrival.
  void note_arrival(const M& lanes) {
    if (!any(lanes)) return;
    for (std::size_t g = 0; g < m_.c.guards.size(); ++g) {
      if (m_.c.guards[g].state != no_slot) continue;
      V& noise = at(m_.layout.noise(g));
      const V off = V(2.0) * abs(m_.guard_series[g][0] - at(m_.layout.expected(g)));
      noise = select(lanes & (off > noise) & is_finite(off), off, noise);
    }
  }

  void instant(const M& terminal) {
    const V& time = at(m_.layout.base());
    if (!values_.empty()) values_.evaluate();
    for_each_lane(M(true), [&](int lane) { m_.book.begin_instant(numbers_[lane], shown(lane), time[lane]); });
    iterate();
    test_settled();
    for (std::size_t i = 0; i < m_.plan.made_in_round.size(); ++i) left_values_[i] = m_.jets[m_.plan.made_in_round[i]][0];
    const bool looked_at = m_.book.watches_instants() || any(terminal) || !m_.plan.made_for_outputs.empty();
    if (m_.book.is_watched() && looked_at) outputs_.evaluate();
    end_instant(time);
    for_each_lane(terminal, [&](int lane) {
      m_.book.finish(numbers_[lane], shown(lane), time[lane], static_cast<std::uint64_t>(at(m_.layout.steps())[lane]));
    });
    m_.store(f_, active_);
    active_ = active_ & ~terminal;
    compare_series();
    for (std::size_t g = 0; g < m_.c.guards.size(); ++g) at(m_.layout.forced(g)) = V(0.0);
  }

  void end_instant(const V& time) {
    V& since = at(m_.layout.since());
    for_each_lane(M(true), [&](int lane) {
      double interval = since[lane];
      if (!m_.book.end_instant(numbers_[lane], shown(lane), time[lane], interval, at(m_.layout.uncertainty())[lane]))
        left_.set(lane, true);
      since.set(lane, interval);
    });
  }

  // The run alone goes on with values that the last round, and the outputs after it, have left in the series.
  void compare_series() {
    const auto compare = [this](Slot s, const V& before) { leave(m_.jets[s][0] != before); };
    const auto& in_round = m_.plan.made_in_round;
    const auto& for_outputs = m_.plan.made_for_outputs;
    const bool watched = m_.book.is_watched();
    if (in_round.empty() && (for_outputs.empty() || !watched)) return;
    for (std::size_t i = 0; i < for_outputs.size(); ++i) left_values_[in_round.size() + i] = m_.jets[for_outputs[i]][0];
    m_.flow.evaluate();
    m_.guards.evaluate();
    for (std::size_t i = 0; i < in_round.size(); ++i) compare(in_round[i], left_values_[i]);
    for (std::size_t i = 0; watched && i < for_outputs.size(); ++i) compare(for_outputs[i], left_values_[in_round.size() + i]);
  }

  // EventIteration::iterate.
  void iterate() {
    take_left_limits();
    M open = active_;
    for (int round = 0; any(open & ~left_); ++round) {
      if (round == most_rounds) return leave(open);
      evaluate_round();
      M changed = log_branches(open);
      changed = changed | take_bits(open);
      changed = changed | take_reinits();
      test_active();
      changed = changed | update_pre();
      for (std::size_t g = 0; g < m_.c.guards.size(); ++g) at(m_.layout.forced(g)) = V(0.0);
      leave(changed & ~open);
      open = open & changed;
    }
  }

  [[nodiscard]] V bound(std::size_t g) const {
    return at(m_.layout.noise(g)) + at(m_.layout.drift(g)) + V(LaneModel<V>::rounded) * m_.rounded_size(g, 0);
  }

  // EventIteration::decide_guards.
  void decide_guards() {
    m_.series(m_.plan.sign_order);
    bool all_orders = false;
    for (std::size_t g = 0; g < m_.c.guards.size(); ++g) {
      LaneRelation<V>& r = m_.relations[g];
      const V& forced = at(m_.layout.forced(g));
      const M is_forced = forced != V(0.0);
      decided_[g] = m_.guard_series[g][0];
      const V within = bound(g);
      const M tied = ~is_forced & ~(abs(decided_[g]) > within) & active_ & ~left_;
      V sign(0.0);
      if (any(tied)) {
        if (!all_orders) m_.series(4);
        all_orders = true;
        M unclear(false);
        sign = select(tied, m_.sign_of_motion(g, at(m_.layout.delta()), tied, unclear), sign);
        leave(unclear);
      }
      r.tie_bound = select(is_forced, V(infinity), within);
      r.tie_sign = select(is_forced, forced, sign);
    }
  }

  void evaluate_round() {
    decide_guards();
    round_.evaluate();
    for (std::size_t g = 0; g < m_.c.guards.size(); ++g) {
      const V& now = m_.guard_series[g][0];
      const M moved = (now != decided_[g]) & (m_.relations[g].tie_sign == V(0.0));
      if (any(moved)) leave(moved & ~(abs(now) > bound(g)));
    }
    for (const std::uint32_t kink : read_kinks_) {
      const M turned = (is_set(m_.c.guards[kink].bit) ^ (at(m_.layout.bit(kink)) > V(0.5))) & active_;
      if (any(turned)) leave_to_turn_kinks(turned);
    }
  }

  // RoundGuards::turn_kinks, where it could make a difference.
  void leave_to_turn_kinks(const M& turned) {
    for (const std::uint32_t g : kink_readers_) {
      const V& now = m_.guard_series[g][0];
      const V near = bound(g) + V(4.0) * abs(now - decided_[g]);
      leave(turned & ~((abs(now) > near) & (abs(decided_[g]) > near)));
    }
  }

  M log_branches(const M& open) {
    M fired(false);
    for (std::size_t b = 0; b < m_.c.branches.size(); ++b) {
      const M active = is_set(m_.c.branches[b].active) & active_;
      if (!any(active)) continue;
      fired = fired | active;
      if (!m_.c.branches[b].initial_only)
        for_each_lane(active & open, [&](int lane) { m_.book.fire_branch(numbers_[lane], b); });
    }
    return fired;
  }

  M take_bits(const M& logged) {
    M changed(false);
    for (std::size_t g = 0; g < m_.c.guards.size(); ++g) {
      const CompiledGuard& guard = m_.c.guards[g];
      V& bit = at(m_.layout.bit(g));
      const M now = is_set(guard.bit), differs = (now ^ (bit > V(0.5))) & active_;
      if (!any(differs)) continue;
      changed = changed | differs;
      bit = select(differs, select(now, V(1.0), V(0.0)), bit);
      if (!guard.logged) continue;
      const M shown = guard.logged_side == 0 ? M(true) : guard.logged_side > 0 ? now : ~now;
      for_each_lane(differs & shown & logged, [&](int lane) { m_.book.fire_guard(numbers_[lane], g); });
    }
    return changed;
  }

  // EventIteration::collect_reinits and apply_reinits. Two branches that reinitialise one state are left.
  M take_reinits() {
    bool any_active = false;
    for (Reinit& r : reinits_) r.lanes = M(false);
    for (const CompiledBranch& b : m_.c.branches) {
      if (b.reinits.empty()) continue;
      const M active = is_set(b.active) & active_;
      if (!any(active)) continue;
      any_active = true;
      for (const CompiledReinit& r : b.reinits) {
        Reinit& to = reinits_[r.state];
        const M given = r.gives == no_slot ? active : active & is_set(r.gives);
        leave(to.lanes & given);
        to.value = select(given, m_.jets[r.value][0], to.value);
        to.lanes = to.lanes | given;
      }
    }
    M changed(false);
    if (!any_active) return changed;
    for (std::size_t j = 0; j < reinits_.size(); ++j) {
      V& x = m_.jets[m_.c.states[j].value][0];
      const M differs = reinits_[j].lanes & (x != reinits_[j].value);
      x = select(differs, reinits_[j].value, x);
      changed = changed | differs;
    }
    return changed;
  }

  M update_pre() {
    const Slots x(*this);
    M changed(false);
    for (const CompiledDiscrete& d : m_.c.discretes) {
      V& pre = x[d.pre];
      const V& value = x[d.value];
      const M differs = (pre != value) & active_;
      if (!any(differs)) continue;
      pre = select(differs, value, pre);
      changed = changed | differs;
      leave(differs & ~is_finite(value));
    }
    take_left_limits();
    return changed;
  }

  void take_left_limits() const {
    for (const CompiledPre& p : m_.c.pres) m_.jets[p.pre][0] = m_.jets[p.value][0];
  }

  // A check that has something to say is left, be it a warning only.
  void test(const CompiledCheck& check, const M& lanes) {
    const M holds = check.condition == no_slot ? M(true) : is_set(check.condition);
    leave(lanes & (check.is_terminate ? holds : ~holds));
  }
  void test_active() {
    for (const CompiledCheck& check : m_.c.checks)
      if (check.active != no_slot) test(check, is_set(check.active));
  }
  void test_settled() {
    for (const CompiledCheck& check : m_.c.checks)
      if (check.active == no_slot && check.condition != no_slot) test(check, M(true));
  }

  struct Reinit {
    M lanes;
    V value;
  };

  LaneModel<V>& m_;
  LaneCode<V> setup_, initial_, values_, outputs_, round_;
  bool guards_read_bits_ = false;
  std::vector<std::uint32_t> read_kinks_, kink_readers_;
  std::vector<V> decided_;  // values of the guards on which the signs of this round were decided
  std::vector<Reinit> reinits_;
  std::vector<V> last_discretes_, left_values_;
  Doubles<V> shown_;
  V* f_ = nullptr;
  const std::size_t* numbers_ = nullptr;
  M active_, left_;
};

}  // namespace saltus::lanes
