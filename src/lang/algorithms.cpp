// Rule: discrete left-hand sides start from pre(v), continuous ones from their start value (Modelica 3.6, section 11.1.2).
// A variable that is assigned by exactly one `when` statement (not in a loop or `if`) and nowhere else becomes an action of
// a When. Any other variable assigned by `when` statements gets an equation over hidden Booleans:
//   $when1 = condition;   v = if edge($when1) and not initial() then value else <value before>;

#include "lang/algorithms.hpp"

#include <fmt/format.h>

#include "lang/evaluator.hpp"
#include "lang/instances.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {

bool AlgorithmSection::may_write(Expr symbol, Span span) {
  if (!f_.instances->is_fixed_value(symbol)) return true;
  f_.error("parameter-assigned", span, fmt::format("`{}` is a parameter and cannot be assigned", symbol->name()));
  return false;
}

std::optional<bool> AlgorithmSection::decide(Expr condition) { return f_.parameters->truth(condition); }

void AlgorithmSection::gather(const std::vector<ast::Statement>& statements, const ast::WhenStatement* in_when, bool nested,
                              const Context& c) {
  for (const ast::Statement& s : statements) {
    if (const auto* a = s.as<ast::AssignStatement>()) {
      if (const auto* tuple = a->target->as<ast::TupleExpr>()) {
        for (const ast::ExprPtr& slot : tuple->slots) {
          if (slot) gather_target(*slot, in_when, nested, c);
        }
      } else {
        gather_target(*a->target, in_when, nested, c);
      }
    } else if (const auto* i = s.as<ast::IfStatement>()) {
      for (const ast::StatementBranch& b : i->branches) gather(b.body, in_when, nested || in_when == nullptr, c);
    } else if (const auto* l = s.as<ast::ForStatement>()) {
      gather(l->body, in_when, nested || in_when == nullptr, c);
    } else if (const auto* w = s.as<ast::WhileStatement>()) {
      gather(w->body, in_when, nested || in_when == nullptr, c);
    } else if (const auto* e = s.as<ast::WhenStatement>()) {
      for (const ast::StatementBranch& b : e->branches) gather(b.body, e, nested, c);
    }
  }
}

void AlgorithmSection::gather_target(const ast::Expr& target, const ast::WhenStatement* in_when, bool nested,
                                     const Context& c) {
  const auto* name = target.as<ast::NameExpr>();
  if (name == nullptr || c.instance == nullptr) return;
  std::vector<Expr> symbols;
  Instance* scope = f_.evaluator->scope_of(plain(name->name.parts.front().name), c);
  if (scope != nullptr) gather_symbols(*scope, name->name, 0, c, symbols);
  for (const Expr s : symbols) {
    auto [it, fresh] = uses_.try_emplace(s);
    if (fresh) order_.push_back(s);
    if (in_when != nullptr) it->second.whens.insert(in_when);
    if (in_when == nullptr || nested) it->second.outside = true;
  }
}

// All elements of an array belong to the algorithm if one is assigned; of arrays of components only those named.
void AlgorithmSection::gather_symbols(Instance& in, const ast::Name& name, std::size_t part, const Context& c,
                                      std::vector<Expr>& out) {
  Member* m = f_.evaluator->visible(in, plain(name.parts[part].name), c);
  if (m == nullptr || !f_.instances->resolve(*m)) return;
  if (part + 1 == name.parts.size()) {
    out.insert(out.end(), m->symbols.begin(), m->symbols.end());
    return;
  }
  if (!m->is_class) return;
  Picked picked;
  if (!name.parts[part].subscripts.empty()) {
    Trial trial(f_);
    picked = f_.evaluator->pick(m->shape, name.parts[part].subscripts, c, name.span);
  }
  if (picked.valid && picked.varying.empty()) {
    for (const std::size_t k : picked.positions) gather_symbols(*m->instances[k], name, part + 1, c, out);
  } else {
    for (const auto& instance : m->instances) gather_symbols(*instance, name, part + 1, c, out);
  }
}

