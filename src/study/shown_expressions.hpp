#pragma once
// Expressions of variables whose values are wanted all along a trajectory, as animations need them: hidden variables of the model, which are columns of
// the series of its results.

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "result/run_result.hpp"
#include "study/measure_program.hpp"

namespace saltus {

struct ShownExpression {
  std::string text;
  Span span = {};             ///< of the text, or of the text in quotes
  bool is_condition = false;  ///< a Boolean; its values are 0 and 1
};

/// The hidden variable of expression `index`.
[[nodiscard]] std::string shown_name(std::size_t index);
/// Is this the name of one?
[[nodiscard]] bool is_shown(std::string_view name);

/// Adds them to what is watched. False after reports of what is no expression, with places in `sources`.
[[nodiscard]] bool watch_shown(const std::vector<ShownExpression>& shown, const Sources& sources, MeasureProgram& program,
                               Diagnostics& diagnostics);

/// The values of expression `index` at the rows of the series; null if the run did not record them.
[[nodiscard]] const std::vector<double>* shown_values(const RunResult& run, std::size_t index);

}  // namespace saltus
