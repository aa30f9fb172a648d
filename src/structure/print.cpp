#include "structure/print.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text_table.hpp"
#include "structure/naming.hpp"

namespace saltus {
namespace {

constexpr std::size_t widest_table = 30;

using Column = TextTable::Column;

/// Tables stand two blanks in: their first column is empty.
const Column margin{"", Align::left};

std::string print_equations(const HybridModel& model, const Structure& s) {
  TextTable table({margin, {"", Align::right}, {"", Align::left}, {"", Align::left}});
  for (std::size_t i = 0; i < s.equations.size(); ++i) {
    const bool has_line = model.sources && s.equations[i].span.known();
    table.add(
        {"", fmt::format("e{}", i + 1), has_line ? equation_name(model, s.equations[i]) : "", equation_text(s.equations[i])});
  }
  return "equations\n" + table.text();
}

/// The order at (i, j), starred on the transversal; "." for none, in parentheses where it occurs in decisions only.
std::string cell(const Structure& s, std::size_t i, std::size_t j) {
  const auto column = static_cast<std::uint32_t>(j);
  for (const SignatureEntry& e : s.sigma.smooth[i]) {
    if (e.variable == column) return fmt::format("{}{}", e.order, s.transversal.matching.variable_of[i] == column ? "*" : " ");
  }
  for (const SignatureEntry& e : s.sigma.discrete[i]) {
    if (e.variable == column) return fmt::format("({})", e.order);
  }
  return ". ";
}

std::string print_matrix(const Structure& s) {
  std::vector<Column> columns{margin, {"", Align::right}};
  for (const Expr variable : s.variables) columns.push_back({text(variable) + " ", Align::right});
  columns.push_back({"c", Align::right});
  TextTable table(columns);
  std::vector<std::string> row;
  for (std::size_t i = 0; i < s.equations.size(); ++i) {
    row = {"", fmt::format("e{}", i + 1)};
    for (std::size_t j = 0; j < s.variables.size(); ++j) row.push_back(cell(s, i, j));
    row.push_back(std::to_string(s.offsets.c[i]));
    table.add(row);
  }
  row = {"", "d"};
  for (const std::int64_t d : s.offsets.d) row.push_back(fmt::format("{} ", d));
  table.add(row);
  return "\nsignature matrix: highest derivatives, * on the transversal, (k) in conditions only;\n"
         "equations are differentiated c times, variables solved for at derivative d\n" +
         table.text();
}

std::string print_entries(const Structure& s) {
  std::string out = "\nsignature matrix by rows: variable:order, * on the transversal, (k) in conditions only\n";
  for (std::size_t i = 0; i < s.equations.size(); ++i) {
    out += fmt::format("  e{}: c = {};", i + 1, s.offsets.c[i]);
    for (const SignatureEntry& e : s.sigma.smooth[i]) {
      out += fmt::format(" {}:{}{}", text(s.variables[e.variable]), e.order,
                         s.transversal.matching.variable_of[i] == e.variable ? "*" : "");
    }
    for (const SignatureEntry& e : s.sigma.discrete[i]) out += fmt::format(" {}:({})", text(s.variables[e.variable]), e.order);
    out += '\n';
  }
  out += "  d:";
  for (std::size_t j = 0; j < s.variables.size(); ++j) out += fmt::format(" {} = {}", text(s.variables[j]), s.offsets.d[j]);
  return out + '\n';
}

std::string times(std::int64_t n) { return n == 1 ? "once" : fmt::format("{} times", n); }

std::string joined(std::span<const Expr> leaves) {
  std::string names;
  for (const Expr leaf : leaves) names += (names.empty() ? "" : ", ") + text(leaf);
  return names;
}

std::string way_of(const Block& block) {
  if (block.is_assignment()) return fmt::format("{} := {}", text(block.unknowns[0]), text(block.value));
  const std::string what = fmt::format("solve for {}", joined(block.unknowns));
  if (block.tears.empty()) return what + fmt::format(": explicit, {} first", text(block.assignments.front().leaf));
  const std::string kind = block.linear ? "linear" : "Newton";
  if (block.tears.size() == block.unknowns.size()) return what + ": " + kind;
  return what + fmt::format(": {} in {}", kind, joined(block.tears));
}

std::string print_blocks(const Structure& s) {
  TextTable table({margin, {"", Align::right}, {"", Align::left}, {"", Align::left}});
  for (std::size_t b = 0; b < s.blocks.size(); ++b) {
    std::string from;
    for (const std::size_t i : s.blocks[b].equations) {
      from += fmt::format("{}e{}", from.empty() ? "from " : ", ", i + 1);
      if (s.offsets.c[i] > 0) from += " differentiated " + times(s.offsets.c[i]);
    }
    table.add({"", std::to_string(b + 1), way_of(s.blocks[b]), from});
  }
  return "\nblocks in order of evaluation\n" + table.text();
}

std::string print_constraints(const Structure& s) {
  std::string out;
  for (std::size_t i = 0; i < s.equations.size(); ++i) {
    for (std::size_t r = 0; r + 1 < s.derivatives[i].size(); ++r)
      out += fmt::format("  {}  from e{}{}\n", equation_text(s.derivatives[i][r]), i + 1,
                         r == 0 ? "" : " differentiated " + times(static_cast<std::int64_t>(r)));
  }
  return out.empty() ? out : "\nconstraints on the states\n" + out;
}

std::string print_summary(const Structure& s) {
  std::string states;
  for (const Expr state : s.states()) states += (states.empty() ? "" : ", ") + text(state);
  return fmt::format("\nindex {}, {}\nstates: {}\n", s.offsets.index,
                     s.offsets.degrees_of_freedom == 1 ? "1 degree of freedom"
                                                       : fmt::format("{} degrees of freedom", s.offsets.degrees_of_freedom),
                     states.empty() ? "none" : states);
}

}  // namespace

std::string print_structure(const HybridModel& model, const Structure& s) {
  if (s.equations.empty()) return "no continuous equations\n";
  return print_equations(model, s) + (s.variables.size() <= widest_table ? print_matrix(s) : print_entries(s)) +
         print_blocks(s) + print_constraints(s) + print_summary(s);
}

}  // namespace saltus
