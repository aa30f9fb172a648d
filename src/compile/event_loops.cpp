// Bodies of `when` that are simultaneous with continuous equations: x + y = 5; when c then y = 7 - 2*x; end when.
//
// What takes part is found as a strongly connected part of "the definition of a leaf contains a leaf". Its discrete Reals are the unknowns
// of a block that event rounds solve; the continuous variables in it are given by their definitions. Relations do not count: their bits are
// taken from the round before.

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "compile/lowering.hpp"

namespace saltus {

namespace {

using Leaves = std::vector<Expr>;

/// The leaves below an expression that are not below a relation.
Leaves leaves_of(Expr root) {
  Leaves leaves;
  std::unordered_set<Expr> seen;
  Leaves open{root};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (!seen.insert(e).second || e->is_relation()) continue;
    if (e->op() == Op::symbol || e->op() == Op::der) {
      leaves.push_back(e);
    } else if (e->op() != Op::pre) {
      open.insert(open.end(), e->args().begin(), e->args().end());
    }
  }
  return leaves;
}

/// Is there a `min`, `max` or step of what is found here? No derivative tells which side to take.
bool chooses_among(Expr root, const std::unordered_map<Expr, bool>& found_here) {
  bool chooses = false;
  for_each_node({&root, 1}, [&](Expr e) {
    if (e->op() != Op::min && e->op() != Op::max && !steps(e->op())) return;
    chooses = chooses || std::ranges::any_of(leaves_of(e), [&](Expr leaf) { return found_here.contains(leaf); });
  });
  return chooses;
}

/// What is reached from `from` by `next`.
template <class Next>
std::unordered_set<Expr> reached(Expr from, const Next& next) {
  std::unordered_set<Expr> seen;
  Leaves open{from};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    for (const Expr other : next(e))
      if (seen.insert(other).second) open.push_back(other);
  }
  return seen;
}

/// Derivatives of leaves with respect to the unknowns, through the definitions of what lies between.
class LoopDerivatives {
 public:
  LoopDerivatives(const Leaves& unknowns, const std::unordered_map<Expr, Expr>& between)
      : unknowns_(unknowns), between_(between) {}

  /// d root / d unknowns[t], null for zero; `failed` where a definition in between cannot be differentiated or needs itself.
  Expr of(Expr root, std::size_t t, int depth = 0) {
    Expr sum;
    for (const Expr leaf : leaves_of(root)) {
      const bool unknown = leaf == unknowns_[t];
      const auto it = between_.find(leaf);
      if (!unknown && it == between_.end()) continue;
      const Expr factor = differentiate(root, leaf);
      if (!factor || depth > 1000) failed = true;
      if (failed) return {};
      if (factor->is_number(0)) continue;
      const Expr inner = unknown ? root->pool().number(1) : of(it->second, t, depth + 1);
      if (inner) sum = sum ? sum + factor * inner : factor * inner;
    }
    return sum;
  }

  bool failed = false;

 private:
  const Leaves& unknowns_;
  const std::unordered_map<Expr, Expr>& between_;
};

}  // namespace

bool Lowering::solve_loop(std::span<const Key> loop) {
  const auto start = std::ranges::find_if(loop, [this](const Key& k) { return definitions_.contains(k.e); });
  if (start == loop.end()) return false;
  std::unordered_map<Expr, Leaves> uses;
  const auto next = [&](Expr leaf) -> const Leaves& {
    const auto [it, is_new] = uses.emplace(leaf, Leaves());
    const Definition* d = definitions_.find(leaf);
    if (is_new && d && d->value) it->second = leaves_of(d->value);
    return it->second;
  };
  const std::unordered_set<Expr> below = reached(start->e, next);
  std::unordered_map<Expr, Leaves> users;
  for (const Expr leaf : below)
    for (const Expr used : next(leaf)) users[used].push_back(leaf);
  for (const Expr used : next(start->e)) users[used].push_back(start->e);
  const std::unordered_set<Expr> above = reached(start->e, [&](Expr leaf) -> const Leaves& { return users[leaf]; });

  SolvedBlock block;
  block.at_events = true;
  std::unordered_map<Expr, Expr> between;
  Leaves members;
  for (const Expr leaf : below)
    if (above.contains(leaf)) members.push_back(leaf);
  std::ranges::sort(members, {}, [](Expr e) { return e->id(); });
  for (const Expr leaf : members) {
    const Definition& d = definitions_.at(leaf);
    if (leaf->type() != Type::real) return false;
    if (d.kind == Definition::Kind::discrete) {
      // n = n + 1 means pre(n).
      if (depends_on(d.value, leaf)) return false;
      block.tears.push_back(leaf);
      block.residuals.push_back(leaf - d.value);
    } else if (d.kind == Definition::Kind::continuous) {
      between.emplace(leaf, d.value);
    } else {
      return false;
    }
    block.inside.emplace(leaf, true);
  }
  if (block.tears.empty()) return false;
  for (const Expr leaf : members)
    if (chooses_among(definitions_.at(leaf).value, block.inside)) return false;
  LoopDerivatives derivatives(block.tears, between);
  block.linear = true;
  for (std::size_t r = 0; r < block.residuals.size(); ++r)
    for (std::size_t t = 0; t < block.tears.size(); ++t)
      if (const Expr slope = derivatives.of(block.residuals[r], t)) {
        for (const Expr leaf : leaves_of(slope)) block.linear = block.linear && !block.inside.contains(leaf);
        block.jacobian.push_back({r, t, slope});
      }
  if (derivatives.failed) return false;

  SolvedTogether description;
  description.linear = block.linear;
  for (const Expr t : block.tears) description.unknowns.push_back(text(t));
  for (const Expr leaf : members) description.equations.push_back(definitions_.at(leaf).span);
  for (const Expr t : block.tears) {
    Definition& d = definitions_.at(t);
    d.kind = Definition::Kind::tear;
    d.block = blocks_.size();
    d.together = static_cast<std::uint32_t>(out_.together.size());
  }
  out_.together.push_back(std::move(description));
  block.span = definitions_.at(block.tears.front()).span;
  blocks_.push_back(std::move(block));
  return true;
}

}  // namespace saltus
