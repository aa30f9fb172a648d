#pragma once
// Values that meet all equations: at the start, after steps, after jumps.
//
//   start:   fixed start values are kept, given ones moved least, values nobody gave move freely. Where there are no initial equations
//            the constraints are met stage by stage, positions before velocities; if that fails, all equations at once.
//   project: the constraints are met stage by stage with the least change of all states, those apart that are held. States that no
//            impulse reaches move only if the constraints cannot be met without them, or where others are held.
//
// Weights are 1/nominal^2, equal where no nominal value is given.

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/told_apart.hpp"
#include "sim/flow.hpp"
#include "solve/least_change.hpp"

namespace saltus {

/// Why equations cannot be met, in words.
struct Inconsistency {
  std::string message, remedy;
  Span span;
};

/// Of states that equations moved in one of many ways: the equation, one of the states, and what it was.
template <class T>
struct SharedMove {
  const Origin* equation = nullptr;  ///< null: none moved so
  std::size_t state = 0;
  T before{};
};

/// A state that does not begin at its start value, in words.
struct MovedStart {
  std::string text;
  Span span;
};

template <class T>
class Consistency {
 public:
  Consistency(const CompiledModel& compiled, Flow<T>& flow) : c_(compiled), flow_(flow) { make_searches(); }

  /// As newly made: nominal values may be others.
  void renew() {
    problem_ = {};
    undetermined_.clear();
    guess_.clear();
    make_searches();
  }

  [[nodiscard]] bool has_constraints() const { return !c_.constraints.empty(); }
  [[nodiscard]] bool acts_at_start() const { return c_.start_system.has_value(); }
  [[nodiscard]] const Inconsistency& problem() const { return problem_; }

  /// In numbers with derivatives: which equation holds where it does not say how its unknowns change, in words; empty: none. They have no
  /// derivatives from there on.
  [[nodiscard]] const std::string& undetermined() const { return undetermined_; }

  /// The states as they are now are the guesses of the start.
  void take_guesses() {
    guess_.clear();
    for (const CompiledState& s : c_.states) guess_.push_back(flow_.value(s.value));
  }

  /// Meets the start with the present bits and discrete values; did states change? `held`: further states that must stay.
  bool meet_start(const std::vector<bool>& held, bool& met) {
    const std::vector<T> before = states();
    for (std::size_t j = 0; j < guess_.size(); ++j) put(j, guess_[j]);
    met = !c_.start_is_implicit && meet_stages_at_start(held);
    if (!met) {
      for (std::size_t j = 0; j < guess_.size(); ++j) put(j, guess_[j]);
      met = meet_start_system(held);
    }
    flow_.restart();
    return states() != before;
  }

  /// Free start values that were written in the text and had to move by more than `allowance` times their size.
  std::vector<MovedStart> moved_starts(const T& allowance) const {
    std::vector<MovedStart> notes;
    if (!acts_at_start()) return notes;
    for (const CompiledSystem::Unknown& u : c_.start_system->unknowns) {
      if (u.state == CompiledSystem::Unknown::npos || u.fixed || !u.given) continue;
      const T& was = guess_[u.state];
      const T& is = flow_.value(u.slot);
      const T size = abs(was) > T(1) ? T(abs(was)) : T(1);
      if (!(abs(is - was) > allowance * size)) continue;
      const auto [found, given] = told_apart(to_double(is), to_double(was));
      notes.push_back({fmt::format("`{}` starts at {}, not at its start value {}, to meet the equations", u.name, found, given),
                       c_.model.variables[c_.states[u.state].variable].span});
    }
    return notes;
  }

