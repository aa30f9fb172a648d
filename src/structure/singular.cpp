// Over-determined: what alternating paths reach from the unmatched equations. Under-determined: from the unmatched variables.
// Each is split into its connected parts, so that unrelated mistakes get messages of their own.
#include "structure/singular.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include <fmt/format.h>

#include "structure/naming.hpp"

namespace saltus {
namespace {

constexpr std::size_t most_places = 6;
constexpr std::size_t most_parts = 8;

using Neighbours = Rows<std::uint32_t>;

Neighbours variables_of_equations(const SignatureMatrix& sigma) {
  Neighbours rows;
  for (std::size_t i = 0; i < sigma.equations(); ++i) {
    for (const SignatureEntry& entry : sigma.smooth[i]) rows.push(entry.variable);
    rows.end_row();
  }
  return rows;
}

Neighbours equations_of_variables(const SignatureMatrix& sigma) {
  std::vector<std::vector<std::uint32_t>> columns(sigma.variables);
  for (std::uint32_t i = 0; i < sigma.equations(); ++i) {
    for (const SignatureEntry& entry : sigma.smooth[i]) columns[entry.variable].push_back(i);
  }
  Neighbours rows;
  for (const auto& column : columns) {
    for (const std::uint32_t i : column) rows.push(i);
    rows.end_row();
  }
  return rows;
}

/// One side of the bipartite graph ("near", where the search begins) and the other ("far").
struct Side {
  Neighbours neighbours;                      // far items of a near item
  const std::vector<std::uint32_t>& far_of;   // matching, by near item
  const std::vector<std::uint32_t>& near_of;  // matching, by far item
};

class Components {
 public:
  explicit Components(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0U); }
  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<std::uint32_t> parent_;
};

/// Pairs (near items, far items) of each connected part reached from unmatched near items.
std::vector<std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>> surplus_parts(const Side& side) {
  const std::size_t n = side.far_of.size();
  std::vector<std::uint32_t> queue;
  std::vector<bool> near_seen(n, false), far_seen(side.near_of.size(), false);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (side.far_of[i] != unmatched) continue;
    near_seen[i] = true;
    queue.push_back(i);
  }
  Components components(n);
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const std::uint32_t far : side.neighbours[queue[head]]) {
      far_seen[far] = true;
      const std::uint32_t next = side.near_of[far];  // matched: else the matching were not maximum
      components.join(queue[head], next);
      if (near_seen[next]) continue;
      near_seen[next] = true;
      queue.push_back(next);
    }
  }
  std::vector<std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>> parts;
  std::unordered_map<std::uint32_t, std::size_t> part_of;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (!near_seen[i]) continue;
    const auto [it, is_new] = part_of.emplace(components.find(i), parts.size());
    if (is_new) parts.emplace_back();
    parts[it->second].first.push_back(i);
    if (side.far_of[i] != unmatched && far_seen[side.far_of[i]]) parts[it->second].second.push_back(side.far_of[i]);
  }
  for (auto& part : parts) std::ranges::sort(part.second);
  return parts;
}

/// Builds the messages.
class Report {
 public:
  Report(const HybridModel& model, std::span<const Equation> equations, std::span<const Expr> unknowns,
         std::string_view context)
      : model_(model), equations_(equations), unknowns_(unknowns), context_(context) {}

  [[nodiscard]] Diagnostic over(const SingularPart& part) const {
    Diagnostic d = begin(part);
    if (part.variables.empty()) {
      d.message += "an equation contains no unknown";
      d.help = help_without_unknown(equations_[part.equations.front()]);
    } else {
      d.message += fmt::format("{} for {}: {}", counted(part.equations.size(), "equation"),
                               counted(part.variables.size(), "variable"), leaf_names(leaves(part)));
      const std::size_t surplus = part.equations.size() - part.variables.size();
      d.help = surplus == 1 ? "remove one of these equations, or let one determine a further variable"
                            : fmt::format("remove {} of these equations, or let them determine further variables", surplus);
    }
    add_equations(part, d);
    add_declarations(part, "all of them must determine this", "these equations determine it together with others", d);
    return d;
  }

  [[nodiscard]] Diagnostic under(const SingularPart& part) const {
    Diagnostic d = begin(part);
    const std::string names = leaf_names(leaves(part));
    const std::size_t lacking = part.variables.size() - part.equations.size();
    if (part.equations.empty()) {
      d.message += fmt::format("{} is not determined by any equation", names);
      d.help = fmt::format("give an equation for {}, or make it a parameter", names);
    } else {
      d.message += fmt::format("{} are not determined: {} for {}", names, counted(part.equations.size(), "equation"),
                               counted(part.variables.size(), "variable"));
      d.help = fmt::format("give {} with {} of these variables, or make {} a parameter",
                           lacking == 1 ? "one more equation" : fmt::format("{} more equations", lacking),
                           lacking == 1 ? "one" : "some", lacking == 1 ? "one of them" : "some of them");
    }
    const std::vector<Expr> inputs = open_inputs(part);
    if (inputs.size() == lacking) {
      const bool is_one = lacking == 1;
      d.help = fmt::format("nothing supplies the input{} {}: give {} an equation, `{} = ...;`, or make {} a parameter in place of an input", is_one ? "" : "s",
                           leaf_names(inputs), is_one ? "it" : "each of them", inputs.front()->name(), is_one ? "it" : "each");
    }
    add_declarations(part, "no equation determines this", "not determined", d);
    add_equations(part, d);
    return d;
  }

