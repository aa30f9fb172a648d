#pragma once
// Figures, animations and files as parts of a page.

#include <string>

#include "report/animation.hpp"
#include "report/figure.hpp"

namespace saltus {

/// "Figure 3": numbered by the page. Drawn twice: a picture for print and for browsers without scripts, data for the script.
[[nodiscard]] std::string figure_html(const Figure& figure, int number);

/// Likewise: still pictures, and data for the player.
[[nodiscard]] std::string animation_html(const Animation& animation, int number);

/// A text that can be unfolded and saved. `kind` is "Model" or "Study".
[[nodiscard]] std::string folded_html(const std::string& kind, const std::string& text, const std::string& file_name);

}  // namespace saltus
