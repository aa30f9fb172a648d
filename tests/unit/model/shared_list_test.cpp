#include "model/shared_list.hpp"

#include <gtest/gtest.h>

#include "base/shared_text.hpp"

namespace saltus {
namespace {

TEST(SharedList, CopiesShareUntilOneIsChanged) {
  SharedList<int> first(std::vector<int>{1, 2, 3});
  SharedList<int> second = first;
  EXPECT_EQ(&first.all(), &second.all());
  second.push_back(4);
  EXPECT_EQ(first.size(), 3U);
  EXPECT_EQ(second.back(), 4);
  const int* place = &second[0];
  second.edit()[0] = 7;  // nobody shares it: nothing is copied
  EXPECT_EQ(place, &second[0]);
  EXPECT_EQ(first.front(), 1);
}

TEST(SharedList, MayBeEmpty) {
  SharedList<int> list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.begin(), list.end());
  list.push_back(1);
  EXPECT_EQ(list.size(), 1U);
}

TEST(SharedText, IsAString) {
  const SharedText none, text("m/s");
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.str(), "");
  EXPECT_EQ(text.str(), "m/s");
  const SharedText copy = text;
  EXPECT_EQ(&copy.str(), &text.str());
}

}  // namespace
}  // namespace saltus
