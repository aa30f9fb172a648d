#pragma once
// Which models do texts hold?

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "lang/ast.hpp"

namespace saltus {

namespace lang {
/// Is it a whole, and none of functions, types and packages?
[[nodiscard]] bool can_be_run(const ast::Class& c);
}  // namespace lang

/// Full names of the models in the texts `files` of `sources` that stand for themselves, in the order of the texts: models, blocks and classes
/// that are not partial, also those in packages. Those that others declare components of are no such models: they are flattened with
/// their users, and need not be complete without them. Empty if a text has errors, or there is none.
[[nodiscard]] std::vector<std::string> models_in(const Sources& sources, std::span<const std::uint32_t> files);

}  // namespace saltus
