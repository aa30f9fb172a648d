#pragma once
// Checks that bytes are UTF-8.

#include <cstddef>
#include <string_view>

namespace saltus {

/// Offset of the first byte that is NUL or not part of well-formed UTF-8 (RFC 3629), or npos.
[[nodiscard]] std::size_t invalid_utf8(std::string_view text);

}  // namespace saltus