  /// Puts the states on the constraints; false if that is not possible. `move`: the largest change of a stage, in weighted units.
  bool project(T& move) { return project({}, move); }
  /// `shared`: where not null, told of states that a jump of the constraints moves, and that could have moved otherwise: where nothing that is held
  /// stands in these constraints or in those they are derivatives of.
  bool project(const std::vector<bool>& held, T& move, SharedMove<T>* shared = nullptr) {
    move = T(0);
    const bool all_free = std::ranges::none_of(held, [](bool h) { return h; });
    const auto is_held = [&](const CompiledSystem::Unknown& u) {
      return !all_free && u.state != CompiledSystem::Unknown::npos && held[u.state];
    };
    for (std::size_t k = 0; k < c_.constraints.size(); ++k) {
      const CompiledSystem& s = c_.constraints[k];
      LeastChangeOutcome<T> outcome = all_free ? solve(s, searches_[k]) : LeastChangeOutcome<T>();
      if (!outcome.met) {
        LeastChange<T> search(s.residuals.size(), weights(s, false), held_unknowns(s, held, false));
        outcome = solve(s, search);
      }
      if (outcome.move > move) move = outcome.move;
      if (shared && !shared->equation && outcome.met && outcome.move > negligible()) find_shared(s, is_held, *shared);
      if (std::ranges::any_of(s.unknowns, is_held)) shared = nullptr;
      if (outcome.met) continue;
      explain(s, outcome, false);
      return false;
    }
    flow_.restart();
    return true;
  }

  /// Are the constraints met as the states are, but for rounding? They stay where they are.
  [[nodiscard]] bool are_met() {
    const std::vector<T> before = states();
    const std::string undetermined = undetermined_;
    T move, size(0);
    const bool can_be_met = project(move);
    undetermined_ = undetermined;
    const std::vector<T> after = states();
    move = T(0);
    for (std::size_t j = 0; j < before.size(); ++j) {
      put(j, before[j]);
      const T change = abs(after[j] - before[j]);
      if (change > move) move = change;
      if (change > T(0) && flow_.state_scale(j) > size) size = flow_.state_scale(j);
    }
    flow_.restart();
    return can_be_met && !(move > negligible() * size);
  }
  /// Moves that are rounding.
  [[nodiscard]] static T negligible() { return T(1e4) * unit_roundoff<T>(); }

  /// Modes are entered with these states: those that bind stay, those that are free have no value yet and move first.
  bool project_entry(const std::vector<bool>& binds, const std::vector<bool>& free) {
    T move;
    if (std::ranges::any_of(free, [](bool f) { return f; })) {
      std::vector<bool> held;
      for (const bool f : free) held.push_back(!f);
      const std::vector<T> before = states();
      if (project(held, move)) return true;
      for (std::size_t j = 0; j < before.size(); ++j) put(j, before[j]);
    }
    return project(binds, move);
  }

 private:
  // Values nobody gave count so much less than given ones that their share is rounding.
  static T free_weight() { return T(100) * unit_roundoff<T>(); }

  void make_searches() {
    searches_.clear();
    for (const CompiledSystem& s : c_.constraints)
      searches_.emplace_back(s.residuals.size(), weights(s, false), without_impulse(s));
  }

  struct Adapter {
    const CompiledModel& c;
    const CompiledSystem& s;
    Jets<T>& jets;
    void residuals(std::span<const T> z, std::span<T> f) {
      for (std::size_t j = 0; j < z.size(); ++j) jets.set(s.unknowns[j].slot, z[j]);
      run(c.tape, s.code, jets, 0);
      for (std::size_t i = 0; i < f.size(); ++i) f[i] = jets[s.residuals[i]][0];
    }
    void jacobian(std::span<const T>, std::span<T> a) {
      const std::size_t n = s.unknowns.size();
      for (const CompiledSystem::Entry& e : s.jacobian) a[e.row * n + e.column] = jets[e.value][0];
    }
  };

  std::vector<T> states() const {
    std::vector<T> x;
    for (const CompiledState& s : c_.states) x.push_back(flow_.value(s.value));
    return x;
  }
  void put(std::size_t state, const T& x) { flow_.jets().set(c_.states[state].value, x); }

