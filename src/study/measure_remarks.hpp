#pragma once
// Why measures of a run are no numbers, for a person.

#include <cstdint>
#include <string>
#include <vector>

#include "study/measure_program.hpp"
#include "study/run_record.hpp"

namespace saltus {

/// Why an observation is no number, where it should be one; worse ones last.
enum class Trouble : std::uint8_t { none, not_a_number, undefined, lost };

class MeasureRemarks {
 public:
  /// `program` outlives it.
  explicit MeasureRemarks(const MeasureProgram& program);

  void begin() { troubles_.assign(troubles_.size(), Trouble::none); }
  void note(std::size_t observation, Trouble trouble) { troubles_[observation] = trouble; }
  /// Which measures are infinite or have no value because what they watch has none; empty if there are none.
  [[nodiscard]] std::string about(const std::vector<MeasuredValue>& measured) const;

 private:
  [[nodiscard]] std::string about(std::size_t measure, const MeasuredValue& measured) const;

  const MeasureProgram& program_;
  std::vector<Trouble> troubles_;                  // of each observation
  std::vector<std::vector<std::size_t>> sources_;  // of each measure: observations that it depends on
};

}  // namespace saltus
