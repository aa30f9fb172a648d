#pragma once
// `when`: its conditions, which branch is active in a round, what the actions of its branches compute.
//
// Hidden Booleans: $when<id>.<b>.<i> is the i-th condition of branch b, $active<id>.<b> says that the branch fires in this round.

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compile/lowering.hpp"
#include "expr/node_table.hpp"

namespace saltus {

class WhenLowering {
 public:
  WhenLowering(CompiledModel& out, Lowering& lowering, Diagnostics& diagnostics);

  /// Conditions and activity become known; add_discrete(variable, value, span) is called for every variable that a `when` assigns.
  using AddDiscrete = std::function<void(const Variable&, Expr, Span)>;
  void define(const AddDiscrete& add_discrete);
  /// The branches, in order of the text. `states`: where leaves of states are.
  void lower(NodeTable<std::uint32_t>& states);

 private:
  Expr condition_edge(const WhenBranch& branch, Expr condition, const std::string& name);
  using Known = std::unordered_map<Expr, Expr>;
  Expr gives(Expr value, Expr target, int depth, Known& known);
  void lower_action(CompiledBranch& b, const Action& a, NodeTable<std::uint32_t>& states, std::vector<std::uint32_t>& assigned);

  CompiledModel& out_;
  ExprPool& pool_;
  Lowering& lowering_;
  Diagnostics& diagnostics_;
  std::vector<Expr> active_;  // of all branches, in order of text
};

}  // namespace saltus
