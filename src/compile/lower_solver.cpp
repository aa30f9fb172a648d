#include "compile/lower_solver.hpp"

#include <fmt/format.h>

#include "model/solvers.hpp"

namespace saltus {

CompiledSolver lower_solver(Lowering& lowering, Diagnostics& diagnostics, const Action& action) {
  if (!action.solver.empty() && !find_solver(action.solver)) {
    std::vector<std::string_view> known;
    for (const SolverInfo& s : solvers()) known.push_back(s.name);
    diagnostics.error("unknown-solver", action.span, fmt::format("there is no solver `{}`", action.solver), "named here",
                      fmt::format("one of {}", fmt::join(known, ", ")));
  }
  const auto value = [&](Expr e) { return e ? lowering.lower(e, Context::event_body) : no_slot; };
  return {action.solver, value(action.tolerance), value(action.step), action.span};
}

}  // namespace saltus
