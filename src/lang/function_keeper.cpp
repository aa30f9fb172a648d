#include "lang/function_keeper.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "lang/evaluator.hpp"
#include "lang/executor.hpp"
#include "lang/instances.hpp"

namespace saltus::lang {
namespace {

bool has_break(const std::vector<ast::Statement>& statements) {
  for (const ast::Statement& s : statements) {
    if (s.as<ast::BreakStatement>() != nullptr) return true;
    if (const auto* i = s.as<ast::IfStatement>()) {
      for (const ast::StatementBranch& b : i->branches) {
        if (has_break(b.body)) return true;
      }
    }
  }
  return false;
}

}  // namespace

FunctionKeeper::Statement FunctionKeeper::set(Expr target, Expr value, Span span) {
  Statement s;
  s.kind = Statement::Kind::assign;
  s.target = target;
  s.value = value;
  s.span = span;
  return s;
}

Expr FunctionKeeper::local(std::string_view stem, Type type) {
  std::string name = fmt::format("{}:{}", v_.name, stem);
  for (int k = 2; f_.pool.find_symbol(name); ++k) name = fmt::format("{}:{}{}", v_.name, stem, k);
  extra_.push_back(f_.pool.symbol(name, type));
  return extra_.back();
}

std::optional<FunctionDef> FunctionKeeper::keep() {
  FunctionDef def;
  def.name = v_.name;
  def.span = v_.instance->type->node->span;
  for (const Member* m : v_.inputs) {
    if (!m->is_fixed_value()) def.inputs.insert(def.inputs.end(), m->symbols.begin(), m->symbols.end());
  }
  if (!declarations(def)) return std::nullopt;
  for (const Section& s : v_.instance->sections) {
    const Context c{.instance = v_.instance.get(), .lexical = s.lexical, .state = &known_, .in_function = true};
    if (!block(s.algorithm->statements, c, def.body)) return std::nullopt;
  }
  def.locals.insert(def.locals.end(), extra_.begin(), extra_.end());
  def.start_values.resize(def.outputs.size() + def.locals.size());
  return def;
}

// Literal defaults are start values; others become statements, in the order of declaration.
bool FunctionKeeper::declarations(FunctionDef& def) {
  std::vector<Expr> output_starts, local_starts;
  for (Member& m : v_.instance->members) {
    if (m.clause->causality == ast::Causality::input) continue;
    const bool output = m.clause->causality == ast::Causality::output;
    std::vector<Expr>& names = output ? def.outputs : def.locals;
    std::vector<Expr>& starts = output ? output_starts : local_starts;
    names.insert(names.end(), m.symbols.begin(), m.symbols.end());
    starts.resize(names.size());
    const ast::Expr* e = f_.instances->binding_expression(m);
    if (e == nullptr) continue;
    Value v =
        f_.evaluator->value(*e, {.instance = v_.instance.get(), .lexical = m.lexical, .state = &known_, .in_function = true});
    v = fitted(f_, std::move(v), m.type, m.shape, m.name, e->span);
    if (!v.valid) return false;
    for (std::size_t i = 0; i < m.symbols.size(); ++i) {
      const bool literal = v.items[i]->is_number() || v.items[i]->op() == Op::boolean;
      if (literal)
        starts[starts.size() - m.symbols.size() + i] = v.items[i];
      else
        def.body.push_back(set(m.symbols[i], v.items[i], e->span));
    }
  }
  def.start_values = output_starts;
  def.start_values.insert(def.start_values.end(), local_starts.begin(), local_starts.end());
  return true;
}

bool FunctionKeeper::block(const std::vector<ast::Statement>& statements, const Context& c, Block& out) {
  for (const ast::Statement& s : statements) {
    if (f_.stopped() || !statement(s, c, out)) return false;
  }
  return true;
}

std::optional<Expr> FunctionKeeper::truth(const ast::Expr& e, const Context& c, std::string_view what) {
  const Value v = f_.evaluator->value(e, c);
  if (!v.valid) return std::nullopt;
  if (v.is_scalar() && v.type == Type::boolean) return v.scalar();
  f_.error("type-mismatch", e.span, fmt::format("the condition of `{}` is not one Boolean", what));
  return std::nullopt;
}

bool FunctionKeeper::statement(const ast::Statement& s, const Context& c, Block& out) {
  Statement made;
  made.span = s.span;
  if (const auto* a = s.as<ast::AssignStatement>()) return assign(*a, s.span, c, out);
  if (const auto* i = s.as<ast::IfStatement>()) return if_statement(*i, 0, c, out);
  if (const auto* l = s.as<ast::ForStatement>()) {
    return has_break(l->body) ? counted_loop(*l, 0, c, out) : for_statement(*l, 0, c, out);
  }
  if (const auto* w = s.as<ast::WhileStatement>()) {
    const auto condition = truth(*w->condition, c, "while");
    if (!condition) return false;
    made.kind = Statement::Kind::while_;
    made.value = *condition;
    if (!block(w->body, c, made.body)) return false;
  } else if (s.as<ast::BreakStatement>() != nullptr) {
    made.kind = Statement::Kind::break_;
  } else if (s.as<ast::ReturnStatement>() != nullptr) {
    made.kind = Statement::Kind::return_;
  } else if (const auto* k = s.as<ast::CallStatement>()) {
    const auto& call = *k->call->as<ast::CallExpr>();
    if (!call.callee.is("assert")) {
      f_.not_yet(s.span, "a call as a statement is");
      return false;
    }
    const auto a = read_assert(f_, call, s.span, c);
    if (!a) return false;
    made.kind = Statement::Kind::assertion;
    made.value = a->condition;
    made.message = a->message;
  } else {
    f_.error("misplaced", s.span, "`when` in a function", "functions know no events");
    return false;
  }
  out.push_back(std::move(made));
  return true;
}

bool FunctionKeeper::assign(const ast::AssignStatement& a, Span span, const Context& c, Block& out) {
  std::vector<std::pair<const ast::Expr*, Value>> what;
  if (const auto* tuple = a.target->as<ast::TupleExpr>()) {
    std::vector<Value> results = f_.evaluator->results(*a.value, c);
    if (results.empty()) return false;
    if (results.size() < tuple->slots.size()) {
      f_.error("wrong-arguments", a.target->span,
               fmt::format("{} values are wanted, the function gives {}", tuple->slots.size(), results.size()));
      return false;
    }
    for (std::size_t k = 0; k < tuple->slots.size(); ++k) {
      if (tuple->slots[k]) what.emplace_back(tuple->slots[k].get(), std::move(results[k]));
    }
  } else {
    what.emplace_back(a.target.get(), f_.evaluator->value(*a.value, c));
  }
  return store(what, span, c, out);
}

// The elements of an array are assigned one after the other; where a later value needs an element already overwritten,
// all values are computed first.
bool FunctionKeeper::store(const std::vector<std::pair<const ast::Expr*, Value>>& what, Span span, const Context& c,
                           Block& out) {
  std::vector<std::pair<Expr, Expr>> pairs;
  for (const auto& [expr, value] : what) {
    const auto* name = expr->as<ast::NameExpr>();
    if (name == nullptr) {
      f_.error("misplaced", expr->span, "only a variable can be assigned");
      return false;
    }
    const Target target = assignment_target(f_, name->name, c);
    if (!target.valid) return false;
    const Value v = fitted(f_, value, target.symbols.type, target.varying.empty() ? target.symbols.shape : Shape{},
                           name->name.dotted(), span);
    if (!v.valid) return false;
    for (std::size_t k = 0; k < target.symbols.items.size(); ++k) {
      const Expr s = target.symbols.items[k];
      if (!may_write_local(f_, s, expr->span)) return false;
      const Expr item = target.varying.empty()
                            ? v.items[k]
                            : f_.pool.if_(f_.evaluator->at_position(target.varying, target.symbols.shape, k), v.items[0], s);
      if (item != s) pairs.emplace_back(s, item);
    }
  }
  std::unordered_set<Expr> overwritten;
  bool clash = false;
  for (const auto& [symbol, item] : pairs) {
    for_each_node(std::span<const Expr>(&item, 1), [&](Expr e) { clash = clash || overwritten.contains(e); });
    overwritten.insert(symbol);
  }
  for (auto& [symbol, item] : pairs) {
    if (!clash) continue;
    const Expr temporary = local("$value", symbol->type());
    out.push_back(set(temporary, item, span));
    item = temporary;
  }
  for (const auto& [symbol, item] : pairs) out.push_back(set(symbol, item, span));
  return true;
}

bool FunctionKeeper::if_statement(const ast::IfStatement& s, std::size_t branch, const Context& c, Block& out) {
  if (branch >= s.branches.size()) return true;
  const ast::StatementBranch& b = s.branches[branch];
  if (branch > 500) {
    f_.error("too-large", b.span, "this `if` has more than 500 branches");
    return false;
  }
  if (!b.condition) return block(b.body, c, out);
  const auto condition = truth(*b.condition, c, "if");
  if (!condition) return false;
  if (const auto known = literal_truth(*condition)) return *known ? block(b.body, c, out) : if_statement(s, branch + 1, c, out);
  Statement made;
  made.kind = Statement::Kind::if_;
  made.value = *condition;
  made.span = b.span;
  if (!block(b.body, c, made.body) || !if_statement(s, branch + 1, c, made.otherwise)) return false;
  out.push_back(std::move(made));
  return true;
}

bool FunctionKeeper::for_statement(const ast::ForStatement& s, std::size_t level, const Context& c, Block& out) {
  if (level == s.indices.size()) return block(s.body, c, out);
  if (level == 0 && !f_.few_indices(s.indices)) return false;
  std::optional<LoopRange> range;
  {
    Trial trial(f_);
    range = f_.evaluator->loop_range(s.indices[level], c);
  }
  if (!range) return counted_loop(s, level, c, out);
  for (std::size_t k = 0; k < range->count; ++k) {
    const Loop loop = f_.evaluator->loop_at(*range, k, s.indices[level], c.loops);
    Context inner = c;
    inner.loops = &loop;
    if (!for_statement(s, level + 1, inner, out)) return false;
  }
  return true;
}

bool FunctionKeeper::counted_loop(const ast::ForStatement& s, std::size_t level, const Context& c, Block& out) {
  const ast::ForIndex& index = s.indices[level];
  const auto* range = index.range ? index.range->as<ast::RangeExpr>() : nullptr;
  if (range == nullptr || s.indices.size() > 1) {
    f_.not_yet(index.span, "a loop like this in a function that cannot be inlined is");
    return false;
  }
  const Value first = f_.evaluator->value(*range->first, c);
  const Value last = f_.evaluator->value(*range->last, c);
  const Value step = range->step ? f_.evaluator->value(*range->step, c) : scalar_value(f_.pool.integer(1));
  for (const Value* v : {&first, &last, &step}) {
    if (!v->valid) return false;
    if (!v->is_scalar() || v->type != Type::integer) {
      f_.error("type-mismatch", index.span, "the bounds of this loop must be Integers");
      return false;
    }
  }
  if (!step.scalar()->is_number() || step.scalar()->number().sign() == 0) {
    f_.error("not-constant", index.span, "the step of this loop must be a constant other than zero");
    return false;
  }
  const Expr counter = local(plain(index.name), Type::integer);
  const Expr limit = local(fmt::format("{}$last", plain(index.name)), Type::integer);
  // The counter moves on before the body, so that `break` and later statements see the plain value.
  const Expr next = local(fmt::format("{}$next", plain(index.name)), Type::integer);
  out.push_back(set(next, first.scalar(), index.span));
  out.push_back(set(limit, last.scalar(), index.span));
  Statement loop;
  loop.kind = Statement::Kind::while_;
  loop.span = index.span;
  loop.value = f_.pool.make(step.scalar()->number().sign() > 0 ? Op::le : Op::ge, {next, limit});
  loop.body.push_back(set(counter, next, index.span));
  loop.body.push_back(set(next, next + step.scalar(), index.span));
  const Loop running{plain(index.name), scalar_value(counter), 0, c.loops};
  Context inner = c;
  inner.loops = &running;
  if (!block(s.body, inner, loop.body)) return false;
  out.push_back(std::move(loop));
  return true;
}

}  // namespace saltus::lang
