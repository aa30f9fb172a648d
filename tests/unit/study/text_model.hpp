#pragma once
// Ensembles of models that stand in a test.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "study/ensemble.hpp"

namespace saltus {

inline EnsembleOptions of_text(const std::string& text, std::vector<std::string> varied = {},
                               std::vector<MeasureText> measures = {}) {
  auto sources = std::make_shared<Sources>();
  EnsembleOptions options;
  options.model.files = {sources->add("model.mo", text)};
  options.model.sources = sources;
  options.varied = std::move(varied);
  options.measures = std::move(measures);
  return options;
}

}  // namespace saltus
