// Derivatives of expressions: the chain rule once per node of the DAG, in order of arguments before users.
// A derivative that is zero by structure is kept as a null expression and costs nothing.

#include <optional>

#include "expr/expr.hpp"
#include "expr/node_map.hpp"
#include "expr/walk.hpp"

namespace saltus {
namespace {

/// Sums and products in which null is zero.
Expr plus(Expr a, Expr b) { return !a ? b : !b ? a : a + b; }
Expr minus(Expr a, Expr b) { return !b ? a : !a ? -b : a - b; }
Expr times(Expr a, Expr b) { return !a || !b ? Expr() : a * b; }
Expr over(Expr a, Expr b) { return !a ? a : a / b; }

class Derivation {
 public:
  /// `of_leaf(leaf)` gives the derivative of a leaf, null for zero.
  Derivation(ExprPool& pool, const std::function<Expr(Expr)>& of_leaf) : pool_(pool), of_leaf_(of_leaf) {}

  /// Null where a call of a user function stands in the way.
  Expr operator()(Expr root) {
    for (const Expr e : reachable({&root, 1})) {
      const Expr d = rule(e);
      if (impossible_) return {};
      d_.insert(e, d && d->is_number(0) ? Expr() : d);
    }
    const Expr d = d_.at(root);
    return d ? d : pool_.number(0);
  }

 private:
  Expr d(Expr e) const { return d_.at(e); }
  Expr number(long long n) { return pool_.number(n); }
  Expr square(Expr x) { return pow(x, pool_.integer(2)); }
  Expr function(Op op, Expr x) { return pool_.make(op, {x}); }

  Expr rule(Expr e) {
    switch (e->op()) {
      case Op::symbol:
      case Op::der:
      case Op::pre:
      case Op::time: return of_leaf_(e);
      case Op::add: return plus(d(e->arg(0)), d(e->arg(1)));
      case Op::sub: return minus(d(e->arg(0)), d(e->arg(1)));
      case Op::mul: return plus(times(d(e->arg(0)), e->arg(1)), times(e->arg(0), d(e->arg(1))));
      case Op::div: return over(minus(d(e->arg(0)), times(e, d(e->arg(1)))), e->arg(1));
      case Op::neg: return minus(Expr(), d(e->arg(0)));
      case Op::pow: return of_power(e, e->arg(0), e->arg(1));
      case Op::atan2:
      case Op::min:
      case Op::max:
      case Op::mod:
      case Op::rem: return of_two(e, e->arg(0), e->arg(1));
      case Op::no_event:
      case Op::smooth: return wrapped(e, d(e->arg(0)));
      case Op::to_real: return d(e->arg(0));
      case Op::if_: return either(e->arg(0), d(e->arg(1)), d(e->arg(2)));
      case Op::call: return of_call(e);
      default: return e->args().size() == 1 && d(e->arg(0)) ? of_function(e, e->arg(0), d(e->arg(0))) : Expr();
    }
  }

  /// Elementary functions; zero for the piecewise constant ones and for Booleans.
  Expr of_function(Expr e, Expr x, Expr dx) {
    switch (e->op()) {
      case Op::abs: return function(Op::to_real, function(Op::sign, x)) * dx;
      case Op::sqrt: return dx / (number(2) * e);
      case Op::sin: return function(Op::cos, x) * dx;
      case Op::cos: return -(function(Op::sin, x) * dx);
      case Op::tan: return (number(1) + square(e)) * dx;
      case Op::asin: return dx / function(Op::sqrt, number(1) - square(x));
      case Op::acos: return -(dx / function(Op::sqrt, number(1) - square(x)));
      case Op::atan: return dx / (number(1) + square(x));
      case Op::sinh: return function(Op::cosh, x) * dx;
      case Op::cosh: return function(Op::sinh, x) * dx;
      case Op::tanh: return (number(1) - square(e)) * dx;
      case Op::exp: return e * dx;
      case Op::log: return dx / x;
      case Op::log10: return dx / (x * function(Op::log, number(10)));
      default: return {};
    }
  }

  Expr of_power(Expr e, Expr a, Expr b) {
    const Expr da = d(a), db = d(b);
    const Expr one = b->type() == Type::integer ? pool_.integer(1) : number(1);
    const Expr by_base = da ? b * pow(a, b - one) * da : Expr();
    const Expr by_exponent = db ? e * function(Op::log, a) * db : Expr();
    return plus(by_base, by_exponent);
  }

  Expr of_two(Expr e, Expr a, Expr b) {
    const Expr da = d(a), db = d(b);
    if (!da && !db) return {};
    switch (e->op()) {
      case Op::atan2: return minus(times(b, da), times(a, db)) / (square(a) + square(b));
      case Op::min: return either(function(Op::no_event, less_equal(a, b)), da, db);
      case Op::max: return either(function(Op::no_event, greater_equal(a, b)), da, db);
      case Op::mod: return minus(da, times(function(Op::floor, a / b), db));
      default: return minus(da, times(pool_.make(Op::div_trunc, {a, b}), db));
    }
  }

  Expr either(Expr condition, Expr da, Expr db) {
    if (!da && !db) return {};
    return pool_.if_(condition, da ? da : number(0), db ? db : number(0));
  }

  /// The derivative of an expression whose relations make no events makes none either.
  Expr wrapped(Expr e, Expr inner) { return inner && e->op() == Op::no_event ? function(Op::no_event, inner) : inner; }

  Expr of_call(Expr e) {
    for (const Expr a : e->args())
      if (d(a)) impossible_ = true;
    return {};
  }

  ExprPool& pool_;
  const std::function<Expr(Expr)>& of_leaf_;
  NodeMap<Expr> d_;
  bool impossible_ = false;
};

}  // namespace

Expr differentiate(Expr root, Expr leaf) {
  ExprPool& pool = root->pool();
  const std::function<Expr(Expr)> of_leaf = [&](Expr e) { return e == leaf ? pool.number(1) : Expr(); };
  return Derivation(pool, of_leaf)(root);
}

Expr time_derivative(Expr root, const std::function<bool(Expr)>& is_constant) {
  ExprPool& pool = root->pool();
  const std::function<Expr(Expr)> of_leaf = [&](Expr e) -> Expr {
    switch (e->op()) {
      case Op::time: return pool.number(1);
      case Op::der: return pool.der(e->symbol(), e->order() + 1);
      case Op::symbol: return e->type() != Type::real || is_constant(e) ? Expr() : pool.der(e);
      default: return {};  // pre: constant between events
    }
  };
  return Derivation(pool, of_leaf)(root);
}

}  // namespace saltus
