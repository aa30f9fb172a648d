#pragma once
// What the axes of a panel have to show.

#include "report/figure.hpp"
#include "report/scale.hpp"

namespace saltus {

/// Of all curves; a logarithmic axis shows what is positive.
[[nodiscard]] Extent extent_of_x(const Panel& panel);

/// Of what is seen in the window of x. Bars and histograms stand on zero.
[[nodiscard]] Extent extent_of_y(const Panel& panel);

/// The axis y: boxes stand on the frame unless some hang.
[[nodiscard]] FigureAxis axis_y(const Panel& panel);

/// Clouds and curves that turn back need room beside them; a curve over its axis uses all of it.
[[nodiscard]] bool spreads(const Panel& panel);

/// Panels over one and the same axis are lined up: it is shown below the last of them only. There is at least one panel.
[[nodiscard]] bool share_x(const Figure& figure);

}  // namespace saltus
