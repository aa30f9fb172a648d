// Identities between elementary functions, as series to order 40 with 60 digits; and double against these.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "number/mpfr.hpp"
#include "tape_builder.hpp"

namespace saltus::test {
namespace {

constexpr int order = 40;

/// lhs and rhs are equal as series for the argument x (and a second one, y).
struct Identity {
  std::string name;
  double x0, y0;
  std::function<std::pair<Slot, Slot>(TapeBuilder&, Slot x, Slot y)> sides;
};

using enum TapeOp;

std::vector<Identity> identities() {
  return {
      {"sin^2 + cos^2 = 1", 0.7, 1,
       [](TapeBuilder& b, Slot x, Slot) {
         const auto [s, c] = b.pair(sincos, x);
         return std::pair(b.op(add, b.op(square, s), b.op(square, c)), b.number(1));
       }},
      {"cosh^2 - sinh^2 = 1", 0.7, 1,
       [](TapeBuilder& b, Slot x, Slot) {
         const auto [s, c] = b.pair(sinhcosh, x);
         return std::pair(b.op(sub, b.op(mul, c, c), b.op(mul, s, s)), b.number(1));
       }},
      {"exp(log x) = x", 1.3, 1, [](TapeBuilder& b, Slot x, Slot) { return std::pair(b.op(exp, b.op(log, x)), x); }},
      {"log(exp x) = x", -1.3, 1, [](TapeBuilder& b, Slot x, Slot) { return std::pair(b.op(log, b.op(exp, x)), x); }},
      {"sqrt(x)^2 = x", 1.3, 1, [](TapeBuilder& b, Slot x, Slot) { return std::pair(b.op(square, b.op(sqrt, x)), x); }},
      {"tan = sin/cos", 0.9, 1,
       [](TapeBuilder& b, Slot x, Slot) {
         const auto [s, c] = b.pair(sincos, x);
         return std::pair(b.pair(tan, x).first, b.op(div, s, c));
       }},
      {"tanh = sinh/cosh", 0.9, 1,
       [](TapeBuilder& b, Slot x, Slot) {
         const auto [s, c] = b.pair(sinhcosh, x);
         return std::pair(b.pair(tanh, x).first, b.op(div, s, c));
       }},
      {"asin(sin x) = x", 0.4, 1,
       [](TapeBuilder& b, Slot x, Slot) { return std::pair(b.pair(asin, b.pair(sincos, x).first).first, x); }},
      {"acos(cos x) = x", 1.4, 1,
       [](TapeBuilder& b, Slot x, Slot) { return std::pair(b.pair(acos, b.pair(sincos, x).second).first, x); }},
      {"atan(tan x) = x", -0.8, 1,
       [](TapeBuilder& b, Slot x, Slot) { return std::pair(b.pair(atan, b.pair(tan, x).first).first, x); }},
      {"tan(atan2(x, y)) = x/y", -1.5, 0.8,
       [](TapeBuilder& b, Slot x, Slot y) { return std::pair(b.pair(tan, b.pair(atan2, x, y).first).first, b.op(div, x, y)); }},
      {"atan2(y sin x, y cos x) = x", 3, 1.2,
       [](TapeBuilder& b, Slot x, Slot y) {
         const auto [s, c] = b.pair(sincos, x);
         return std::pair(b.pair(atan2, b.op(mul, y, s), b.op(mul, y, c)).first, x);
       }},
      {"(x/y) y = x", 0.3, -0.9, [](TapeBuilder& b, Slot x, Slot y) { return std::pair(b.op(mul, b.op(div, x, y), y), x); }},
      {"x^2.5 = exp(2.5 log x)", 1.7, 1,
       [](TapeBuilder& b, Slot x, Slot) {
         const Slot p = b.number(*Rational::parse("2.5"));
         return std::pair(b.op(pow, x, p), b.op(exp, b.op(mul, p, b.op(log, x))));
       }},
      {"x^5 = x x^2 x^2", -0.4, 1,
       [](TapeBuilder& b, Slot x, Slot) {
         const Slot s = b.op(square, x);
         return std::pair(b.op(pow, x, b.number(5)), b.op(mul, x, b.op(mul, s, s)));
       }},
      {"x^5 = x x^2 x^2 at 0", 0, 1,
       [](TapeBuilder& b, Slot x, Slot) {
         const Slot s = b.op(square, x);
         return std::pair(b.op(pow, x, b.number(5)), b.op(mul, x, b.op(mul, s, s)));
       }},
      {"x^-3 x^3 = 1", -1.4, 1,
       [](TapeBuilder& b, Slot x, Slot) {
         return std::pair(b.op(mul, b.op(pow, x, b.number(-3)), b.op(pow, x, b.number(3))), b.number(1));
       }},
      {"x^0 = 1", 0, 1, [](TapeBuilder& b, Slot x, Slot) { return std::pair(b.op(pow, x, b.number(0)), b.number(1)); }},
  };
}

struct BothSides {
  TapeBuilder builder;
  Slot x = builder.slot(), y = builder.slot(), lhs, rhs;
  std::vector<double> x_series, y_series;

  explicit BothSides(const Identity& identity) {
    std::mt19937 random(7);
    x_series = random_series(random, identity.x0, order);
    y_series = random_series(random, identity.y0, order);
    std::tie(lhs, rhs) = identity.sides(builder, x, y);
  }

  template <class T>
  Jets<T> compute() {
    Jets<T> jets(builder.tape, order);
    set_series(jets, x, x_series);
    set_series(jets, y, y_series);
    run(builder.tape, builder.code(), jets, 0, order);
    return jets;
  }
};

TEST(Identities, HoldWithSixtyDigits) {
  const PrecisionScope digits(60);
  for (const Identity& identity : identities()) {
    BothSides r(identity);
    const auto jets = r.compute<Mpfr>();
    double size = 1;
    for (int k = 0; k <= order; ++k) {
      size = std::max(size, std::abs(to_double(jets[r.rhs][k])));
      EXPECT_LT(to_double(abs(jets[r.lhs][k] - jets[r.rhs][k])), 1e-48 * size) << identity.name << ", order " << k;
    }
  }
}

// Recurrences carry rounding errors on, but not further than the growth of the series themselves explains.
TEST(Identities, DoubleFollowsSixtyDigits) {
  const PrecisionScope digits(60);
  for (const Identity& identity : identities()) {
    BothSides r(identity);
    const auto exact = r.compute<Mpfr>();
    const auto jets = r.compute<double>();
    for (const Instruction& i : r.builder.list) {
      double size = 1;
      for (int k = 0; k <= order; ++k) {
        size = std::max(size, std::abs(to_double(exact[i.out][k])));
        EXPECT_LT(std::abs(to_double(exact[i.out][k] - Mpfr(jets[i.out][k]))), 1e-12 * size)
            << identity.name << ", slot " << i.out << ", order " << k;
      }
    }
  }
}

}  // namespace
}  // namespace saltus::test
