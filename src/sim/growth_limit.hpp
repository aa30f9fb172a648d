#pragma once
// How far a series can be trusted that begins with next to nothing.
//
// exp(-((time - 0.5)/0.01)^2) is 0 in doubles at time 0, and so is its series; exp(-600) is so small that no term of its series says
// what it will be when its argument has come to zero. The step rule looks at the last terms of a series, and they are of the size of its
// sum only while the argument of exp has risen by no more than the order n: n^n/n! is about e^n. Further than that a stretch
// must not go, unless the function stays below 1e-100 all the time. Likewise where the argument falls from above zero, for
// 1/(1 + exp(a)); for tanh, which is constant but for e^(-2|a|); and for sinh and cosh.
//
// Where exp, sinh and cosh have overflowed they count as constant (tape/series_functions.hpp), and nothing more can be missed until they come back:
// 1/(1 + exp(a)) is zero.

#include <algorithm>
#include <compare>
#include <span>
#include <vector>

#include "sim/flow.hpp"
#include "solve/polynomial.hpp"
#include "solve/stepper.hpp"

namespace saltus {

template <class T>
class GrowthLimit {
 public:
  explicit GrowthLimit(const CompiledModel& compiled) {
    add(compiled.guards_code, of_guards_);
    add(compiled.flow, of_motion_);
    add(compiled.along(), along_);
    for (Arguments* list : {&of_motion_, &along_}) {
      add(compiled.guards_code, *list);
      for (const ImplicitBlock& block : compiled.tape.blocks) add(block.residual_code, *list);
    }
    for (Arguments* list : {&of_guards_, &of_motion_, &along_}) sort_once(*list);
  }

  [[nodiscard]] bool any() const { return !of_motion_.empty(); }

  /// Shortens a stretch of series, which are known to its degree. True: some function counts as constant on it.
  bool shorten(const Flow<T>& flow, Proposal<T>& stretch) const {
    return shorten(flow, of_motion_, stretch.degree, stretch.length);
  }
  /// The same for guards along the polynomials of a method.
  void shorten_along(const Flow<T>& flow, Proposal<T>& stretch) const {
    shorten(flow, flow.follows_equations() ? along_ : of_guards_, stretch.guard_degree, stretch.length);
  }

 private:
  static constexpr double negligible = 230;  // e^-230 is 1e-100
  static constexpr double beyond = 709.8;    // e^709.8 overflows
  static constexpr double any_way = 1e308;

  struct Argument {
    TapeOp op;
    Slot slot;
    auto operator<=>(const Argument&) const = default;
  };
  using Arguments = std::vector<Argument>;
  /// How far an argument may go from where it is; not above 0: any way.
  struct Way {
    T up, down;
  };

  static bool is_beyond(TapeOp op, const T& start) {
    return op != TapeOp::tanh && (op == TapeOp::exp ? start : abs(start)) > T(beyond);
  }

  static Way may_go(TapeOp op, const T& start, const T& order) {
    const auto at_least = [](const T& a, const T& b) { return a > b ? a : b; };
    if (op == TapeOp::tanh) {
      const T unseen = at_least(abs(start) - T(negligible / 2), order / T(2));
      return {unseen, unseen};
    }
    if (is_beyond(op, start)) {
      const T back = abs(start) - T(negligible);
      return start > T(0) ? Way{T(any_way), back} : Way{back, T(any_way)};
    }
    if (op == TapeOp::exp)
      return {at_least(-start - T(negligible), order), start > T(0) ? at_least(start - T(negligible), order) : T(0)};
    return {order, order};
  }

  /// No term of the series goes further up than the sum of those that go up.
  static bool goes_too_far(std::span<const T> q, const T& length, const Way& way) {
    T up(0), down(0);
    for (std::size_t k = q.size() - 1; k > 0; --k) {
      if (is_finite(q[k])) (q[k] > T(0) ? up : down) += abs(q[k]);
      up = up * length;
      down = down * length;
    }
    return up > way.up || (way.down > T(0) && down > way.down);
  }

  static bool shorten(const Flow<T>& flow, const Arguments& arguments, int degree, T& length) {
    bool constant = false;
    for (const Argument& a : arguments) {
      const std::span<const T> q(flow.series(a.slot), static_cast<std::size_t>(degree));
      if (absolute_sum(q, length) <= T(degree / 2)) continue;  // nothing grows much, and |q_0| is small
      constant = constant || is_beyond(a.op, q[0]);
      const Way way = may_go(a.op, q[0], T(degree));
      for (int halvings = 0; goes_too_far(q, length, way) && halvings < 2000; ++halvings) length = length * T(0.5);
    }
    return constant;
  }

  static void add(const Code& code, Arguments& arguments) {
    for (const Instruction& i : code.instructions)
      if (i.op == TapeOp::exp || i.op == TapeOp::tanh || i.op == TapeOp::sinhcosh) arguments.push_back({i.op, i.a});
  }
  static void sort_once(Arguments& arguments) {
    std::ranges::sort(arguments);
    const auto same = std::ranges::unique(arguments);
    arguments.erase(same.begin(), same.end());
  }

  Arguments of_guards_, of_motion_, along_;  // in guards; in guards and equations; the same along given polynomials
};

}  // namespace saltus
