#include "lang/executor.hpp"

#include <fmt/format.h>

#include "lang/evaluator.hpp"
#include "lang/instances.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {
namespace {

constexpr std::size_t max_while = 100'000;

Expr zero_of(ExprPool& pool, Type type) { return type == Type::boolean ? pool.boolean(false) : pool.number(Rational(0), type); }

}  // namespace

Expr Executor::merged(Expr condition, Expr yes, Expr no) {
  if (yes == no) return yes;
  if (!yes && !no) return {};
  // Assigned on one side only: the other side counts as zero, as in functions that are not inlined.
  if (!yes) yes = zero_of(f_.pool, no->type());
  if (!no) no = zero_of(f_.pool, yes->type());
  return f_.pool.if_(condition, yes, no);
}

Flow Executor::run(const std::vector<ast::Statement>& statements, const Context& c) {
  for (const ast::Statement& s : statements) {
    if (f_.stopped()) return Flow::failed;
    const Flow flow = statement(s, c);
    if (flow != Flow::normal) return flow;
  }
  return Flow::normal;
}

Flow Executor::statement(const ast::Statement& s, const Context& c) {
  if (const auto* a = s.as<ast::AssignStatement>()) return assign(*a, s.span, c);
  if (const auto* i = s.as<ast::IfStatement>()) return if_statement(*i, c);
  if (const auto* l = s.as<ast::ForStatement>()) {
    ++loop_depth_;
    const Flow flow = for_statement(*l, 0, c);
    --loop_depth_;
    return flow == Flow::broke ? Flow::normal : flow;
  }
  if (const auto* w = s.as<ast::WhileStatement>()) {
    ++loop_depth_;
    const Flow flow = while_statement(*w, s.span, c);
    --loop_depth_;
    return flow;
  }
  if (const auto* w = s.as<ast::WhenStatement>()) return when(*w, s, c);
  if (s.as<ast::ReturnStatement>() != nullptr) {
    if (c.in_function) return Flow::returned;
    f_.error("misplaced", s.span, "`return` outside a function");
    return Flow::failed;
  }
  if (s.as<ast::BreakStatement>() != nullptr) {
    if (loop_depth_ > 0) return Flow::broke;
    f_.error("misplaced", s.span, "`break` outside a loop");
    return Flow::failed;
  }
  const ast::Expr& e = *s.as<ast::CallStatement>()->call;
  return called(*e.as<ast::CallExpr>(), e.span, c);
}

Flow Executor::assign(const ast::AssignStatement& a, Span span, const Context& c) {
  if (const auto* tuple = a.target->as<ast::TupleExpr>()) {
    std::vector<Value> results = f_.evaluator->results(*a.value, c);
    if (results.empty()) return Flow::failed;
    if (results.size() < tuple->slots.size()) {
      f_.error("wrong-arguments", a.target->span,
               fmt::format("{} values are wanted, the function gives {}", tuple->slots.size(), results.size()));
      return Flow::failed;
    }
    for (std::size_t k = 0; k < tuple->slots.size(); ++k) {
      if (tuple->slots[k] && !store(*tuple->slots[k], std::move(results[k]), span, c)) return Flow::failed;
    }
    return Flow::normal;
  }
  return store(*a.target, f_.evaluator->value(*a.value, c), span, c) ? Flow::normal : Flow::failed;
}

bool Executor::store(const ast::Expr& target_expr, Value v, Span span, const Context& c) {
  const auto* name = target_expr.as<ast::NameExpr>();
  if (name == nullptr) {
    f_.error("misplaced", target_expr.span, "only a variable can be assigned");
    return false;
  }
  const Target target = assignment_target(f_, name->name, c);
  if (!target.valid) return false;
  const Shape scalar;
  v = fitted(f_, std::move(v), target.symbols.type, target.varying.empty() ? target.symbols.shape : scalar, name->name.dotted(),
             span);
  if (!v.valid) return false;
  for (const Expr s : target.symbols.items) {
    if (!may_write(s, target_expr.span)) return false;
  }
  for (std::size_t k = 0; k < target.symbols.items.size(); ++k) {
    const Expr s = target.symbols.items[k];
    Expr item = v.items[target.varying.empty() ? k : 0];
    if (!target.varying.empty()) {
      const Expr* old = c.state->find(s);
      item = merged(f_.evaluator->at_position(target.varying, target.symbols.shape, k), item, old != nullptr ? *old : s);
    }
    c.state->set(s, item);
    written(s, span);
  }
  return true;
}

