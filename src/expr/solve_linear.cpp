// u from lhs = rhs: every node is written as a*u + b with a, b free of u, arguments before users.

#include "expr/expr.hpp"
#include "expr/node_map.hpp"
#include "expr/walk.hpp"

namespace saltus {
namespace {

struct Affine {
  Expr a;              ///< null: zero
  Expr b;              ///< null: zero
  bool occurs = true;  ///< u is written in it, even if it cancels
  bool linear = true;
};

Affine nonlinear() { return {.a = {}, .b = {}, .linear = false}; }

Expr plus(Expr x, Expr y) { return !x ? y : !y ? x : x + y; }
Expr times(Expr x, Expr y) { return !x || !y ? Expr() : x * y; }
Expr over(Expr x, Expr by) { return !x ? x : x / by; }

/// Equal terms cancel here, so that x - x is seen not to contain x.
Expr minus(Expr x, Expr y) {
  if (x == y) return {};
  return !y ? x : !x ? -y : x - y;
}

Expr without_zero(Expr e) { return e && e->is_number(0) ? Expr() : e; }

class AffineForm {
 public:
  AffineForm(ExprPool& pool, Expr unknown) : pool_(pool), unknown_(unknown) {}

  Affine of(Expr root) {
    for (const Expr e : reachable({&root, 1}))
      if (!forms_.contains(e)) forms_.insert(e, form(e));
    return forms_.at(root);
  }

 private:
  Affine form(Expr e) {
    if (e == unknown_) return {pool_.number(1), {}};
    bool occurs = false;
    for (const Expr child : children(e)) {
      const Affine& f = forms_.at(child);
      if (!f.linear) return nonlinear();
      occurs = occurs || f.occurs;
    }
    if (!occurs) return {.a = {}, .b = without_zero(e), .occurs = false};
    Affine f = rule(e);
    f.a = without_zero(f.a);
    f.b = without_zero(f.b);
    return f;
  }

  Affine rule(Expr e) {
    const Affine& x = forms_.at(e->arg(0));
    switch (e->op()) {
      case Op::neg: return {minus({}, x.a), minus({}, x.b)};
      case Op::to_real:
      case Op::smooth: return x;
      case Op::if_: return x.occurs ? nonlinear() : of_if(e->arg(0), forms_.at(e->arg(1)), forms_.at(e->arg(2)));
      case Op::add: return sum(x, forms_.at(e->arg(1)));
      case Op::sub: return difference(x, forms_.at(e->arg(1)));
      case Op::mul: return product(x, forms_.at(e->arg(1)));
      case Op::div: return forms_.at(e->arg(1)).occurs ? nonlinear() : quotient(x, e->arg(1));
      default: return nonlinear();
    }
  }

  static Affine sum(const Affine& x, const Affine& y) { return {plus(x.a, y.a), plus(x.b, y.b)}; }
  static Affine difference(const Affine& x, const Affine& y) { return {minus(x.a, y.a), minus(x.b, y.b)}; }
  static Affine quotient(const Affine& x, Expr by) { return {over(x.a, by), over(x.b, by)}; }
  static Affine product(const Affine& x, const Affine& y) {
    if (x.a && y.a) return nonlinear();
    return {x.a ? times(x.a, y.b) : times(x.b, y.a), times(x.b, y.b)};
  }

  /// Where one branch lacks u its coefficient would be zero there, so both must have it.
  Affine of_if(Expr condition, const Affine& x, const Affine& y) {
    if (!x.a || !y.a) return nonlinear();
    const Expr zero = pool_.number(0);
    return {pool_.if_(condition, x.a, y.a), pool_.if_(condition, x.b ? x.b : zero, y.b ? y.b : zero)};
  }

  ExprPool& pool_;
  Expr unknown_;
  NodeMap<Affine> forms_;
};

}  // namespace

Expr solve_linear(Expr lhs, Expr rhs, Expr leaf) {
  if (lhs == leaf && !depends_on(rhs, leaf)) return rhs;
  if (rhs == leaf && !depends_on(lhs, leaf)) return lhs;
  if (leaf->type() != Type::real && leaf->type() != Type::integer) return {};

  AffineForm form(leaf->pool(), leaf);
  const Affine left = form.of(lhs), right = form.of(rhs);
  if (!left.linear || !right.linear) return {};
  const Expr a = without_zero(minus(left.a, right.a));
  if (!a) return {};
  const Expr b = minus(right.b, left.b);
  if (!b) return leaf->pool().number(Rational(), leaf->type());
  const bool unit = a->is_number(1) || a->is_number(-1);
  if (leaf->type() == Type::integer && !unit) return {};  // the quotient need not be an Integer
  if (unit) return a->number().sign() > 0 ? b : -b;
  const bool reciprocal = a->op() == Op::div && a->arg(0)->is_number(1);
  return reciprocal ? b * a->arg(1) : b / a;
}

}  // namespace saltus
