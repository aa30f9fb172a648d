#pragma once
// The small pieces of model text: identifiers, strings, functions.

#include <string>
#include <string_view>

#include "model/hybrid_model.hpp"

namespace saltus {

/// As declarations have it: "Real".
[[nodiscard]] std::string_view type_name(Type type);

/// `name` as the language writes it: 'b[2].x' in quotes where it is no plain identifier or a keyword.
[[nodiscard]] std::string identifier(std::string_view name);

/// With double quotes and escapes.
[[nodiscard]] std::string quoted_string(std::string_view text);

/// Appends `function ... end ...;` with two blanks of indentation.
void print_function(const FunctionDef& function, std::string& out);

}  // namespace saltus
