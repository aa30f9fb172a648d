#pragma once
// The stepper for all solvers but pure Taylor series: one type, so that the loop is compiled once for them, and may change between
// them during a run.
//
//   propose:
//     the state lies on the last polynomials, before their end, and nothing changed: the rest of that stretch
//     the motion begins anew (start, event), and the method is adaptive: a stretch of Taylor series. They decide on which side of its
//       surface a guard starts, as polynomials of low order cannot, and tell the method how fast the motion is
//     a method with a fixed step does so only where value and slope of a guard vanish at the start and its series do not, and never on
//       a grid of events
//     else: a step of the method, no longer than functions in the equations that are next to nothing stay so (sim/growth_limit.hpp); the guards' series
//       along its polynomials; where the method cannot make one, Taylor series; likewise where a pole lies inside (sim/pole_search.hpp)
//     very many steps have led less far than one stretch of Taylor series would: such a stretch
//
// Besides at crossings, whether something changed is seen from values: states that are not where the polynomials left them, discrete
// values that differ.
// docs/design/solvers.md says why.

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>

#include "sim/flow_ode.hpp"
#include "sim/growth_limit.hpp"
#include "sim/make_method.hpp"
#include "sim/pole_search.hpp"
#include "sim/series_cost.hpp"
#include "sim/solver_change.hpp"
#include "solve/solver_choice.hpp"
#include "solve/stepper.hpp"
#include "solve/taylor.hpp"

namespace saltus {

template <class T>
class MethodStepper {
 public:
  /// `most_accurate`: the series are given room for every tolerance that makes sense, for runs that may change it.
  MethodStepper(const Settings<T>& settings, bool most_accurate)
      : series_(settings.tolerance),
        now_{settings.solver, settings.tolerance, settings.step, {}},
        on_grid_(settings.locate == Locate::grid) {
    use(now_);
    order_ = std::max(most_accurate ? taylor_order(unit_roundoff<T>()) : series_.order(), guard_degree);
  }

  /// Another solver, tolerance or step from here on; the motion begins anew. What is wrong with them, or "".
  std::string change(const SolverChange<T>& wanted) {
    SolverChange<T> next = now_;
    if (!wanted.solver.empty()) next.solver = wanted.solver;
    if (wanted.tolerance) next.tolerance = wanted.tolerance;
    if (wanted.step) next.step = wanted.step;
    std::string problem = problem_with(next);
    if (problem.empty()) use(next);
    return problem;
  }

  /// Of the series; never changes.
  [[nodiscard]] int order() const { return order_; }

  Proposal<T> propose(Flow<T>& flow, const T& longest) {
    System& used = system_of(flow);
    FlowOde<T>& system = used.ode;
    flow.raise_floors();
    const bool moved = system.begin(flow) || &system != last_ || !is_on_polynomials(system);
    last_ = &system;
    cost_ = 0;
    if (moved) {
      count_anew(many);
      pole_ahead_ = T(0);
    }
    if (!moved && taken_ < polynomials_.length) {
      polynomials_.shift(taken_);
      return along(flow, system, longest);
    }
    if (choice_ && !moved && choice_->asks_series()) ask_series(flow, longest);
    if (goes_by_series(flow, moved)) return by_series(flow, longest, true);
    if (pole_ahead_ > T(0)) return towards_pole(flow, longest);
    if (is_held_up(flow, longest)) return by_series(flow, longest, false);
    const bool begins = moved || by_series_;
    const T first = by_series_ ? polynomials_.length : T(0);
    const bool may_grow = used.growth.any_in_equations() && method_->fixed_length() == T(0);
    const T most = may_grow ? reach(used.growth, flow, longest, begins) : longest;
    polynomials_.reserve(system.size(), room());
    if (!method_->step(system, !begins, first, most, polynomials_)) return instead(flow, longest);
    by_series_ = false;
    unknowns_.clear();
    cost_ = method_->cost();
    if (has_collapsed(flow, most)) return instead(flow, longest);
    if (passes_pole(used)) {
      pole_ahead_ = polynomials_.length;
      return instead(flow, longest);
    }
    const Proposal<T> p = along(flow, system, longest);
    const bool leaves = p.failed ? !system.was_defined() : has_roots_ && leaves_domain(system);
    return leaves ? instead(flow, longest) : p;
  }

  /// Series that were proposed are not to be trusted, or not searched, beyond this: others begin there.
  void ends_at(const T& length) {
    if (length < polynomials_.length) polynomials_.length = length;
  }

  void advanced(const T& s, bool crosses) {
    taken_ = s;
    gone_ = gone_ + s;
    led_ = led_ + s;
    if (crosses) last_ = nullptr;
    if (choice_) choice_->took(cost_, to_double(s));
  }

  [[nodiscard]] std::string_view problem() const { return method_ ? std::string_view(method_->problem()) : ""; }
  [[nodiscard]] std::string_view remedy() const { return method_ ? std::string_view(method_->remedy()) : ""; }

