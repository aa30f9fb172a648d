#pragma once
// What happens at an event instant.
//
// State: values of states and discrete variables, bits of guards, `pre` values; all in the slots of a Flow.
//
//   round 1: the guards that fired have the bit of the side they go to; `sample` bits are set. A guard that is computed from the
//            bit of another one that fired (`y < 0` with `y = abs(x)` or `y = if x > 0 ...`) is decided with the new bit instead
//   every round:
//     (1) every other guard whose value is within its error bound takes the sign of its first significant coefficient
//         (the restart rule, with the motion as it would go on now); the others take the sign of their value. A guard that comes to
//         lie on its surface only by what this round computes is decided then, and the round evaluated once more
//     (2) all discrete equations, conditions and bodies of `when` are evaluated, in the order of their dependences; a branch is
//         active if one of its conditions became true (against its `pre`) and no earlier branch of its `when` is
//     (3) active branches, then changed relations are logged
//     (4) `reinit` values are put into the states; two different values for one state are an error
//     (5) `pre` of everything becomes its present value; `sample` bits become false
//   Where the motion slides on a surface (model/sliding.hpp) and a round moves the states off it, or the surface away, the motion on that side goes
//   on with what the round has made, and further rounds.
//   until a round changes nothing: no bit, no discrete value, no state. Then assertions are tested.
//   With Locate::grid guards are as they were seen when the grid point was reached, in all rounds: a sampled model looks at them once per
//   point. Modes that are entered decide theirs anew; kinks follow what they are kinks of. Zero is zero there: no restart rule looks ahead.
//
// If that does not end within the limit of rounds, the instant is `chattering` when the last rounds were driven by guards on their
// surface (the motion pushes back on both sides), else it is an endless cycle of events.
//
// What comes before the first instant, and where modes are entered, is in sim/first_rounds.hpp.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/told_apart.hpp"
#include "sim/checks.hpp"
#include "sim/event_log.hpp"
#include "sim/first_rounds.hpp"
#include "sim/instant_beginning.hpp"
#include "sim/iteration_outcome.hpp"

namespace saltus {

template <class T>
class EventIteration {
 public:
  EventIteration(const CompiledModel& compiled, Flow<T>& flow, GuardSigns<T>& signs, Consistency<T>& consistency,
                 EventLog<T>& log, RoundHistory& history, Findings& findings, Locate locate)
      : c_(compiled),
        flow_(flow),
        consistency_(consistency),
        log_(log),
        history_(history),
        checks_(compiled, flow, findings),
        findings_(findings),
        guards_(compiled, flow, signs, history, locate),
        reinits_(compiled, flow, findings),
        pre_(compiled, flow, history),
        first_(compiled, flow, consistency, guards_, reinits_, pre_),
        beginning_(compiled, flow, guards_, log) {}

  /// As newly made.
  void renew(Locate locate) {
    guards_.renew(locate);
    reinits_.renew();
    pre_.renew();
    problem_ = {};
    entered_ = reinitialised_ = false;
  }

  /// Bits of all guards as they are now.
  [[nodiscard]] bool bit(std::size_t g) const { return guards_.bit(g); }
  void set_bit(std::size_t g, bool bit) { guards_.set_bit(g, bit); }
  /// In the first round of the next instant guard g has this sign.
  void force(std::size_t g, int sign) { guards_.force(g, sign); }
  /// In the first round of the next instant all guards stay as they are: what accumulates at a limit point is over there.
  void hold_guards() { guards_.hold(); }
  /// Those on their surfaces do in all rounds of the next one: the run ends there, and nothing begins anew.
  void hold_ties() { guards_.hold_ties(true); }
  void set_sample(std::size_t i) { pre_.set_pulse(c_.samples[i].bit); }
  void set_limit(std::size_t i) {
    if (pre_.set_pulse(c_.zeno_bits[i].bit)) guards_.hold_ties(true);
  }
  /// The machines have looked at samples and limits of this instant.
  void release_latches() {
    pre_.release_latches();
    guards_.hold_ties(false);
  }

  /// The initial rounds: everything but states and start values is computed. No events.
  IterationOutcome initialise() {
    using End = typename FirstRounds<T>::End;
    const auto act = [this] {
      checks_.test_active();
      for (const CompiledBranch& b : c_.branches)
        if (flow_.is_set(b.active)) ask_for_solver(b);
    };
    switch (first_.at_start(history_.most(), problem_, act)) {
      case End::settled: return IterationOutcome::settled;
      case End::inconsistent: return inconsistent();
      case End::conflict: return IterationOutcome::conflict;
      case End::undecided: return explain_loops();
      default: {
        const IterationOutcome outcome = explain_endless();
        IterationProblem values;  // what is not finite is told of where the motion begins
        first_.end_start(values);
        return outcome;
      }
    }
  }

