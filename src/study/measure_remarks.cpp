#include "study/measure_remarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus {

MeasureRemarks::MeasureRemarks(const MeasureProgram& program) : program_(program), troubles_(program.observations.size()) {
  for (const std::uint32_t root : program.roots) {
    std::vector<bool> used(program.nodes.size(), false);
    std::vector<std::size_t> sources;
    used[root] = true;
    for (std::size_t n = root + 1; n-- > 0;) {
      if (!used[n]) continue;
      const MeasureNode& node = program.nodes[n];
      if (node.op == MeasureOp::observation) sources.push_back(node.index);
      for (const std::uint32_t a : node.arguments) used[a] = true;
    }
    sources_.push_back(std::move(sources));
  }
}

std::string MeasureRemarks::about(std::size_t measure, const MeasuredValue& m) const {
  const std::string& name = program_.measures[measure].name;
  const auto is_infinite = [](double x) { return std::isinf(x); };
  const auto is_gap = [](double x) { return std::isnan(x); };
  if (m.is_list ? std::ranges::any_of(m.list, is_infinite) : is_infinite(m.number))
    return fmt::format("`{}` is infinite", name);
  if (!(m.is_list ? std::ranges::any_of(m.list, is_gap) : is_gap(m.number))) return "";
  Trouble worst = Trouble::none;
  for (const std::size_t i : sources_[measure]) worst = std::max(worst, troubles_[i]);
  switch (worst) {
    case Trouble::none: return "";
    case Trouble::not_a_number: return fmt::format("`{}` is not a number", name);
    case Trouble::undefined: return fmt::format("`{}` is not a number on a part of the run", name);
    case Trouble::lost: break;
  }
  return fmt::format("`{}` turns too often to be followed", name);
}

std::string MeasureRemarks::about(const std::vector<MeasuredValue>& measured) const {
  std::string all;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const std::string remark = about(i, measured[i]);
    if (!remark.empty()) all += (all.empty() ? "" : "; ") + remark;
  }
  return all;
}

}  // namespace saltus
