#pragma once
// The structure as text, for `show --stage structure`.

#include <string>

#include "structure/structure.hpp"

namespace saltus {

/// Equations with their lines, the signature matrix with its transversal and offsets (a table up to 30 variables, else the
/// entries of each row), the blocks in order with what each solves, states, index and degrees of freedom.
std::string print_structure(const HybridModel& model, const Structure& structure);

}  // namespace saltus
