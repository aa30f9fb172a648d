// Tearing: few unknowns are guessed, the others follow from them one by one, the equations left over say how wrong the guess was.
//
//   repeat while there are unknowns
//     an equation with one unknown left, which it gives explicitly with a constant factor: assign it
//     else the next tear: one that no equation gives explicitly before others, then the one in the most equations
//
// An assignment may not stand further than `deepest` assignments from the tears: what is computed in long chains amplifies rounding
// (a ladder of resistors does by 2.6 a link). If one linear equation is left for one tear it gives the tear itself.
#include "structure/tearing.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "structure/explicit_value.hpp"
#include "structure/leaf_scan.hpp"
#include "structure/naming.hpp"

namespace saltus {
namespace {

constexpr int deepest = 4;

/// A factor that is the same, and not zero, in the whole run.
bool is_safe_pivot(const HybridModel& model, Expr factor) {
  const auto value_of = [&](Expr symbol) -> Expr {
    const Variable* v = model.find(symbol);
    if (!v || v->variability > Variability::parameter) return {};
    return v->binding ? v->binding : v->start;
  };
  return decide(model, factor, value_of).value_or(false);
}

class Tearing {
 public:
  Tearing(const HybridModel& model, std::span<const Equation> equations, Block& block)
      : model_(model), equations_(equations), block_(block), n_(block.unknowns.size()) {
    for (std::uint32_t j = 0; j < n_; ++j) column_.emplace(block.unknowns[j], j);
    find_occurrences();
  }

  void run() {
    std::size_t left = n_;
    while (left > 0) {
      if (!assign_next()) choose_tear();
      --left;
    }
    for (std::size_t i = 0; i < n_; ++i)
      if (!used_[i]) block_.residuals.push_back(block_.equations[i]);
  }

  [[nodiscard]] bool decides() const { return decides_; }

  /// The unknowns of the block that occur smoothly in an expression.
  std::vector<Expr> unknowns_in(Expr e) {
    std::vector<Expr> result;
    scan_({&e, 1}, false, [&](Expr leaf, bool discrete) {
      if (!discrete && column_.contains(leaf)) result.push_back(leaf);
    });
    return result;
  }

 private:
  const Equation& equation(std::size_t i) const { return equations_[block_.equations[i]]; }

  void find_occurrences() {
    occurs_.resize(n_);
    deciding_.resize(n_);
    members_.resize(n_);
    used_.assign(n_, false);
    depth_.assign(n_, -1);
    open_.assign(n_, 0);
    for (std::uint32_t i = 0; i < n_; ++i) {
      const std::array roots{equation(i).lhs, equation(i).rhs};
      scan_(roots, false, [&](Expr leaf, bool discrete) {
        const auto it = column_.find(leaf);
        if (it == column_.end()) return;
        decides_ |= discrete;
        (discrete ? deciding_ : occurs_)[i].push_back(it->second);
      });
      for (const std::uint32_t j : occurs_[i]) members_[j].push_back(i);
      open_[i] = occurs_[i].size();
      if (open_[i] == 1) ready_.push_back(i);
    }
  }

  /// The value of unknown j by equation i, if that is explicit with a safe factor; null otherwise.
  Expr value_by(std::size_t i, std::uint32_t j) {
    if (std::ranges::find(deciding_[i], j) != deciding_[i].end()) return {};
    const Expr leaf = block_.unknowns[j];
    const Equation& e = equation(i);
    if (e.lhs == leaf && !depends_on(e.rhs, leaf)) return e.rhs;
    if (e.rhs == leaf && !depends_on(e.lhs, leaf)) return e.lhs;
    const Expr left = differentiate(e.lhs, leaf), right = differentiate(e.rhs, leaf);
    if (!left || !right || !is_safe_pivot(model_, left - right)) return {};
    return explicit_value(e, leaf);
  }

  bool is_solvable(std::size_t i, std::uint32_t j) {
    const auto key = (static_cast<std::uint64_t>(i) << 32) | j;
    const auto [it, is_new] = solvable_.emplace(key, false);
    if (is_new) it->second = static_cast<bool>(value_by(i, j));
    return it->second;
  }

  int depth_after(std::size_t i, std::uint32_t j) const {
    int depth = 0;
    for (const std::uint32_t other : occurs_[i])
      if (other != j) depth = std::max(depth, depth_[other]);
    for (const std::uint32_t other : deciding_[i]) depth = std::max(depth, depth_[other]);
    return depth + 1;
  }

  bool decisions_known(std::size_t i) const {
    return std::ranges::all_of(deciding_[i], [this](std::uint32_t j) { return depth_[j] >= 0; });
  }

  bool assign_next() {
    while (!ready_.empty()) {
      const std::uint32_t i = ready_.back();
      ready_.pop_back();
      if (used_[i] || open_[i] != 1 || !decisions_known(i)) continue;
      const auto j = *std::ranges::find_if(occurs_[i], [this](std::uint32_t u) { return depth_[u] < 0; });
      const int depth = depth_after(i, j);
      if (depth > deepest || !is_solvable(i, j)) continue;
      used_[i] = true;
      block_.assignments.push_back({block_.unknowns[j], value_by(i, j), block_.equations[i]});
      know(j, depth);
      return true;
    }
    return false;
  }