  /// The tuple of modes is entered in the middle of an instant: states, discrete values, their `pre` and all other inputs are set. `bits`:
  /// of guards that were there before, -1 for the others; `begins`: the discretes that were not. Decides the bits. A condition of a
  /// `when` that begins to exist gets as `pre` what it would have been just before.
  /// T4: states with `binds` stay, those with `free` have no value yet and move first, the others move least. False if the constraints of
  /// these modes cannot be met.
  bool enter(std::span<const std::int8_t> bits, std::span<const std::uint8_t> begins, const std::vector<bool>& binds,
             const std::vector<bool>& free) {
    problem_ = {};  // of an instant that slides now
    entered_ = true;
    if (first_.at_entry(history_.most(), bits, begins, binds, free)) return true;
    inconsistent();
    return false;
  }

  /// Modes just entered at the start: on which side is each guard? No events.
  IterationOutcome find_sides() {
    rounds_here_ = 0;
    const auto nobody = [](std::size_t) {};
    guards_.take_bits(nobody);  // those with which the modes were entered
    guards_.begin_instant(true);
    while (!history_.exhausted()) {
      guards_.evaluate_round();
      const bool changed = guards_.take_bits(nobody);
      flow_.restart();
      guards_.end_round();
      if (!changed) return guards_.agree() ? IterationOutcome::settled : explain_loops();
      history_.end_round();
      if (comes_back() && history_.pushes_back()) return IterationOutcome::chattering;
    }
    return explain_endless();
  }

  /// Nothing but kinks is here: true if nothing happens that needs rounds, and they are passed.
  bool pass_kinks() {
    if (entered_ || !guards_.pass_kinks()) return false;
    reinitialised_ = false;
    return true;
  }

  /// The instant that the log and the history have begun. The states are at their left limits.
  /// A round that comes back to what was there before will do so for ever: if guards on their surface drive it, that is chattering, told
  /// early unless `patient`.
  IterationOutcome iterate(bool patient = false) {
    begin_instant();
    while (!history_.exhausted()) {
      guards_.evaluate_round();
      history_.begin_round();
      const bool fires = log_branches();
      bool changed = take_bits() || fires;
      if (fires && reinits_.take(problem_)) {
        changed = true;
        reinitialised_ = true;
        guards_.states_jumped();
        flow_.restart();
      }
      const bool off_surface = !c_.sliding.empty() && (changed || reinitialised_) && !consistency_.are_met();
      if (consistency_.has_constraints() && !off_surface && !meet_constraints(changed)) return inconsistent();
      if (!problem_.text.empty()) return IterationOutcome::conflict;
      checks_.test_active();
      changed |= pre_.update(problem_);
      if (!problem_.text.empty()) return IterationOutcome::not_finite;
      flow_.restart_if_inputs_changed();
      guards_.end_round();
      pre_.clear_pulses();
      if (off_surface) return IterationOutcome::off_surface;
      if (!changed) return guards_.agree() ? IterationOutcome::settled : explain_loops();
      guards_.go_on();
      history_.end_round();
      if (!patient && comes_back() && history_.pushes_back()) return IterationOutcome::chattering;
    }
    return explain_endless();
  }

  /// The instant is over: assertions are tested.
  IterationOutcome end_instant() {
    if (checks_.test_settled()) return IterationOutcome::settled;
    problem_ = {findings_.assertion_message, findings_.assertion_span};
    return IterationOutcome::assertion;
  }
  /// A transition is taken.
  void test_checks_of(const CompiledTransition& t) { checks_.test_all(t.checks); }

  /// Did a state jump in the last instant?
  [[nodiscard]] bool reinitialised() const { return reinitialised_; }
  /// Did it try, with what the states were already?
  [[nodiscard]] bool reinitialised_in_vain() const { return reinits_.gave_nothing_new(); }
  /// Guards of the last instant whose side is not that of their speed (sim/round_guards.hpp).
  [[nodiscard]] auto too_slow() const -> const std::vector<typename RoundGuards<T>::TooSlow>& { return guards_.too_slow(); }
  /// States that a `reinit` of this instant binds.
  [[nodiscard]] const std::vector<bool>& binding() const { return reinits_.binding(); }
  /// Is guard g, is one of these, on its surface, so that the motion decides?
  [[nodiscard]] bool is_tied(std::size_t g) const { return guards_.is_tied(g); }
  [[nodiscard]] bool any_tied(std::span<const std::uint32_t> guards) const {
    return std::ranges::any_of(guards, [this](std::uint32_t g) { return is_tied(g); });
  }
  /// After an instant: as RoundGuards::is_read_in_rounds.
  [[nodiscard]] bool is_read_in_rounds(std::size_t g, bool conditions) { return guards_.is_read_in_rounds(g, conditions); }
  /// After an instant that does not settle: how often guard g changed its side.
  [[nodiscard]] std::uint32_t flips(std::size_t g) const { return guards_.flips(g); }
  /// May the last iteration be taken back, as if it had not begun? Then it is.
  [[nodiscard]] bool may_be_taken_back() const { return beginning_.is_known(); }
  void take_back() {
    beginning_.take_back();
    reinits_.bind_nothing();
    reinitialised_ = false;
    problem_ = {};
  }
  /// Names the cycle of an instant that does not end.
  IterationOutcome explain_endless() {
    if (log_.entries.size() > log_.first + 20) log_.entries.resize(log_.first + 20);
    std::vector<std::string> cycle = history_.cycle();
    if (cycle.empty()) cycle = guards_.tied_names();
    if (cycle.empty()) cycle = history_.variables();
    for (std::size_t b = 0; b < c_.branches.size() && log_.entries.empty() && cycle.empty(); ++b)  // before the first instant
      if (flow_.is_set(c_.branches[b].active)) cycle.push_back(RoundHistory::quoted(c_.branches[b].name()));
    problem_.text = fmt::format("{}", fmt::join(cycle, ", "));
    return history_.pushes_back() ? IterationOutcome::chattering : IterationOutcome::endless;
  }
  [[nodiscard]] const std::string& problem() const { return problem_.text; }
  [[nodiscard]] Span problem_span() const { return problem_.span; }
  [[nodiscard]] const Consistency<T>& consistency() const { return consistency_; }

