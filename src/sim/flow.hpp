#pragma once
// The motion between events: the compiled model as a FlowSystem, over one number type.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <vector>

#include "compile/compiled_model.hpp"
#include "compile/guards_read_flow.hpp"
#include "sim/coarse_guard.hpp"
#include "sim/grouped_states.hpp"
#include "sim/known_setup.hpp"
#include "sim/read_beside_flow.hpp"
#include "solve/local_time.hpp"
#include "solve/magnitude.hpp"
#include "solve/polynomial.hpp"
#include "tape/jets.hpp"
#include "tape/ready_code.hpp"

namespace saltus {

/// Holds all slots. States, discrete values, bits and time are its inputs; after one of them was changed, restart() forgets the series.
template <class T>
class Flow {
 public:
  using Number = T;

  /// `inputs`: values of compiled.inputs.
  Flow(const CompiledModel& compiled, int order, std::span<const T> inputs)
      : c_(compiled),
        setup_(compiled),
        jets_(compiled.tape, order),
        flow_(compiled.tape, compiled.flow, jets_),
        guards_(compiled.tape, compiled.guards_code, jets_),
        outputs_(compiled.tape, compiled.outputs, jets_),
        values_(compiled.tape, compiled.values, jets_),
        round_(compiled.tape, compiled.round, jets_),
        states_(compiled),
        guards_read_flow_(guards_read_flow(compiled)),
        sign_order_(std::ranges::any_of(compiled.guards, &CompiledGuard::reads_time) ? 1 : 0) {
    jets_.relations.resize(compiled.guards.size());
    if (flow_.may_be_packed()) pack();
    states_.all().reserve(c_.states.size());
    for (const CompiledState& s : c_.states) states_.all().push_back({jets_[s.value], T(0), T(0), T(0)});
    guard_views_.reserve(c_.guards.size());
    for (const CompiledGuard& g : c_.guards) {
      guard_views_.push_back({jets_[g.h], T(0), terms_.size(), g.terms.size(), g.reads_time});
      for (const Slot s : g.terms) terms_.push_back(jets_[s]);
    }
    inputs_.reserve(c_.flow_inputs.size());
    for (const Slot s : c_.flow_inputs) inputs_.push_back({jets_[s], T(0)});
    set_up(inputs);
  }

  /// As newly made with these inputs.
  void renew(std::span<const T> inputs) {
    jets_.renew();
    states_.renew();
    for (ReadyCode<T>* code : {&flow_, &guards_, &outputs_, &values_, &round_}) code->forget_weights();
    for (Guard& g : guard_views_) g.largest = T(0);
    for (Input& i : inputs_) i.seen = T(0);
    flow_known_ = guards_known_ = -1;
    inputs_seen_ = false;
    series_ = 1;
    evaluations_ = 0;
    set_up(inputs);
  }

  /// For reading and writing. Who keeps a reference calls stay_in_jets().
  Jets<T>& jets() {
    states_.changed();
    return jets_;
  }
  /// From now on series of states are always in the jets.
  void stay_in_jets() { states_.stay_in_jets(); }
  [[nodiscard]] const CompiledModel& compiled() const { return c_; }
  const T& value(Slot s) const {
    states_.come_back();
    return jets_[s][0];
  }
  [[nodiscard]] const T* series(Slot s) const {
    states_.come_back();
    return jets_[s];
  }
  [[nodiscard]] bool is_set(Slot s) const { return jets_[s][0] > T(0.5); }

  void restart() {
    states_.changed();
    begin_series();
    flow_.forget_weights();
    guards_.forget_weights();
    inputs_seen_ = false;
  }
  /// A number for the present series: another one after every change of inputs or states that was told. Never 0.
  [[nodiscard]] std::uint64_t series() const { return series_; }
  /// After a round: if the motion reads what it read when its series were begun, they stay.
  void restart_if_inputs_changed() {
    states_.come_back();
    if (inputs_changed()) return restart();
    inputs_seen_ = true;
  }

  void set_time(const TimePoint<T>& t) {
    T* slot = jets_[c_.time];
    slot[0] = t.value();
    if (jets_.order() > 0) slot[1] = T(1);
  }

