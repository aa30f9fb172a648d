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
//   until a round changes nothing: no bit, no discrete value, no state. Then assertions are tested.
//   With Locate::grid guards are as they were seen when the grid point was reached, in all rounds: a sampled model looks at them once per
//   point. Modes that are entered decide theirs anew; kinks follow what they are kinks of. Zero is zero there: no restart rule looks ahead.
//
// If that does not end within the limit of rounds, the instant is `chattering` when the last rounds were driven by guards on their
// surface (the motion pushes back on both sides), else it is an endless cycle of events.
//
// At the start the same rounds run with initial() true and no edges; then the conditions of `when` get as `pre` the value they would
// have had just before the start (guards at zero are on the side they come from), and one iteration follows.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "sim/checks.hpp"
#include "sim/consistency.hpp"
#include "sim/event_log.hpp"
#include "sim/flow.hpp"
#include "sim/guard_signs.hpp"
#include "sim/mixed_loops.hpp"
#include "sim/round_history.hpp"
#include "sim/simulate.hpp"

namespace saltus {

/// Too small for all its digits. Numbers that are no machine numbers may say otherwise.
template <class T>
[[nodiscard]] bool loses_digits(const T& x) {
  if constexpr (is_machine_number<T>) return std::fpclassify(to_double(x)) == FP_SUBNORMAL;
  return false;
}

enum class IterationOutcome : std::uint8_t {
  settled,
  chattering,
  endless,
  conflict,
  not_finite,
  assertion,
  inconsistent,
  undecided
};

template <class T>
class EventIteration {
 public:
  EventIteration(const CompiledModel& compiled, Flow<T>& flow, GuardSigns<T>& signs, Consistency<T>& consistency,
                 EventLog<T>& log, RoundHistory& history, Findings& findings, Locate locate)
      : c_(compiled),
        flow_(flow),
        signs_(signs),
        consistency_(consistency),
        loops_(compiled, flow),
        log_(log),
        history_(history),
        checks_(compiled, flow, findings),
        findings_(findings),
        locate_(locate),
        bits_(compiled.guards.size(), 0),
        forced_(compiled.guards.size(), 0),
        decided_(compiled.guards.size(), T(0)),
        reinits_(compiled.states.size()),
        jumped_(compiled.states.size(), false),
        flips_(compiled.guards.size(), 0) {}

  /// As newly made.
  void renew(Locate locate) {
    locate_ = locate;
    for (std::vector<std::int8_t>* all : {&bits_, &forced_}) std::ranges::fill(*all, std::int8_t{0});
    forced_guards_.clear();
    for (Reinit& r : reinits_) r.source = nullptr;
    std::fill(jumped_.begin(), jumped_.end(), false);
    last_discretes_.clear();
    problem_.clear();
    problem_span_ = {};
    held_ = entered_ = reinitialised_ = false;
    loops_agree_ = true;
  }

  /// Bits of all guards as they are now.
  [[nodiscard]] bool bit(std::size_t g) const { return bits_[g] != 0; }
  void set_bit(std::size_t g, bool bit) { bits_[g] = bit ? 1 : 0; }
  /// In the first round of the next instant guard g has this sign.
  void force(std::size_t g, int sign) {
    forced_[g] = static_cast<std::int8_t>(sign);
    forced_guards_.push_back(static_cast<std::uint32_t>(g));
  }

  /// In the first round of the next instant all guards stay as they are: what accumulates at a limit point is over there.
  void hold_guards() {
    for (std::size_t g = 0; g < bits_.size(); ++g) force(g, bit(g) ? 1 : -1);
    held_ = true;
  }

