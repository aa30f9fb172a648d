#include "tape/slot_table.hpp"

#include <gtest/gtest.h>

namespace saltus {
namespace {

TEST(SlotTable, IsTheSameForShortAndLongLists) {
  for (const std::size_t most : {std::size_t{100}, std::size_t{10'000}}) {
    SlotTable<int> table(10'000, most);
    for (Slot s = 0; s < 100; ++s) table[s * 97] = static_cast<int>(s);
    for (Slot s = 0; s < 10'000; ++s) {
      ASSERT_EQ(table.contains(s), s % 97 == 0 && s < 9700);
      if (s % 97 == 0 && s < 9700) {
        ASSERT_EQ(*table.find(s), static_cast<int>(s / 97));
      }
    }
  }
}

}  // namespace
}  // namespace saltus
