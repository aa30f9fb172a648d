#pragma once
// Measures: what a study wants to know of a run (docs/design/studies.md).

#include <string>
#include <vector>

#include "base/source.hpp"

namespace saltus {

/// As written in the study.
struct MeasureText {
  std::string name;
  std::string expression;
  Span span = {};  ///< of the expression in the study file
};

/// What is known of it without a run.
struct Measure {
  std::string name;
  std::string unit = {};
  std::string description = {};
  bool is_list = false;
};

}  // namespace saltus
