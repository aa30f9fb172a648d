#pragma once
// A short name for a text.

#include <cstdint>
#include <string>
#include <string_view>

namespace saltus {

/// 16 hexadecimal digits (FNV-1a): tells texts apart in logs, not in courts.
class TextHash {
 public:
  /// The text goes on with this.
  void add(std::string_view text) {
    for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  [[nodiscard]] std::string digits() const;

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

[[nodiscard]] std::string text_hash(std::string_view text);

}  // namespace saltus
