#pragma once
// The modes a run is in, and the step from one tuple of modes to the next.
//
// At an instant (T1, T2):
//   repeat
//     event iteration in the present modes, until it settles
//     every machine looks at the conditions of its transitions, as they are now; the first that is true, by priority and order of text,
//     is chosen; machines nested in one that switches do not switch by themselves
//     none: the instant is over; assertions are tested
//     the values of all chosen transitions are computed in the present modes; two for one variable, equal or not, are an error
//     all are taken together: the new tuple is compiled if it is new, entered (sim/entering.hpp), its states made consistent
//
// A condition is a level: it is true or not, it need not become true. Guards on their surface are decided by the restart rule with the
// motion of the modes they stand in, so a transition may fire at once where its mode is entered, also at the start.

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/told_apart.hpp"
#include "compile/check_modes.hpp"
#include "sim/entering.hpp"
#include "sim/sliding.hpp"
#include "tape/sure_bits.hpp"

namespace saltus {

template <class T>
class Modes {
 public:
  enum class Step : std::uint8_t { none, taken, conflict, impossible, inconsistent };

  Modes(CompiledTuples& tuples, const Settings<T>& settings, int order, RunRecords<T>& records)
      : tuples_(tuples),
        settings_(settings),
        order_(order),
        records_(records),
        tuple_(initial_tuple(tuples.model())),
        last_(tuple_),
        entered_(tuple_.modes.size(), settings.start) {}

  /// As newly made, with the settings as they are now. Motions of the same order are used again.
  void renew(int order) {
    if (order != order_) motions_.clear();
    for (auto& [compiled, kept] : motions_) kept.in_use = false;
    order_ = order;
    last_ = tuple_ = initial_tuple(tuples_.model());
    std::ranges::fill(entered_, settings_.start);
    problem_.clear();
    problem_span_ = {};
    diagnostics_ = Diagnostics();
    slides_ = 0;
  }

  [[nodiscard]] const HybridModel& model() const { return tuples_.model(); }
  [[nodiscard]] const ModeTuple& tuple() const { return tuple_; }
  [[nodiscard]] std::size_t tuples_compiled() const { return tuples_.size(); }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] Span problem_span() const { return problem_span_; }
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  /// Did the last step give values to states?
  [[nodiscard]] bool jumped() const { return jumped_; }

  /// The motion at the start, in the present modes; null if they cannot be compiled (diagnostics).
  Motion<T>* start() {
    const CompiledModel* compiled = tuples_.of(tuple_);
    if (!compiled) {
      for (const Diagnostic& d : tuples_.diagnostics_of(tuple_).all()) diagnostics_.add(d);
      return nullptr;
    }
    Motion<T>& m = motion(*compiled);
    for (const CompiledEntered& e : compiled->entered) m.flow.jets().set(e.time, settings_.start);
    return &m;
  }

  /// May the run start in these modes? If not, diagnostics say why.
  bool may_start(const Motion<T>& at) {
    for (const Diagnostic& d : at.compiled.start_problems) diagnostics_.add(d);
    return at.compiled.start_problems.empty();
  }

  /// At the start, before any event: machines that follow their conditions (branches of `if`) go where those say. True if one does.
  bool follow_conditions(const Motion<T>& at) {
    choose(at);
    std::erase_if(chosen_, [&](const TransitionRef& t) {
      const Machine& machine = model().machines[t.machine];
      return !machine.follows_condition || machine.transitions[t.transition].to == tuple_.modes[t.machine];
    });
    if (chosen_.empty()) return false;
    tuple_ = take(model(), tuple_, chosen_, last_).tuple;
    last_ = tuple_;
    return true;
  }

  /// At the start the present modes will not do: other branches of `if` equations, none of those that were tried. False if there are none.
  bool try_other_start(const std::vector<ModeTuple>& tried) {
    for (const ModeTuple& tuple : start_tuples(model()))
      if (std::ranges::find(tried, tuple) == tried.end()) {
        last_ = tuple_ = tuple;
        return true;
      }
    return false;
  }
  /// A start was found after all.
  void forget_problems() { diagnostics_ = Diagnostics(); }

