#pragma once
// The event-oriented sheet of a model: a row for each event.
//
// Between events every state moves linearly in time, so each condition of a `when` has a time at which it comes true: the largest of
// what its relations need, gap/closing speed. The smallest of these times over all conditions leads to the next row. The last event row is
// followed by a row at the stop; further rows repeat it.

#include <optional>

#include "base/diagnostic.hpp"
#include "export/sheet.hpp"
#include "model/hybrid_model.hpp"

namespace saltus {

/// Nothing, with diagnostics, if the model has modes, samples, or motion that is not linear in time. There are half as many rows again as
/// the events of this model need, so that other parameters find room.
[[nodiscard]] std::optional<Sheet> event_sheet(const HybridModel& model, const Rational& start, const Rational& stop,
                                               Diagnostics& diagnostics);

}  // namespace saltus
