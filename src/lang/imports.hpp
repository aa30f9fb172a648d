#pragma once
// `import` clauses: the full name that a short one stands for.

#include <string_view>
#include <vector>

#include "lang/class_table.hpp"

namespace saltus::lang {

[[nodiscard]] std::vector<std::string_view> parts_of(const ast::Name& name);

/// `parts` with its first name replaced by what an import of `lexical` or a class around it says; else `parts` itself.
/// `import A.*` is followed for the built-in packages below Modelica only.
[[nodiscard]] std::vector<std::string_view> imported(std::vector<std::string_view> parts, const ClassInfo* lexical);

}  // namespace saltus::lang