 private:
  // Compositions of guards and polynomials are cut here. A stretch is as long as what is cut stays below the tolerance, and that is part
  // of the decision about roots (truncation_bound), so this is a matter of speed only: with 12 terms the tail of a guard that varies by
  // its own size over a step is below 1e-9 of it.
  static constexpr int guard_degree = 12;
  static constexpr int most_unlooked = 8;                // steps
  static constexpr int many = 256, very_many = 1 << 14;  // steps, after which what they led to is looked at

  void use(const SolverChange<T>& next) {
    now_ = next;
    series_ = TaylorStepper<T>(*next.tolerance);
    method_ = make_method(next.solver, *next.tolerance, *next.step);
    choice_.reset();
    if (next.solver == "auto") choice_.emplace();
    last_ = nullptr;
  }

  [[nodiscard]] int room() const { return std::max(order_, method_ ? method_->degree() : 0); }

  struct System {
    System(const CompiledModel& compiled, bool literal_kinks)
        : ode(compiled, literal_kinks), growth(compiled), poles(compiled) {}
    FlowOde<T> ode;
    GrowthLimit<T> growth;
    PoleSearch<T> poles;
  };

  // Where functions grow slowly their limit is far away, and holds for several steps.
  T reach(const GrowthLimit<T>& growth, Flow<T>& flow, const T& longest, bool anew) {
    ++steps_;
    if (anew || steps_ >= most_unlooked || (reach_ - gone_) * T(steps_) < T(4) * gone_) {
      reach_ = growth.reach(flow, longest);
      gone_ = T(0);
      steps_ = 0;
    }
    const T left = reach_ - gone_;
    return left < longest ? left : longest;
  }

  System& system_of(Flow<T>& flow) {
    auto& system = systems_[&flow];
    if (!system) {
      system = std::make_unique<System>(flow.compiled(), keeps_steps());
      has_roots_ = has_roots_ || std::ranges::any_of(flow.compiled().flow.instructions, [](const Instruction& i) {
                     return i.op == TapeOp::sqrt || i.op == TapeOp::pow;
                   });
    }
    return *system;
  }

  // Steps that do not move time lead nowhere: what is noise to a method of low order need not be so to series.
  bool has_collapsed(const Flow<T>& flow, const T& most) const {
    const T& length = polynomials_.length;
    return length < most && method_->fixed_length() == T(0) &&
           length <= T(8) * unit_roundoff<T>() * abs(flow.value(flow.compiled().time));
  }

  // Error control keeps steps short before a pole; those of a fixed length come to it as they are.
  bool passes_pole(System& system) const {
    if (!system.poles.any() || keeps_steps()) return false;
    return system.poles.finds(system.ode, polynomials_, method_->fixed_length() > T(0) ? 0.25 : 0.5);
  }

  // By series, which cannot pass it, until they reach as far as the step that was not taken: then it was none.
  Proposal<T> towards_pole(Flow<T>& flow, const T& longest) {
    const Proposal<T> p = by_series(flow, longest, false);
    if (!p.failed && !(p.length < pole_ahead_)) pole_ahead_ = T(0);
    return p;
  }

  void count_anew(int look_after) {
    made_ = 0;
    led_ = T(0);
    look_after_ = look_after;
  }

  // A state that is next to nothing, as where a motion begins flat, is noise to a method, which then hardly moves. Series know how it will grow.
  bool is_held_up(Flow<T>& flow, const T& longest) {
    if (method_->fixed_length() > T(0) || ++made_ < look_after_) return false;
    const Proposal<T> p = series_.propose(flow, longest);
    const bool held = !p.failed && p.length > led_;
    count_anew(held ? many : std::min(2 * look_after_, very_many));
    return held;
  }

  // A step may end where a root has no value.
  bool leaves_domain(FlowOde<T>& system) {
    if (keeps_steps()) return false;
    put_at_end(system);
    return !system.is_defined(polynomials_.length, end_);
  }

  void put_at_end(const FlowOde<T>& system) {
    end_.resize(system.size(), T(0));
    for (std::size_t j = 0; j < system.size(); ++j) end_[j] = polynomials_.at(j, polynomials_.length);
  }

  // Projections on constraints move the states by about the error of a step; methods follow that.
  bool is_on_polynomials(const FlowOde<T>& system) const {
    if (polynomials_.states() != system.size()) return false;
    for (std::size_t j = 0; j < system.size(); ++j) {
      const T off = abs(system.state()[j] - polynomials_.at(j, taken_));
      if (off > T(0) && !(off <= T(100) * *now_.tolerance * system.scale(j))) return false;
    }
    return true;
  }

  bool goes_by_series(Flow<T>& flow, bool moved) const {
    if (!method_ || flow.state_count() == 0 || (choice_ && choice_->by_series())) return true;
    if (!moved) return false;
    return method_->fixed_length() == T(0) || (!on_grid_ && starts_flat(flow));
  }

  // On a grid all steps are the method's own, whole and from point to point: nothing is looked for inside.
  bool keeps_steps() const { return on_grid_ && method_ && method_->fixed_length() > T(0); }

