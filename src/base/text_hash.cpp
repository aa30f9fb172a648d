#include "base/text_hash.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace saltus {

std::string text_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

}  // namespace saltus
