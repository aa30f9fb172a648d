#include "sim/explain_block.hpp"

#include <set>

namespace saltus {

namespace {

constexpr std::size_t most_names = 6;

std::string names(const std::vector<std::string>& all) {
  std::string result;
  for (std::size_t i = 0; i < all.size() && i < most_names; ++i)
    result += fmt::format("{}`{}`", i == 0 ? "" : i + 1 == all.size() ? " and " : ", ", all[i]);
  if (all.size() > most_names) result += fmt::format(" and {} more", all.size() - most_names);
  return result;
}

std::string lines(const CompiledModel& c, const SolvedTogether& block) {
  std::set<std::size_t> numbers;
  for (const Span& span : block.equations)
    if (c.model.sources && span.known()) numbers.insert(c.model.sources->place(span.file, span.begin).line);
  if (numbers.empty()) return "";
  std::string result = numbers.size() == 1 ? " in line" : " in lines";
  std::size_t i = 0;
  for (const std::size_t n : numbers) {
    if (i++ == most_names) return result + " and more";
    result += fmt::format("{} {}", i == 1 ? "" : ",", n);
  }
  return result;
}

}  // namespace

BlockFailure explain_block(const CompiledModel& c, const SolvedTogether& block, bool at_start) {
  const std::string equations = (block.equations.size() == 1 ? "the equation" : "the equations") + lines(c, block);
  const std::string do_not = block.equations.size() == 1 ? "does not" : "do not";
  if (block.linear)
    return {
        "singular-matrix",
        fmt::format("{} {} determine {}: {} matrix is singular here", equations, do_not, names(block.unknowns),
                    block.equations.size() == 1 ? "its" : "their"),
        "one of them follows from the others or contradicts them, perhaps only after differentiation: replace it, or write the "
        "combination that they share as one variable"};
  BlockFailure failure{"no-solution", fmt::format("no solution of {} for {} was found", equations, names(block.unknowns)), ""};
  if (!at_start) {
    failure.remedy = "the solution ends or turns back here, or two solutions meet; stop the run before";
  } else if (!block.without_guess.empty()) {
    failure.remedy = fmt::format("give `{}` a start value near the solution", block.without_guess);
  } else {
    failure.remedy = "check that there is a solution, and give start values nearer to it";
  }
  return failure;
}

}  // namespace saltus
