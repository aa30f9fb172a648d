#include "compile/consistency_systems.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "structure/leaf_scan.hpp"
#include "structure/naming.hpp"

namespace saltus {

namespace {

class ConsistencyLowering {
 public:
  ConsistencyLowering(CompiledModel& compiled, Lowering& lowering, const Structure& structure, Diagnostics& diagnostics)
      : out_(compiled), lowering_(lowering), structure_(structure), diagnostics_(diagnostics) {
    const std::vector<Expr> states = structure.states();
    for (std::size_t j = 0; j < states.size(); ++j) state_of_.emplace(states[j], j);
    const std::vector<bool> jumps = variables_that_jump(structure);
    for (std::size_t j = 0; j < jumps.size(); ++j)
      if (jumps[j]) jumps_.insert(structure.variables[j]);
  }

  void lower_tears() {
    for (const Block& b : structure_.blocks)
      for (const Expr t : b.tears) {
        const Slot value = lowering_.tear_slot(t);
        tear_slots_[t] = value;
        out_.tears.push_back({value, start_of(t)});
      }
  }

  void lower_constraints() {
    for (const ConstraintStage& stage : constraint_stages(structure_)) {
      std::vector<CompiledSystem::Unknown> unknowns;
      for (const Expr leaf : stage.unknowns) unknowns.push_back(unknown(leaf));
      out_.constraints.push_back(system(stage.equations, stage.unknowns, std::move(unknowns), {}));
    }
  }

  // The lower derivatives of all equations, their highest, and the initial ones.
  void lower_start(const std::vector<Equation>& initial_equations) {
    std::vector<Equation> equations;
    std::vector<Expr> leaves = structure_.states();
    std::unordered_map<Expr, Slot> inputs;
    for (const auto& derivatives : structure_.derivatives)
      equations.insert(equations.end(), derivatives.begin(), derivatives.end() - 1);
    for (const Block& b : structure_.blocks) {
      // What parameters alone determine is no unknown: it is computed before the run.
      const auto is_known = [&](Expr u) { return lowering_.rates().of(u).rate == Rate::parameter; };
      if (std::ranges::all_of(b.unknowns, is_known)) continue;
      for (const std::size_t i : b.equations) equations.push_back(structure_.solved(i));
      for (const Expr u : b.unknowns) {
        leaves.push_back(u);
        inputs.emplace(u, out_.tape.new_slot());
      }
    }
    equations.insert(equations.end(), initial_equations.begin(), initial_equations.end());
    std::vector<CompiledSystem::Unknown> unknowns;
    for (const Expr leaf : leaves) {
      unknowns.push_back(unknown(leaf));
      if (const auto it = inputs.find(leaf); it != inputs.end()) unknowns.back().slot = it->second;
    }
    out_.start_system = system(equations, leaves, std::move(unknowns), std::move(inputs));
  }

 private:
  const Variable& variable_of(Expr leaf) const { return *out_.model.find(leaf->op() == Op::der ? leaf->symbol() : leaf); }

  Slot start_of(Expr leaf) {
    const Variable& v = variable_of(leaf);
    const bool is_value = leaf->op() == Op::symbol && v.start;
    const Expr start = is_value && lowering_.rates().of(v.start).rate == Rate::parameter ? v.start : out_.model.pool->number(0);
    return lowering_.lower(start, Context::event_body);
  }

  CompiledSystem::Unknown unknown(Expr leaf) {
    CompiledSystem::Unknown u;
    const Variable& v = variable_of(leaf);
    const bool is_value = leaf->op() == Op::symbol;
    if (const auto it = state_of_.find(leaf); it != state_of_.end()) {
      u.state = it->second;
      u.slot = out_.states[u.state].value;
    }
    if (const auto it = tear_slots_.find(leaf); it != tear_slots_.end()) u.tear = it->second;
    u.start = start_of(leaf);
    if (v.nominal && is_value && lowering_.rates().of(v.nominal).rate == Rate::parameter)
      u.nominal = lowering_.lower(v.nominal, Context::event_body);
    u.fixed = v.fixed && is_value;
    u.given = v.start && is_value;
    u.jumps = jumps_.contains(v.symbol);
    u.name = text(leaf);
    u.span = v.span;
    return u;
  }

  CompiledSystem system(const std::vector<Equation>& equations, const std::vector<Expr>& leaves,
                        std::vector<CompiledSystem::Unknown> unknowns, std::unordered_map<Expr, Slot> inputs) {
    CompiledSystem s;
    s.unknowns = std::move(unknowns);
    std::unordered_map<Expr, std::uint32_t> column;
    for (std::size_t j = 0; j < leaves.size(); ++j) column.emplace(leaves[j], static_cast<std::uint32_t>(j));
    lowering_.freeze(std::move(inputs));
    for (std::size_t i = 0; i < equations.size(); ++i) {
      const Expr residual = equations[i].lhs - equations[i].rhs;
      s.residuals.push_back(lowering_.lower(residual));
      s.origins.push_back({s.residuals.back(), Origin::none, equations[i].lhs, equations[i].rhs, equations[i].span});
      scan_({&residual, 1}, false, [&](Expr leaf, bool discrete) {
        const auto it = column.find(leaf);
        if (discrete || it == column.end()) return;
        const Expr slope = differentiate(residual, leaf);
        if (!slope) report_call(equations[i]);
        if (slope && !slope->is_number(0))
          s.jacobian.push_back({static_cast<std::uint32_t>(i), it->second, lowering_.lower(slope)});
      });
    }
    std::vector<Instruction> code;
    for (const RatedInstruction& r : lowering_.take_section()) code.push_back(r.instruction);
    s.code = arrange(out_.tape, std::move(code));
    lowering_.thaw();
    return s;
  }

  void report_call(const Equation& e) {
    diagnostics_.error("not-differentiable", e.span,
                       fmt::format("the initial system contains the equation ({}), in which a function is called that has no "
                                   "derivative",
                                   equation_name(out_.model, e)),
                       "part of the initial system", "write the function's value as an expression in the equation");
  }

  CompiledModel& out_;
  Lowering& lowering_;
  const Structure& structure_;
  Diagnostics& diagnostics_;
  std::unordered_map<Expr, std::size_t> state_of_;
  std::unordered_map<Expr, Slot> tear_slots_;
  std::unordered_set<Expr> jumps_;  // symbols
  LeafScan scan_;
};

}  // namespace

void lower_consistency(CompiledModel& compiled, Lowering& lowering, const Structure& structure,
                       const std::vector<Equation>& initial_equations, bool is_implicit, Diagnostics& diagnostics) {
  const bool is_explicit = std::ranges::all_of(structure.offsets.c, [](auto times) { return times == 0; }) &&
                           std::ranges::all_of(structure.blocks, [](const Block& b) { return b.tears.empty(); });
  if (is_explicit && !is_implicit) return;
  ConsistencyLowering consistency(compiled, lowering, structure, diagnostics);
  consistency.lower_tears();
  consistency.lower_constraints();
  compiled.start_is_implicit = is_implicit;
  if (is_implicit || !compiled.constraints.empty()) consistency.lower_start(initial_equations);
}

}  // namespace saltus
