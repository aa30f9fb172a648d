#pragma once
// Values at points inside a stretch, without disturbing the series of the flow.

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "sim/flow.hpp"
#include "solve/stepper.hpp"

namespace saltus {

template <class T>
class Probe {
 public:
  explicit Probe(const CompiledModel& compiled) : c_(compiled) {
    for (const Code* code : {&compiled.flow, &compiled.guards_code})
      for (const Instruction& i : code->instructions) {
        if (i.op != TapeOp::call && !is_arc(i.op)) continue;
        functions_.push_back({i.op == TapeOp::call, {}, i.out});
        calls_user_ = calls_user_ || i.op == TapeOp::call;
        for_each_operand(c_.tape, i, [this](Slot s) { functions_.back().arguments.push_back(s); });
      }
  }

  /// Does the motion call functions whose series go on as if nothing were where their values, or slopes, jump? Those of the user, with loops; and arcs:
  /// atan2(y, -1) where y changes its sign, asin(sin(x)) where it turns, atan(1/x) at zero.
  [[nodiscard]] bool calls_functions() const { return !functions_.empty(); }

  /// As newly made.
  void renew() {
    synced_ = false;
    if (jets_) jets_->renew();
  }

  /// After an instant: parameters, discrete values and bits are those of the flow. They are taken when the next value is asked for, which
  /// may be after many instants.
  void sync() { synced_ = false; }

  /// All variables at local time s, which is `time`.
  const Jets<T>& at(Flow<T>& flow, const T& s, const T& time, int degree) {
    put(flow, s, time, degree);
    run(c_.tape, c_.outputs, *jets_, 0);
    return *jets_;
  }

  /// Those that the motion does not read.
  bool shown_values_are_finite(Flow<T>& flow, const TimePoint<T>& begin, const T& s, int degree) {
    at(flow, s, begin.after(s).value(), degree);
    return std::ranges::all_of(c_.shown_only, [this](Slot slot) { return is_finite((*jets_)[slot][0]); });
  }

  /// Derivatives of the states at local time s, as the equations give them there; derivative() has them.
  void derivatives_at(Flow<T>& flow, const T& s, const T& time, int degree) { at(flow, s, time, degree); }
  [[nodiscard]] const T& derivative(std::size_t j) const { return (*jets_)[c_.states[j].derivative][0]; }

  /// Which guards are above zero at the end of a stretch: computed there, not by their polynomials. What rounding makes of zero is zero.
  void look_at_guards(Flow<T>& flow, const TimePoint<T>& begin, const Proposal<T>& stretch, std::vector<std::uint8_t>& above) {
    at(flow, stretch.length, begin.after(stretch.length).value(), stretch.degree);
    run(c_.tape, c_.flow, *jets_, 0);
    run(c_.tape, c_.guards_code, *jets_, 0);
    above.resize(c_.guards.size());
    for (std::size_t g = 0; g < c_.guards.size(); ++g) {
      T size(0);
      for (const Slot s : c_.guards[g].terms) size += abs((*jets_)[s][0]);
      above[g] = (*jets_)[c_.guards[g].h][0] > T(4) * unit_roundoff<T>() * size ? 1 : 0;
    }
  }

  /// A derivative of a state, or a guard, as the equations give it with the bit of guard g, and with the other one.
  struct Sides {
    T here{}, there{};
  };
  /// All of them, at local time s.
  std::vector<Sides> sides_of(std::size_t g, Flow<T>& flow, const T& s, const T& time, int degree) {
    std::vector<Sides> result(c_.states.size() + c_.guards.size());
    const auto look = [&](T Sides::* side, std::size_t other) {
      put(flow, s, time, degree);
      decide(flow, other);
      for (const Code* code : {&c_.outputs, &c_.flow, &c_.guards_code}) run(c_.tape, *code, *jets_, 0);
      for (std::size_t j = 0; j < c_.states.size(); ++j) result[j].*side = derivative(j);
      for (std::size_t i = 0; i < c_.guards.size(); ++i) result[c_.states.size() + i].*side = (*jets_)[c_.guards[i].h][0];
    };
    look(&Sides::here, c_.guards.size());
    look(&Sides::there, g);
    synced_ = false;
    return result;
  }

