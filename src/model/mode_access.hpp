#pragma once
// Who may name whom: variables of modes exist only while these are active (rule T7).

#include <optional>
#include <string>
#include <vector>

#include "model/hybrid_model.hpp"

namespace saltus {

/// A first expression that needs a variable which may not exist there: "`vx` of mode `falling` ...". None if all is well. For models
/// whose front end has not looked at it already; the pool gets new nodes.
[[nodiscard]] std::optional<std::string> forbidden_access(const HybridModel& model);

}  // namespace saltus
