#pragma once
// Nodes found by where they were made: of the nodes whose latest argument is one of a few neighbours, the first twelve, in one line of the
// cache. Expressions are made of what was made just before, so that a walk through a large model finds its nodes in lines side by side,
// where a table by hash is a miss of the cache each time.

#include <bit>
#include <cstdint>
#include <cstring>

namespace saltus {

class alignas(64) UserLine {
 public:
  static constexpr std::uint32_t room = 12;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  [[nodiscard]] bool is_full() const { return tags_[count_at] == room; }
  /// The id for which `matches(id)` holds, among those with these bits of a hash; none if there is none.
  template <class Matches>
  [[nodiscard]] std::uint32_t find(std::uint32_t hash, const Matches& matches) const {
    for (std::uint32_t first = 0; first < count(); first += 8)
      for (std::uint64_t hits = equal_bytes(first, tag(hash)); hits != 0; hits &= hits - 1) {
        const std::uint32_t i = first + static_cast<std::uint32_t>(std::countr_zero(hits)) / 8;
        if (i < count() && matches(ids_[i])) return ids_[i];
      }
    return none;
  }
  /// Where there is room.
  void add(std::uint32_t id, std::uint32_t hash) {
    ids_[count()] = id;
    tags_[count()] = tag(hash);
    ++tags_[count_at];
  }

 private:
  static constexpr std::uint32_t count_at = 15;
  [[nodiscard]] std::uint32_t count() const { return tags_[count_at]; }
  static std::uint8_t tag(std::uint32_t hash) { return static_cast<std::uint8_t>(hash >> 24); }

  /// The highest bit of each of eight bytes that are equal to `tag`, lowest first; after the first one perhaps of others.
  [[nodiscard]] std::uint64_t equal_bytes(std::uint32_t first, std::uint8_t tag) const {
    constexpr std::uint64_t ones = 0x0101010101010101;
    std::uint64_t bytes;
    std::memcpy(&bytes, tags_ + first, sizeof bytes);
    if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
    bytes ^= ones * tag;
    return (bytes - ones) & ~bytes & (ones << 7);
  }

  std::uint32_t ids_[room] = {};
  std::uint8_t tags_[16] = {};  // bits of hashes; the last one: how many
};
static_assert(sizeof(UserLine) == 64);

}  // namespace saltus
