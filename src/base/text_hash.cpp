#include "base/text_hash.hpp"

#include <fmt/format.h>

namespace saltus {

std::string TextHash::digits() const { return fmt::format("{:016x}", hash_); }

std::string text_hash(std::string_view text) {
  TextHash hash;
  hash.add(text);
  return hash.digits();
}

}  // namespace saltus
