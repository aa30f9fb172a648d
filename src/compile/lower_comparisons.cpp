#include "compile/lower_comparisons.hpp"

#include <fmt/format.h>

namespace saltus {

void add_comparison_checks(Lowering& lowering, Slot time, Expr value, const std::string& event, Slot active,
                           std::vector<CompiledCheck>& checks) {
  for_each_node({&value, 1}, [&](Expr e) {
    if (!e->is_relation() && !steps(e->op())) return;
    const Slot sure = lowering.lower_is_beyond_rounding(e);
    if (sure == no_slot) return;
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
  });
}

}  // namespace saltus
