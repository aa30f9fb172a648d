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
      for (const Instruction& i : code->instructions)
        if (i.op == TapeOp::call) calls_.push_back(i);
  }

  /// Does the motion call functions of the user, with loops?
  [[nodiscard]] bool calls_functions() const { return !calls_.empty(); }

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
    const T& s = stretch.length;
    look(flow, begin, s, stretch.degree);
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

  /// Precondition: agrees() has looked.
  [[nodiscard]] Jets<T>& last_looked_at() { return *jets_; }
  /// Did the calls give numbers where agrees() looked last?
  [[nodiscard]] bool calls_have_values() const {
    return !jets_ || std::ranges::all_of(calls_, [this](const Instruction& i) { return is_finite((*jets_)[i.out][0]); });
  }
  /// Does a call jump between local times 0 and `s` that gets at s/2 to the last bit what it gets at 0? Then nothing is nearer to its jump.
  bool jumps_from_rest(Flow<T>& flow, const TimePoint<T>& begin, const T& s, int degree, const T& tolerance) {
    const std::vector<T> there = seen(flow, begin, s, degree), half = seen(flow, begin, T(s * T(0.5)), degree);
    const std::vector<T> here = seen(flow, begin, T(0), degree);
    std::size_t first = 0;
    for (const Instruction& i : calls_) {
      const std::size_t result = first + c_.tape.calls[i.index].count;
      const std::size_t count = result - first;
      const bool rests = std::ranges::equal(std::span(here).subspan(first, count), std::span(half).subspan(first, count));
      if (rests && !near(here[result], there[result], T(abs(here[result]) + abs(there[result])), tolerance)) return true;
      first = result + 1;
    }
    return false;
  }

 private:
  void look(Flow<T>& flow, const TimePoint<T>& begin, const T& s, int degree) {
    at(flow, s, begin.after(s).value(), degree);
    run(c_.tape, c_.flow, *jets_, 0);
    run(c_.tape, c_.guards_code, *jets_, 0);
  }

  // Of each call the arguments, then the result.
  std::vector<T> seen(Flow<T>& flow, const TimePoint<T>& begin, const T& s, int degree) {
    look(flow, begin, s, degree);
    std::vector<T> values;
    for (const Instruction& i : calls_) {
      const FunctionCall& call = c_.tape.calls[i.index];
      for (std::uint32_t a = 0; a < call.count; ++a) values.push_back((*jets_)[c_.tape.arguments[call.first + a]][0]);
      values.push_back((*jets_)[i.out][0]);
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
  std::vector<Instruction> calls_;  // in flow and guards
  std::optional<Jets<T>> jets_;  // order 0; many runs ask for no value
  bool synced_ = false;
};

}  // namespace saltus
