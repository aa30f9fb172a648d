#include "lang/equations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/active_modes.hpp"
#include "lang/evaluator.hpp"
#include "lang/executor.hpp"
#include "lang/instances.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {

bool WhenOwners::claim(Expr symbol, Span span, int when, const Instance* where) {
  std::vector<Place>& places = owners_[symbol];
  const auto other = std::ranges::find_if(
      places, [&](const Place& p) { return p.when != when && !(where && p.where && exclude_each_other(*where, *p.where)); });
  if (other == places.end()) {
    places.push_back({span, when, where});
    return true;
  }
  if (span == other->span) {
    f_.error("assigned-twice", span, fmt::format("`{}` is assigned by the `when`s of several rounds of a loop", symbol->name()),
             "", "give each round a variable of its own: an array with the loop index");
    return false;
  }
  f_.diagnostics->add({Severity::error,
                       "assigned-twice",
                       fmt::format("`{}` is assigned by two `when`s", symbol->name()),
                       {span, "assigned here"},
                       {{other->span, "and here"}},
                       "join them with `elsewhen`"});
  return false;
}

void Equations::flatten(const std::vector<ast::Equation>& equations, const Context& c, bool initial, Flat& out) {
  for (const ast::Equation& e : equations) {
    if (f_.stopped()) return;
    one(e, c, initial, out);
  }
}

void Equations::one(const ast::Equation& e, const Context& c, bool initial, Flat& out) {
  if (const auto* equal_equation = e.as<ast::EqualEquation>()) return equal(*equal_equation, e, c, initial, out);
  if (const auto* loop = e.as<ast::ForEquation>()) return for_loop(*loop, 0, c, initial, out);
  if (const auto* choice = e.as<ast::IfEquation>()) return if_equation(*choice, e, c, initial, out);
  if (const auto* event = e.as<ast::WhenEquation>()) {
    if (!initial) return when(*event, e, c, out);
    f_.error("misplaced", e.span, "`when` in an initial section");
    return;
  }
  if (e.as<ast::ConnectEquation>() != nullptr) return f_.not_yet(e.span, "`connect` is");
  call(*e.as<ast::CallEquation>(), e, c, out);
}

bool Equations::check_assignable(const Value& lhs, Span span, bool initial) {
  if (!lhs.is_scalar() || lhs.scalar()->op() != Op::symbol || !f_.instances->is_fixed_value(lhs.scalar())) return true;
  if (initial) {
    f_.not_yet(span, "a parameter that is computed by initial equations is");
    return false;
  }
  const Member* m = f_.instances->owner(lhs.scalar()).member;
  f_.diagnostics->add({Severity::error,
                       "parameter-assigned",
                       fmt::format("`{}` is a {} and has no equation", lhs.scalar()->name(),
                                   m->variability == Variability::constant ? "constant" : "parameter"),
                       {span, "assigned here"},
                       {{m->span(), "declared here"}},
                       "declare it without `parameter`, or give its value there"});
  return false;
}

bool Equations::equate(Value lhs, Value rhs, Span span, std::vector<Equation>& out) {
  if (!lhs.valid || !rhs.valid) return false;
  if (!unify(lhs, rhs) || lhs.is_text()) {
    f_.error("type-mismatch", span, fmt::format("{} = {}", name_of(lhs.type), name_of(rhs.type)),
             "the two sides differ in type");
    return false;
  }
  if (lhs.shape != rhs.shape) {
    f_.error("shape-mismatch", span,
             fmt::format("the left side is {}, the right side {}", describe(lhs.shape), describe(rhs.shape)), "sizes differ");
    return false;
  }
  if (out.size() + lhs.items.size() > max_equations) {
    f_.fatal_error("too-large", span, fmt::format("the model has more than {} equations", max_equations),
                   "the limit is passed here");
    return false;
  }
  for (std::size_t k = 0; k < lhs.items.size(); ++k) out.push_back({lhs.items[k], rhs.items[k], span});
  return true;
}