  /// The initial rounds: everything but states and start values is computed. No events.
  IterationOutcome initialise() {
    flow_.jets().set(c_.is_initial, T(1));
    flow_.run_round();  // a first guess of all bits and constants, literally
    consistency_.take_guesses();
    for (int round = 0; round < history_.most(); ++round) {
      bool changed = false;
      if (consistency_.acts_at_start() && !meet_start(changed)) return IterationOutcome::inconsistent;
      evaluate_round();
      changed |= take_bits(false);
      if (collect_reinits() && apply_reinits()) {
        changed = true;
        consistency_.take_guesses();
      }
      if (!problem_.empty()) return IterationOutcome::conflict;
      changed |= discretes_moved();
      flow_.restart_if_inputs_changed();
      flow_.restart();
      if (!changed) {
        if (!loops_agree_) return explain_loops();
        set_conditions_before_start();
        flow_.jets().set(c_.is_initial, T(0));
        update_pre();
        return IterationOutcome::settled;
      }
    }
    return explain_endless();
  }

  /// The tuple of modes is entered in the middle of an instant: states, discrete values, their `pre` and all other inputs are set. `bits`:
  /// of guards that were there before, -1 for the others; `begins`: the discretes that were not. Decides the bits. A condition of a
  /// `when` that begins to exist gets as `pre` what it would have been just before.
  /// T4: states with `binds` stay, those with `free` have no value yet and move first, the others move least. False if the constraints of
  /// these modes cannot be met.
  bool enter(std::span<const std::int8_t> bits, std::span<const std::uint8_t> begins, const std::vector<bool>& binds,
             const std::vector<bool>& free) {
    Jets<T>& jets = flow_.jets();
    problem_.clear();  // of an instant that slides now
    for (RelationState<T>& r : jets.relations) r = {};
    flow_.restart();
    flow_.run_round();  // a first guess of all bits, literally
    jumped_ = binds;
    entered_ = true;
    if (consistency_.has_constraints() && !consistency_.project_entry(binds, free)) return inconsistent();
    for (std::size_t i = 0; i < c_.discretes.size(); ++i) {
      const CompiledDiscrete& d = c_.discretes[i];
      if (!begins[i] || d.fresh == no_slot) continue;
      jets.set(d.value, T(flow_.value(d.fresh)));
      jets.set(d.pre, T(flow_.value(d.fresh)));
    }
    bool changed = true;
    for (int round = 0; changed && round < history_.most(); ++round) {
      evaluate_round();
      changed = take_bits(false);
      if (changed && consistency_.has_constraints() && !consistency_.project_entry(binds, free)) return inconsistent();
      flow_.restart_if_inputs_changed();
      flow_.restart();
    }
    const std::vector<T> before = conditions_just_before();
    for (std::size_t i = 0; i < before.size(); ++i)
      if (begins[c_.conditions[i]]) jets.set(c_.discretes[c_.conditions[i]].pre, before[i]);
    for (std::size_t g = 0; g < bits_.size(); ++g)
      if (bits[g] >= 0) bits_[g] = bits[g];
    return true;
  }

  /// The instant is over: assertions are tested.
  IterationOutcome end_instant() {
    if (checks_.test_settled()) return IterationOutcome::settled;
    problem_ = findings_.assertion_message;
    problem_span_ = findings_.assertion_span;
    return IterationOutcome::assertion;
  }
  /// Is one of these guards on its surface, so that the motion decides?
  [[nodiscard]] bool any_tied(std::span<const std::uint32_t> guards) const {
    return std::ranges::any_of(guards, [this](std::uint32_t g) { return signs_.is_tied(g); });
  }
  /// A transition is taken.
  void test_checks_of(const CompiledTransition& t) { checks_.test_all(t.checks); }
  /// After an instant that does not settle: how often guard g changed its side, and whether it is on its surface.
  [[nodiscard]] std::uint32_t flips(std::size_t g) const { return flips_[g]; }
  [[nodiscard]] bool is_tied(std::size_t g) const { return signs_.is_tied(g); }
  /// Names the cycle of an instant that does not end.
  IterationOutcome explain_endless() {
    if (log_.entries.size() > log_.first + 20) log_.entries.resize(log_.first + 20);
    std::vector<std::string> cycle = history_.cycle();
    if (cycle.empty()) cycle = tied_guards();
    if (cycle.empty()) cycle = history_.variables();
    problem_ = fmt::format("{}", fmt::join(cycle, ", "));
    return history_.pushes_back() ? IterationOutcome::chattering : IterationOutcome::endless;
  }