  /// Would a transition that was taken in this instant be taken again, because of a guard whose side is not that of its speed, or that has no
  /// speed after events that come `closer` and closer, or after one that stopped it and would do so again? That guard: its surface is left more slowly
  /// than rounding can tell, and what comes next is closer than times can be told apart. So it is where events `shrink` to next to nothing.
  std::optional<std::size_t> repeats_too_slowly(Motion<T>& at, bool closer, bool shrink) {
    if (!choose(at)) return std::nullopt;
    at.flow.extend(at.flow.sign_order());
    for (const CompiledTransition* t : taken_) {
      if (!was_taken(occurrence_of(at.compiled, *t))) continue;
      for (const std::uint32_t g : t->reads) {
        const LeadingSign sign = at.signs.sign(g);
        if (at.signs.is_against_speed(g, sign)) return g;
        if (sign.index >= 2 && sign.sign != 0 && (closer || stops_again(at))) return g;
      }
      if (shrink && !t->reads.empty()) return t->reads.front();
    }
    return std::nullopt;
  }

  /// One microstep: `at` becomes the motion in the new modes if transitions are taken.
  Step step(Motion<T>*& at, const TimePoint<T>& now) {
    const bool any = choose(*at);
    at->events.release_latches();
    if (!any) return Step::none;
    if (!collect_values(*at)) return Step::conflict;
    const ModeChange change = take(model(), tuple_, chosen_, last_);
    const CompiledModel* next = tuples_.of(change.tuple);
    if (!next) {
      explain_tuple(tuples_, tuple_, chosen_, change.tuple, diagnostics_);
      return Step::impossible;
    }
    const EntryPlan& plan = tuples_.plan(at->compiled, *next);
    if (!check_entry(at->compiled, *next, plan, chosen_, diagnostics_)) return Step::impossible;
    forget_sliding(at->compiled);
    log(*at, *next, plan);
    become(change, now.value());
    Motion<T>& to = motion(*next);
    const bool met = entering_(*at, to, plan, given_, entered_, now);
    at = &to;
    if (met) warn_of_impact(to);
    return met ? Step::taken : Step::inconsistent;
  }

  /// Do the motions of these two modes, which transitions lead to and fro, push back on both sides of a surface?
  [[nodiscard]] bool push_back(Motion<T>& at, Motion<T>& before) const { return !surfaces_between(at, before).empty(); }

  // On surfaces and off them: sim/sliding_modes.hpp.

  /// The instant does not settle in `at` (and in the modes `before`, if transitions lead to and fro): if the motion pushes back on both
  /// sides of a surface, and events do nothing but choose the side, it goes on along the surface. Whens that fired because their conditions ask
  /// about that surface have not happened: the instant is taken back, and they get the answer for the surface itself.
  bool slide(Motion<T>*& at, Motion<T>* before, const TimePoint<T>& now);
  enum class Surface : std::uint8_t { stays, left, lost };
  /// Is the weight of one side of a surface that `at` slides on gone? Then the motion goes on at the other side. Lost: it should, and cannot.
  Surface leave_surface(Motion<T>*& at, const TimePoint<T>& now);
  /// Events have left surfaces that `at` slid on: the motion goes on at the side where the states are now. False if that does not end.
  bool thrown_off(Motion<T>*& at, const TimePoint<T>& now);
  void begin_instant() { slides_ = 0; }

  /// Over all motions of the run.
  template <class Count>
  [[nodiscard]] std::uint64_t sum(Count&& count) const {
    std::uint64_t total = 0;
    for (const auto& [compiled, kept] : motions_)
      if (kept.in_use) total += count(*kept.motion);
    return total;
  }

 private:
  static constexpr int most_slides = 2 * most_surfaces + 8;  // on and off surfaces in one instant

