#include <cassert>

#include "expr/expr.hpp"

namespace saltus {
namespace {

Expr binary(Op op, Expr a, Expr b) {
  assert(&a->pool() == &b->pool());
  return a->pool().make(op, {a, b});
}

}  // namespace

Expr operator+(Expr a, Expr b) { return binary(Op::add, a, b); }
Expr operator-(Expr a, Expr b) { return binary(Op::sub, a, b); }
Expr operator*(Expr a, Expr b) { return binary(Op::mul, a, b); }
Expr operator/(Expr a, Expr b) { return binary(Op::div, a, b); }
Expr operator-(Expr a) { return a->pool().make(Op::neg, {a}); }
Expr pow(Expr a, Expr b) { return binary(Op::pow, a, b); }
Expr less(Expr a, Expr b) { return binary(Op::lt, a, b); }
Expr less_equal(Expr a, Expr b) { return binary(Op::le, a, b); }
Expr greater(Expr a, Expr b) { return binary(Op::gt, a, b); }
Expr greater_equal(Expr a, Expr b) { return binary(Op::ge, a, b); }

}  // namespace saltus
