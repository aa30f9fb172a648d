#pragma once
// A figure as commands for gnuplot, which only draws: every place is known from the layout.

#include <string>
#include <string_view>

#include "report/layout.hpp"

namespace saltus {

enum class FigureFormat : std::uint8_t { svg, pdf, png };

[[nodiscard]] std::string_view extension_of(FigureFormat format);

/// Commands that write the picture to the standard output of gnuplot. Texts are literal whatever they hold: no mark-up, no commands.
[[nodiscard]] std::string gnuplot_script(const FigureLayout& layout, FigureFormat format);

/// A text as a string expression of gnuplot: in single quotes, where only the quote itself is special; control characters made visible.
[[nodiscard]] std::string gnuplot_string(std::string_view text);

}  // namespace saltus
