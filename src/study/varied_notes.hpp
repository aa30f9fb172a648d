#pragma once
// What is known of the varied names of a study, for those who read its table.

#include <vector>

#include "study/prepared_study.hpp"
#include "study/run_table.hpp"

namespace saltus {

/// One for each varied name: unit and description of the parameter, or that its values are words.
[[nodiscard]] std::vector<VariedNote> varied_notes(const PreparedStudy& study);

}  // namespace saltus
