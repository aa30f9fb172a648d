#pragma once
// A HybridModel as model text that reads back to the same model (names with dots or brackets are quoted: 'a.x[1]').

#include <functional>
#include <string>
#include <string_view>

#include "model/hybrid_model.hpp"

namespace saltus {

std::string print_model(const HybridModel& model);
/// The same, piece by piece: the text of a large model need not exist at once.
void print_model(const HybridModel& model, const std::function<void(std::string_view)>& take);

}  // namespace saltus
