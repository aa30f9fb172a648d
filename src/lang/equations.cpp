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

/// `der(p) = ...` of something that does not flow would be 0 = ...
bool Equations::check_flows(const ast::Expr& left, const Context& c) {
  const auto* call = left.as<ast::CallExpr>();
  if (call == nullptr || !call->callee.is("der") || call->arguments.size() != 1) return true;
  const auto* name = call->arguments.front().value->as<ast::NameExpr>();
  const Value v = name != nullptr ? f_.evaluator->reference(name->name, c) : Value{};
  if (!v.valid || v.items.empty() || v.items.front()->op() != Op::symbol) return true;
  const Member* m = f_.instances->owner(v.items.front()).member;
  if (m == nullptr || m->variability == Variability::continuous) return true;
  f_.diagnostics->add({Severity::error,
                       "parameter-assigned",
                       fmt::format("`{}` is {} and does not flow: its derivative is zero", name->name.dotted(),
                                   m->variability == Variability::parameter  ? "a parameter"
                                   : m->variability == Variability::constant ? "a constant"
                                                                             : "discrete"),
                       {left.span, "no equation can set this"},
                       {{m->span(), "declared here"}},
                       m->type == Type::real ? "declare it `Real`; its first value is then `start`" : "declare it `Real`"});
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

std::vector<Value> Equations::results_for(const ast::TupleExpr& tuple, const ast::EqualEquation& e, const Context& c) {
  std::vector<Value> results = f_.evaluator->results(*e.right, c);
  if (results.empty() || results.size() >= tuple.slots.size()) return results;
  f_.error("wrong-arguments", e.left->span,
           fmt::format("{} values are wanted, the function gives {}", tuple.slots.size(), results.size()));
  return {};
}

void Equations::equal(const ast::EqualEquation& e, const ast::Equation& at, const Context& c, bool initial, Flat& out) {
  if (const auto* tuple = e.left->as<ast::TupleExpr>()) {
    const std::vector<Value> results = results_for(*tuple, e, c);
    for (std::size_t k = 0; k < results.size() && k < tuple->slots.size(); ++k) {
      if (tuple->slots[k]) equate(f_.evaluator->value(*tuple->slots[k], c), results[k], at.span, out.equations);
    }
    return;
  }
  Value lhs = f_.evaluator->value(*e.left, c);
  Value rhs = f_.evaluator->value(*e.right, c);
  if (!lhs.valid || !rhs.valid || !check_assignable(lhs, e.left->span, initial)) return;
  if (!check_flows(*e.left, c)) return;
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

}  // namespace saltus::lang