 private:
  static constexpr int long_enough = 24;  // rounds; few instants have more, and those that do may be compared
  using Source = Occurrence::Source;

  void begin_instant() {
    rounds_here_ = 0;
    reinitialised_ = false;
    if (!entered_) reinits_.bind_nothing();
    beginning_.note();
    pre_.take_left_limits();
    guards_.begin_instant(entered_);
    entered_ = false;
  }

  // What was reinitialised binds; the rest moves as little as the constraints ask for, also where discrete values or bits change them.
  bool meet_constraints(bool& changed) {
    if (!changed && !reinitialised_) return true;
    T move;
    SharedMove<T> shared;
    if (!consistency_.project(reinits_.binding(), move, &shared)) return false;
    if (shared.equation) warn_of_jump(shared);
    changed |= move > Consistency<T>::negligible();
    return true;
  }

  // A constraint has jumped, and nobody says what becomes of its states. The first time is told, and how often.
  void warn_of_jump(const SharedMove<T>& shared) {
    if (findings_.again("constraint-jump", shared.equation->span)) return;
    const CompiledState& s = c_.states[shared.state];
    const auto [before, after] = told_apart(to_double(shared.before), to_double(flow_.value(s.value)));
    findings_.warn(
        "constraint-jump",
        fmt::format("at {} a constraint jumps, and `{}` moves from {} to {} because that is the least change of all its "
                    "states: say what they become with `reinit`",
                    NumberTraits<T>::text(flow_.value(c_.time)), c_.model.variables[s.variable].name, before, after),
        shared.equation->span);
  }

  IterationOutcome inconsistent() {
    problem_ = {consistency_.problem().message, consistency_.problem().span};
    return IterationOutcome::inconsistent;
  }

  IterationOutcome explain_loops() {
    problem_.text = fmt::format("{}", fmt::join(guards_.loop_names(), ", "));
    return IterationOutcome::undecided;
  }

  // (3) for branches
  bool log_branches() {
    bool any = false;
    for (std::size_t b = 0, count = c_.branches.size(); b < count; ++b) {
      if (!flow_.is_set(c_.branches[b].active)) continue;
      any = true;
      if (!c_.branches[b].initial_only) note(Source::branch, b);
      ask_for_solver(c_.branches[b]);
    }
    return any;
  }

  void ask_for_solver(const CompiledBranch& active) {
    if (active.solver) log_.solver_change = solver_change<T>(*active.solver, flow_);
  }

  // (3) for relations
  bool take_bits() {
    return guards_.take_bits([this](std::size_t g) {
      const int side = c_.guards[g].logged_side;
      if (c_.guards[g].logged && (side == 0 || (side > 0) == bit(g))) note(Source::guard, g);
    });
  }

  void note(Source source, std::size_t index) {
    const Occurrence what{&c_, source, static_cast<std::uint32_t>(index)};
    history_.fired(what);
    log_.add(what);
  }

  // Is everything that rounds change as it was after round number `long_enough`?
  bool comes_back() {
    if (++rounds_here_ < long_enough) return false;
    const auto each = [this](auto&& visit) {
      for (const std::int8_t b : guards_.bits()) visit(T(static_cast<double>(b)));
      for (const CompiledDiscrete& d : c_.discretes) visit(flow_.value(d.value));
      for (const CompiledState& s : c_.states) visit(flow_.value(s.value));
    };
    if (rounds_here_ == long_enough) {
      seen_.clear();
      each([this](const T& x) { seen_.push_back(x); });
      return false;
    }
    std::size_t i = 0;
    bool same = true;
    each([&](const T& x) { same = (x == seen_[i++]) && same; });
    return same;
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  Consistency<T>& consistency_;
  EventLog<T>& log_;
  RoundHistory& history_;
  Checks<T> checks_;
  Findings& findings_;
  RoundGuards<T> guards_;
  Reinits<T> reinits_;
  PreValues<T> pre_;
  FirstRounds<T> first_;
  InstantBeginning<T> beginning_;
  IterationProblem problem_;
  bool reinitialised_ = false;
  bool entered_ = false;  // these modes, in the present instant: what transitions gave binds
  int rounds_here_ = 0;
  std::vector<T> seen_;
};

}  // namespace saltus
