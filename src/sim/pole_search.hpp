#pragma once
// Poles inside a step of a method: its stages lie on both sides of 1/(time - 1)^2, and neither they nor the estimate of the error need tell.
//
// Asked where the equations divide by something that moves, and a state goes as far in the step as only fast motion does. If its derivative inside is
// not that of the method's polynomial, the largest derivative inside is looked for: beside a pole it grows the closer one looks.

#include <algorithm>
#include <vector>

#include "sim/flow_ode.hpp"
#include "sim/singular_results.hpp"
#include "solve/method.hpp"
#include "solve/polynomial.hpp"

namespace saltus {

template <class T>
class PoleSearch {
 public:
  explicit PoleSearch(const CompiledModel& compiled) : any_(may_have_poles(compiled)) {}

  [[nodiscard]] bool any() const { return any_; }

  /// Is one inside the step? `fast`: how far a state has to go with its speed at one of the ends, relative to its size, to be suspected.
  bool finds(FlowOde<T>& system, const StatePolynomials<T>& step, double fast) {
    for (std::size_t j = 0; j < system.size(); ++j) {
      const T first = abs(step.of(j)[1]), last = abs(derivative_value(step.series(j), step.length));
      const T far = T(fast) * system.scale(j);
      const bool is_slow = first * step.length <= far && last * step.length <= far;
      if (!is_slow && differs(system, step, j) && grows(system, step, j)) return true;
    }
    return false;
  }

 private:
  static constexpr int places = 8;

  static bool may_have_poles(const CompiledModel& c) {
    const auto results = singular_results(c);
    return std::ranges::any_of(results, [](const SingularResult& r) { return r.denominator != no_slot; }) ||
           std::ranges::any_of(c.flow.instructions,
                               [](const Instruction& i) { return i.op == TapeOp::tan || i.op == TapeOp::pow; });
  }

  void evaluate(FlowOde<T>& system, const StatePolynomials<T>& step, const T& s) {
    at_.resize(system.size(), T(0));
    slopes_.resize(system.size(), T(0));
    for (std::size_t j = 0; j < system.size(); ++j) at_[j] = step.at(j, s);
    system.derivative(s, at_, slopes_);
  }
  T size(FlowOde<T>& system, const StatePolynomials<T>& step, std::size_t j, const T& s) {
    evaluate(system, step, s);
    return abs(slopes_[j]);
  }

  // Inside, is the derivative of state j another one than that of the polynomial? At one place it may agree by accident.
  bool differs(FlowOde<T>& system, const StatePolynomials<T>& step, std::size_t j) {
    for (const double place : {0.25, 0.5, 0.75}) {
      const T s = step.length * T(place);
      evaluate(system, step, s);
      const T expected = derivative_value(step.series(j), s);
      const T larger = std::max<T>(abs(slopes_[j]), abs(expected));
      if (!is_finite(larger) || abs(slopes_[j] - expected) > T(0.25) * larger) return true;
    }
    return false;
  }

  // Of the derivative of state j, from an end to where it is largest.
  bool grows(FlowOde<T>& system, const StatePolynomials<T>& step, std::size_t j) {
    const T width = step.length / T(places);
    const T end = std::min<T>(size(system, step, j, T(0)), size(system, step, j, step.length));  // a pole may be at the other
    T largest(0);
    int place = 0;
    for (int i = 0; i <= places; ++i) {
      const T here = size(system, step, j, T(width * T(i)));
      if (!is_finite(here)) return true;
      if (here > largest) {
        largest = here;
        place = i;
      }
    }
    T left = width * T(std::max(place - 1, 0)), right = width * T(std::min(place + 1, places));
    for (int i = 0; i < 60; ++i) {
      const T a = left + (right - left) * T(0.382), b = left + (right - left) * T(0.618);
      const T at_a = size(system, step, j, a), at_b = size(system, step, j, b);
      if (!is_finite(at_a) || !is_finite(at_b)) return true;
      largest = std::max<T>({largest, at_a, at_b});
      if (largest > T(1000) * end) return true;
      (at_a > at_b ? right : left) = at_a > at_b ? b : a;
    }
    return false;
  }

  bool any_;
  std::vector<T> at_, slopes_;
};

}  // namespace saltus
