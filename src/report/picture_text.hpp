#pragma once
// What is changed in the pictures that gnuplot writes.

#include <string>

#include "report/figure.hpp"

namespace saltus {

/// An SVG with our title and description, parts named after the figure, fonts with fallbacks, and nothing in it that draws nothing.
[[nodiscard]] std::string finished_svg(std::string svg, const Figure& figure);

/// A PDF without the time of its making.
[[nodiscard]] std::string finished_pdf(std::string pdf);

/// Text between tags and in attributes of XML.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace saltus