  /// The instant that the log and the history have begun. The states are at their left limits.
  /// A round that comes back to what was there before will do so for ever: if guards on their surface drive it, that is chattering, told
  /// early unless `patient`.
  IterationOutcome iterate(bool patient = false) {
    std::ranges::fill(flips_, 0U);
    rounds_here_ = 0;
    reinitialised_ = false;
    if (!entered_) jumped_.assign(jumped_.size(), false);
    const bool just_entered = entered_;
    entered_ = false;
    take_left_limits();
    if (forced_guards_.size() > 1 && !held_) release_dependents();
    held_ = false;
    if (locate_ == Locate::grid && !just_entered) keep_bits(true);
    while (!history_.exhausted()) {
      evaluate_round();
      history_.begin_round();
      bool changed = log_branches();
      changed |= take_bits(true);
      if (collect_reinits() && apply_reinits()) {
        changed = true;
        reinitialised_ = true;
        flow_.restart();
      }
      if (consistency_.has_constraints() && !meet_constraints(changed)) return IterationOutcome::inconsistent;
      if (!problem_.empty()) return IterationOutcome::conflict;
      checks_.test_active();
      changed |= update_pre();
      if (!problem_.empty()) return IterationOutcome::not_finite;
      flow_.restart_if_inputs_changed();
      for (const std::uint32_t g : forced_guards_) forced_[g] = 0;
      forced_guards_.clear();
      clear_samples();
      if (!changed) return loops_agree_ ? IterationOutcome::settled : explain_loops();
      if (locate_ == Locate::grid) keep_bits(false);
      history_.end_round();
      if (!patient && comes_back() && history_.pushes_back()) return IterationOutcome::chattering;
    }
    return explain_endless();
  }

  void set_sample(std::size_t i) { set_pulse(c_.samples[i].bit); }
  void set_limit(std::size_t i) { set_pulse(c_.zeno_bits[i].bit); }
  /// The machines have looked at samples and limits of this instant.
  void release_latches() {
    for (const CompiledLatch& l : c_.latches) flow_.jets().set(l.latch, T(0));
  }
  /// Did a state jump in the last instant?
  [[nodiscard]] bool reinitialised() const { return reinitialised_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] Span problem_span() const { return problem_span_; }
  [[nodiscard]] const Consistency<T>& consistency() const { return consistency_; }

 private:
  static constexpr int long_enough = 24;  // rounds; few instants have more, and those that do may be compared
  using Source = Occurrence::Source;

  void set_pulse(Slot bit) {
    flow_.jets().set(bit, T(1));
    for (const CompiledLatch& l : c_.latches)
      if (l.pulse == bit) flow_.jets().set(l.latch, T(1));
  }

  bool meet_start(bool& changed) {
    bool met = false;
    changed = consistency_.meet_start(jumped_, met);
    return met || inconsistent();
  }

  // What was reinitialised binds; the rest moves as little as the constraints ask for, also where discrete values or bits change them.
  bool meet_constraints(bool& changed) {
    if (!changed && !reinitialised_) return true;
    T move;
    if (!consistency_.project(jumped_, move)) return inconsistent();
    changed |= move > T(1e4) * unit_roundoff<T>();
    return true;
  }

  bool inconsistent() {
    problem_ = consistency_.problem().message;
    problem_span_ = consistency_.problem().span;
    return false;
  }

  // On the grid guards of what flows are looked at once: what an event does to them is seen at the next point.
  // In the first round those that read the bits of others may follow them. What makes floor step has done so with one round.
  void keep_bits(bool first_round) {
    for (std::size_t g = 0; g < bits_.size(); ++g) {
      const CompiledGuard& guard = c_.guards[g];
      if (guard.time_only || guard.kink || forced_[g] != 0) continue;
      if (first_round ? !guard.reads.empty() : guard.logged_side != 0) continue;
      force(g, bit(g) ? 1 : -1);
    }
  }

