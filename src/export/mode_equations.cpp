#include "export/mode_equations.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "compile/equation_parts.hpp"
#include "compile/initial_system.hpp"
#include "structure/analyse.hpp"
#include "structure/naming.hpp"

namespace saltus {

namespace {

class Solving {
 public:
  Solving(ModeEquations& out, Diagnostics& diagnostics) : out_(out), diagnostics_(diagnostics) {}

  bool solve(bool may_start) {
    EquationParts parts = split_equations(out_.model);
    auto structure = analyse(out_.model, parts.continuous, parts.continuous_unknowns, diagnostics_);
    if (!structure || !require_known_decisions(out_.model, *structure, diagnostics_)) return false;
    const auto discrete = sort_assignments(out_.model, parts.discrete, parts.discrete_unknowns, diagnostics_);
    if (!discrete || !require_assignments(out_.model, parts.discrete, *discrete, diagnostics_)) return false;
    if (!take_continuous(*structure)) return false;
    for (const Block& b : *discrete) define(b.unknowns[0], b.value, parts.discrete[b.equations[0]].span);
    return require_no_calls() && (!may_start || take_initial(*structure));
  }

 private:
  void define(Expr leaf, Expr value, Span span) {
    out_.definitions[leaf] = value;
    out_.places[leaf] = span;
  }

  bool take_continuous(const Structure& structure) {
    for (std::size_t i = 0; i < structure.equations.size(); ++i) {
      if (structure.offsets.c[i] == 0) continue;
      not_exportable(diagnostics_, structure.equations[i].span, "a workbook cannot differentiate equations",
                     "would have to be differentiated: the index of the system is above 1",
                     "write the model with as many states as it has degrees of freedom");
      return false;
    }
    for (const Block& b : structure.blocks) {
      if (!b.tears.empty()) return report_block(structure, b);
      for (const Assignment& a : b.assignments) define(a.leaf, a.value, structure.equations[a.equation].span);
    }
    for (const Expr state : structure.states()) {
      if (state->op() != Op::symbol) {
        not_exportable(diagnostics_, declaration(out_.model, state), "a workbook cannot have derivatives as states",
                       "enters with a higher derivative", "introduce a variable for its derivative");
        return false;
      }
      out_.states.push_back(state);
    }
    return true;
  }

  bool report_block(const Structure& structure, const Block& b) {
    Diagnostic d{Severity::error,
                 "not-exportable",
                 fmt::format("a workbook cannot solve equations together: {} for {}", counted(b.equations.size(), "equation"),
                             leaf_names(b.unknowns)),
                 {structure.equations[b.equations[0]].span, "has to be solved with iteration"}};
    for (std::size_t k = 1; k < b.equations.size() && k < 6; ++k)
      d.also.push_back({structure.equations[b.equations[k]].span, "together with this"});
    d.help = "solve them by hand, so that each equation gives its variable; or `saltus run` the model";
    diagnostics_.add(std::move(d));
    return false;
  }

  bool require_no_calls() {
    bool good = true;
    const auto check = [&](Expr root, Span span) {
      if (!root || !good) return;
      for_each_node({&root, 1}, [&](Expr e) {
        if (e->op() != Op::call || !good) return;
        good = false;
        not_exportable(diagnostics_, span, fmt::format("a workbook cannot call the function `{}`", e->name()),
                       "called here; the function has a loop", "write the function without `while`, or unroll its loop");
      });
    };
    for (const auto& [leaf, value] : out_.definitions) check(value, out_.places.at(leaf));
    for (const When& w : out_.model.whens)
      for (const WhenBranch& b : w.branches) {
        for (const Expr c : b.conditions) check(c, b.span);
        for (const Action& a : b.actions) check(a.value, a.span);
      }
    return good;
  }

  bool take_initial(const Structure& structure) {
    const auto initial = solve_initial_system(out_.model, structure, diagnostics_);
    if (!initial) return false;
    if (initial->is_implicit) {
      const Span span = initial->implicit.empty() ? Span{} : initial->implicit.front().span;
      not_exportable(diagnostics_, span, "a workbook cannot solve initial equations together",
                     "has to be solved with iteration", "give the states start values with `fixed = true`");
      return false;
    }
    for (const InitialValue& v : initial->values) out_.initial[v.leaf] = v.value;
    return true;
  }

  ModeEquations& out_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<ModeEquations> mode_equations(const HybridModel& model, const ModeTuple& tuple, bool may_start,
                                            Diagnostics& diagnostics) {
  ModeEquations result;
  result.model = in_modes(model, tuple);
  if (!Solving(result, diagnostics).solve(may_start)) return std::nullopt;
  return result;
}

void not_exportable(Diagnostics& diagnostics, Span span, std::string message, std::string label, std::string help) {
  diagnostics.error("not-exportable", span, std::move(message), std::move(label), std::move(help));
}

}  // namespace saltus
