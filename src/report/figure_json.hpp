#pragma once
// A figure as data for the script of a page, which draws it again at any zoom.

#include <string>

#include "report/figure.hpp"

namespace saltus {

/// JSON that can stand inside a <script> element: no `<`. Curves longer than `most_points` in the window that is
/// shown first, or than a fourth of it outside, are thinned without losing extremes.
[[nodiscard]] std::string figure_json(const Figure& figure, std::size_t most_points = 5000);

}  // namespace saltus
