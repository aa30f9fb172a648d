#pragma once
// Derivatives of measures by one name that a study varies: exact ones, from a run in numbers that carry derivatives (docs/math/sensitivities.md).

#include <cstdint>
#include <string>
#include <vector>

#include "result/run_result.hpp"
#include "study/measure_program.hpp"

namespace saltus {

struct Inputs;
struct RunOptions;
class VariedModel;

/// For each measure one number, or one for each entry of its list. A derivative that does not exist is NaN.
struct MeasureSlopes {
  std::vector<std::vector<double>> slopes = {};
  StatusCode status = StatusCode::finished;
  std::uint64_t events = 0;
  std::string problem = {};  ///< why there are no slopes; may say, where there are some, why those from a time on are NaN
};

[[nodiscard]] inline MeasureSlopes no_slopes(std::string problem) { return {{}, StatusCode::failed, 0, std::move(problem)}; }

/// One run of the model, differentiated by an input. Where the options ask for more digits, it is made in double.
[[nodiscard]] MeasureSlopes differentiate(VariedModel& model, const MeasureProgram& program, RunOptions options,
                                          const Inputs& inputs, std::size_t input);

}  // namespace saltus