void Equations::equal(const ast::EqualEquation& e, const ast::Equation& at, const Context& c, bool initial, Flat& out) {
  if (const auto* tuple = e.left->as<ast::TupleExpr>()) {
    const std::vector<Value> results = f_.evaluator->results(*e.right, c);
    if (results.empty()) return;
    if (results.size() < tuple->slots.size()) {
      f_.error("wrong-arguments", e.left->span,
               fmt::format("{} values are wanted, the function gives {}", tuple->slots.size(), results.size()));
      return;
    }
    for (std::size_t k = 0; k < tuple->slots.size(); ++k) {
      if (tuple->slots[k]) equate(f_.evaluator->value(*tuple->slots[k], c), results[k], at.span, out.equations);
    }
    return;
  }
  Value lhs = f_.evaluator->value(*e.left, c);
  Value rhs = f_.evaluator->value(*e.right, c);
  if (!lhs.valid || !rhs.valid || !check_assignable(lhs, e.left->span, initial)) return;
  // An Integer variable cannot take a Real value; unifying the sides would hide it.
  if (lhs.type == Type::integer && rhs.type == Type::real && e.left->as<ast::NameExpr>() != nullptr) {
    f_.error("type-mismatch", at.span, fmt::format("Integer `{}` = Real", f_.sources.text(e.left->span)), "",
             "use integer(...), or declare it Real");
    return;
  }
  equate(std::move(lhs), std::move(rhs), at.span, out.equations);
}

void Equations::for_loop(const ast::ForEquation& e, std::size_t level, const Context& c, bool initial, Flat& out) {
  if (level == e.indices.size()) return flatten(e.body, c, initial, out);
  if (level == 0 && !f_.few_indices(e.indices)) return;
  const auto range = f_.evaluator->loop_range(e.indices[level], c);
  if (!range) return;
  const std::size_t errors = f_.diagnostics->error_count();
  for (std::size_t k = 0; k < range->count && !f_.stopped(); ++k) {
    const Loop loop = f_.evaluator->loop_at(*range, k, e.indices[level], c.loops);
    Context inner = c;
    inner.loops = &loop;
    for_loop(e, level + 1, inner, initial, out);
    if (f_.diagnostics->error_count() > errors) return;  // the same mistake would come again
  }
}

void Equations::call(const ast::CallEquation& e, const ast::Equation& at, const Context& c, Flat& out) {
  const auto& call = *e.call->as<ast::CallExpr>();
  if (call.callee.is("assert")) {
    if (const auto a = read_assert(f_, call, at.span, c))
      out.assertions.push_back({a->condition, a->message, a->level, at.span});
  } else if (call.callee.is("reinit") || call.callee.is("terminate") || call.callee.is("setSolver")) {
    f_.error("misplaced", at.span, fmt::format("`{}` stands outside a `when`", call.callee.dotted()), "",
             "put it into `when condition then ... end when;`");
  } else if (!f_.evaluator->value(*e.call, c).valid) {
    return;
  } else {
    f_.error("misplaced", at.span, fmt::format("the result of `{}` is not used", call.callee.dotted()), "",
             "write an equation: y = f(x)");
  }
}

void Equations::if_equation(const ast::IfEquation& e, const ast::Equation& at, const Context& c, bool initial, Flat& out) {
  for (std::size_t k = 0; k < e.branches.size(); ++k) {
    const ast::EquationBranch& branch = e.branches[k];
    if (!branch.condition) return flatten(branch.body, c, initial, out);
    const Value condition = f_.evaluator->value(*branch.condition, c);
    if (!condition.valid) return;
    if (!condition.is_scalar() || condition.type != Type::boolean) {
      f_.error("type-mismatch", branch.condition->span, "the condition of `if` is not one Boolean");
      return;
    }
    const auto truth = f_.parameters->is_fixed(condition.scalar()) ? f_.parameters->truth(condition.scalar()) : std::nullopt;
    if (!truth) return varying_if(e, k, at, c, initial, out);
    if (*truth) return flatten(branch.body, c, initial, out);
  }
}

