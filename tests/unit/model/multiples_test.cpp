#include <gtest/gtest.h>

#include "model/multiples.hpp"

namespace saltus {
namespace {

TEST(Multiples, OfOneAnother) {
  ExprPool pool;
  const Expr x = pool.symbol("x"), y = pool.symbol("y"), two = pool.number(2);
  EXPECT_EQ(sign_of_multiple(x, x), 1);
  EXPECT_EQ(sign_of_multiple(two * x, x), 1);
  EXPECT_EQ(sign_of_multiple(-x / two, x), -1);
  EXPECT_EQ(sign_of_multiple(x - y, y - x), -1);
  EXPECT_EQ(sign_of_multiple(two * (x - y), x + x - two * y), 1);
  EXPECT_EQ(sign_of_multiple(two * x - pool.number(6), x - pool.number(3)), 1);
}

TEST(Multiples, OfOthers) {
  ExprPool pool;
  const Expr x = pool.symbol("x"), y = pool.symbol("y"), zero = x - x;
  EXPECT_FALSE(sign_of_multiple(x, y));
  EXPECT_FALSE(sign_of_multiple(x, x - pool.number(1)));
  EXPECT_FALSE(sign_of_multiple(x * y, x));
  EXPECT_FALSE(sign_of_multiple(zero, x));
  EXPECT_FALSE(sign_of_multiple(x + y, x - y));
}

TEST(Multiples, GivesUpOnSumsThatGrowWithoutEnd) {
  ExprPool pool;
  const Expr x = pool.symbol("x");
  Expr sum = x;
  for (int i = 0; i < 100; ++i) sum = pool.make(Op::add, {sum, sum});
  EXPECT_FALSE(sign_of_multiple(sum, x));
}

}  // namespace
}  // namespace saltus