  /// Do the polynomials of guards and derivatives agree, at the end of the stretch, with what the equations say there? A tolerance
  /// well above that of the steps finds series that missed what they do not show at all. Of a step that is not by series the guards alone are
  /// looked at. Functions that have no value there do not agree.
  bool agrees(Flow<T>& flow, const TimePoint<T>& begin, const Proposal<T>& stretch, const T& tolerance) {
    look(flow, begin, stretch.length, stretch.degree);
    return agrees_here(flow, stretch, stretch.length, tolerance);
  }
  /// The same where functions are called, at some places inside as well: a function may jump, and jump back. At the end it is looked at last. Arcs that are by
  /// and large what their own series say are no reason to look: what is off by the root of the tolerance behind a kink has moved no state by more than the
  /// tolerance.
  bool agrees_throughout(Flow<T>& flow, const TimePoint<T>& begin, const Proposal<T>& stretch, const T& tolerance) {
    constexpr double places[] = {0.11, 0.23, 0.34, 0.46, 0.57, 0.68, 0.79, 0.91, 1};
    const T of_arcs = T(0.01) * sqrt(tolerance);
    return std::ranges::all_of(places, [&](double place) {
      const T s = stretch.length * T(place);
      look(flow, begin, s, stretch.degree);
      return (!calls_user_ && stretch.by_series && arcs_agree(flow, stretch, s, of_arcs)) || agrees_here(flow, stretch, s, tolerance);
    });
  }

  /// Has a function jumped before local time s of a stretch of series, at a time that depends on what is varied?
  bool has_jumped(Flow<T>& flow, const TimePoint<T>& begin, const Proposal<T>& stretch, const T& s)
    requires has_derivative<T>
  {
    constexpr double visible = 1e-3;
    if (functions_.empty() || !stretch.by_series) return false;
    look(flow, begin, s, stretch.degree);
    return std::ranges::any_of(functions_, [&](const Function& f) {
      const std::span<const T> q(flow.series(f.result), static_cast<std::size_t>(stretch.degree));
      const bool is_varied = std::ranges::any_of(f.arguments, [this](Slot a) { return (*jets_)[a][0].d() != 0.0; });
      return is_varied && !near(horner(q, s), (*jets_)[f.result][0], T(absolute_sum(q, s)), T(visible));
    });
  }

  /// Precondition: agrees() has looked.
  [[nodiscard]] Jets<T>& last_looked_at() { return *jets_; }
  /// The local time of that.
  [[nodiscard]] const T& last_place() const { return last_place_; }
  /// Did the calls give numbers where agrees() looked last?
  [[nodiscard]] bool calls_have_values() const {
    return !jets_ ||
           std::ranges::all_of(functions_, [this](const Function& f) { return !f.of_user || is_finite((*jets_)[f.result][0]); });
  }
  /// Does a call jump between local times 0 and `s` that gets at s/2 to the last bit what it gets at 0? Then nothing is nearer to its jump.
  bool jumps_from_rest(Flow<T>& flow, const TimePoint<T>& begin, const T& s, int degree, const T& tolerance) {
    const std::vector<T> there = seen(flow, begin, s, degree), half = seen(flow, begin, T(s * T(0.5)), degree);
    const std::vector<T> here = seen(flow, begin, T(0), degree);
    std::size_t first = 0;
    for (const Function& f : functions_) {
      const std::size_t count = f.arguments.size(), result = first + count;
      const bool rests = std::ranges::equal(std::span(here).subspan(first, count), std::span(half).subspan(first, count));
      if (rests && !near(here[result], there[result], T(abs(here[result]) + abs(there[result])), tolerance)) return true;
      first = result + 1;
    }
    return false;
  }

 private:
  struct Function {
    bool of_user;
    std::vector<Slot> arguments;
    Slot result;
  };

  // What look() has found at s.
  bool agrees_here(Flow<T>& flow, const Proposal<T>& stretch, const T& s, const T& tolerance) {
    if (!calls_have_values()) return false;
    for (std::size_t j = 0; stretch.by_series && j < c_.states.size(); ++j) {
      // A wrong derivative moves the state by at most that times s. A state of unknown size, not above its floor, is taken as of size 1.
      const auto q = without_zero_end(std::span<const T>(flow.state(j), static_cast<std::size_t>(stretch.degree) + 1));
      const T scale = flow.state_scale(j);
      const T size = (scale > flow.state_floor(j) ? scale : T(1)) + absolute_sum(q, s);
      if (!near(derivative_value(q, s) * s, (*jets_)[c_.states[j].derivative][0] * s, size, tolerance)) return false;
    }
    for (std::size_t g = 0; g < c_.guards.size(); ++g) {
      const auto q = without_zero_end(std::span<const T>(flow.guard(g), static_cast<std::size_t>(stretch.guard_degree) + 1));
      if (!near(horner(q, s), (*jets_)[c_.guards[g].h][0], T(absolute_sum(q, s) + flow.guard_scale(g)), tolerance))
        return false;
    }
    return true;
  }