  void choose_tear() {
    std::uint32_t best = 0;
    long best_rank = -1;
    for (std::uint32_t j = 0; j < n_; ++j) {
      if (depth_[j] >= 0) continue;
      bool solvable = false;
      long count = 0;
      for (const std::uint32_t i : members_[j]) {
        if (used_[i]) continue;
        ++count;
        solvable = solvable || is_solvable(i, j);
      }
      const long rank = count + (solvable ? 0 : static_cast<long>(n_) + 1);
      if (rank > best_rank) {
        best_rank = rank;
        best = j;
      }
    }
    block_.tears.push_back(block_.unknowns[best]);
    know(best, 0);
  }

  void know(std::uint32_t j, int depth) {
    depth_[j] = depth;
    for (const std::uint32_t i : members_[j])
      if (--open_[i] == 1) ready_.push_back(i);
    // What waited for a decision, or failed by depth alone, may be possible with another unknown.
    for (std::uint32_t i = 0; decides_ && i < n_; ++i)
      if (!used_[i] && open_[i] == 1) ready_.push_back(i);
  }

  const HybridModel& model_;
  std::span<const Equation> equations_;
  Block& block_;
  std::size_t n_;
  std::unordered_map<Expr, std::uint32_t> column_;
  std::vector<std::vector<std::uint32_t>> occurs_, deciding_;  // by equation: unknowns
  std::vector<std::vector<std::uint32_t>> members_;            // by unknown: equations
  std::vector<std::size_t> open_;                              // by equation: unknowns not yet known
  std::vector<bool> used_;
  std::vector<int> depth_;  // by unknown: -1 not yet known
  std::vector<std::uint32_t> ready_;
  std::unordered_map<std::uint64_t, bool> solvable_;
  LeafScan scan_;
  bool decides_ = false;
};

/// Derivatives with respect to the tears, through the assignments.
class BlockJacobian {
 public:
  BlockJacobian(Tearing& tearing, const Block& block) : tearing_(tearing), block_(block) {}

  /// Null where a call of a user function stands in the way.
  std::optional<std::vector<Block::Entry>> of(std::span<const Equation> equations) {
    for (std::size_t t = 0; t < block_.tears.size(); ++t) rows_[block_.tears[t]] = {{t, block_.tears[t]->pool().number(1)}};
    for (const Assignment& a : block_.assignments) {
      const auto row = derivatives(a.value);
      if (!row) return std::nullopt;
      rows_[a.leaf] = *row;
    }
    std::vector<Block::Entry> entries;
    for (std::size_t r = 0; r < block_.residuals.size(); ++r) {
      const Equation& e = equations[block_.residuals[r]];
      const auto row = derivatives(e.lhs - e.rhs);
      if (!row) return std::nullopt;
      for (const auto& [t, value] : *row) entries.push_back({r, t, value});
    }
    return entries;
  }

 private:
  using Row = std::vector<std::pair<std::size_t, Expr>>;  // tear, derivative

  std::optional<Row> derivatives(Expr e) {
    Row row;
    for (const Expr unknown : tearing_.unknowns_in(e)) {
      const Expr factor = differentiate(e, unknown);
      if (!factor) return std::nullopt;
      if (factor->is_number(0)) continue;
      for (const auto& [t, inner] : rows_.at(unknown)) add(row, t, factor * inner);
    }
    return row;
  }

  static void add(Row& row, std::size_t t, Expr value) {
    const auto it = std::ranges::find(row, t, [](const auto& p) { return p.first; });
    if (it == row.end()) {
      row.emplace_back(t, value);
    } else {
      it->second = it->second + value;
    }
  }

  Tearing& tearing_;
  const Block& block_;
  std::unordered_map<Expr, Row> rows_;
};

/// One tear in one linear equation: its value, by putting the assignments in. Null if that is not possible.
Expr value_of_single_tear(std::span<const Equation> equations, const Block& block) {
  std::unordered_map<Expr, Expr> values;
  const auto replace = [&](Expr e) {
    const auto it = values.find(e);
    return it == values.end() ? Expr() : it->second;
  };
  for (const Assignment& a : block.assignments) values.emplace(a.leaf, substitute(a.value, replace));
  const Equation& e = equations[block.residuals.front()];
  return solve_linear(substitute(e.lhs, replace), substitute(e.rhs, replace), block.tears.front());
}

bool is_linear(Tearing& tearing, const Block& block) {
  return !tearing.decides() &&
         std::ranges::all_of(block.jacobian, [&](const Block::Entry& e) { return tearing.unknowns_in(e.value).empty(); });
}

void report_call(const HybridModel& model, std::span<const Equation> equations, const Block& block, Diagnostics& diagnostics) {
  const Equation& first = equations[block.equations.front()];
  diagnostics.error(
      "not-differentiable", first.span,
      fmt::format("{} for {} ({}) must be solved together, and a function that is called there has no derivative",
                  counted(block.equations.size(), "equation"), leaf_names(block.unknowns), equation_name(model, first)),
      "part of the system", "write the function's value as an expression in the equation");
}

}  // namespace

bool tear(const HybridModel& model, std::span<const Equation> equations, Block& block, Diagnostics& diagnostics) {
  Tearing tearing(model, equations, block);
  tearing.run();
  auto jacobian = BlockJacobian(tearing, block).of(equations);
  if (!jacobian) {
    report_call(model, equations, block, diagnostics);
    return false;
  }
  block.jacobian = std::move(*jacobian);
  block.linear = is_linear(tearing, block);
  if (!block.linear || block.tears.size() != 1) return true;
  if (const Expr value = value_of_single_tear(equations, block)) {
    block.assignments.insert(block.assignments.begin(), {block.tears.front(), value, block.residuals.front()});
    block.tears.clear();
    block.residuals.clear();
    block.jacobian.clear();
  }
  return true;
}

}  // namespace saltus
