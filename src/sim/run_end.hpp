#pragma once
// How a run ended, and why: the words a person reads.

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "base/ordinal.hpp"
#include "expr/evaluate.hpp"
#include "result/run_result.hpp"
#include "sim/event_iteration.hpp"
#include "sim/explain_block.hpp"
#include "sim/outside_domain.hpp"
#include "sim/singular_results.hpp"
#include "tape/endless_loop.hpp"

namespace saltus {

template <class T>
struct RunEnd {
  StatusCode code = StatusCode::finished;
  T time{};
  std::string message, variable, remedy;
  std::string reason;  ///< a code with a page in docs/reference, if it ended before its time
  Span span;
  Diagnostics diagnostics;  ///< the model is at fault: modes that have no solution, a state without a value
};

inline constexpr const char* remedy_for_coarse_times = "let the run start near zero, or use --precision";

/// The values of the model's variables as they are in the flow, for sim/outside_domain.hpp.
template <class T>
std::function<double(Expr)> values_in(const CompiledModel& c, const Flow<T>& flow) {
  return [&c, &flow](Expr leaf) {
    if (leaf->op() == Op::time) return to_double(flow.value(c.time));
    const bool is_derivative = leaf->op() == Op::der && leaf->order() == 1;
    const Variable* v = is_derivative || leaf->op() == Op::symbol ? c.model.find(leaf->symbol()) : nullptr;
    if (!v) return std::nan("");
    const CompiledVariable& compiled = c.variables[static_cast<std::size_t>(v - c.model.variables.all().data())];
    const Slot slot = is_derivative ? compiled.derivative : compiled.value;
    if (slot != no_slot) return to_double(flow.value(slot));
    return v->binding && !is_derivative ? numeric_value<double>(v->binding, values_in(c, flow)) : std::nan("");
  };
}

/// ": `sqrt(x)` with `x` = -1", if that is why the definition has no value.
template <class T>
std::string because_of_domain(const CompiledModel& c, const Flow<T>& flow, const Origin& definition) {
  const std::string why = outside_domain(c.model, definition.span, values_in(c, flow));
  return why.empty() ? why : ": " + why;
}

/// A user function has no value because a loop in it does not end: true if so. `jets`: at order 0.
template <class T>
bool explain_endless_loop(const CompiledModel& c, Jets<T>& jets, RunEnd<T>& end) {
  for (const Code* code : {&c.flow, &c.guards_code, &c.outputs}) {
    const auto loop = find_endless_loop(c.tape, *code, jets);
    if (!loop) continue;
    end.reason = "endless-loop";
    end.message =
        fmt::format("a loop in function `{}` has not ended after {} passes", loop->function->name, FunctionProgram::max_passes);
    end.span = loop->span;
    end.remedy = "make sure that the body changes what the condition looks at, for all arguments that the function gets";
    return true;
  }
  return false;
}

/// A coefficient is not finite: names the first definition that is not, by value, then by series. Evaluates the series of `flow`.
template <class T>
void explain_not_finite(const CompiledModel& c, Flow<T>& flow, bool at_start, RunEnd<T>& end) {
  end.reason = "not-finite";
  end.message = "a value is not a number";
  flow.evaluate_series();
  if (explain_endless_loop(c, flow.jets(), end)) return;
  for (int k = 0; k <= flow.max_order(); ++k)
    for (const Origin& o : c.origins) {
      const T& x = flow.jets()[o.slot][k];
      if (is_finite(x)) continue;
      end.variable = o.what();
      end.span = o.span;
      if (k == 0 && o.together != Origin::none) {
        const BlockFailure failure = explain_block(c, c.together[o.together], at_start);
        end.reason = failure.reason;
        end.message = failure.message;
        end.remedy = failure.remedy;
        return;
      }
      const char* kind = x != x ? "not a number" : "infinite";
      end.message = k == 0 ? fmt::format("`{}` is {}{}", o.what(), kind, because_of_domain(c, flow, o))
                           : fmt::format("`{}` has no derivative here: its {} derivative is {}", o.what(), ordinal(k), kind);
      if (k > 0) end.reason = "not-smooth";
      end.remedy = k == 0 ? "look for a division by zero or a function outside its domain"
                          : "the equation is not smooth at this point, as sqrt(x) at x = 0";
      return;
    }
}

/// A step of this length cannot be made though all is finite where it begins: looks ahead along the slope for what is not.
template <class T>
void explain_step(const CompiledModel& c, Flow<T>& flow, const T& length, RunEnd<T>& end) {
  flow.extend(1);
  std::vector<T> states;
  for (std::size_t j = 0; j < flow.state_count(); ++j) states.push_back(flow.state(j)[0]);
  for (std::size_t j = 0; j < flow.state_count(); ++j)
    flow.jets().set(c.states[j].value, T(states[j] + length * flow.state(j)[1]));
  flow.evaluate();
  for (const Origin& o : c.origins) {
    if (is_finite(flow.value(o.slot))) continue;
    end.variable = o.what();
    end.span = o.span;
    end.message = fmt::format("`{}` is not a number within the next step{}", o.what(), because_of_domain(c, flow, o));
    end.reason = "not-finite";
    end.remedy = "look for a function outside its domain; a shorter --step ends closer to it";
    break;
  }
  for (std::size_t j = 0; j < states.size(); ++j) flow.jets().set(c.states[j].value, states[j]);
  flow.restart();
  flow.evaluate();
}

/// A variable has no finite value at the start, and no definition to blame.
template <class T>
void explain_start(const Variable& v, const T& value, RunEnd<T>& end) {
  end.variable = v.name;
  end.message = fmt::format("`{}` is {} at the start", v.name, value != value ? "not a number" : "infinite");
  end.span = v.span;
  end.reason = "not-finite";
  end.remedy = "look at its value or start value";
}

/// The step size has shrunk to nothing: names the state whose series grows fastest.
template <class T>
void explain_collapsed_step(const CompiledModel& c, const Flow<T>& flow, RunEnd<T>& end) {
  std::size_t worst = 0;
  T most(0);
  for (std::size_t j = 0; j < c.states.size(); ++j) {
    const T scale = flow.state_scale(j);
    const T size = scale > T(0) ? T(abs(flow.state(j)[flow.max_order()]) / scale) : T(0);
    if (size > most) {
      most = size;
      worst = j;
    }
  }
  if (!c.states.empty()) end.variable = c.model.variables[c.states[worst].variable].name;
  end.message = fmt::format("the step size has shrunk to nothing: `{}` runs into a singularity", end.variable);
  end.reason = "singularity";
  const std::string derivative = fmt::format("der({})", end.variable);
  for (const Origin& o : c.origins)
    if (o.what() == derivative) end.span = o.span;
  end.remedy = "the solution may escape to infinity in finite time; stop the run before, or check the sign of the terms";
}

/// The same where the solution of an implicit block ends or turns back: an unknown that is different from one time to the next. True if so. The series of
/// `flow` have a slope.
template <class T>
bool explain_turning_point(const CompiledModel& c, Flow<T>& flow, const T& now, RunEnd<T>& end) {
  const std::vector<Slot> unknowns = unknowns_by_newton(c);
  for (const Origin& o : c.origins) {
    if (o.together == Origin::none || std::ranges::find(unknowns, o.slot) == unknowns.end()) continue;
    const T* y = flow.jets()[o.slot];
    const T short_time = T(64) * unit_roundoff<T>() * abs(now);
    if (!(abs(y[1]) * short_time > T(0.1) * abs(y[0])) && !(abs(y[2]) * short_time > T(0.1) * abs(y[1]))) continue;
    const BlockFailure failure = explain_block(c, c.together[o.together], false);
    end.variable = o.what();
    end.span = o.span;
    end.reason = failure.reason;
    end.message = failure.message;
    end.remedy = failure.remedy;
    return true;
  }
  return false;
}

/// The same far from time zero.
template <class T>
void explain_coarse_times(const T& now, RunEnd<T>& end) {
  end.message =
      fmt::format("the motion needs steps that are shorter than what tells times near {} apart", NumberTraits<T>::text(now));
  end.reason = "time-resolution";
  end.remedy = remedy_for_coarse_times;
}

/// The same where the value of a function jumps again and again.
template <class T>
void explain_jumps(RunEnd<T>& end) {
  end.message = "the value of a function with a loop jumps from each time to the next";
  end.reason = "not-smooth";
  end.remedy = "let the loop go on until its value has converged, or count its passes";
}

/// A root in the equations has come to zero (sim/principal_roots.hpp); `origin` may be null.
template <class T>
void explain_root(const Origin* origin, RunEnd<T>& end) {
  end.message = "a root in the equations comes to zero here, and beyond they do not determine the motion";
  if (origin) {
    end.variable = origin->what();
    end.span = origin->span;
    end.message = fmt::format("a root in the equation of `{}` comes to zero: it has no derivative here", origin->what());
  }
  end.reason = "root-at-zero";
  end.remedy = "say what holds from there on, with an event a little before, as `when level < 1e-12` for a tank that is empty";
}

/// An instant that did not settle; `outcome` is not `settled`.
template <class T>
void explain_iteration(IterationOutcome outcome, const EventIteration<T>& events, int max_rounds, RunEnd<T>& end) {
  end.code = StatusCode::failed;
  end.span = events.problem_span();
  switch (outcome) {
    case IterationOutcome::settled:
    case IterationOutcome::off_surface: break;
    case IterationOutcome::chattering:
      end.code = StatusCode::chattering;
      end.reason = "chattering";
      end.message = fmt::format("the motion pushes back on both sides of {}",
                                events.problem().empty() ? "surfaces that meet" : events.problem());
      end.remedy =
          "it cannot slide there: events act again and again, the two sides have other variables, or two surfaces meet; add a "
          "hysteresis, or a mode that says what holds on the surface";
      break;
    case IterationOutcome::endless:
      end.reason = "endless-cycle";
      end.message = fmt::format("endless event cycle at one instant: {} (more than {} rounds)", events.problem(), max_rounds);
      end.remedy = "each of these events makes the next one true; break the cycle, for instance with `pre`";
      break;
    case IterationOutcome::conflict:
      end.reason = "event-conflict";
      end.message = events.problem();
      end.remedy =
          "state in one `when` what holds when both happen at once, or let one wait for the other, as in `when b and not a`: "
          "then "
          "they happen one after the other";
      break;
    case IterationOutcome::not_finite:
      end.reason = "not-finite";
      end.message = events.problem();
      end.remedy = "look for a division by zero or an index outside its array where it is assigned";
      break;
    case IterationOutcome::assertion:
      end.reason = "assertion-failed";
      end.message = fmt::format("assertion failed: {}", events.problem());
      break;
    case IterationOutcome::undecided:
      end.reason = "undecided-relations";
      end.message = fmt::format("no combination of {} agrees with the equations that they decide about", events.problem());
      end.remedy = "check the signs in these equations: whatever is assumed, the contrary follows";
      break;
    case IterationOutcome::inconsistent:
      end.reason = "inconsistent-values";
      end.message = events.problem();
      end.remedy = events.consistency().problem().remedy;
      break;
  }
}

}  // namespace saltus
