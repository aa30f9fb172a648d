#pragma once
// The figures of a study.

#include <optional>
#include <vector>

#include "report/figure.hpp"
#include "study/prepared_study.hpp"
#include "study/summary.hpp"

namespace saltus {

/// Those of its file, in their order, from the runs in its store. nullopt if one of them is wrong: `diagnostics` says what and where.
[[nodiscard]] std::optional<std::vector<Figure>> study_figures(PreparedStudy& study, const Store& store,
                                                               const StudySummary& summary, Diagnostics& diagnostics);

}  // namespace saltus
