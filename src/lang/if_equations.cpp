// `if` equations.
//
//   a condition that parameters decide        the branch that holds is flattened, the others are not looked at
//   rows that define the same in all branches x = if c then a else b (rows may stand in any order)
//   anything else                             the branches are the modes of a machine that follows the conditions

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lang/active_modes.hpp"
#include "lang/equations.hpp"
#include "lang/evaluator.hpp"
#include "lang/instances.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {
namespace {

/// The number of equations that a branch adds; those of inner alternatives count once.
std::size_t count(const Flat& f) {
  std::size_t n = f.equations.size();
  for (const Alternatives& a : f.alternatives) n += count(a.branches.front());
  return n;
}

bool has_when(const std::vector<ast::Equation>& equations) {
  return std::ranges::any_of(equations, [](const ast::Equation& e) {
    if (const auto* loop = e.as<ast::ForEquation>()) return has_when(loop->body);
    if (const auto* choice = e.as<ast::IfEquation>())
      return std::ranges::any_of(choice->branches, [](const ast::EquationBranch& b) { return has_when(b.body); });
    return e.as<ast::WhenEquation>() != nullptr;
  });
}

/// Does the expression depend on active modes only (it is then a literal in every tuple of modes), or forbid events?
bool needs_no_events(const std::vector<Expr>& conditions) {
  bool modes_only = true, silent = false;
  for_each_node(conditions, [&](Expr e) {
    silent = silent || e->op() == Op::no_event;
    const auto known = run_symbol(e);
    const bool logical = e->op() == Op::and_ || e->op() == Op::or_ || e->op() == Op::not_ || e->op() == Op::boolean;
    modes_only = modes_only && (logical || (known && known->kind == RunSymbol::Kind::active));
  });
  return modes_only || silent;
}

bool same_left_sides(const std::vector<Flat>& branches) {
  const std::vector<Equation>& first = branches.front().equations;
  return std::ranges::all_of(
      branches, [&](const Flat& b) { return std::ranges::equal(first, b.equations, {}, &Equation::lhs, &Equation::lhs); });
}

}  // namespace

void Equations::if_equation(const ast::IfEquation& e, const ast::Equation& at, const Context& c, bool initial, Flat& out) {
  for (std::size_t k = 0; k < e.branches.size(); ++k) {
    const ast::EquationBranch& branch = e.branches[k];
    if (!branch.condition) return flatten(branch.body, c, initial, out);
    const Expr condition = if_condition(*branch.condition, c);
    if (!condition) return;
    const auto truth = f_.parameters->is_fixed(condition) ? f_.parameters->truth(condition) : std::nullopt;
    if (!truth) return varying_if(e, k, at, c, initial, out);
    if (*truth) return flatten(branch.body, c, initial, out);
  }
}

Expr Equations::if_condition(const ast::Expr& written, const Context& c) {
  const Value condition = f_.evaluator->value(written, c);
  if (!condition.valid) return {};
  if (condition.is_scalar() && condition.type == Type::boolean) return condition.scalar();
  f_.error("type-mismatch", written.span, "the condition of `if` is not one Boolean");
  return {};
}

