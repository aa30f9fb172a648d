#include <gtest/gtest.h>

#include <cmath>

#include "number/lanes.hpp"
#include "tape/share_derivatives.hpp"
#include "tape_builder.hpp"

namespace saltus::test {
namespace {

using enum TapeOp;

// x' = y, y' = -sin(x) + 0.1 exp(x) - 0.2 y, and the angle z' = x y, which only its sine reads.
struct Motion {
  TapeBuilder b;
  Slot x = b.slot(), y = b.slot(), z = b.slot(), tenth = b.slot(), fifth = b.slot();
  Slot sine = b.pair(sincos, x).first, growth = b.op(exp, x), turn = b.pair(sincos, z).first;

  Motion() {
    const Slot push = b.op(sub, b.op(mul, tenth, growth), sine);
    const Slot rate = b.op(add, b.op(sub, push, b.op(mul, fifth, y)), b.op(mul, tenth, turn));
    const Slot spin = b.op(mul, x, y);
    b.integrate(x, y);
    b.integrate(y, rate);
    b.integrate(z, spin);
  }

  template <class T>
  void start(Jets<T>& jets) const {
    jets.set(x, T(0.4));
    jets.set(y, T(-0.7));
    jets.set(z, T(0.2));
    jets.set(tenth, T(0.1));
    jets.set(fifth, T(0.2));
  }
};

TEST(ShareDerivatives, SameSeriesToRounding) {
  Motion m;
  const auto shared = share_derivatives(m.b.tape, m.b.list);
  EXPECT_EQ(shared[0].b, m.y);
  constexpr int order = 40;  // beyond the orders that are constants in kernels
  Jets<double> plain(m.b.tape, order), quick(m.b.tape, order);
  m.start(plain);
  m.start(quick);
  run(m.b.tape, arrange(m.b.tape, m.b.list), plain, 0, order - 1);
  run(m.b.tape, arrange(m.b.tape, shared), quick, 0, order - 1);
  for (const Slot s : {m.x, m.y, m.z, m.sine, m.growth, m.turn})
    for (int k = 0; k < order; ++k)
      EXPECT_NEAR(quick[s][k], plain[s][k], 1e-13 * (std::abs(plain[s][k]) + 1e-6)) << "slot " << s << ", order " << k;
}

TEST(ShareDerivatives, IntegrationsThatNothingWaitsForComeLate) {
  Motion m;
  EXPECT_EQ(arrange(m.b.tape, m.b.list).late, 0u);
  const Code code = arrange(m.b.tape, share_derivatives(m.b.tape, m.b.list));
  ASSERT_EQ(code.late, 1u);  // of z: the product reads the series of x
  EXPECT_EQ(code.instructions.back().out, m.z);
}

TEST(ShareDerivatives, OrderByOrderAndLanesGiveTheSameBits) {
  Motion m;
  const Code code = arrange(m.b.tape, share_derivatives(m.b.tape, m.b.list));
  constexpr int order = 35;
  Jets<double> at_once(m.b.tape, order), one_by_one(m.b.tape, order);
  Jets<Lanes<double, 8>> lanes(m.b.tape, order);
  m.start(at_once);
  m.start(one_by_one);
  m.start(lanes);
  run(m.b.tape, code, at_once, 0, 5);
  run(m.b.tape, code, at_once, 6, order);
  for (int k = 0; k <= order; ++k) run(m.b.tape, code, one_by_one, k);
  run(m.b.tape, code, lanes, 0, order);
  for (const Slot s : {m.x, m.y, m.z, m.sine, m.growth, m.turn})
    for (int k = 0; k <= order; ++k) {
      EXPECT_EQ(at_once[s][k], one_by_one[s][k]) << "slot " << s << ", order " << k;
      EXPECT_EQ(at_once[s][k], lanes[s][k][2]) << "slot " << s << ", order " << k;
    }
}

}  // namespace
}  // namespace saltus::test
