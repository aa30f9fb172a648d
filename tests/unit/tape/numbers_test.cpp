// The same tape over lanes and dual numbers.

#include <gtest/gtest.h>

#include <cmath>

#include "number/dual.hpp"
#include "number/lanes.hpp"
#include "tape/kernel.hpp"
#include "tape_builder.hpp"

namespace saltus::test {
namespace {

constexpr int order = 24;
using enum TapeOp;
using Lanes8 = Lanes<double, 8>;

/// A tape with every smooth operation, for x near 0.5 and y near 1.5.
struct Everything : TapeBuilder {
  Slot x = slot(), y = slot(), p = slot();
  Everything() {
    const auto [s, c] = pair(sincos, x);
    const auto [sh, ch] = pair(sinhcosh, x);
    op(add, op(mul, s, ch), op(sub, op(div, c, y), op(neg, sh)));
    op(sqrt, y);
    op(exp, op(log, y));
    pair(tan, x);
    pair(tanh, x);
    pair(asin, x);
    pair(acos, x);
    pair(atan, x);
    pair(atan2, x, y);
    op(pow, y, p);
    op(square, y);
    op(select, x, y, op(less, x, number(*Rational::parse("0.5"))));
  }
};

template <class T>
Jets<T> compute(const Everything& e, const std::vector<double>& x, const std::vector<double>& y) {
  Jets<T> jets(e.tape, order);
  set_series(jets, e.x, x);
  set_series(jets, e.y, y);
  return jets;
}

TEST(LanesTape, EachLaneIsTheScalarRun) {
  const Everything e;
  std::mt19937 random(11);
  const double exponents[8] = {2, 2.5, -1, 0, 3, 3, -0.5, 7};
  Jets<Lanes8> lanes(e.tape, order);
  std::vector<Jets<double>> scalars;
  for (int i = 0; i < 8; ++i) {
    const auto x = random_series(random, 0.3 + 0.05 * i, order), y = random_series(random, 1.2 + 0.1 * i, order);
    scalars.push_back(compute<double>(e, x, y));
    scalars.back().set(e.p, exponents[i]);
    lanes[e.p][0].set(i, exponents[i]);
    for (int k = 0; k <= order; ++k) {
      lanes[e.x][k].set(i, x[static_cast<std::size_t>(k)]);
      lanes[e.y][k].set(i, y[static_cast<std::size_t>(k)]);
    }
    run(e.tape, e.code(), scalars.back(), 0, order);
  }
  Jets<Lanes8> narrow = lanes;
  run(e.tape, e.code(), lanes, 0, order);
  for (int k = 0; k <= order; ++k) Kernel<Lanes8, int>(e.tape, narrow, k).run(e.code());
  for (const Instruction& n : e.list) {
    for (int i = 0; i < 8; ++i) {
      for (int k = 0; k <= order; ++k) {
        EXPECT_EQ(narrow[n.out][k][i], lanes[n.out][k][i]) << "operation " << static_cast<int>(n.op) << ", order " << k;
        EXPECT_EQ(lanes[n.out][k][i], scalars[static_cast<std::size_t>(i)][n.out][k])
            << "operation " << static_cast<int>(n.op) << ", lane " << i << ", order " << k;
      }
    }
  }
}

// d/dx of coefficient k, when coefficient j of the input moves in a given direction.
TEST(DualTape, IsTheDifferenceQuotient) {
  const Everything e;
  std::mt19937 random(13);
  const auto x = random_series(random, 0.4, order), y = random_series(random, 1.4, order);
  const auto direction = random_series(random, 1, order);
  const double h = 1e-6;
  auto dual = compute<Dual<double>>(e, x, y);
  dual.set(e.p, Dual<double>(2.5, 1));
  std::vector<double> high = x, low = x;
  for (int k = 0; k <= order; ++k) {
    const auto j = static_cast<std::size_t>(k);
    dual[e.x][k] = Dual<double>(x[j], direction[j]);
    high[j] += h * direction[j];
    low[j] -= h * direction[j];
  }
  auto above = compute<double>(e, high, y), below = compute<double>(e, low, y);
  above.set(e.p, 2.5 + h);
  below.set(e.p, 2.5 - h);
  run(e.tape, e.code(), dual, 0, order);
  run(e.tape, e.code(), above, 0, order);
  run(e.tape, e.code(), below, 0, order);
  for (const Instruction& n : e.list) {
    double size = 1;
    for (int k = 0; k <= order; ++k) {
      const double quotient = (above[n.out][k] - below[n.out][k]) / (2 * h);
      size = std::max(size, std::abs(quotient));
      EXPECT_NEAR(dual[n.out][k].d(), quotient, 1e-7 * size) << "operation " << static_cast<int>(n.op) << ", order " << k;
    }
  }
}

}  // namespace
}  // namespace saltus::test