  /// Series of guards and algebraic quantities to order k, of states at least to order k. A guard that reads states only does not
  /// need the last and dearest order of the flow.
  void extend(int k) {
    if (!inputs_seen_) see_inputs();
    const int flow_to = guards_read_flow_ ? k : k - 1;
    if (flow_known_ < flow_to) {
      if (flow_known_ < 0) ++evaluations_;
      run(flow_, flow_known_ + 1, flow_to);
      flow_known_ = flow_to;
    }
    if (guards_known_ < k) {
      if (!c_.guards_code.instructions.empty()) run(guards_, guards_known_ + 1, k);
      guards_known_ = k;
    }
  }

  /// The states as given polynomials, whose values at 0 are the present ones; series of guards and what they read along them, to
  /// order k; above it guards end. given.degree <= max_order().
  template <class Polynomials>
  void follow(const Polynomials& given, int k) {
    if (!inputs_seen_) see_inputs();
    ++series_;
    states_.forget_series();
    for (int i = 0; i <= k; ++i) {
      for (std::size_t j = 0; i > 0 && j < c_.states.size(); ++j)
        jets_[c_.states[j].value][i] = i <= given.degree ? given.of(j)[i] : T(0);
      if (guards_read_flow_) run(c_.tape, c_.along(), jets_, i);
      run(c_.tape, c_.guards_code, jets_, i);
    }
    for (int i = k + 1; i <= jets_.order(); ++i) {
      for (std::size_t j = 0; j < c_.states.size(); ++j)
        jets_[c_.states[j].value][i] = i <= given.degree ? given.of(j)[i] : T(0);
      for (const CompiledGuard& g : c_.guards) jets_[g.h][i] = T(0);
    }
    flow_known_ = guards_known_ = jets_.order();
  }

  /// Do guards read what the flow computes? Then follow() computes that, too.
  [[nodiscard]] bool follows_equations() const { return guards_read_flow_; }

  /// States, and after them guards, as parabolas with these coefficients of s and s^2.
  void follow_parabolas(std::span<const T> first, std::span<const T> second) {
    ++series_;
    const auto bend = [&](T* q, std::size_t i) {
      q[1] = first[i];
      q[2] = second[i];
      std::fill(q + 3, q + jets_.order() + 1, T(0));
    };
    extend(0);
    states_.forget_series();
    for (std::size_t j = 0; j < state_count(); ++j) bend(states_.all()[j].series, j);
    for (std::size_t g = 0; g < guard_views_.size(); ++g) bend(guard_views_[g].series, state_count() + g);
    flow_known_ = guards_known_ = jets_.order();
  }

  /// All variables at order 0.
  void evaluate() {
    states_.come_back();
    run(c_.tape, c_.outputs, jets_, 0);  // seldom: not worth preparing
  }
  /// The same without the derivatives.
  void evaluate_values() {
    states_.come_back();
    if (!c_.values.instructions.empty()) run(values_, 0, 0);
  }
  /// All variables; their derivatives as well, or not.
  void evaluate_variables() {
    if (is_explicit()) return evaluate_values();
    evaluate();
  }
  /// Nothing is found by iteration: what is evaluated twice at the same point has the same bits. Else Newton's method begins at the last result.
  [[nodiscard]] bool is_explicit() const { return c_.tape.blocks.empty(); }
  /// One round of the event iteration.
  void run_round() {
    states_.come_back();
    run(round_, 0, 0);
    inputs_seen_ = false;
  }

  /// Series of all variables, to order k.
  void evaluate_series(int k) {
    extend(k);
    states_.come_back();
    run(outputs_, 0, k);
  }
  void evaluate_series() { evaluate_series(max_order()); }

  /// Puts the states at local time s of their polynomials of degree d.
  void move(const T& s, int d) {
    if (!states_.move(s, d)) {
      for (const FlowState<T>& x : states_.all())
        x.series[0] = quick_horner(std::span<const T>(x.series, static_cast<std::size_t>(d) + 1), s);
    }
    for (const CompiledTear& x : c_.tears) jets_[x.value][0] = tear_guess(x, s, d);
    begin_series();
  }

  /// About where an unknown of an implicit block is at local time s, so that Newton's method stays on its branch. Its last coefficient may
  /// not have been computed.
  [[nodiscard]] T tear_guess(const CompiledTear& x, const T& s, int d) const {
    return horner(std::span<const T>(jets_[x.value], static_cast<std::size_t>(d > 1 ? d : 1)), s);
  }

