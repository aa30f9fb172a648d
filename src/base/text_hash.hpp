#pragma once
// A short name for a text.

#include <string>
#include <string_view>

namespace saltus {

/// 16 hexadecimal digits (FNV-1a): tells texts apart in logs, not in courts.
[[nodiscard]] std::string text_hash(std::string_view text);

}  // namespace saltus
