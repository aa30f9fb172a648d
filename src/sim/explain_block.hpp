#pragma once
// Equations that are solved together and give no values: why, and what to do.

#include <fmt/format.h>

#include "base/source.hpp"
#include "compile/compiled_model.hpp"

namespace saltus {

struct BlockFailure {
  std::string reason, message, remedy;
};

/// `at_start`: nothing has been solved yet.
[[nodiscard]] BlockFailure explain_block(const CompiledModel& compiled, const SolvedTogether& block, bool at_start);

}  // namespace saltus