void Equations::varying_if(const ast::IfEquation& e, std::size_t from, const ast::Equation& at, const Context& c, bool initial,
                           Flat& out) {
  Alternatives found;
  found.span = at.span;
  ActiveModesBelow earlier(*f_.evaluator, c);
  const std::size_t errors = f_.diagnostics->error_count();
  const bool scoped = std::ranges::any_of(e.branches, [](const ast::EquationBranch& b) { return has_when(b.body); });
  const MachineScope* scope = scoped ? f_.instances->branch_machine() : nullptr;
  for (std::size_t k = from; k < e.branches.size(); ++k) {
    const ast::EquationBranch& branch = e.branches[k];
    Context inner = c;
    inner.active = earlier.known();
    inner.conditional = true;
    ActiveModesBelow here(*f_.evaluator, c, earlier.known());
    if (branch.condition) {
      const Expr condition = if_condition(*branch.condition, inner);
      if (!condition) return;
      found.conditions.push_back(condition);
      found.texts.emplace_back(f_.sources.text(branch.condition->span));
      here.assume(*branch.condition, true);
      earlier.assume(*branch.condition, false);
    }
    inner.active = here.known();
    if (scope != nullptr) inner.instance = f_.instances->branch_scope(*c.instance, *scope);
    found.spans.push_back(branch.span);
    flatten(branch.body, inner, initial, found.branches.emplace_back());
  }
  if (f_.diagnostics->error_count() > errors) return;
  const bool without_else = found.conditions.size() == found.branches.size();
  if (without_else) {
    found.branches.emplace_back();
    found.spans.push_back(at.span);
  }
  if (!same_count(found, without_else)) return;
  const bool plain_rows =
      std::ranges::all_of(found.branches, [](const Flat& b) { return b.whens.empty() && b.alternatives.empty(); });
  if (plain_rows && (align(found.branches) || same_left_sides(found.branches) || initial || needs_no_events(found.conditions)))
    return merge(found.conditions, found.branches, at.span, out);
  found.prefix = c.instance->machine_prefix;
  found.path = c.instance->path;
  found.name = at.comment.description.span.known() ? at.comment.description.text
                                                   : fmt::format("if{}", f_.sources.place(at.span.file, at.span.begin).line);
  found.name += loop_text(c.loops);
  out.alternatives.push_back(std::move(found));
}

bool Equations::same_count(const Alternatives& a, bool without_else) {
  const std::size_t n = count(a.branches.front());
  for (const Flat& b : a.branches) {
    if (count(b) == n) continue;
    f_.error("if-branches-differ", a.span, fmt::format("the branches of this `if` have {} and {} equations", n, count(b)),
             "the condition varies, so each branch needs the same number",
             without_else && count(a.branches.back()) == 0 ? "add an `else` branch with the same variables" : "");
    return false;
  }
  return true;
}

/// Brings the equations of all branches into one order, with the same symbol or derivative alone on their left sides. False (and
/// nothing done) if that cannot be.
bool Equations::align(std::vector<Flat>& branches) {
  const auto is_leaf = [this](Expr e) {
    return e->op() == Op::der || (e->op() == Op::symbol && !run_symbol(e) && !f_.instances->is_fixed_value(e));
  };
  std::unordered_map<Expr, std::size_t> branches_with;  // in how many branches a leaf stands alone
  for (const Flat& b : branches) {
    std::unordered_set<Expr> mine;
    for (const Equation& e : b.equations)
      for (const Expr side : {e.lhs, e.rhs})
        if (is_leaf(side) && mine.insert(side).second) ++branches_with[side];
  }
  std::unordered_map<Expr, std::size_t> order;
  for (const Equation& e : branches.front().equations) {
    const auto wanted = [&](Expr side) {
      const auto it = branches_with.find(side);
      return it != branches_with.end() && it->second == branches.size() && !order.contains(side);
    };
    if (!wanted(e.lhs) && !wanted(e.rhs)) return false;
    order.emplace(wanted(e.lhs) ? e.lhs : e.rhs, order.size());
  }
  std::vector<std::vector<Equation>> sorted;
  for (const Flat& b : branches) {
    std::vector<Equation>& mine = sorted.emplace_back(order.size());
    for (const Equation& e : b.equations) {
      auto it = order.find(e.lhs);
      const bool turned = it == order.end() || mine[it->second].lhs;
      if (turned) it = order.find(e.rhs);
      if (it == order.end() || mine[it->second].lhs) return false;
      mine[it->second] = turned ? Equation{e.rhs, e.lhs, e.span} : e;
    }
  }
  for (std::size_t b = 0; b < branches.size(); ++b) branches[b].equations = std::move(sorted[b]);
  return true;
}

void Equations::merge(const std::vector<Expr>& conditions, std::vector<Flat>& branches, Span span, Flat& out) {
  ExprPool& pool = f_.pool;
  const std::size_t n = branches.front().equations.size();
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
