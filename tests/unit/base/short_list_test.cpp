#include "base/short_list.hpp"

#include <gtest/gtest.h>

namespace saltus {
namespace {

std::vector<std::uint32_t> items(const ShortList& list) { return {list.begin(), list.end()}; }

TEST(ShortList, IsAsSmallAsFourNumbers) { EXPECT_EQ(sizeof(ShortList), 16U); }

TEST(ShortList, KeepsFewAndMany) {
  ShortList list;
  EXPECT_TRUE(list.empty());
  std::vector<std::uint32_t> wanted;
  for (std::uint32_t i = 0; i < 9; ++i) {
    list.push_back(i * i);
    wanted.push_back(i * i);
    EXPECT_EQ(items(list), wanted);
    EXPECT_EQ(list[i], i * i);
  }
  EXPECT_EQ(items(ShortList(wanted)), wanted);
}

TEST(ShortList, CopiesAreTheirOwn) {
  for (const std::vector<std::uint32_t>& some : {std::vector<std::uint32_t>{1, 2}, {1, 2, 3, 4, 5}}) {
    ShortList list(some), copy = list;
    *copy.begin() = 7;
    EXPECT_EQ(items(list), some);
    ShortList moved = std::move(copy);
    EXPECT_EQ(moved[0], 7U);
    moved = list;
    EXPECT_EQ(items(moved), some);
    moved = ShortList{};
    EXPECT_TRUE(moved.empty());
  }
}

}  // namespace
}  // namespace saltus
