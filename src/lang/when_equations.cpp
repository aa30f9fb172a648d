// `when` equations (Modelica 3.6, section 8.3.5).

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "lang/equations.hpp"
#include "lang/evaluator.hpp"
#include "lang/executor.hpp"
#include "lang/instances.hpp"
#include "lang/parameters.hpp"
#include "model/event_name.hpp"

namespace saltus::lang {

std::vector<Expr> when_conditions(Flattening& f, const ast::Expr& condition, const Context& c) {
  const Value v = f.evaluator->value(condition, c);
  if (!v.valid) return {};
  if (v.type == Type::boolean && v.shape.size() <= 1 && !v.items.empty()) return v.items;
  f.error("type-mismatch", condition.span,
          fmt::format("the condition of `when` is {}, not a Boolean or a vector of them",
                      v.type == Type::boolean ? describe(v.shape) : std::string(name_of(v.type))));
  return {};
}

std::string loop_text(const Loop* loops) {
  std::vector<long long> labels;
  for (; loops != nullptr; loops = loops->outer) labels.push_back(loops->label);
  std::ranges::reverse(labels);
  return labels.empty() ? "" : fmt::format("[{}]", fmt::join(labels, ","));
}

namespace {

/// "on | off": one part for each branch; nothing if there are not as many.
std::optional<std::string> part_of(std::string_view names, std::size_t branch, std::size_t branches) {
  if (static_cast<std::size_t>(std::ranges::count(names, '|')) + 1 != branches) return std::nullopt;
  for (; branch > 0; --branch) names.remove_prefix(names.find('|') + 1);
  std::string_view part = names.substr(0, names.find('|'));
  while (part.starts_with(' ')) part.remove_prefix(1);
  while (part.ends_with(' ')) part.remove_suffix(1);
  if (part.empty()) return std::nullopt;
  return std::string(part);
}

}  // namespace

std::string when_name(const Flattening& f, const ast::Comment& comment, const ast::Expr& condition, const Context& c,
                      std::size_t branch, std::size_t branches) {
  const std::string& path = c.instance->path;
  if (comment.description.span.known()) {
    const auto named = [&](const std::string& name) { return event_name(path, name + loop_text(c.loops)); };
    if (branches > 1)
      if (const auto part = part_of(comment.description.text, branch, branches)) return named(*part);
    if (branch == 0) return named(comment.description.text);
  }
  return unnamed_event(path, f.sources.text(condition.span));
}

void Equations::when(const ast::WhenEquation& e, const ast::Equation& at, const Context& c, Flat& out) {
  When w;
  w.span = at.span;
  const std::size_t errors = f_.diagnostics->error_count();
  for (const ast::EquationBranch& b : e.branches) {
    WhenBranch branch;
    branch.span = b.span;
    branch.conditions = when_conditions(f_, *b.condition, c);
    branch.name = when_name(f_, at.comment, *b.condition, c, w.branches.size(), e.branches.size());
    Context inner = c;
    inner.in_when = true;
    body(b.body, inner, branch.actions);
    w.branches.push_back(std::move(branch));
  }
  if (f_.diagnostics->error_count() > errors || !check_branches(w, at.span)) return;
  const int number = owners_.begin_when();
  for (const WhenBranch& b : w.branches) {
    for (const Action& a : b.actions) {
      if (a.kind == Action::Kind::assign) owners_.claim(a.target, a.span, number, c.instance);
    }
  }
  out.whens.push_back(std::move(w));
}

bool Equations::check_once(const std::vector<Action>& actions, std::string_view where) {
  std::map<std::string_view, Span> seen;
  for (const Action& a : actions) {
    if (a.kind != Action::Kind::assign && a.kind != Action::Kind::reinit) continue;
    const auto [it, fresh] = seen.emplace(a.target->name(), a.span);
    if (fresh) continue;
    f_.diagnostics->add({Severity::error,
                         "assigned-twice",
                         fmt::format("`{}` gets two values in one {}", a.target->name(), where),
                         {a.span, "here again"},
                         {{it->second, "first here"}},
                         "decide for one, or choose with `if`"});
    return false;
  }
  return true;
}

bool Equations::check_branches(const When& w, Span span) {
  std::map<std::string_view, Span> first;
  for (const WhenBranch& b : w.branches) {
    if (!check_once(b.actions, "`when`")) return false;
    std::map<std::string_view, Span> mine;
    for (const Action& a : b.actions)
      if (a.kind == Action::Kind::assign) mine.emplace(a.target->name(), a.span);
    if (&b == &w.branches.front()) first = mine;
    for (const auto& [one, other] : {std::pair(&first, &mine), std::pair(&mine, &first)}) {
      for (const auto& [name, place] : *one) {
        if (other->contains(name)) continue;
        f_.diagnostics->add({Severity::error,
                             "when-branches-differ",
                             fmt::format("`{}` is assigned in one branch of this `when` but not in all", name),
                             {place, "assigned here"},
                             {{span, "the `when`"}},
                             fmt::format("add `{} = pre({});` to the others", name, name)});
        return false;
      }
    }
  }
  return true;
}

void Equations::body(const std::vector<ast::Equation>& equations, const Context& c, std::vector<Action>& out) {
  for (const ast::Equation& e : equations) {
    if (f_.stopped()) return;
    body_equation(e, c, out);
  }
}

void Equations::body_equation(const ast::Equation& e, const Context& c, std::vector<Action>& out) {
  if (const auto* equal_equation = e.as<ast::EqualEquation>()) return body_assign(*equal_equation, e.span, c, out);
  if (const auto* called = e.as<ast::CallEquation>()) return body_call(*called->call->as<ast::CallExpr>(), e.span, c, out);
  if (const auto* choice = e.as<ast::IfEquation>()) return body_if(*choice, e.span, c, out);
  if (const auto* loop = e.as<ast::ForEquation>()) return body_for(*loop, 0, c, out);
  if (e.as<ast::WhenEquation>() != nullptr) {
    f_.error("nested-when", e.span, "a `when` inside a `when`", "", "join the conditions with `and`, or use `elsewhen`");
    return;
  }
  f_.not_yet(e.span, "`connect` is");
}

void Equations::body_for(const ast::ForEquation& e, std::size_t level, const Context& c, std::vector<Action>& out) {
  if (level == e.indices.size()) return body(e.body, c, out);
  if (level == 0 && !f_.few_indices(e.indices)) return;
  const auto range = f_.evaluator->loop_range(e.indices[level], c);
  if (!range) return;
  const std::size_t errors = f_.diagnostics->error_count();
  for (std::size_t k = 0; k < range->count && f_.diagnostics->error_count() == errors; ++k) {
    const Loop loop = f_.evaluator->loop_at(*range, k, e.indices[level], c.loops);
    Context inner = c;
    inner.loops = &loop;
    body_for(e, level + 1, inner, out);
  }
}

void Equations::body_assign(const ast::EqualEquation& e, Span span, const Context& c, std::vector<Action>& out) {
  if (const auto* tuple = e.left->as<ast::TupleExpr>()) {
    std::vector<Value> results = results_for(*tuple, e, c);
    for (std::size_t k = 0; k < results.size() && k < tuple->slots.size(); ++k) {
      if (tuple->slots[k]) body_store(*tuple->slots[k], std::move(results[k]), span, c, out);
    }
    return;
  }
  body_store(*e.left, f_.evaluator->value(*e.right, c), span, c, out);
}

void Equations::body_store(const ast::Expr& target, Value v, Span span, const Context& c, std::vector<Action>& out) {
  const auto* name = target.as<ast::NameExpr>();
  if (name == nullptr) {
    const auto* call = target.as<ast::CallExpr>();
    const bool is_derivative = call != nullptr && call->callee.is("der");
    f_.error("when-left-side", target.span, "the left side of an equation in a `when` is a variable", "not a variable",
             is_derivative ? "to make a state jump write `reinit(x, value)`; for another derivative give a discrete variable a value here, and write `der(x) = "
                             "a` outside"
                           : "solve the equation for the variable that it defines");
    return;
  }
  const Value symbols = f_.evaluator->target(name->name, c);
  if (!symbols.valid) return;
  v = fitted(f_, std::move(v), symbols.type, symbols.shape, name->name.dotted(), span);
  if (!v.valid) return;
  for (std::size_t k = 0; k < symbols.items.size(); ++k) {
    const Expr s = symbols.items[k];
    if (s->op() != Op::symbol || f_.instances->is_fixed_value(s)) {
      f_.error("parameter-assigned", target.span,
               fmt::format("`{}` is no variable and cannot be assigned", name->name.dotted()), "", "declare it `discrete`");
      return;
    }
    out.push_back({.kind = Action::Kind::assign, .target = s, .value = v.items[k], .span = span});
  }
}

void Equations::body_call(const ast::CallExpr& call, Span span, const Context& c, std::vector<Action>& out) {
  if (call.callee.is("assert")) {
    if (auto a = read_assert(f_, call, span, c)) {
      out.push_back({.kind = Action::Kind::assertion,
                     .target = {},
                     .value = a->condition,
                     .message = a->message,
                     .level = a->level,
                     .span = span});
    }
  } else if (call.callee.is("terminate")) {
    if (auto message = read_terminate(f_, call, span, c)) {
      out.push_back(
          {.kind = Action::Kind::terminate, .target = {}, .value = f_.pool.boolean(true), .message = *message, .span = span});
    }
  } else if (call.callee.is("setSolver")) {
    if (auto action = read_set_solver(f_, call, span, c)) out.push_back(std::move(*action));
  } else if (call.callee.is("reinit")) {
    const auto* name = call.arguments.size() == 2 ? call.arguments[0].value->as<ast::NameExpr>() : nullptr;
    if (name == nullptr) {
      f_.error("wrong-arguments", span, "`reinit` takes a state variable and its new value", "", "reinit(x, value)");
      return;
    }
    const Value symbols = f_.evaluator->target(name->name, c);
    if (!symbols.valid) return;
    Value v =
        fitted(f_, f_.evaluator->value(*call.arguments[1].value, c), symbols.type, symbols.shape, name->name.dotted(), span);
    if (!v.valid) return;
    for (std::size_t k = 0; k < symbols.items.size(); ++k) {
      f_.late.reinits.push_back({symbols.items[k], call.arguments[0].span});
      out.push_back({.kind = Action::Kind::reinit, .target = symbols.items[k], .value = v.items[k], .span = span});
    }
  } else {
    f_.error("misplaced", span, fmt::format("`{}` is no statement of a `when`", call.callee.dotted()));
  }
}

// Can a variable keep its value? In a transition only if it lives in every mode that is left.
bool Equations::may_stay(Expr symbol, const Context& c) const {
  if (c.entered == nullptr) return true;
  const Member* m = f_.instances->owner(symbol).member;
  return m != nullptr && std::ranges::all_of(c.active->any_of, [&](const Instance* mode) {
           return !exclude_each_other(*m->owner, *mode) || mode->find(m->name) != nullptr;
         });
}

// The branches of an `if` in a `when` body become one action per variable, with a conditional value.
void Equations::body_if(const ast::IfEquation& e, Span span, const Context& c, std::vector<Action>& out) {
  ExprPool& pool = f_.pool;
  std::vector<Expr> guards;
  std::vector<std::vector<Action>> branches;
  const std::size_t errors = f_.diagnostics->error_count();
  for (const ast::EquationBranch& b : e.branches) {
    Expr guard = pool.boolean(true);
    if (b.condition) {
      const Value v = f_.evaluator->value(*b.condition, c);
      if (!v.valid) return;
      if (!v.is_scalar() || v.type != Type::boolean) {
        f_.error("type-mismatch", b.condition->span, "the condition of `if` is not one Boolean");
        return;
      }
      guard = v.scalar();
      const auto truth = f_.parameters->is_fixed(guard) ? f_.parameters->truth(guard) : std::nullopt;
      if (truth && !*truth) continue;
      if (truth) guard = pool.boolean(true);
    }
    guards.push_back(guard);
    body(b.body, c, branches.emplace_back());
    if (literal_truth(guard).value_or(false)) break;
  }
  if (f_.diagnostics->error_count() > errors || branches.empty()) return;
  const bool complete = literal_truth(guards.back()).value_or(false);
  std::vector<std::pair<Action::Kind, Expr>> order;
  Expr before = pool.boolean(true);
  for (std::size_t b = 0; b < branches.size(); ++b) {
    const Expr here = pool.make(Op::and_, {before, guards[b]});
    for (Action& a : branches[b]) {
      if (a.kind == Action::Kind::assertion) {
        a.value = pool.make(Op::or_, {pool.make(Op::not_, {here}), a.value});
        out.push_back(a);
      } else if (a.kind == Action::Kind::terminate) {
        a.value = pool.make(Op::and_, {here, a.value});
        out.push_back(a);
      } else if (a.kind == Action::Kind::set_solver) {
        f_.error("misplaced", a.span, "`setSolver` in an `if`", "acts always or never",
                 "put the condition of the `if` into that of the `when` or transition");
        return;
      } else if (std::ranges::find(order, std::pair(a.kind, a.target)) == order.end()) {
        order.emplace_back(a.kind, a.target);
      }
    }
    before = pool.make(Op::and_, {before, pool.make(Op::not_, {guards[b]})});
  }
  for (const auto& [kind, target] : order) {
    const bool stays = kind == Action::Kind::reinit && may_stay(target, c);
    Expr value = complete || !stays ? Expr() : target;
    bool missing = !complete && !stays;
    Span place = span;
    for (std::size_t b = branches.size(); b-- > 0;) {
      const auto it = std::ranges::find_if(branches[b], [&](const Action& a) { return a.kind == kind && a.target == target; });
      const Expr mine = it != branches[b].end() ? it->value : stays ? target : Expr();
      if (it != branches[b].end()) place = it->span;
      missing = missing || !mine;
      if (!missing) value = value ? pool.if_(guards[b], mine, value) : mine;
    }
    if (missing) {
      f_.error("if-branches-differ", span,
               fmt::format("`{}` is assigned in one branch of this `if` but not in all", target->name()), "",
               kind == Action::Kind::reinit ? fmt::format("add `reinit({}, ...);` to the others", target->name())
                                            : fmt::format("add `{} = pre({});` to the others", target->name(), target->name()));
      return;
    }
    out.push_back({.kind = kind, .target = target, .value = value, .span = place});
  }
}

}  // namespace saltus::lang
