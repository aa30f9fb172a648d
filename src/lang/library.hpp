#pragma once
// The parts of the Modelica Standard Library that are built in: constants, the names of mathematical functions, SI types.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/expr.hpp"

namespace saltus::lang {

/// `Modelica.Constants.<name>`; null if there is none. pi stays symbolic, the rest are exact decimals or formulas of them.
[[nodiscard]] Expr library_constant(ExprPool& pool, std::string_view name);
[[nodiscard]] std::vector<std::string> library_constant_names();

/// Unit of `Modelica.Units.SI.<name>` (or SIunits): "" for one that is not listed, all of them are Real.
[[nodiscard]] std::string_view si_unit(std::string_view name);

/// Is `parts` a type below Modelica.Units.SI or Modelica.SIunits? Gives its last name.
[[nodiscard]] std::optional<std::string_view> si_type(std::span<const std::string_view> parts);

/// The plain name of a function below Modelica.Math ("sin", "Vectors.interpolate"); nullopt for other names.
[[nodiscard]] std::optional<std::string> math_function(std::span<const std::string_view> parts);

/// What a function that other languages have ("ln", "pow"), or a short word for `der`, is written as here ("log", "a^b"); "" for other names.
[[nodiscard]] std::string_view written_here(std::string_view function);

}  // namespace saltus::lang