  std::vector<T> weights(const CompiledSystem& s, bool at_start) const {
    std::vector<T> w;
    for (const CompiledSystem::Unknown& u : s.unknowns) {
      const T nominal = u.nominal == no_slot ? T(1) : T(abs(flow_.value(u.nominal)));
      T weight = nominal > T(0) ? T(T(1) / (nominal * nominal)) : T(1);
      if (at_start && !(u.given && u.state != CompiledSystem::Unknown::npos)) weight = weight * free_weight();
      w.push_back(weight);
    }
    return w;
  }

  /// What goes on without a jump, as long as something else of the system may jump.
  static std::vector<bool> without_impulse(const CompiledSystem& s) {
    std::vector<bool> held;
    for (const CompiledSystem::Unknown& u : s.unknowns) held.push_back(!u.jumps);
    return std::ranges::all_of(held, [](bool h) { return h; }) ? std::vector<bool>() : held;
  }

  static std::vector<bool> held_unknowns(const CompiledSystem& s, const std::vector<bool>& states, bool fixed) {
    std::vector<bool> held;
    for (const CompiledSystem::Unknown& u : s.unknowns)
      held.push_back((fixed && u.fixed) ||
                     (u.state != CompiledSystem::Unknown::npos && u.state < states.size() && states[u.state]));
    return held;
  }

  bool meet_stages_at_start(const std::vector<bool>& held) {
    for (const CompiledSystem& s : c_.constraints) {
      LeastChange<T> search(s.residuals.size(), weights(s, true), held_unknowns(s, held, true));
      if (!solve(s, search).met) return false;
    }
    return true;
  }

  bool meet_start_system(const std::vector<bool>& held) {
    const CompiledSystem& s = *c_.start_system;
    for (const CompiledSystem::Unknown& u : s.unknowns)
      if (u.state == CompiledSystem::Unknown::npos) flow_.jets().set(u.slot, T(flow_.value(u.start)));
    LeastChange<T> search(s.residuals.size(), weights(s, true), held_unknowns(s, held, true));
    const LeastChangeOutcome<T> outcome = solve(s, search);
    if (!outcome.met) {
      explain(s, outcome, true);
      return false;
    }
    for (const CompiledSystem::Unknown& u : s.unknowns)
      if (u.tear != no_slot) flow_.jets().set(u.tear, T(flow_.value(u.slot)));
    return true;
  }

  LeastChangeOutcome<T> solve(const CompiledSystem& s, LeastChange<T>& search) {
    z_.clear();
    for (const CompiledSystem::Unknown& u : s.unknowns) z_.push_back(flow_.value(u.slot));
    before_ = z_;
    LeastChangeOutcome<T> outcome = search.solve(std::span<T>(z_), Adapter{c_, s, flow_.jets()});
    if constexpr (has_derivative<T>)
      if (outcome.rough) lose_derivatives(s, s.origins[*outcome.rough]);
    const std::vector<T>& values = outcome.met ? z_ : before_;
    for (std::size_t j = 0; j < z_.size(); ++j) flow_.jets().set(s.unknowns[j].slot, values[j]);
    return outcome;
  }

  /// In the last solve(): did more unknowns move than the equations about them determine?
  template <class IsHeld>
  void find_shared(const CompiledSystem& s, IsHeld&& is_held, SharedMove<T>& shared) const {
    constexpr double visible = 1e-6;
    const auto moved_by = [this](std::size_t j) { return T(abs(z_[j] - before_[j])); };
    T most(0), size(0);
    for (std::size_t j = 0; j < z_.size(); ++j) {
      if (moved_by(j) > most) most = moved_by(j);
      if (s.unknowns[j].state != CompiledSystem::Unknown::npos)
        size = std::max<T>(size, flow_.state_scale(s.unknowns[j].state));
    }
    if (!(most > T(visible) * size)) return;
    std::vector<bool> concerned(s.residuals.size(), false);
    for (const CompiledSystem::Entry& e : s.jacobian)
      if (moved_by(e.column) > T(visible) * most) concerned[e.row] = true;
    for (const CompiledSystem::Entry& e : s.jacobian)
      if (concerned[e.row] && is_held(s.unknowns[e.column])) return;
    std::size_t moved = 0, first = z_.size();
    for (std::size_t j = z_.size(); j-- > 0;)
      if (moved_by(j) > T(visible) * most && s.unknowns[j].state != CompiledSystem::Unknown::npos) {
        ++moved;
        first = j;
      }
    if (moved <= static_cast<std::size_t>(std::ranges::count(concerned, true))) return;
    const auto row = static_cast<std::size_t>(std::ranges::find(concerned, true) - concerned.begin());
    if (row < concerned.size()) shared = {&s.origins[row], s.unknowns[first].state, before_[first]};
  }

