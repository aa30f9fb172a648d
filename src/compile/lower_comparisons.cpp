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

}  // namespace

void add_comparison_checks(Lowering& lowering, Slot time, Expr value, const std::string& event, Slot active,
                           std::vector<CompiledCheck>& checks) {
  const std::vector<Expr> nodes = reachable({&value, 1});
  const auto where = conditions_of_nodes(value, nodes);
  for (const Expr e : nodes) {
    if (!e->is_relation() && !steps(e->op())) continue;
    const Slot sure = lowering.lower_is_beyond_rounding(e, where.at(e));
    if (sure == no_slot) continue;
    CompiledCheck c;
    c.active = active;
    c.condition = sure;
    c.level = AssertLevel::warning;
    c.code = "rounding-decides";
    c.is_told_once = true;
    const std::string_view what = steps(e->op()) ? "is at a step" : "compares what is equal";
    const std::string told =
        fmt::format("`{}` in `{}` {} but for rounding, which decides, first at ", text(e, true), event, what);
    c.message = {{told, no_slot, Type::string}, {{}, time, Type::real}};
    checks.push_back(std::move(c));
  }
}

}  // namespace saltus
