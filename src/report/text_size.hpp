#pragma once
// How much room a text takes in a picture, before anybody has drawn it.

#include <cstddef>
#include <string>

namespace saltus {

/// About how wide a sans-serif text is, in the unit of `font`; a little too wide is right.
[[nodiscard]] double width_of(const std::string& text, double font);

/// Texts of more than `most` letters are cut, with a sign that they are.
[[nodiscard]] std::string shortened(const std::string& text, std::size_t most);

}  // namespace saltus
