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
    of_equations_ = of_motion_;
    add(compiled.along(), along_);
    for (const ImplicitBlock& block : compiled.tape.blocks)
      for (Arguments* list : {&of_equations_, &of_motion_, &along_}) add(block.residual_code, *list);
    for (Arguments* list : {&of_motion_, &along_}) add(compiled.guards_code, *list);
    for (Arguments* list : {&of_guards_, &of_equations_, &of_motion_, &along_}) sort_once(*list);
  }

  [[nodiscard]] bool any() const { return !of_motion_.empty(); }
  [[nodiscard]] bool any_in_equations() const { return !of_equations_.empty(); }

  /// Shortens a stretch of series, which are known to its degree. True: some function counts as constant on it.
  bool shorten(const Flow<T>& flow, Proposal<T>& stretch) const {
    return shorten(flow, of_motion_, stretch.degree, stretch.length, way_of_series);
  }
  /// The same for guards along the polynomials of a method.
  void shorten_along(const Flow<T>& flow, Proposal<T>& stretch) const {
    shorten(flow, flow.follows_equations() ? along_ : of_guards_, stretch.guard_degree, stretch.length, way_of_series);
  }
  /// How far a step of a method may go, at most `longest`. Its stages see no more than values: if one of them is to see what the functions in the equations
  /// become, their arguments must not rise by more than `rise` in a step. The series of the flow are extended to a low order.
  T reach(Flow<T>& flow, T longest) const {
    const int degree = std::min(few, flow.max_order());
    flow.extend(degree);
    shorten(flow, of_equations_, degree, longest, way_of_stages);
    return longest;
  }

 private:
  static constexpr double negligible = 230;  // e^-230 is 1e-100
  static constexpr double beyond = 709.8;    // e^709.8 overflows
  static constexpr double any_way = 1e308;
  static constexpr int few = 5;    // orders: of four coefficients of a wave that follow each other two lead up
  static constexpr int rise = 12;  // e^12 is 2e5: less than from the tolerance to 1

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

  static Way way_of_series(TapeOp op, const T& start, int degree) { return may_go(op, start, T(degree)); }
  // Values see more than series: where tanh does not change it is constant, and where it goes there that is seen.
  static Way way_of_stages(TapeOp op, const T& start, int) {
    if (op != TapeOp::tanh) return may_go(op, start, T(rise));
    const T seen(rise / 2), towards = abs(start) - seen > seen ? T(abs(start) - seen) : seen;
    return start > T(0) ? Way{T(any_way), towards} : Way{towards, T(any_way)};
  }

  template <class WayOf>
  static bool shorten(const Flow<T>& flow, const Arguments& arguments, int degree, T& length, const WayOf& way_of) {
    bool constant = false;
    for (const Argument& a : arguments) {
      const std::span<const T> q(flow.series(a.slot), static_cast<std::size_t>(degree));
      if (absolute_sum(q, length) <= T(degree / 2)) continue;  // nothing grows much, and |q_0| is small
      constant = constant || is_beyond(a.op, q[0]);
      const Way way = way_of(a.op, q[0], degree);
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

  Arguments of_guards_, of_equations_, of_motion_, along_;  // the third: of both; along_: the same along given polynomials
};

}  // namespace saltus
