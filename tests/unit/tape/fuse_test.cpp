#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tape/fuse.hpp"
#include "tape_builder.hpp"

namespace saltus::test {
namespace {

using enum TapeOp;

std::size_t count(const std::vector<Instruction>& list, TapeOp op) {
  return static_cast<std::size_t>(std::ranges::count(list, op, &Instruction::op));
}

// The constrained pendulum: w' = -(g/l) sin(phi) - (d/m) w.
TEST(Fuse, PendulumBecomesThreeOperations) {
  TapeBuilder b;
  const Slot phi = b.slot(), w = b.slot(), gravity = b.slot(), damping = b.slot();
  const Slot sine = b.pair(sincos, phi).first;
  const Slot rate = b.op(sub, b.op(neg, b.op(mul, gravity, sine)), b.op(mul, damping, w));
  b.op(exp, phi);  // nobody needs it
  b.integrate(phi, w);
  b.integrate(w, rate);
  const auto constant = [&](Slot s) { return s == gravity || s == damping; };
  const auto fused = fuse(b.tape, b.list, {}, constant);
  ASSERT_EQ(fused.size(), 3u);
  EXPECT_EQ(fused[0].op, sincos);
  EXPECT_EQ(fused[1].op, integrate);
  EXPECT_EQ(fused[2].op, integrate_linear);
  EXPECT_EQ(fused[2].out2, no_slot);

  const auto with_rate = fuse(b.tape, b.list, {rate}, constant);
  ASSERT_EQ(with_rate.size(), 3u);
  EXPECT_EQ(with_rate[2].out2, rate);
}

TEST(Fuse, PowersBecomeProducts) {
  TapeBuilder b;
  const Slot x = b.slot();
  const Slot eleventh = b.op(pow, x, b.number(11)), root = b.op(pow, x, b.number(*Rational::parse("0.5")));
  const Slot square_of_x = b.op(mul, x, x);
  const auto fused = fuse(b.tape, b.list, {eleventh, root, square_of_x}, [](Slot) { return false; });
  EXPECT_EQ(count(fused, pow), 0u);
  EXPECT_EQ(count(fused, square), 4u);
  EXPECT_EQ(count(fused, mul), 2u);
  EXPECT_EQ(count(fused, sqrt), 1u);
  Jets<double> jets(b.tape, 12);
  jets[x][0] = 2;
  jets[x][1] = 1;
  run(b.tape, arrange(b.tape, fused), jets, 0, 12);
  EXPECT_EQ(jets[eleventh][0], 2048);
  EXPECT_EQ(jets[eleventh][11], 1);
  EXPECT_EQ(jets[eleventh][12], 0);
}

TEST(Fuse, DoesNotReassociate) {
  TapeBuilder b;
  const Slot x = b.slot(), y = b.slot(), z = b.slot();
  const Slot sum = b.op(add, x, b.op(sub, y, z));
  const auto fused = fuse(b.tape, b.list, {sum}, [](Slot) { return false; });
  Jets<double> jets(b.tape, 0);
  jets.set(x, 1e-20);
  jets.set(y, 1);
  jets.set(z, 1);
  run(b.tape, arrange(b.tape, fused), jets, 0);
  EXPECT_EQ(jets[sum][0], 1e-20);
}

TEST(Fuse, PreparesWeights) {
  TapeBuilder b;
  const Slot x = b.slot(), c = b.number(4), d = b.number(3);
  const Slot y = b.op(div, b.op(mul, d, x), c);
  std::vector<Instruction> setup;
  const auto fused = fuse(b.tape, b.list, {y}, [&](Slot s) { return s == c || s == d; }, &setup);
  ASSERT_EQ(fused.size(), 1u);
  EXPECT_EQ(fused[0].op, linear);
  EXPECT_EQ(fused[0].count, 1u);
  Jets<double> jets(b.tape, 1);
  run(b.tape, arrange(b.tape, setup), jets, 0);
  jets[x][0] = 8;
  jets[x][1] = 1;
  run(b.tape, arrange(b.tape, fused), jets, 0, 1);
  EXPECT_EQ(jets[y][0], 6);
  EXPECT_EQ(jets[y][1], 0.75);
}

TEST(Fuse, LeavesSlotsAloneThatRelyOnTheOrder) {
  TapeBuilder b;
  const Slot x = b.slot(), y = b.op(neg, x);  // the old x
  Instruction step;
  step.op = add;
  step.out = x;
  step.a = x;
  step.b = b.number(1);
  b.list.push_back(step);
  const Slot z = b.op(add, y, x);
  const auto fused = fuse(b.tape, b.list, {z}, [](Slot) { return false; });
  Jets<double> jets(b.tape, 0);
  jets.set(x, 5);
  run(b.tape, arrange(b.tape, fused), jets, 0);
  EXPECT_EQ(jets[z][0], 1);
}

class FuseProperty : public testing::TestWithParam<unsigned> {};

// Random trees over two states and constants: fused and plain lists give the same bits.
TEST_P(FuseProperty, KeepsEveryBit) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  std::mt19937 random(GetParam());
  TapeBuilder b;
  std::vector<Slot> slots = {b.slot(), b.slot(), b.slot(), b.slot()};
  const Slot first_constant = slots[2], last_constant = slots[3];
  const TapeOp ops[] = {neg, add, sub, mul, add, sub, exp};
  std::uniform_int_distribution<std::size_t> any_op(0, std::size(ops) - 1);
  for (int n = 0; n < 25; ++n) {
    std::uniform_int_distribution<std::size_t> any(0, slots.size() - 1);
    const Slot a = slots[any(random)], c = slots[any(random)];
    TapeOp op = ops[any_op(random)];
    if (op == mul && a == c) op = add;  // a square adds in another sequence
    slots.push_back(op == neg || op == exp ? b.op(op, a) : b.op(op, a, c));
  }
  std::uniform_int_distribution<std::size_t> any(4, slots.size() - 1);
  const std::vector<Slot> keep = {slots[any(random)], slots[any(random)]};
  b.integrate(slots[0], slots[any(random)]);
  b.integrate(slots[1], slots[any(random)]);
  const auto fused = fuse(b.tape, b.list, keep, [&](Slot s) { return s == first_constant || s == last_constant; });
  EXPECT_LE(fused.size(), b.list.size());

  constexpr int order = 8;
  Jets<double> plain(b.tape, order);
  plain.set(slots[0], 0.01);
  plain.set(slots[1], -0.02);
  plain.set(slots[2], 0.03);
  plain.set(slots[3], 0.07);
  Jets<double> shorter = plain;
  run(b.tape, b.code(), plain, 0, order);
  run(b.tape, arrange(b.tape, fused), shorter, 0, order);
  for (const Slot s : {slots[0], slots[1], keep[0], keep[1]}) {
    for (int k = 0; k <= order; ++k) {
      const double x = plain[s][k], y = shorter[s][k];
      EXPECT_TRUE(x == y || (std::isnan(x) && std::isnan(y))) << "slot " << s << ", order " << k << ": " << x << " " << y;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, FuseProperty, testing::Range(1u, 201u));

}  // namespace
}  // namespace saltus::test
