#pragma once
// The names that measures may use of a model: its events and modes.

#include <string>
#include <string_view>
#include <vector>

#include "model/event_name.hpp"
#include "model/hybrid_model.hpp"

namespace saltus {

/// Names of whens and transitions, and the relations in equations as the event log writes them; then the beginnings and ends of sliding on what
/// asks about the motion.
[[nodiscard]] std::vector<std::string> event_names(const HybridModel& model);

/// What to say where no event is called `asked`: the nearest name, or which there are.
[[nodiscard]] std::string help_with_events(const std::string& asked, const std::vector<std::string>& known);

/// The modes called `mode`, of machines called `machine` (empty: of any).
[[nodiscard]] std::vector<ModeRef> modes_called(const HybridModel& model, std::string_view machine, std::string_view mode);

}  // namespace saltus
