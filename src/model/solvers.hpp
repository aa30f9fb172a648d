#pragma once
// The solvers by name.

#include <string_view>
#include <vector>

namespace saltus {

struct HybridModel;

struct SolverInfo {
  std::string_view name;
  std::string_view line;       ///< what it is, for lists
  bool fixed_step = false;     ///< needs a step size
  bool any_number = true;      ///< runs with --precision
  double least_tolerance = 0;  ///< of a fixed order: below, the number of steps is beyond all measure
};

[[nodiscard]] const std::vector<SolverInfo>& solvers();
/// nullptr: there is none of this name.
[[nodiscard]] const SolverInfo* find_solver(std::string_view name);

/// Is there a `setSolver` in the model, in whatever mode or transition?
[[nodiscard]] bool changes_solver(const HybridModel& model);

}  // namespace saltus