  void lose_derivatives(const CompiledSystem& s, const Origin& equation)
    requires has_derivative<T>
  {
    std::string name;
    for (std::size_t j = 0; j < z_.size(); ++j) {
      z_[j] = T(z_[j].v(), std::nan(""));
      if (name.empty() && !s.unknowns[j].fixed) name = s.unknowns[j].name;
    }
    undetermined_ = fmt::format("`{}` holds where it does not say how `{}` changes", equation.what(), name);
  }

  void explain(const CompiledSystem& s, const LeastChangeOutcome<T>& outcome, bool at_start) {
    problem_ = {};
    if (outcome.unmet.empty()) {
      problem_.message = at_start ? "no initial values were found that meet all equations" : "the constraints cannot be met";
      problem_.remedy = "give start values nearer to the solution";
      return;
    }
    const Origin& first = s.origins[outcome.unmet.front()];
    problem_.span = first.span;
    problem_.message = fmt::format("{} `{}`{}", at_start ? "no initial values were found that meet" : "the states cannot meet",
                                   first.what(), others(s, outcome));
    problem_.remedy = remedy(s, outcome, at_start);
  }

  static std::string others(const CompiledSystem& s, const LeastChangeOutcome<T>& outcome) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 1; i < outcome.unmet.size() && i <= most; ++i)
      text += fmt::format(", `{}`", s.origins[outcome.unmet[i]].what());
    if (outcome.unmet.size() > most + 1) text += fmt::format(" and {} more", outcome.unmet.size() - most - 1);
    if (outcome.against.empty()) return text;
    text += " together with";
    for (std::size_t i = 0; i < outcome.against.size() && i < most; ++i)
      text += fmt::format("{} `{}`", i > 0 ? "," : "", s.origins[outcome.against[i]].what());
    return text;
  }

  /// The unknown of the unmet equation that is most in need of a guess.
  std::string remedy(const CompiledSystem& s, const LeastChangeOutcome<T>& outcome, bool at_start) const {
    if (!at_start) return "reinitialise fewer states, or with values that agree with the constraints";
    const CompiledSystem::Unknown* best = nullptr;
    bool any_fixed = false;
    for (const CompiledSystem::Entry& e : s.jacobian) {
      if (e.row != outcome.unmet.front()) continue;
      const CompiledSystem::Unknown& u = s.unknowns[e.column];
      any_fixed = any_fixed || u.fixed;
      if (!u.fixed && u.name.find('(') == std::string::npos && (!best || (best->given && !u.given))) best = &u;
    }
    if (!best)
      return any_fixed ? "leave one of the fixed start values in it free" : "look at this equation: nothing free is in it";
    if (!outcome.against.empty()) return fmt::format("leave a start value free on which `{}` depends", best->name);
    return best->given ? fmt::format("give `{}` a start value nearer to the solution", best->name)
                       : fmt::format("give `{}` a start value near the solution", best->name);
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  std::vector<LeastChange<T>> searches_;  // by stage, what no impulse reaches held
  std::vector<T> z_, before_, guess_;
  Inconsistency problem_;
  std::string undetermined_;
};

}  // namespace saltus