  IterationOutcome explain_loops() {
    std::vector<std::string> names;
    for (const CompiledGuard& g : c_.guards)
      if (g.in_loop && names.size() < 6) names.push_back(RoundHistory::quoted(g.text));
    problem_ = fmt::format("{}", fmt::join(names, ", "));
    return IterationOutcome::undecided;
  }

  // (1)
  void decide_guards() {
    flow_.extend(flow_.sign_order());
    for (std::size_t g = 0; g < bits_.size(); ++g) {
      RelationState<T>& r = flow_.jets().relations[g];
      if (forced_[g] != 0) {
        r.tie_bound = T(std::numeric_limits<double>::infinity());
        r.tie_sign = forced_[g];
        continue;
      }
      decided_[g] = flow_.guard(g)[0];
      r.tie_bound = signs_.bound(g);
      r.tie_sign = 0;
      if (locate_ == Locate::grid) {
        r.tie_bound = signs_.rounding(g);
      } else if (!(abs(decided_[g]) > r.tie_bound)) {
        decide_tie(g);
      }
    }
  }

  void decide_tie(std::size_t g) {
    RelationState<T>& r = flow_.jets().relations[g];
    r.tie_bound = signs_.bound(g);
    r.tie_sign = signs_.sign(g).sign;
    if ((r.tie_sign > 0) != bit(g)) history_.flipped();
  }

  // Crossings were found on the motion so far; a guard that reads another one's bit crossed on the wrong branch.
  void release_dependents() {
    dependents_.clear();
    for (const std::uint32_t g : forced_guards_) {
      const auto& reads = c_.guards[g].reads;
      if (std::ranges::any_of(reads, [&](std::uint32_t other) { return other != g && forced_[other] != 0; }))
        dependents_.push_back(g);
    }
    if (dependents_.empty() || dependents_.size() == forced_guards_.size()) return;
    for (const std::uint32_t g : dependents_) forced_[g] = bit(g) ? 1 : -1;
    decide_guards();
    flow_.run_round();
    flow_.restart();
    for (const std::uint32_t g : dependents_) forced_[g] = 0;
  }

  // (1) and (2). Discrete values that the round computes may move a guard onto its surface: each guard is decided again at most once.
  void evaluate_round() {
    if (!loops_.any()) return evaluate_once();
    loops_.note_bits();
    evaluate_once();
    loops_agree_ = loops_.settle([this] {
      // The series behind the decisions read discrete values that follow from the bits: those come first.
      flow_.run_round();
      loops_.put_bits();
      flow_.restart();
      evaluate_once();
    });
  }

  void evaluate_once() {
    decide_guards();
    flow_.run_round();
    newly_tied_.clear();
    for (std::size_t g = 0; g < bits_.size(); ++g)
      if (locate_ != Locate::grid && forced_[g] == 0 && !identical(flow_.guard(g)[0], decided_[g]) &&
          flow_.jets().relations[g].tie_sign == 0 && signs_.is_tied(g))
        newly_tied_.push_back(g);
    if (newly_tied_.empty()) return;
    flow_.restart();
    flow_.extend(flow_.sign_order());
    for (const std::size_t g : newly_tied_) decide_tie(g);
    loops_.put_bits();
    flow_.run_round();
    flow_.restart();
  }

  // (3) for branches
  bool log_branches() {
    bool any = false;
    for (std::size_t b = 0; b < c_.branches.size(); ++b) {
      if (!flow_.is_set(c_.branches[b].active)) continue;
      any = true;
      if (!c_.branches[b].initial_only) note(Source::branch, b);
      if (c_.branches[b].solver) log_.solver_change = solver_change<T>(*c_.branches[b].solver, flow_);
    }
    return any;
  }

