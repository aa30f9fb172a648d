#pragma once
// The time-oriented sheet of a model: a row for each step of a method with a fixed step, events on the grid.
//
// It is the run `--solver euler --step h --locate grid` of the same model, row by row, with this difference: all that happens in a row
// happens in one round. Where more would happen in the same instant (a transition that makes another one possible) a column says so.

#include <optional>

#include "base/diagnostic.hpp"
#include "export/sheet.hpp"
#include "model/hybrid_model.hpp"

namespace saltus {

enum class Scheme : std::uint8_t { euler, heun, rk4 };
[[nodiscard]] std::optional<Scheme> scheme_of(std::string_view solver);

struct GridOptions {
  Scheme scheme = Scheme::euler;
  std::optional<Rational> step;  ///< none: the interval of the model's `sample`, if it has one and nothing flows
  Rational start, stop;
};

/// Nothing, with diagnostics, if the model cannot be written as formulas.
[[nodiscard]] std::optional<Sheet> grid_sheet(const HybridModel& model, const GridOptions& options, Diagnostics& diagnostics);

/// Excel has no more.
inline constexpr std::size_t most_rows = 1048576;

}  // namespace saltus