// Both sides are carried out from the same state; what they changed is merged from the last branch to the first.
Flow Executor::if_statement(const ast::IfStatement& s, const Context& c) {
  struct Side {
    Expr condition;  // null for else
    std::unordered_map<Expr, Expr> values;
  };
  std::vector<Side> sides;
  std::vector<Expr> symbols;
  std::vector<Flow> flows;
  const Expr outer = path_;
  Flow result = Flow::normal;
  bool complete = false;
  for (const ast::StatementBranch& branch : s.branches) {
    Expr condition;
    if (branch.condition) {
      const Value v = f_.evaluator->value(*branch.condition, c);
      if (!v.valid) return Flow::failed;
      if (!v.is_scalar() || v.type != Type::boolean) {
        f_.error("type-mismatch", branch.condition->span, "the condition of `if` is not one Boolean");
        return Flow::failed;
      }
      if (const auto known = literal_truth(v.scalar())) {
        if (!*known) continue;
      } else {
        condition = v.scalar();
      }
    }
    if (!condition && sides.empty()) return run(branch.body, c);
    const Expr before = path_;
    if (condition) path_ = f_.pool.make(Op::and_, {before, condition});
    const std::size_t mark = c.state->begin();
    const Flow flow = run(branch.body, c);
    Side side{condition, {}};
    for (const auto& [symbol, value] : c.state->rollback(mark)) {
      side.values.emplace(symbol, value);
      symbols.push_back(symbol);
    }
    sides.push_back(std::move(side));
    flows.push_back(flow);
    if (condition) path_ = f_.pool.make(Op::and_, {before, f_.pool.make(Op::not_, {condition})});
    if (flow == Flow::failed) result = Flow::failed;
    if (!condition) {
      complete = true;
      break;
    }
  }
  path_ = outer;
  if (result == Flow::failed) return result;
  if (!complete) flows.push_back(Flow::normal);
  for (const Flow flow : flows) {
    if (flow != Flow::normal) return Flow::undecided;
  }
  std::unordered_map<Expr, bool> done;
  for (const Expr symbol : symbols) {
    if (!done.emplace(symbol, true).second) continue;
    const Expr* old = c.state->find(symbol);
    const Expr base = old != nullptr ? *old : Expr();
    Expr value = base;
    for (std::size_t k = sides.size(); k-- > 0;) {
      const auto it = sides[k].values.find(symbol);
      const Expr here = it != sides[k].values.end() ? it->second : base;
      value = sides[k].condition ? merged(sides[k].condition, here, value) : here;
    }
    c.state->set(symbol, value);
  }
  return Flow::normal;
}

Flow Executor::for_statement(const ast::ForStatement& s, std::size_t level, const Context& c) {
  if (level == s.indices.size()) return run(s.body, c);
  if (level == 0 && !f_.few_indices(s.indices)) return Flow::failed;
  std::optional<LoopRange> range;
  if (c.in_function) {
    Trial trial(f_);
    range = f_.evaluator->loop_range(s.indices[level], c);
  } else {
    range = f_.evaluator->loop_range(s.indices[level], c);
  }
  if (f_.stopped()) return Flow::failed;
  if (!range) return c.in_function ? Flow::undecided : Flow::failed;
  for (std::size_t k = 0; k < range->count; ++k) {
    const Loop loop = f_.evaluator->loop_at(*range, k, s.indices[level], c.loops);
    Context inner = c;
    inner.loops = &loop;
    const Flow flow = for_statement(s, level + 1, inner);
    if (flow != Flow::normal) return flow;
  }
  return Flow::normal;
}

Flow Executor::while_statement(const ast::WhileStatement& s, Span span, const Context& c) {
  for (std::size_t count = 0;; ++count) {
    const Value v = f_.evaluator->value(*s.condition, c);
    if (!v.valid) return Flow::failed;
    if (!v.is_scalar() || v.type != Type::boolean) {
      f_.error("type-mismatch", s.condition->span, "the condition of `while` is not one Boolean");
      return Flow::failed;
    }
    const auto truth = decide(v.scalar());
    if (!truth) return Flow::undecided;
    if (!*truth) return Flow::normal;
    if (count >= max_while) {
      f_.fatal_error("endless-loop", span, fmt::format("this loop has not ended after {} iterations", max_while), "",
                     "check that its condition becomes false");
      return Flow::failed;
    }
    const Flow flow = run(s.body, c);
    if (flow == Flow::broke) return Flow::normal;
    if (flow != Flow::normal) return flow;
  }
}

}  // namespace saltus::lang
