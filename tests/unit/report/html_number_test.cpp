#include "report/html_number.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace saltus {
namespace {

using Texts = std::vector<std::string>;

TEST(HtmlNumber, SetsMinusSignsAndPowersOfTen) {
  EXPECT_EQ(html_number("-1.5e-07"), "−1.5·10⁻⁷");
  EXPECT_EQ(html_number("2.50"), "2.50");
  EXPECT_EQ(html_number("a<b"), "a&lt;b");
  EXPECT_EQ(html_number(""), "");
}

TEST(HtmlNumber, ColumnsShareTheirDecimals) {
  EXPECT_EQ(html_column({1, 20, -3}), (Texts{"1", "20", "−3"}));
  EXPECT_EQ(html_column({0.5, 0.25, NAN}), (Texts{"0.50", "0.25", ""}));
  EXPECT_EQ(html_column({1.0 / 3, 20}), (Texts{"0.33333", "20.00000"}));
  EXPECT_EQ(html_column({1e-9 / 3, 1.0 / 3}), (Texts{"3.33333·10⁻¹⁰", "0.333333"}));
}

}  // namespace
}  // namespace saltus
