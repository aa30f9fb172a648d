#include "report/text_size.hpp"

#include <string_view>

#include "base/printable.hpp"

namespace saltus {

double width_of(const std::string& text, double font) {
  double ems = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Glyph glyph = first_glyph(std::string_view(text).substr(i));
    const char c = text[i];
    const bool narrow = std::string_view("iljtfrI.,:;'|![]() ").find(c) != std::string_view::npos;
    ems += narrow ? 0.36 : std::string_view("mwMW").find(c) != std::string_view::npos ? 0.92 : 0.61;
    i += glyph.bytes;
  }
  return ems * font;
}

std::string shortened(const std::string& text, std::size_t most) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++count) {
    const Glyph glyph = first_glyph(std::string_view(text).substr(i));
    if (count == most) return out + "…";
    out += text.substr(i, glyph.bytes);
    i += glyph.bytes;
  }
  return out;
}

}  // namespace saltus