void Equations::varying_if(const ast::IfEquation& e, std::size_t from, const ast::Equation& at, const Context& c, bool initial,
                           Flat& out) {
  std::vector<Expr> conditions;
  std::vector<Flat> branches;
  ActiveModesBelow earlier(*f_.evaluator, c);
  const std::size_t errors = f_.diagnostics->error_count();
  for (std::size_t k = from; k < e.branches.size(); ++k) {
    const ast::EquationBranch& branch = e.branches[k];
    if (branch.condition) {
      const Value condition = f_.evaluator->value(*branch.condition, c);
      if (!condition.valid) return;
      if (!condition.is_scalar() || condition.type != Type::boolean) {
        f_.error("type-mismatch", branch.condition->span, "the condition of `if` is not one Boolean");
        return;
      }
      conditions.push_back(condition.scalar());
    }
    ActiveModesBelow here(*f_.evaluator, c, earlier.known());
    if (branch.condition) {
      here.assume(*branch.condition, true);
      earlier.assume(*branch.condition, false);
    }
    Context inner = c;
    inner.active = here.known();
    flatten(branch.body, inner, initial, branches.emplace_back());
    if (!branches.back().whens.empty()) {
      f_.error("nested-when", branches.back().whens.front().span, "a `when` inside an `if` whose condition varies", "",
               "put the condition of the `if` into the body of the `when`");
      return;
    }
  }
  if (f_.diagnostics->error_count() > errors) return;
  if (conditions.size() == branches.size()) branches.emplace_back();  // no else
  merge(conditions, branches, at.span, out);
}

/// Brings the equations of all branches into the order of the first, if they have the same left sides.
bool Equations::align(std::vector<Flat>& branches) {
  std::unordered_map<Expr, std::size_t> order;
  const std::vector<Equation>& first = branches.front().equations;
  for (std::size_t k = 0; k < first.size(); ++k) {
    if (first[k].lhs->op() != Op::symbol && first[k].lhs->op() != Op::der) return false;
    if (!order.emplace(first[k].lhs, k).second) return false;
  }
  std::vector<std::vector<Equation>> sorted;
  for (std::size_t b = 1; b < branches.size(); ++b) {
    std::vector<Equation> mine(first.size());
    for (const Equation& e : branches[b].equations) {
      const auto it = order.find(e.lhs);
      if (it == order.end() || mine[it->second].lhs) return false;
      mine[it->second] = e;
    }
    sorted.push_back(std::move(mine));
  }
  for (std::size_t b = 1; b < branches.size(); ++b) branches[b].equations = std::move(sorted[b - 1]);
  return true;
}

void Equations::merge(const std::vector<Expr>& conditions, std::vector<Flat>& branches, Span span, Flat& out) {
  ExprPool& pool = f_.pool;
  const std::size_t n = branches.front().equations.size();
  for (const Flat& b : branches) {
    if (b.equations.size() == n) continue;
    f_.error("if-branches-differ", span,
             fmt::format("the branches of this `if` have {} and {} equations", n, b.equations.size()),
             "the condition varies, so each branch needs the same number",
             conditions.size() + 1 == branches.size() && branches.back().equations.empty()
                 ? "add an `else` branch with the same variables"
                 : "");
    return;
  }
  align(branches);
  for (std::size_t k = 0; k < n; ++k) {
    const Expr lhs = branches.front().equations[k].lhs;
    const bool same = std::ranges::all_of(branches, [&](const Flat& b) { return b.equations[k].lhs == lhs; });
    Expr value;
    for (std::size_t b = branches.size(); b-- > 0;) {
      const Equation& e = branches[b].equations[k];
      if (!same && lhs->type() == Type::boolean) {
        f_.error("if-branches-differ", e.span, "the branches of this `if` define different Boolean variables");
        return;
      }
      const Expr side = same ? as_real(e.rhs) : pool.make(Op::sub, {as_real(e.lhs), as_real(e.rhs)});
      const Expr mine = same && lhs->type() != Type::real ? e.rhs : side;
      value = value ? pool.if_(conditions[b], mine, value) : mine;
    }
    out.equations.push_back({same ? lhs : pool.number(0), value, span});
  }
  Expr before = pool.boolean(true);  // none of the earlier conditions
  for (std::size_t b = 0; b < branches.size(); ++b) {
    const Expr here = b < conditions.size() ? pool.make(Op::and_, {before, conditions[b]}) : before;
    for (Assertion& a : branches[b].assertions) {
      a.condition = pool.make(Op::or_, {pool.make(Op::not_, {here}), a.condition});
      out.assertions.push_back(std::move(a));
    }
    if (b < conditions.size()) before = pool.make(Op::and_, {before, pool.make(Op::not_, {conditions[b]})});
  }
}

}  // namespace saltus::lang