  Motion<T>& motion(const CompiledModel& compiled) {
    Kept& kept = motions_[&compiled];
    if (!kept.motion)
      kept.motion = std::make_unique<Motion<T>>(compiled, settings_, order_, records_);
    else if (!kept.in_use)
      kept.motion->renew(settings_);
    kept.in_use = true;
    return *kept.motion;
  }

  bool choose(const Motion<T>& at) {
    chosen_.clear();
    taken_.clear();
    const auto switches = [&](std::size_t machine) {
      return std::ranges::any_of(
          chosen_, [&](const TransitionRef& t) { return t.machine == machine || is_nested(model(), machine, t.machine); });
    };
    for (const CompiledTransition& t : at.compiled.transitions) {
      if (!at.flow.is_set(t.condition) || switches(t.machine)) continue;
      chosen_.push_back({t.machine, t.transition});
      taken_.push_back(&t);
    }
    return !chosen_.empty();
  }

  bool collect_values(Motion<T>& at) {
    given_.clear();
    jumped_ = false;
    for (const CompiledTransition* t : taken_)
      for (const CompiledTransition::Given& g : t->values) {
        const T& value = at.flow.value(g.value);
        const auto same = [&](const GivenValue<T>& other) { return other.place == g.place && other.by != t; };
        const auto other = std::ranges::find_if(given_, same);
        if (other != given_.end()) {  // also if the values are equal: that may be so by rounding only
          problem_ = fmt::format("transitions `{}` and `{}` both assign `{}` at the same instant", other->by->name, t->name,
                                 model().variables[g.place].name);
          problem_span_ = g.span;
          return false;
        }
        jumped_ = jumped_ || g.reinit;
        given_.push_back({g.place, g.reinit, value, t, g.span});
        if constexpr (has_derivative<T>)
          if (!is_sure(at.flow.value(t->condition))) given_.back().value = unsure(value);
      }
    return true;
  }

  // The chosen transitions lead to where they are taken, with values that the states have.
  bool stops_again(Motion<T>& at) {
    if (take(model(), tuple_, chosen_, last_).tuple != tuple_ || !collect_values(at) || !jumped_) return false;
    return std::ranges::all_of(given_, [&](const GivenValue<T>& given) {
      const auto v = std::ranges::find(at.compiled.variables, given.place, &CompiledVariable::place);
      return v != at.compiled.variables.end() && v->value != no_slot && at.flow.value(v->value) == given.value;
    });
  }

  static Occurrence occurrence_of(const CompiledModel& compiled, const CompiledTransition& t) {
    return {&compiled, Occurrence::Source::transition, static_cast<std::uint32_t>(&t - compiled.transitions.data())};
  }
  // In this instant.
  [[nodiscard]] bool was_taken(const Occurrence& transition) const {
    const auto& log = records_.log;
    return std::any_of(log.entries.begin() + static_cast<std::ptrdiff_t>(log.first), log.entries.end(),
                       [&](const auto& entry) { return entry.what == transition; });
  }

  // A surface that is left in the instant in which it is met: the motion did not slide.
  void forget_sliding(const CompiledModel& left) {
    auto& log = records_.log;
    if (!left.sliding.empty() && log.fired_anything() && log.entries.back().what == begin_of_sliding(left))
      forget(log, {log.entries.back().what});
  }

  void log(Motion<T>& at, const CompiledModel& next, const EntryPlan& plan) {
    records_.history.begin_round();
    for (const CompiledTransition* t : taken_) {
      if (at.events.any_tied(t->reads)) {
        records_.history.flipped();
      } else {
        records_.history.forced();
      }
      const Occurrence what = occurrence_of(at.compiled, *t);
      records_.history.fired(what);
      records_.log.add(what, classes_of(*t, at.compiled, next, plan));
      at.events.test_checks_of(*t);
      if (t->solver) records_.log.solver_change = solver_change<T>(*t->solver, at.flow);
    }
    records_.history.end_round();
  }

