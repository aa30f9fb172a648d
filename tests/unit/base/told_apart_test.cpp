#include "base/told_apart.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace saltus {
namespace {

using Texts = std::pair<std::string, std::string>;

TEST(ToldApart, SixDigitsWhereTheyDiffer) { EXPECT_EQ(told_apart(1.23456789, -2), (Texts{"1.23457", "-2"})); }

TEST(ToldApart, MoreDigitsWhereSixAreTheSame) {
  EXPECT_EQ(told_apart(0.4508331, 0.4508334), (Texts{"0.4508331", "0.4508334"}));
  const auto [a, b] = told_apart(1, std::nextafter(1, 2));
  EXPECT_NE(a, b);
}

TEST(ToldApart, EqualNumbersLookEqual) {
  EXPECT_EQ(told_apart(0.1, 0.1), (Texts{"0.1", "0.1"}));
  EXPECT_EQ(told_apart(NAN, NAN), (Texts{"nan", "nan"}));
}

}  // namespace
}  // namespace saltus
