#include "compile/lower_solver.hpp"

#include <fmt/format.h>

#include "model/solvers.hpp"

namespace saltus {

CompiledSolver lower_solver(Lowering& lowering, Diagnostics& diagnostics, const Action& action) {
  const SolverWish& wish = action.solver;
  if (!wish.name.empty() && !find_solver(wish.name)) {
    std::vector<std::string_view> known;
    for (const SolverInfo& s : solvers()) known.push_back(s.name);
    diagnostics.error("unknown-solver", action.span, fmt::format("there is no solver `{}`", wish.name), "named here",
                      fmt::format("one of {}", fmt::join(known, ", ")));
  }
  const auto value = [&](Expr e) { return e ? lowering.lower(e, Context::event_body) : no_slot; };
  return {wish.name, value(wish.tolerance), value(wish.step), action.span};
}

}  // namespace saltus
