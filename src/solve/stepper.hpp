#pragma once
// Steppers: from the present state to a polynomial that is the solution on [0, length] of local time.
//
// A stepper knows no model. It asks a FlowSystem for series and answers with a Proposal; the hybrid loop then searches the
// guards' polynomials on that stretch, takes as much of it as no event forbids, and sets the new state.

#include <concepts>
#include <span>
#include <string_view>

#include "number/number.hpp"

namespace saltus {

/// What a stepper needs. Series are about the present point: coefficient k belongs to h^k.
///   extend(k):       compute coefficients 0..k of every guard and of every algebraic quantity, and 0..k+1 of every state,
///                    from the coefficients 0 of the states (cheap if already there)
///   state(j), guard(g): pointers to coefficients; state_scale(j): size of the accuracy rule;
///   state_floor(j): the scale is no smaller; 0: no floor. raise_floors(), if there is one: floors may follow the present values
///   guard_scale(g): the largest |h| seen so far in the run (0 at the start)
template <class S>
concept FlowSystem = requires(S s, const S cs, int k, std::size_t i) {
  typename S::Number;
  { cs.state_count() } -> std::convertible_to<std::size_t>;
  { cs.guard_count() } -> std::convertible_to<std::size_t>;
  { cs.max_order() } -> std::convertible_to<int>;
  s.extend(k);
  { cs.state(i) } -> std::convertible_to<const typename S::Number*>;
  { cs.guard(i) } -> std::convertible_to<const typename S::Number*>;
  { cs.state_scale(i) } -> std::convertible_to<typename S::Number>;
  { cs.state_floor(i) } -> std::convertible_to<typename S::Number>;
  { cs.guard_scale(i) } -> std::convertible_to<typename S::Number>;
};

/// A stretch of solution: states are polynomials of degree `degree`, guards of degree `guard_degree`, both good on [0, length].
/// `failed`: a coefficient is not finite, or the stepper has a problem(); nothing else is meaningful then. `by_series`: the states are
/// series of the solution, and may be blind to what their coefficients do not show. `unlimited`: their last terms would allow a far longer
/// stretch, as if they ended.
template <class T>
struct Proposal {
  int degree = 0;
  int guard_degree = 0;
  T length{};
  bool failed = false;
  bool by_series = true;
  bool unlimited = true;
  bool jumps = false;  ///< behind its end something has jumped that is no guard: an instant follows
};

/// propose:  a stretch of at most `longest` (> 0), which may be shortened by others
/// advanced: the loop has gone to local time s of the last proposal, where a guard crosses or not
/// problem, remedy: why the last proposal failed, if it is not for a coefficient that is not finite
template <class P, class S>
concept StepperFor = FlowSystem<S> && requires(P p, S& s, typename S::Number longest) {
  { p.propose(s, longest) } -> std::same_as<Proposal<typename S::Number>>;
  p.advanced(longest, true);
  { p.problem() } -> std::convertible_to<std::string_view>;
  { p.remedy() } -> std::convertible_to<std::string_view>;
  { p.order() } -> std::convertible_to<int>;  ///< series order the system must be able to hold
};

}  // namespace saltus
