#include <gtest/gtest.h>

#include "base/text_table.hpp"

namespace saltus {
namespace {

TEST(TextTableTest, AlignsColumns) {
  TextTable t({{"name"}, {"time", Align::right}, {"class"}});
  t.add({"bounce", "0.452", "SE-X"});
  t.add({"h\xc3\xa4lt", "12"});
  EXPECT_EQ(t.text(),
            "name     time  class\n"
            "bounce  0.452  SE-X\n"
            "h\xc3\xa4lt       12\n");
  EXPECT_EQ(t.row_count(), 2U);
}

TEST(TextTableTest, WithoutTitles) {
  TextTable t({{""}, {"", Align::right}});
  t.add({"a", "1"});
  t.add({"bb", "22"});
  EXPECT_EQ(t.text(), "a    1\nbb  22\n");
}

}  // namespace
}  // namespace saltus