  // A guard on its surface, without slope but not without series.
  bool starts_flat(Flow<T>& flow) const {
    const T step = method_->fixed_length();
    flow.extend(std::min(3, flow.max_order()));
    for (std::size_t g = 0; g < flow.guard_count(); ++g) {
      const T* q = flow.guard(g);
      const T small = T(1e-10) * flow.rounded_size(g);
      if (abs(q[0]) > small || abs(q[1]) * step > small) continue;
      for (const int k : {2, 3})
        if (abs(q[k]) > T(1e-10) * flow.rounded_size(g, k)) return true;
    }
    return false;
  }

  // No step of the method leads on, as where a tank becomes empty: its stages lie beyond. Series end there.
  Proposal<T> instead(Flow<T>& flow, const T& longest) {
    if (keeps_steps()) return failure();
    flow.restart();
    return by_series(flow, longest, false);
  }

  Proposal<T> by_series(Flow<T>& flow, const T& longest, bool may_be_short) {
    const T step = method_ ? method_->fixed_length() : T(0);
    Proposal<T> p = series_.propose(flow, step > T(0) && step < longest ? step : longest);
    if (p.failed) return p;
    // No more than what gets the guards off their surfaces: the rest is the method's.
    const bool only_starts =
        may_be_short && method_ && !(choice_ && choice_->by_series()) && step == T(0) && flow.state_count() > 0;
    if (only_starts) p.length = p.length * T(1.0 / 16);
    polynomials_.reserve(flow.state_count(), room());
    polynomials_.degree = p.degree;
    polynomials_.length = p.length;
    for (std::size_t j = 0; j < flow.state_count(); ++j) std::copy_n(flow.state(j), p.degree + 1, polynomials_.of(j));
    taken_ = p.length;
    by_series_ = true;
    unknowns_.clear();
    cost_ = series_cost(flow.compiled(), series_.order());
    return p;
  }

  // How far would series reach from here? They are left behind in the flow: along() overwrites them.
  void ask_series(Flow<T>& flow, const T& longest) {
    const Proposal<T> p = series_.propose(flow, longest);
    if (!p.failed && p.length > T(0)) choice_->compare(series_cost(flow.compiled(), series_.order()) / to_double(p.length));
  }

  Proposal<T> along(Flow<T>& flow, FlowOde<T>& system, const T& longest) {
    for (std::size_t j = 0; j < system.size(); ++j) {
      polynomials_.of(j)[0] = system.state()[j];
      for (const T& c : polynomials_.series(j))
        if (!is_finite(c)) return failure();
    }
    const int k = std::min(guard_degree, flow.max_order());
    flow.follow(polynomials_, k);
    if (!flow.compiled().tears.empty() && !flow.follows_equations()) lead_unknowns(flow, system);
    T length = polynomials_.length < longest ? polynomials_.length : longest;
    if (!keeps_steps() && !series_.limit_from_guards(flow, k, length)) return failure();
    taken_ = length;
    return {.degree = polynomials_.degree, .guard_degree = k, .length = length, .failed = false, .by_series = by_series_};
  }

  // Those of implicit blocks have no series along the polynomials. From stage to stage the method kept them on their branch: so they are known at the end.
  void lead_unknowns(Flow<T>& flow, FlowOde<T>& system) {
    if (unknowns_.empty()) {
      put_at_end(system);
      system.is_defined(polynomials_.length, end_);
      for (std::size_t i = 0; i < flow.compiled().tears.size(); ++i) unknowns_.push_back(system.unknown(i));
    }
    for (std::size_t i = 0; i < unknowns_.size(); ++i) {
      T* y = flow.jets()[flow.compiled().tears[i].value];
      std::fill(y + 1, y + flow.max_order() + 1, T(0));
      if (is_finite(unknowns_[i])) y[1] = (unknowns_[i] - y[0]) / polynomials_.length;
    }
  }

  static Proposal<T> failure() {
    Proposal<T> p;
    p.failed = true;
    return p;
  }

  TaylorStepper<T> series_;
  SolverChange<T> now_;                // what holds now, complete
  std::unique_ptr<Method<T>> method_;  // null: series only
  std::optional<SolverChoice> choice_;
  int order_ = 0;
  std::unordered_map<const Flow<T>*, std::unique_ptr<System>> systems_;
  const FlowOde<T>* last_ = nullptr;  // null: the next stretch begins anew
  StatePolynomials<T> polynomials_;
  T taken_{};
  T reach_{}, gone_{};  // how far functions in the equations allowed to go when they were looked at, and how far that was gone
  int steps_ = 0;       // since then
  T led_{};             // how far steps went since that was looked at last
  int made_ = 0;        // so many
  int look_after_ = many;
  T pole_ahead_{};           // the length of a step in which a pole was found; 0: none
  std::vector<T> end_;       // of a step
  std::vector<T> unknowns_;  // of implicit blocks, there; empty: not known yet
  bool has_roots_ = false;   // in the equations
  bool on_grid_ = false;     // events are looked for there only
  bool by_series_ = false;   // polynomials_ are a stretch of series
  double cost_ = 0;
};

}  // namespace saltus