bool AlgorithmSection::is_plain_when(Expr symbol) const {
  const auto it = uses_.find(symbol);
  return it != uses_.end() && !it->second.outside && it->second.whens.size() == 1;
}

void AlgorithmSection::initialise(const Context& c, bool initial) {
  for (const Expr s : order_) {
    const Instances::Owner o = f_.instances->owner(s);
    if (o.member->is_fixed_value()) continue;
    const bool discrete = o.member->variability == Variability::discrete || !uses_.at(s).whens.empty();
    if (discrete && !initial) {
      c.state->set(s, f_.pool.pre(s));
      continue;
    }
    const auto start = f_.instances->attribute(*o.member, "start");
    const Expr zero = s->type() == Type::boolean ? f_.pool.boolean(false) : f_.pool.number(Rational(0), s->type());
    c.state->set(s, start ? start->items[o.element] : zero);
  }
}

void AlgorithmSection::flatten(const ast::AlgorithmSection& section, const Context& outer, Flat& out) {
  State state;
  Context c = outer;
  c.state = &state;
  out_ = &out;
  initial_ = section.initial;
  gather(section.statements, nullptr, false, outer);
  initialise(c, section.initial);
  const Flow flow = run(section.statements, c);
  if (flow == Flow::undecided) {
    f_.error("not-yet", section.span,
             "a `while` or `break` that depends on varying values is not supported yet in algorithms of models");
  }
  if (flow != Flow::normal) return;
  for (const Expr s : order_) {
    if (f_.instances->is_fixed_value(s)) continue;
    if (!initial_ && is_plain_when(s)) continue;
    const auto place = places_.find(s);
    out.equations.push_back({s, *state.find(s), place != places_.end() ? place->second : section.span});
  }
}

Flow AlgorithmSection::called(const ast::CallExpr& call, Span span, const Context& c) {
  if (call.callee.is("assert")) {
    const auto a = read_assert(f_, call, span, c);
    if (!a) return Flow::failed;
    const Expr condition = f_.pool.make(Op::or_, {f_.pool.make(Op::not_, {path_}), a->condition});
    if (actions_ != nullptr) {
      actions_->push_back({.kind = Action::Kind::assertion,
                           .target = {},
                           .value = condition,
                           .message = a->message,
                           .level = a->level,
                           .span = span});
    } else {
      out_->assertions.push_back({condition, a->message, a->level, span});
    }
    return Flow::normal;
  }
  if (call.callee.is("terminate") && actions_ != nullptr) {
    const auto message = read_terminate(f_, call, span, c);
    if (!message) return Flow::failed;
    actions_->push_back({.kind = Action::Kind::terminate, .target = {}, .value = path_, .message = *message, .span = span});
    return Flow::normal;
  }
  if (call.callee.is("setSolver") && actions_ != nullptr && literal_truth(path_).value_or(false)) {
    auto action = read_set_solver(f_, call, span, c);
    if (!action) return Flow::failed;
    actions_->push_back(std::move(*action));
    return Flow::normal;
  }
  if (call.callee.is("terminate") || call.callee.is("reinit") || call.callee.is("setSolver")) {
    f_.error("misplaced", span, fmt::format("`{}` cannot stand here", call.callee.dotted()), "",
             call.callee.is("reinit") ? "use a `when` equation" : "put it into a `when`");
  } else {
    f_.not_yet(span, "a call as a statement is");
  }
  return Flow::failed;
}

