#pragma once
// From text to a flat model: parse, choose a class, set parameters, flatten.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/hybrid_model.hpp"

namespace saltus {

/// `--set name=value`: `name` is a parameter ("m", "b[2].m", "m[3]") or an attribute of a variable ("x.start"); `value` is
/// any constant expression as text ("10", "{1, 2}", "pi/6", "true").
struct ParameterSetting {
  std::string name;
  std::string value;
};

struct LoadOptions {
  std::string model;                            ///< full name; empty: the last model (or block, class) of the last file
  std::vector<ParameterSetting> settings = {};  ///< applied before flattening: they may change array sizes
};

/// The flat model of the texts `files` of `sources`; nullopt if anything is wrong, and then `diagnostics` has errors.
/// Adds one text per setting to `sources` (named "--set n=10"), so that diagnostics can point into it.
std::optional<HybridModel> load_model(std::shared_ptr<Sources> sources, std::span<const std::uint32_t> files,
                                      const LoadOptions& options, Diagnostics& diagnostics);

/// One text, no settings: for tests and short programs.
std::optional<HybridModel> load_model_text(std::string name, std::string text, Diagnostics& diagnostics);

}  // namespace saltus