  /// Guard g crosses here: a state that it consists of is put on the surface exactly. Its rounding would stay in the state
  /// and grow, relative to a motion that becomes smaller and smaller. False: there is none, or the guard is too coarse.
  bool put_on_surface(std::size_t g) {
    const CompiledGuard& guard = c_.guards[g];
    if (guard.state == no_slot) return false;
    extend(sign_order_);
    states_.changed();
    T* x = jets_[guard.state];
    if (is_too_coarse(rounded_size(g), guard_scale(g), x[0])) return false;
    const T there = guard.direction > 0 ? T(x[0] - jets_[guard.h][0]) : T(x[0] + jets_[guard.h][0]);
    x[0] = with_derivative_of(there, x[0], guard.kink);
    restart();
    return true;
  }

  /// Of numbers with derivatives: what the derivative of coefficient k of guard g is a sum of, its motion with the time of the instant included. The
  /// next coefficient is known, if there is one.
  [[nodiscard]] double varied_size(std::size_t g, int k = 0) const
    requires has_derivative<T>
  {
    const Guard& guard = guard_views_[g];
    double size = k < guards_known_ ? std::abs((k + 1) * guard.series[k + 1].v() * jets_[c_.time][0].d()) : 0.0;
    for (std::size_t i = guard.first_term; guard.terms > 1 && i < guard.first_term + guard.terms; ++i)
      size += std::abs(terms_[i][k].d());
    return size;
  }

  /// May put_on_surface move a state so that guard g is zero?
  [[nodiscard]] bool has_state_on_surface(std::size_t g) const { return c_.guards[g].state != no_slot; }
  /// A state puts guard g at zero without rounding, as put_on_surface does.
  [[nodiscard]] bool is_on_surface(std::size_t g) const { return has_state_on_surface(g) && guard(g)[0] == T(0); }

  void note_sizes() {
    if (!states_.note_sizes())
      for (FlowState<T>& x : states_.all()) grow(x.largest, x.series[0]);
    for (Guard& g : guard_views_) grow(g.largest, g.series[0]);
  }

  /// The sizes that a state and a guard had before these modes were entered.
  void note_state_size(std::size_t j, const T& size) {
    states_.changed();
    grow(states_.all()[j].largest, size);
  }
  void note_guard_size(std::size_t g, const T& size) { grow(guard_views_[g].largest, size); }

  [[nodiscard]] std::size_t state_count() const { return states_.all().size(); }
  [[nodiscard]] std::size_t guard_count() const { return guard_views_.size(); }
  [[nodiscard]] int max_order() const { return jets_.order(); }
  [[nodiscard]] const T* state(std::size_t j) const {
    states_.come_back();
    return states_.all()[j].series;
  }
  [[nodiscard]] const T* guard(std::size_t g) const { return guard_views_[g].series; }
  [[nodiscard]] T state_scale(std::size_t j) const {
    states_.come_back();
    const FlowState<T>& x = states_.all()[j];
    const T now = abs(x.series[0]);
    const T& usual = x.nominal > T(0) ? x.nominal : x.largest;
    const T& size = now > usual ? now : usual;
    return size > x.floor ? size : x.floor;
  }
  [[nodiscard]] const T& state_floor(std::size_t j) const { return states_.all()[j].floor; }
  /// Floors follow the present values of states.
  void raise_floors() { states_.raise_floors(); }
  [[nodiscard]] const T& family_size(std::size_t family) const { return states_.family_size(family); }
  void set_family_size(std::size_t family, const T& size) { states_.set_family_size(family, size); }
  /// Where states are in groups: the worst of all last terms, relative to the scales. False: they have to be looked at one by one.
  bool worst_terms(int n, T& last, T& second, T& third) { return states_.worst_terms(n, last, second, third); }

  [[nodiscard]] const T& guard_scale(std::size_t g) const { return guard_views_[g].largest; }
  [[nodiscard]] const T& largest_state(std::size_t j) const {
    states_.come_back();
    return states_.all()[j].largest;
  }
  [[nodiscard]] const T& nominal(std::size_t j) const { return states_.all()[j].nominal; }
  /// Is something of the present series known?
  [[nodiscard]] bool is_begun() const { return is_flow_begun() || guards_known_ >= 0; }
  /// Guards that read states only need nothing of the flow at first.
  [[nodiscard]] bool is_flow_begun() const { return flow_known_ >= 0; }

