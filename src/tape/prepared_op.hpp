#pragma once
// What a kernel of one order does with a prepared operation: the operation, together with what is known about its operands when it is
// prepared and would else be asked in every order.

#include <cstdint>

#include "tape/tape.hpp"

namespace saltus {

enum class PreparedOp : std::uint8_t {
  copy,
  neg,
  add,
  sub,
  mul,
  div,
  square,
  linear,
  linear_of_two,  ///< two terms with a factor
  integrate,
  integrate_linear,
  integrate_linear_of_two,
  integrate_shown_linear,  ///< the derivative has a slot too
  sqrt,
  exp,
  exp_of_rate,  ///< the derivative of the argument is known
  log,
  sincos,
  sincos_of_rate,
  select,
  not_,
  and_,
  or_,
  less,
  less_equal,
  greater,
  greater_equal,
  relation,
  rare,  ///< anything else: RareKernel runs it
  end,   ///< behind the last operation
};

/// `terms`: of a linear combination, those with a factor.
[[nodiscard]] inline PreparedOp prepared_op(const Instruction& n, std::ptrdiff_t terms) {
  switch (n.op) {
    case TapeOp::copy: return PreparedOp::copy;
    case TapeOp::neg: return PreparedOp::neg;
    case TapeOp::add: return PreparedOp::add;
    case TapeOp::sub: return PreparedOp::sub;
    case TapeOp::mul: return PreparedOp::mul;
    case TapeOp::div: return PreparedOp::div;
    case TapeOp::square: return PreparedOp::square;
    case TapeOp::linear: return terms == 2 ? PreparedOp::linear_of_two : PreparedOp::linear;
    case TapeOp::integrate: return PreparedOp::integrate;
    case TapeOp::integrate_linear:
      if (n.out2 != no_slot) return PreparedOp::integrate_shown_linear;
      return terms == 2 ? PreparedOp::integrate_linear_of_two : PreparedOp::integrate_linear;
    case TapeOp::sqrt: return PreparedOp::sqrt;
    case TapeOp::exp: return n.b == no_slot ? PreparedOp::exp : PreparedOp::exp_of_rate;
    case TapeOp::log: return PreparedOp::log;
    case TapeOp::sincos: return n.b == no_slot ? PreparedOp::sincos : PreparedOp::sincos_of_rate;
    case TapeOp::select: return PreparedOp::select;
    case TapeOp::not_: return PreparedOp::not_;
    case TapeOp::and_: return PreparedOp::and_;
    case TapeOp::or_: return PreparedOp::or_;
    case TapeOp::less: return PreparedOp::less;
    case TapeOp::less_equal: return PreparedOp::less_equal;
    case TapeOp::greater: return PreparedOp::greater;
    case TapeOp::greater_equal: return PreparedOp::greater_equal;
    case TapeOp::relation: return PreparedOp::relation;
    default: return PreparedOp::rare;
  }
}

}  // namespace saltus
