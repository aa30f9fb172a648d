#include "base/printable.hpp"

#include <cassert>
#include <cstdint>

#include <fmt/format.h>

namespace saltus {
namespace {

struct Decoded {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  ///< 0: not UTF-8
};

Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
  std::uint32_t code = lead & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < smallest[bytes] || code > 0x10ffff || surrogate) return {};
  return {code, bytes};
}

bool changes_the_terminal(std::uint32_t code) {
  const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const bool reorders = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  const bool invisible = (code >= 0x200b && code <= 0x200f) || code == 0x2028 || code == 0x2029 || code == 0xfeff;
  return control || reorders || invisible;
}

Glyph escaped(std::size_t bytes, std::string shown) {
  const std::size_t width = shown.size();
  return {bytes, width, std::move(shown)};
}

}  // namespace

Glyph first_glyph(std::string_view text) {
  assert(!text.empty());
  if (text[0] == '\t') return escaped(1, "    ");
  const Decoded d = decode(text);
  if (d.bytes == 0) return escaped(1, fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0])));
  if (!changes_the_terminal(d.code)) return {d.bytes, 1, std::string(text.substr(0, d.bytes))};
  if (d.code < 0x80) return escaped(1, fmt::format("\\x{:02x}", d.code));
  return escaped(d.bytes, fmt::format("\\u{:04x}", d.code));
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (text[0] == '\n') {
      out += '\n';
      text.remove_prefix(1);
      continue;
    }
    const Glyph g = first_glyph(text);
    out += g.shown;
    text.remove_prefix(g.bytes);
  }
  return out;
}

}  // namespace saltus
