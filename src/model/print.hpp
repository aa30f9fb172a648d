#pragma once
// A HybridModel as model text that reads back to the same model (names with dots or brackets are quoted: 'a.x[1]').

#include <string>

#include "model/hybrid_model.hpp"

namespace saltus {

std::string print_model(const HybridModel& model);

}  // namespace saltus
