#include "compile/lower_comparisons.hpp"

#include <ranges>
#include <unordered_map>

#include <fmt/format.h>

#include "expr/walk.hpp"

namespace saltus {

namespace {

/// For every node below `root` the condition under which it is evaluated: that of the branches of `if` it stands in.
std::unordered_map<Expr, Expr> conditions_of_nodes(Expr root, std::span<const Expr> arguments_first) {
  ExprPool& pool = root->pool();
  std::unordered_map<Expr, Expr> where{{root, pool.boolean(true)}};
  for (const Expr e : arguments_first | std::views::reverse) {
    const Expr here = where.at(e);
    const auto below = children(e);
    for (std::size_t i = 0; i < below.size(); ++i) {
      Expr there = here;
      if (e->op() == Op::if_ && i > 0) there = pool.make(Op::and_, {here, i == 1 ? e->arg(0) : pool.make(Op::not_, {e->arg(0)})});
      const auto [known, is_new] = where.emplace(below[i], there);
      if (!is_new && known->second != there) known->second = pool.make(Op::or_, {known->second, there});
    }
  }
  return where;
}

/// May what is computed here be too large for numbers that the arguments are not too large for? A counter takes too long to become so.
bool may_become_large(Expr e) {
  if (e->type() != Type::integer) return false;
  const auto is_step = [](Expr a) {
    const long long most = 1LL << 32;
    return a->is_number() && a->number() <= Rational(most) && Rational(-most) <= a->number();
  };
  switch (e->op()) {
    case Op::mul:
    case Op::pow:
    case Op::integer:
    case Op::call: return true;
    case Op::add:
    case Op::sub: return std::ranges::none_of(e->args(), is_step);
    default: return false;
  }
}

}  // namespace

void add_rounding_checks(Lowering& lowering, Slot time, Expr value, const std::string& event, Slot active,
                         std::vector<CompiledCheck>& checks) {
  const std::vector<Expr> nodes = reachable({&value, 1});
  const auto where = conditions_of_nodes(value, nodes);
  const auto check = [&](Expr e, Slot sure, std::string_view code, std::string_view what) {
    CompiledCheck c;
    c.active = active;
    c.condition = sure;
    c.level = AssertLevel::warning;
    c.code = code;
    c.is_told_once = true;
    c.message = {{fmt::format("`{}` in `{}` {}, first at ", text(e, true), event, what), no_slot, Type::string}, {{}, time, Type::real}};
    checks.push_back(std::move(c));
  };
  for (const Expr e : nodes) {
    if (may_become_large(e)) {
      check(e, lowering.lower_is_exact(e, where.at(e)), "large-integer",
            "is too large for the numbers of this run, which do not hold every Integer of that size");
    }
    if (!e->is_relation() && !steps(e->op())) continue;
    const Slot sure = lowering.lower_is_beyond_rounding(e, where.at(e));
    if (sure == no_slot) continue;
    const bool is_step = steps(e->op());
    check(e, sure, "rounding-decides", is_step ? "is at a step but for rounding, which decides" : "compares what is equal but for rounding, which decides");
  }
}

}  // namespace saltus
