// Any bytes and any span render to harmless text.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/diagnostic.hpp"

namespace saltus {
namespace {

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f; }

TEST(RenderRandom, AnyBytesAnySpan) {
  constexpr unsigned seed = 4711;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes(random() % 600, ' ');
    const unsigned alphabet = i % 2 == 0 ? 256 : 40;
    for (char& c : bytes) c = static_cast<char>(random() % alphabet);
    Sources s;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const auto file = s.add("f.mo", bytes);
    const auto begin = static_cast<std::uint32_t>(random() % (size + 1));
    const auto end = static_cast<std::uint32_t>(random() % (size + 10));
    const std::string text = render({Severity::error, "c", bytes, {{file, begin, end}, bytes}, {}, bytes}, s);
    EXPECT_TRUE(std::ranges::none_of(text, is_control));
    EXPECT_NE(text.find('^'), std::string::npos);
  }
}

}  // namespace
}  // namespace saltus
