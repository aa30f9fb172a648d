#pragma once
// Broyden's update: the least change of a matrix of slopes that explains what a step did. In one dimension it is the secant.
// Source: C. G. Broyden, A class of methods for solving nonlinear simultaneous equations, Math. Comp. 19 (1965), 577-593.

#include <vector>

#include "study/search.hpp"

namespace saltus {

/// After `step`, which led to x, the values had changed by `change`: J becomes J + (change - J step) w^T / (w . step), where w is the step with
/// each unknown measured by its scale at x. False, with J unchanged, after a step of length 0.
bool explain_step(const std::vector<Unknown>& unknowns, const Candidate& x, const std::vector<double>& step,
                  const std::vector<double>& change, std::vector<std::vector<double>>& slopes);

}  // namespace saltus