  // T4: an impact is physics that the model should state.
  void warn_of_impact(const Motion<T>& to) {
    const auto moved = entering_.moved(to, T(T(10) * settings_.tolerance));
    if (!moved) return;
    const CompiledState& s = to.compiled.states[moved->first];
    const auto [before, after] = told_apart(to_double(moved->second), to_double(to.flow.value(s.value)));
    const CompiledTransition& t = *taken_.front();
    records_.findings.warn(
        "implied-impact",
        fmt::format("at transition `{}` `{}` moves from {} to {} to meet the constraints of the new mode: an impact is better "
                    "stated with `reinit`",
                    t.name, model().variables[s.variable].name, before, after),
        model().machines[t.machine].transitions[t.transition].span);
  }

  // The motion on a surface, or the one on a side of it.
  bool enter_along(Motion<T>*& at, const CompiledModel& next, const TimePoint<T>& now, std::span<const GivenValue<T>> given) {
    Motion<T>& to = motion(next);
    if (!entering_(*at, to, tuples_.plan(at->compiled, next), given, entered_, now)) return false;
    for (std::size_t m = 0; m < tuple_.modes.size(); ++m)
      if (tuple_.modes[m] != next.tuple.modes[m]) entered_[m] = now.value();
    tuple_ = next.tuple;
    for (std::size_t m = 0; m < tuple_.modes.size(); ++m)
      if (tuple_.modes[m] != ModeTuple::none) last_.modes[m] = tuple_.modes[m];
    at = &to;
    return true;
  }

  bool enter_in_place(Motion<T>*& at, const CompiledModel& next, const TimePoint<T>& now);
  void warn_of_relations_on(Motion<T>& at);

  // They bind where the motion goes on.
  static std::vector<GivenValue<T>> reinitialised_states(const Motion<T>& at) {
    std::vector<GivenValue<T>> given;
    for (std::size_t j = 0; j < at.compiled.states.size(); ++j) {
      const CompiledState& s = at.compiled.states[j];
      if (at.events.binding()[j] && s.order == 0)
        given.push_back({at.compiled.variables[s.variable].place, true, at.flow.value(s.value), nullptr, {}});
    }
    return given;
  }

  // On the surface that was met last.
  static Occurrence begin_of_sliding(const CompiledModel& on) {
    return {&on, Occurrence::Source::sliding, static_cast<std::uint32_t>(2 * (on.sliding.size() - 1))};
  }
  static Occurrence end_of_sliding(const CompiledModel& on, std::size_t surface) {
    return {&on, Occurrence::Source::sliding, static_cast<std::uint32_t>(2 * surface + 1)};
  }
  // What begins and ends in one instant, or ends and begins again, has not happened.
  void log_sliding(const Occurrence& what) {
    auto& log = records_.log;
    const auto first = log.entries.begin() + static_cast<std::ptrdiff_t>(log.first);
    const auto undone = std::find_if(first, log.entries.end(), [&](const auto& e) { return are_opposite(e.what, what); });
    if (undone != log.entries.end())
      forget(log, {undone->what});
    else
      log.add(what, static_cast<EventClasses>(EventClass::equations));
    records_.history.begin_instant();
  }

  void become(const ModeChange& change, const T& now) {
    tuple_ = change.tuple;
    for (std::size_t m = 0; m < tuple_.modes.size(); ++m) {
      if (tuple_.modes[m] != ModeTuple::none) last_.modes[m] = tuple_.modes[m];
      if (change.entered[m]) entered_[m] = now;
    }
  }

  CompiledTuples& tuples_;
  const Settings<T>& settings_;
  int order_;
  RunRecords<T>& records_;
  ModeTuple tuple_, last_;
  std::vector<T> entered_;
  struct Kept {
    std::unique_ptr<Motion<T>> motion;
    bool in_use = false;  // in the present run
  };
  std::map<const CompiledModel*, Kept> motions_;
  std::vector<TransitionRef> chosen_;
  std::vector<const CompiledTransition*> taken_;
  std::vector<GivenValue<T>> given_;
  Entering<T> entering_;
  std::string problem_;
  Span problem_span_;
  Diagnostics diagnostics_;
  bool jumped_ = false;
  int slides_ = 0;
};

}  // namespace saltus

#include "sim/sliding_modes.hpp"