  /// Size of what was rounded in coefficient k of guard g: of the terms it is the sum of and, where time enters, of the change that
  /// rounding time makes.
  [[nodiscard]] T rounded_size(std::size_t g, int k = 0) const {
    const Guard& guard = guard_views_[g];
    T size(0);
    for (std::size_t i = guard.first_term; i < guard.first_term + guard.terms; ++i) size += abs(terms_[i][k]);
    if (guard.reads_time && k < guards_known_) size += T(k + 1) * abs(guard.series[k + 1] * jets_[c_.time][0]);
    return size;
  }

  [[nodiscard]] bool is_constrained() const { return !c_.constraints.empty(); }
  /// log2(1/tau), tau the time scale on which the states vary: from their coefficients up to `order`, which are known.
  [[nodiscard]] double log_rate(int order) const {
    double rate = -1000;
    for (std::size_t j = 0; j < state_count(); ++j) {
      const T scale = state_scale(j);
      if (!(scale > T(0)) || !is_finite(scale)) continue;
      for (int k = 1; k <= order; ++k) {
        const T& x = state(j)[k];
        if (!(x == T(0)) && is_finite(x)) rate = std::max(rate, (log2_abs(x) - log2_abs(scale)) / k);
      }
    }
    return rate;
  }

  /// The order to which guards must be known before their rounded_size is meaningful.
  [[nodiscard]] int sign_order() const { return sign_order_; }

  [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }
  /// Of the right-hand side, by who does so outside the series.
  void count_evaluation() { ++evaluations_; }

 private:
  void pack() {
    const auto integrates = [](const Instruction& i) { return i.op == TapeOp::integrate; };
    if (std::ranges::all_of(c_.flow.instructions, integrates))
      return;  // nothing to compute: no plan for a million bodies in free flight
    flow_.pack(read_beside_flow(c_));
    if (flow_.packed() == nullptr) return;
    std::vector<Slot> slots;
    for (const CompiledState& s : c_.states) slots.push_back(s.value);
    states_.use(*flow_.packed(), slots);
  }

  // What the inputs decide on.
  void set_up(std::span<const T> inputs) {
    assert(inputs.size() == c_.inputs.size());
    setup_.put(inputs, jets_);
    for (std::size_t j = 0; j < state_count(); ++j) {
      const Slot nominal = c_.states[j].nominal;
      states_.all()[j].nominal = nominal == no_slot ? T(0) : T(abs(jets_[nominal][0]));
    }
  }

  void begin_series() {
    flow_known_ = guards_known_ = -1;
    ++series_;
  }

  [[nodiscard]] bool inputs_changed() const {
    return std::ranges::any_of(inputs_, [](const Input& i) { return !identical(i.seen, *i.now); });
  }

  // Series that go on belong to one set of inputs in all their orders.
  void see_inputs() {
    if (guards_known_ >= 0 && inputs_changed()) restart();
    for (Input& i : inputs_) i.seen = *i.now;
    inputs_seen_ = true;
  }

  // Kinks need not be where the instant is with other values: there the derivative of the state is its own.
  static T with_derivative_of(const T& there, const T& x, bool kink) {
    if constexpr (has_derivative<T>)
      if (kink) return {there.v(), x.d()};
    return there;
  }

  static void grow(T& largest, const T& x) {
    const T size = abs(x);
    if (size > largest) largest = size;
  }

  struct Guard {
    T* series;
    T largest;
    std::size_t first_term, terms;  // in terms_
    bool reads_time;
  };
  struct Input {
    const T* now;
    T seen;  // the series, and what was prepared for them, belong to it
  };

  const CompiledModel& c_;
  KnownSetup<T> setup_;
  Jets<T> jets_;
  ReadyCode<T> flow_, guards_, outputs_, values_, round_;
  GroupedStates<T> states_;
  std::vector<Guard> guard_views_;
  std::vector<const T*> terms_;  // of all guards
  std::vector<Input> inputs_;    // c_.flow_inputs
  bool guards_read_flow_;
  int sign_order_;
  int flow_known_ = -1, guards_known_ = -1;
  bool inputs_seen_ = false;  // they are as seen, unless the caller of restart_if_inputs_changed() says otherwise
  std::uint64_t series_ = 1, evaluations_ = 0;
};

}  // namespace saltus
