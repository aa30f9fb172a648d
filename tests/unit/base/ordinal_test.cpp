#include "base/ordinal.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace saltus {
namespace {

TEST(Ordinal, EndsAsItIsSpoken) {
  const std::pair<int, const char*> all[] = {{0, "0th"},   {1, "1st"},     {2, "2nd"},     {3, "3rd"},     {4, "4th"},
                                             {11, "11th"}, {12, "12th"},   {13, "13th"},   {21, "21st"},   {32, "32nd"},
                                             {43, "43rd"}, {101, "101st"}, {111, "111th"}, {112, "112th"}, {123, "123rd"}};
  for (const auto& [n, text] : all) EXPECT_EQ(ordinal(n), text);
}

}  // namespace
}  // namespace saltus