  // (3) for relations
  bool take_bits(bool log) {
    bool any = false;
    for (std::size_t g = 0; g < bits_.size(); ++g) {
      const std::int8_t now = flow_.is_set(c_.guards[g].bit) ? 1 : 0;
      if (now == bits_[g]) continue;
      bits_[g] = now;
      ++flips_[g];
      any = true;
      const int side = c_.guards[g].logged_side;
      if (log && c_.guards[g].logged && (side == 0 || (side > 0) == (now != 0))) note(Source::guard, g);
    }
    return any;
  }

  // Is everything that rounds change as it was after round number `long_enough`?
  bool comes_back() {
    if (++rounds_here_ < long_enough) return false;
    const auto each = [this](auto&& visit) {
      for (const std::int8_t b : bits_) visit(T(static_cast<double>(b)));
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

  void note(Source source, std::size_t index) {
    const Occurrence what{&c_, source, static_cast<std::uint32_t>(index)};
    history_.fired(what);
    log_.add(what);
  }

  // (4)
  bool collect_reinits() {
    bool any = false;
    for (const CompiledBranch& b : c_.branches) {
      if (b.reinits.empty() || !flow_.is_set(b.active)) continue;
      for (const CompiledReinit& r : b.reinits) {
        const T& value = flow_.value(r.value);
        Reinit& to = reinits_[r.state];
        if (to.source && !(to.value == value) && to.source != &b) {
          problem_ = fmt::format("`{}` and `{}` reinitialise `{}` to different values at the same instant", to.source->name,
                                 b.name, c_.model.variables[c_.states[r.state].variable].name);
          problem_span_ = r.span;
        }
        to = {&b, value};
        any = true;
      }
    }
    return any;
  }

  bool apply_reinits() {
    bool any = false;
    for (std::size_t j = 0; j < reinits_.size(); ++j) {
      if (!reinits_[j].source) continue;
      reinits_[j].source = nullptr;
      jumped_[j] = true;
      T* x = flow_.jets()[c_.states[j].value];
      if (identical(x[0], reinits_[j].value)) continue;
      x[0] = reinits_[j].value;
      any = true;
      if (loses_digits(x[0])) warn_of_underflow(j);
    }
    return any;
  }

  // A state that events have made that small has lost digits, and so have all later times that depend on it.
  void warn_of_underflow(std::size_t j) {
    if (findings_.underflow) return;
    findings_.underflow = true;
    findings_.warnings.push_back(
        fmt::format("`{}` became smaller than doubles can hold with all their digits ({}) at {}; what follows from it is less "
                    "exact: run with more digits (precision)",
                    c_.model.variables[c_.states[j].variable].name, is_machine_number<T> ? "2.2e-308" : "2e-292 in pairs",
                    NumberTraits<T>::text(flow_.value(c_.time))));
  }

  // (5)
  bool update_pre() {
    bool any = false;
    const bool remember = history_.near_the_end();
    Jets<T>& jets = flow_.jets();
    for (const CompiledDiscrete& d : c_.discretes) {
      if (identical(jets[d.pre][0], jets[d.value][0])) continue;
      jets[d.pre][0] = jets[d.value][0];
      any = true;
      if (remember && d.variable != CompiledDiscrete::npos) history_.moved(c_.model.variables[d.variable].name);
      if (!is_finite(jets[d.value][0]) && d.variable != CompiledDiscrete::npos) report_not_finite(d);
    }
    take_left_limits();
    return any;
  }

  void report_not_finite(const CompiledDiscrete& d) {
    const Variable& v = c_.model.variables[d.variable];
    problem_ =
        fmt::format("`{}` becomes {}", v.name, flow_.value(d.value) != flow_.value(d.value) ? "not a number" : "infinite");
    problem_span_ = v.span;
  }

  /// pre() of what flows: its value when the instant, or a further round of it, begins.
  void take_left_limits() {
    Jets<T>& jets = flow_.jets();
    for (const CompiledPre& p : c_.pres) jets[p.pre][0] = jets[p.value][0];
  }

  void clear_samples() {
    for (const CompiledSample& s : c_.samples) flow_.jets().set(s.bit, T(0));
    for (const CompiledZenoBit& l : c_.zeno_bits) flow_.jets().set(l.bit, T(0));
    if (c_.entering != no_slot) flow_.jets().set(c_.entering, T(0));
  }

  // During initialisation `pre` keeps the start values, so progress is measured against the round before.
  bool discretes_moved() {
    bool any = last_discretes_.size() != c_.discretes.size();
    last_discretes_.resize(c_.discretes.size(), T(0));
    for (std::size_t i = 0; i < c_.discretes.size(); ++i) {
      const T& now = flow_.value(c_.discretes[i].value);
      any = any || !identical(now, last_discretes_[i]);
      last_discretes_[i] = now;
    }
    return any;
  }

  // update_pre() follows and must leave these as they are: value and pre agree here, and the first round evaluates the value anew.
  void set_conditions_before_start() {
    const std::vector<T> before = conditions_just_before();
    for (std::size_t i = 0; i < before.size(); ++i) flow_.jets().set(c_.discretes[c_.conditions[i]].value, before[i]);
  }

  // Guards at zero were on the other side just before the start: what they make true now becomes true at the start.
  std::vector<T> conditions_just_before() {
    flow_.extend(flow_.sign_order());
    bool any_tied = false;
    for (std::size_t g = 0; g < bits_.size(); ++g) {
      if (locate_ == Locate::grid || !signs_.is_tied(g) || c_.guards[g].kink) continue;
      RelationState<T>& r = flow_.jets().relations[g];
      r.tie_sign = -signs_.sign(g).sign;
      any_tied = any_tied || r.tie_sign != 0;
    }
    std::vector<T> kept, before;
    kept.reserve(c_.discretes.size());
    before.reserve(c_.conditions.size());
    for (const CompiledDiscrete& d : c_.discretes) kept.push_back(flow_.value(d.value));
    if (any_tied) flow_.run_round();
    for (const std::size_t i : c_.conditions) before.push_back(flow_.value(c_.discretes[i].value));
    if (any_tied) {
      flow_.restart();
      decide_guards();
      flow_.run_round();
      flow_.restart();
    }
    for (std::size_t i = 0; i < kept.size(); ++i) flow_.jets().set(c_.discretes[i].value, kept[i]);
    return before;
  }

  // By name: sign(v) has two guards, but one name.
  std::vector<std::string> tied_guards() const {
    std::vector<std::string> result;
    for (std::size_t g = 0; g < bits_.size(); ++g) {
      const std::string name = RoundHistory::quoted(c_.guards[g].text);
      if (signs_.is_tied(g) && std::ranges::find(result, name) == result.end()) result.push_back(name);
    }
    return result;
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  GuardSigns<T>& signs_;
  Consistency<T>& consistency_;
  MixedLoops<T> loops_;
  bool loops_agree_ = true;
  EventLog<T>& log_;
  RoundHistory& history_;
  Checks<T> checks_;
  Findings& findings_;
  Locate locate_;
  std::vector<std::int8_t> bits_, forced_;
  std::vector<T> decided_;  // values of the guards on which the signs of this round were decided
  std::vector<std::size_t> newly_tied_;
  std::vector<std::uint32_t> forced_guards_, dependents_;
  bool held_ = false;  // all guards are forced to stay
  struct Reinit {
    const CompiledBranch* source = nullptr;  // who reinitialises the state in this round; null: nobody
    T value{};
  };
  std::vector<Reinit> reinits_;  // by state
  std::vector<T> last_discretes_;
  std::string problem_;
  Span problem_span_;
  bool reinitialised_ = false;
  bool entered_ = false;              // these modes, in the present instant: what transitions gave binds
  std::vector<bool> jumped_;          // states that a `reinit` of this instant binds
  std::vector<std::uint32_t> flips_;  // of each guard in this instant
  int rounds_here_ = 0;
  std::vector<T> seen_;
};

}  // namespace saltus
