#pragma once
// What the commands of TeX stand for in formulas.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace saltus {

enum class TexKind : std::uint8_t {
  identifier,  ///< Greek letters and the like, slanted
  upright,     ///< identifiers that are not slanted: Γ, ∞, names of functions
  function,    ///< sin, with a thin space before its argument
  limits,      ///< lim, max: what is set as an index goes below
  relation,    ///< and other operators with the space that MathML gives them
  ordinary,    ///< operators without space
  large,       ///< sums, whose limits go below and above
  integral,    ///< integrals, whose limits go beside
  opening,     ///< brackets
  closing,
  space,    ///< text is its width
  accent,   ///< set above its argument
  variant,  ///< a font for its argument: text is its name
};

struct TexSymbol {
  std::string_view name;  ///< without the backslash
  TexKind kind;
  std::string_view text;
};

/// Null if there is no such command.
[[nodiscard]] const TexSymbol* find_tex_symbol(std::string_view name);

/// All names, for suggestions.
[[nodiscard]] std::vector<std::string> tex_symbol_names();

}  // namespace saltus