  // The same of arcs against their own series, whose last coefficient may not have been computed.
  bool arcs_agree(const Flow<T>& flow, const Proposal<T>& stretch, const T& s, const T& tolerance) {
    return std::ranges::all_of(functions_, [&](const Function& f) {
      if (f.of_user) return true;
      const std::span<const T> q(flow.series(f.result), static_cast<std::size_t>(stretch.degree));
      const T& value = (*jets_)[f.result][0];
      return near(horner(q, s), value, T(absolute_sum(q, s)), tolerance) || abs(horner(q, s) - value) < doubt_of(f);
    });
  }

  // asin and acos have few digits where they are steep; where atan jumps it jumps by more.
  [[nodiscard]] T doubt_of(const Function& f) const {
    if (f.arguments.size() != 1) return T(0);
    const T& a = (*jets_)[f.arguments.front()][0];
    const T unit = unit_roundoff<T>(), left = T(1) - a * a;
    return T(100) * unit / sqrt(left > unit ? left : unit);
  }

  static bool is_arc(TapeOp op) {
    return op == TapeOp::atan || op == TapeOp::atan2 || op == TapeOp::asin || op == TapeOp::acos;
  }

  void look(Flow<T>& flow, const TimePoint<T>& begin, const T& s, int degree) {
    last_place_ = s;
    at(flow, s, begin.after(s).value(), degree);
    run(c_.tape, c_.flow, *jets_, 0);
    run(c_.tape, c_.guards_code, *jets_, 0);
  }

  // Of each function the arguments, then the result.
  std::vector<T> seen(Flow<T>& flow, const TimePoint<T>& begin, const T& s, int degree) {
    look(flow, begin, s, degree);
    std::vector<T> values;
    for (const Function& f : functions_) {
      for (const Slot argument : f.arguments) values.push_back((*jets_)[argument][0]);
      values.push_back((*jets_)[f.result][0]);
    }
    return values;
  }

  void put(Flow<T>& flow, const T& s, const T& time, int degree) {
    if (!jets_) {
      jets_.emplace(c_.tape, 0, typename Jets<T>::Blank{});
      jets_->relations.resize(c_.guards.size());
    }
    if (!synced_)
      for (Slot slot = 0; slot < c_.tape.slot_count; ++slot) (*jets_)[slot][0] = flow.jets()[slot][0];
    synced_ = true;
    for (std::size_t j = 0; j < c_.states.size(); ++j)
      (*jets_)[c_.states[j].value][0] =
          horner(without_zero_end(std::span<const T>(flow.state(j), static_cast<std::size_t>(degree) + 1)), s);
    for (const CompiledTear& x : c_.tears) (*jets_)[x.value][0] = flow.tear_guess(x, s, degree);
    (*jets_)[c_.time][0] = time;
  }

  // What follows from bits, those of the flow but for guard `other`. Discrete values stay.
  void decide(const Flow<T>& flow, std::size_t other) {
    for (std::size_t i = 0; i < c_.guards.size(); ++i) {
      const bool bit = flow.is_set(c_.guards[i].bit) != (i == other);
      jets_->relations[i] = {T(std::numeric_limits<double>::infinity()), bit ? 1 : -1};
    }
    run(c_.tape, c_.round, *jets_, 0);
    for (const CompiledDiscrete& d : c_.discretes) (*jets_)[d.value][0] = flow.value(d.value);
  }

  static bool near(const T& a, const T& b, const T& size, const T& tolerance) {
    if (!is_finite(b)) return true;  // reported by the step that begins there
    return !(abs(a - b) > (tolerance + T(1000) * unit_roundoff<T>()) * size);
  }

  const CompiledModel& c_;
  std::vector<Function> functions_;  // in flow and guards
  bool calls_user_ = false;          // one of them is no arc
  std::optional<Jets<T>> jets_;  // order 0; many runs ask for no value
  bool synced_ = false;
  T last_place_{};
};

}  // namespace saltus
