#include "structure/analyse.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "structure/blocks.hpp"
#include "structure/differentiated.hpp"
#include "structure/explicit_value.hpp"
#include "structure/leaf_scan.hpp"
#include "structure/naming.hpp"
#include "structure/singular.hpp"
#include "structure/tearing.hpp"

namespace saltus {
namespace {

constexpr std::size_t most_places = 8;

/// Does the leaf occur in a decision of the equation?
bool decides(LeafScan& scan, const Equation& equation, Expr leaf) {
  bool found = false;
  const std::array roots{equation.lhs, equation.rhs};
  scan(roots, false, [&](Expr other, bool discrete) { found = found || (discrete && other == leaf); });
  return found;
}

/// The other side of a leaf that stands alone needs no look at decisions.
Expr value_of(LeafScan& scan, const Equation& equation, Expr leaf) {
  const bool alone = equation.lhs == leaf || equation.rhs == leaf;
  if (!alone && decides(scan, equation, leaf)) return {};
  if (alone && depends_on(equation.lhs == leaf ? equation.rhs : equation.lhs, leaf) && decides(scan, equation, leaf)) return {};
  return explicit_value(equation, leaf);
}

void place_equations(std::span<const Equation> equations, std::span<const std::size_t> which, std::string_view label,
                     Diagnostic& d) {
  for (std::size_t k = 0; k < which.size() && k < most_places; ++k) {
    const Span span = equations[which[k]].span;
    if (!span.known()) continue;
    if (d.where.span.known()) {
      d.also.push_back({span, std::string(label)});
    } else {
      d.where = {span, std::string(label)};
    }
  }
}

Diagnostic not_yet(std::string_view context, std::string message) {
  return {.severity = Severity::error, .code = "not-yet", .message = std::string(context) + std::move(message), .where = {}};
}

std::string names_of_equations(const HybridModel& model, std::span<const Equation> equations,
                               std::span<const std::size_t> which) {
  std::string names;
  for (std::size_t k = 0; k < which.size() && k < most_places; ++k) {
    if (k > 0) names += k + 1 == which.size() ? " and " : ", ";
    names += equation_name(model, equations[which[k]]);
  }
  if (which.size() > most_places) names += fmt::format(" and {} more", which.size() - most_places);
  return names;
}

void report_implicit(const HybridModel& model, std::span<const Equation> equations, const Block& block,
                     std::string_view context, Diagnostics& diagnostics) {
  const std::string lines = names_of_equations(model, equations, block.equations);
  const std::string unknowns = leaf_names(block.unknowns);
  if (block.equations.size() > 1) {
    Diagnostic d = not_yet(context, fmt::format("implicit system of {} ({}) for {}: solved in a later version",
                                                counted(block.equations.size(), "equation"), lines, unknowns));
    place_equations(equations, block.equations, "part of the loop", d);
    const bool derivatives = std::ranges::all_of(block.unknowns, [](Expr u) { return u->op() == Op::der; });
    d.help = derivatives ? "solve these equations for the derivatives by hand"
                         : "solve them by hand so that each variable is given by an equation without a loop";
    diagnostics.add(std::move(d));
    return;
  }
  LeafScan scan;
  const Equation& equation = equations[block.equations.front()];
  const bool decided = decides(scan, equation, block.unknowns.front());
  Diagnostic d = not_yet(context, fmt::format("implicit equation ({}) for {}: solved in a later version", lines, unknowns));
  place_equations(equations, block.equations, decided ? "decides by its own unknown" : "its unknown enters nonlinearly", d);
  d.help = decided ? fmt::format("use a value that is known beforehand, such as `pre({})`, in the condition",
                                 block.unknowns.front()->name())
                   : fmt::format("solve the equation for {} by hand", unknowns);
  diagnostics.add(std::move(d));
}

Rows<std::uint32_t> needs_of(const Structure& s) {
  Rows<std::uint32_t> needs;
  const auto& solver = s.transversal.matching.equation_of;
  for (std::uint32_t i = 0; i < s.equations.size(); ++i) {
    for (const SignatureEntry& e : s.sigma.smooth[i]) {
      if (e.order + s.offsets.c[i] == s.offsets.d[e.variable]) needs.push(solver[e.variable]);
    }
    for (const SignatureEntry& e : s.sigma.discrete[i]) {
      if (e.order >= s.offsets.d[e.variable]) needs.push(solver[e.variable]);
    }
    needs.end_row();
  }
  return needs;
}

/// Decisions by derivatives that are never computed, such as der(y) > 0 of an algebraic y.
bool report_unknown_decisions(const HybridModel& model, const Structure& s, Diagnostics& diagnostics) {
  bool found = false;
  for (std::size_t i = 0; i < s.equations.size(); ++i) {
    for (const SignatureEntry& e : s.sigma.discrete[i]) {
      if (e.order <= s.offsets.d[e.variable]) continue;
      const std::array which{i};
      const Expr symbol = s.variables[e.variable];
      Diagnostic d =
          not_yet("", fmt::format("a condition in {} uses `{}`, which no equation gives: found in a later version",
                                  names_of_equations(model, s.equations, which), text(symbol->pool().der(symbol, e.order))));
      place_equations(s.equations, which, "here", d);
      diagnostics.add(std::move(d));
      found = true;
    }
  }
  return found;
}

}  // namespace

std::vector<Expr> Structure::states() const {
  std::vector<Expr> states;
  for (std::size_t j = 0; j < variables.size(); ++j) {
    for (int order = 0; order < offsets.d[j]; ++order) {
      states.push_back(order == 0 ? variables[j] : variables[j]->pool().der(variables[j], order));
    }
  }
  return states;
}

Expr Structure::leading(std::size_t variable) const {
  const Expr symbol = variables[variable];
  const auto order = static_cast<int>(offsets.d[variable]);
  return order == 0 ? symbol : symbol->pool().der(symbol, order);
}

std::optional<Structure> analyse(const HybridModel& model, std::vector<Equation> equations, std::vector<Expr> variables,
                                 Diagnostics& diagnostics) {
  SignatureMatrix sigma = signature(equations, variables);
  std::optional<Transversal> transversal = highest_value_transversal(sigma);
  if (!transversal) {
    report_singular(model, equations, variables, sigma, "", diagnostics);
    return std::nullopt;
  }
  Offsets offsets = canonical_offsets(sigma, *transversal);
  Structure s{
      std::move(equations), std::move(variables), std::move(sigma), std::move(*transversal), std::move(offsets), {}, {}};

  const std::size_t errors = diagnostics.error_count();
  s.derivatives = differentiate_equations(model, s.equations, s.offsets.c, s.variables, diagnostics);
  if (diagnostics.error_count() > errors) return std::nullopt;
  std::vector<Equation> solved;
  solved.reserve(s.equations.size());
  for (std::size_t i = 0; i < s.equations.size(); ++i) solved.push_back(s.solved(i));

  LeafScan scan;
  const std::vector<std::vector<std::uint32_t>> in_order = blocks_in_order(needs_of(s));
  s.blocks.reserve(in_order.size());
  for (const std::vector<std::uint32_t>& together : in_order) {
    Block block;
    for (const std::uint32_t i : together) {
      block.equations.push_back(i);
      block.unknowns.push_back(s.leading(s.transversal.matching.variable_of[i]));
    }
    if (together.size() == 1) block.value = value_of(scan, solved[together[0]], block.unknowns[0]);
    if (block.value) {
      block.assignments.push_back({block.unknowns[0], block.value, block.equations[0]});
    } else if (!tear(model, solved, block, diagnostics)) {
      return std::nullopt;
    }
    s.blocks.push_back(std::move(block));
  }
  return s;
}

bool require_known_decisions(const HybridModel& model, const Structure& structure, Diagnostics& diagnostics) {
  return !report_unknown_decisions(model, structure, diagnostics);
}

std::optional<std::vector<Block>> sort_assignments(const HybridModel& model, std::span<const Equation> equations,
                                                   std::span<const Expr> leaves, Diagnostics& diagnostics,
                                                   std::string_view context) {
  const SignatureMatrix sigma = leaf_signature(equations, leaves);
  const std::optional<Transversal> transversal = highest_value_transversal(sigma);
  if (!transversal) {
    report_singular(model, equations, leaves, sigma, context, diagnostics);
    return std::nullopt;
  }
  const Matching& matching = transversal->matching;
  Rows<std::uint32_t> needs;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    for (const SignatureEntry& e : sigma.smooth[i]) needs.push(matching.equation_of[e.variable]);
    for (const SignatureEntry& e : sigma.discrete[i]) needs.push(matching.equation_of[e.variable]);
    needs.end_row();
  }
  LeafScan scan;
  std::vector<Block> blocks;
  for (const std::vector<std::uint32_t>& together : blocks_in_order(needs)) {
    Block block;
    for (const std::uint32_t i : together) {
      block.equations.push_back(i);
      block.unknowns.push_back(leaves[matching.variable_of[i]]);
    }
    if (together.size() == 1) block.value = value_of(scan, equations[together[0]], block.unknowns[0]);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

bool require_assignments(const HybridModel& model, std::span<const Equation> equations, std::span<const Block> blocks,
                         Diagnostics& diagnostics, std::string_view context) {
  bool all = true;
  for (const Block& block : blocks) {
    if (block.is_assignment()) continue;
    all = false;
    report_implicit(model, equations, block, context, diagnostics);
  }
  return all;
}

}  // namespace saltus