 private:
  [[nodiscard]] Diagnostic begin(const SingularPart& part) const {
    Diagnostic d{.severity = Severity::error, .code = "singular-system", .message = std::string(context_), .where = {}};
    const bool is_all = part.equations.size() == equations_.size() && part.variables.size() == unknowns_.size();
    if (equations_.size() != unknowns_.size() && !is_all) {
      d.message += fmt::format("{} for {}; ", counted(equations_.size(), "equation"), counted(unknowns_.size(), "unknown"));
    }
    return d;
  }

  [[nodiscard]] std::vector<Expr> leaves(const SingularPart& part) const {
    std::vector<Expr> result;
    for (const std::uint32_t j : part.variables) result.push_back(unknowns_[j]);
    return result;
  }

  /// Inputs of the model itself that no equation says what they are.
  [[nodiscard]] std::vector<Expr> open_inputs(const SingularPart& part) const {
    std::vector<Expr> result;
    for (const Expr leaf : leaves(part)) {
      const Variable* v = leaf->op() == Op::symbol ? model_.find(leaf) : nullptr;
      if (v == nullptr || !v->is_input || v->name.find('.') != std::string::npos) continue;
      const auto defines = [&](std::uint32_t i) { return equations_[i].lhs == leaf; };
      if (std::ranges::none_of(part.equations, defines)) result.push_back(leaf);
    }
    return result;
  }

  static void add_place(Span span, std::string label, Diagnostic& d) {
    if (!span.known() || d.also.size() + 1 >= 2 * most_places) return;
    if (d.where.span.known()) {
      d.also.push_back({span, std::move(label)});
    } else {
      d.where = {span, std::move(label)};
    }
  }

  void add_equations(const SingularPart& part, Diagnostic& d) const {
    for (std::size_t k = 0; k < part.equations.size() && k < most_places; ++k) {
      const Equation& equation = equations_[part.equations[k]];
      std::string label = "this equation";
      if (k + 1 == most_places && part.equations.size() > most_places) {
        label = fmt::format("and {} more equations", part.equations.size() - most_places);
      }
      add_place(equation.span, std::move(label), d);
    }
    if (!part.equations.empty() && !equations_[part.equations.front()].span.known()) d.message += quote_equations(part);
  }

  /// Equations written in C++ have no place: they are named by their text.
  [[nodiscard]] std::string quote_equations(const SingularPart& part) const {
    std::string texts = part.equations.size() == 1 ? "; the equation is" : "; the equations are";
    for (std::size_t k = 0; k < part.equations.size() && k < most_places; ++k) {
      texts += fmt::format("{} `{}`", k > 0 ? "," : "", equation_text(equations_[part.equations[k]]));
    }
    if (part.equations.size() > most_places) texts += fmt::format(" and {} more", part.equations.size() - most_places);
    return texts;
  }

  void add_declarations(const SingularPart& part, std::string_view alone, std::string_view among, Diagnostic& d) const {
    for (std::size_t k = 0; k < part.variables.size() && k < most_places; ++k) {
      const std::string_view label = part.variables.size() == 1 ? alone : among;
      add_place(declaration(model_, unknowns_[part.variables[k]]), std::string(label), d);
    }
  }

  [[nodiscard]] std::string help_without_unknown(const Equation& equation) const {
    for (const Expr side : {equation.lhs, equation.rhs}) {
      const Variable* variable = side->op() == Op::symbol ? model_.find(side) : nullptr;
      if (variable && variable->variability == Variability::parameter) {
        return fmt::format("`{}` is a parameter: give its value in its declaration", variable->name);
      }
    }
    return "remove the equation, or state it as an `assert`";
  }

  const HybridModel& model_;
  std::span<const Equation> equations_;
  std::span<const Expr> unknowns_;
  std::string_view context_;
};

}  // namespace

SingularParts singular_parts(const SignatureMatrix& sigma, const Matching& maximum) {
  SingularParts parts;
  for (auto& [equations, variables] :
       surplus_parts({variables_of_equations(sigma), maximum.variable_of, maximum.equation_of})) {
    parts.over.push_back({std::move(equations), std::move(variables)});
  }
  for (auto& [variables, equations] :
       surplus_parts({equations_of_variables(sigma), maximum.equation_of, maximum.variable_of})) {
    parts.under.push_back({std::move(equations), std::move(variables)});
  }
  return parts;
}

void report_singular(const HybridModel& model, std::span<const Equation> equations, std::span<const Expr> unknowns,
                     const SignatureMatrix& sigma, std::string_view context, Diagnostics& diagnostics) {
  const SingularParts parts = singular_parts(sigma, maximum_matching(sigma));
  const Report report(model, equations, unknowns, context);
  for (std::size_t k = 0; k < parts.over.size() && k < most_parts; ++k) diagnostics.add(report.over(parts.over[k]));
  for (std::size_t k = 0; k < parts.under.size() && k < most_parts; ++k) diagnostics.add(report.under(parts.under[k]));
}

}  // namespace saltus