Expr AlgorithmSection::activation(const std::vector<Expr>& conditions, Span span) {
  Expr active = f_.pool.boolean(false);
  for (const Expr condition : conditions) {
    if (condition->op() == Op::initial) {
      active = f_.pool.make(Op::or_, {active, condition});
      continue;
    }
    Variable v;
    v.name = fmt::format("$when{}", ++f_.hidden_whens);
    v.type = Type::boolean;
    v.variability = Variability::discrete;
    v.symbol = f_.pool.symbol(v.name, Type::boolean);
    v.is_protected = true;
    v.span = span;
    out_->equations.push_back({v.symbol, condition, span});
    const Expr rises =
        f_.pool.make(Op::and_, {f_.pool.make(Op::edge, {v.symbol}), f_.pool.make(Op::not_, {f_.pool.initial()})});
    hidden_.push_back(std::move(v));
    active = f_.pool.make(Op::or_, {active, rises});
  }
  return active;
}

Flow AlgorithmSection::when(const ast::WhenStatement& w, const ast::Statement& s, const Context& c) {
  if (c.in_when || initial_) {
    f_.error(c.in_when ? "nested-when" : "misplaced", s.span,
             c.in_when ? "a `when` inside a `when`" : "`when` in an initial section");
    return Flow::failed;
  }
  if (!literal_truth(path_).value_or(false)) {
    f_.error("nested-when", s.span, "a `when` inside an `if` whose condition varies", "",
             "put the condition of the `if` into the body of the `when`");
    return Flow::failed;
  }
  When flat;
  flat.span = s.span;
  std::vector<std::unordered_map<Expr, Expr>> values;
  std::vector<std::vector<Expr>> conditions;
  for (const ast::StatementBranch& b : w.branches) {
    WhenBranch branch;
    branch.span = b.span;
    branch.conditions = when_conditions(f_, *b.condition, c);
    if (branch.conditions.empty()) return Flow::failed;
    branch.name = when_name(f_, s.comment, *b.condition, c, flat.branches.size(), w.branches.size());
    Context inner = c;
    inner.in_when = true;
    const std::size_t mark = c.state->begin();
    actions_ = &branch.actions;
    const Flow flow = run(b.body, inner);
    actions_ = nullptr;
    auto& mine = values.emplace_back();
    for (const auto& [symbol, value] : c.state->rollback(mark)) mine.emplace(symbol, value);
    if (flow != Flow::normal) return flow == Flow::broke ? Flow::undecided : flow;
    conditions.push_back(branch.conditions);
    flat.branches.push_back(std::move(branch));
  }
  bool acts = false;
  const int number = owners_.begin_when();
  std::vector<Expr> general;
  for (const Expr symbol : order_) {
    bool mine = false;
    for (const auto& branch : values) mine = mine || branch.contains(symbol);
    if (!mine) continue;
    if (!is_plain_when(symbol)) {
      general.push_back(symbol);
      continue;
    }
    acts = true;
    owners_.claim(symbol, places_.at(symbol), number, c.instance);
    for (std::size_t b = 0; b < values.size(); ++b) {
      const auto it = values[b].find(symbol);
      flat.branches[b].actions.push_back({.kind = Action::Kind::assign,
                                          .target = symbol,
                                          .value = it != values[b].end() ? it->second : f_.pool.pre(symbol),
                                          .span = places_.at(symbol)});
    }
    c.state->set(symbol, symbol);
  }
  for (const WhenBranch& b : flat.branches) acts = acts || !b.actions.empty();
  if (acts) out_->whens.push_back(std::move(flat));
  if (general.empty()) return Flow::normal;
  std::vector<Expr> active;
  for (std::size_t b = 0; b < conditions.size(); ++b) active.push_back(activation(conditions[b], w.branches[b].span));
  for (const Expr symbol : general) {
    owners_.mark(symbol);
    const Expr before = *c.state->find(symbol);
    Expr value = before;
    for (std::size_t b = values.size(); b-- > 0;) {
      const auto it = values[b].find(symbol);
      value = f_.pool.if_(active[b], it != values[b].end() ? it->second : before, value);
    }
    c.state->set(symbol, value);
  }
  return Flow::normal;
}

}  // namespace saltus::lang
