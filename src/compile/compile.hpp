#pragma once
// From a HybridModel to a CompiledModel: structure, initial system, lowering to the tape.

#include <memory>
#include <optional>

#include "base/diagnostic.hpp"
#include "compile/compiled_model.hpp"

namespace saltus {

/// Null, with errors in `diagnostics`, if the model cannot be run: singular, or in need of what is not there yet.
/// `model` is the flat model of the tuple (in_modes.hpp).
std::shared_ptr<const CompiledModel> compile(const HybridModel& model, const ModeTuple& tuple, Diagnostics& diagnostics);

/// For `show --stage tape`: every code, with a legend of slots.
std::string print(const CompiledModel& compiled);

}  // namespace saltus
