#include <gtest/gtest.h>

#include "tape_builder.hpp"

namespace saltus::test {
namespace {

using enum TapeOp;

/// Runs a list as it stands.
Code unsorted(const std::vector<Instruction>& list) {
  Code code;
  code.instructions = list;
  return code;
}

/// Random operations that also overwrite slots and read slots before they are written.
std::vector<Instruction> random_list(std::mt19937& random, Tape& tape, std::size_t slots, std::size_t length) {
  const TapeOp ops[] = {copy, neg, add, sub, linear, select, less};
  std::uniform_int_distribution<std::size_t> any_op(0, std::size(ops) - 1);
  std::uniform_int_distribution<Slot> any_slot(0, static_cast<Slot>(slots - 1));
  std::vector<Instruction> list;
  for (std::size_t n = 0; n < length; ++n) {
    Instruction i;
    i.op = ops[any_op(random)];
    i.out = any_slot(random);
    if (i.op == linear) {
      i.index = static_cast<std::uint32_t>(tape.terms.size());
      i.count = 2;
      for (int t = 0; t < 2; ++t) tape.terms.push_back({no_slot, any_slot(random), t == 1});
    } else {
      i.a = any_slot(random);
      if (i.op != copy && i.op != neg) i.b = any_slot(random);
      if (i.op == select) i.c = any_slot(random);
    }
    list.push_back(i);
  }
  return list;
}

class ArrangeProperty : public testing::TestWithParam<unsigned> {};

TEST_P(ArrangeProperty, KeepsEveryValue) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()));
  std::mt19937 random(GetParam());
  constexpr std::size_t slots = 12;
  Tape tape;
  tape.slot_count = slots;
  const auto list = random_list(random, tape, slots, 60);
  std::uniform_int_distribution<int> small(-3, 3);
  Jets<double> plain(tape, 0);
  for (Slot s = 0; s < slots; ++s) plain.set(s, small(random));
  const Jets<double> plain_start = plain;
  Jets<double> sorted = plain, blind = plain;
  run(tape, unsorted(list), plain, 0);
  run(tape, arrange(tape, list), sorted, 0);
  run(tape, arrange(list), blind, 0);
  Jets<double> given = plain_start;
  run(tape, in_given_order(list), given, 0);
  for (Slot s = 0; s < slots; ++s) {
    EXPECT_EQ(sorted[s][0], plain[s][0]) << "slot " << s;
    EXPECT_EQ(blind[s][0], plain[s][0]) << "slot " << s;
    EXPECT_EQ(given[s][0], plain[s][0]) << "slot " << s;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ArrangeProperty, testing::Range(1u, 201u));

TEST(Arrange, PutsEqualOperationsTogetherAndIntegrationLast) {
  TapeBuilder b;
  const Slot x = b.slot(), v = b.slot();
  b.integrate(x, v);
  const Slot s = b.op(square, x), f = b.op(exp, x), t = b.op(square, v);
  b.op(add, b.op(add, s, f), t);
  b.integrate(v, f);
  const Code code = b.code();
  ASSERT_EQ(code.instructions.size(), 7u);
  EXPECT_EQ(code.instructions[0].op, square);
  EXPECT_EQ(code.instructions[1].op, square);
  EXPECT_EQ(code.instructions[2].op, exp);
  EXPECT_EQ(code.instructions[3].op, add);
  EXPECT_EQ(code.instructions[4].op, add);
  EXPECT_EQ(code.instructions.back().op, integrate);
}

TEST(Print, NamesOperationsAndSlots) {
  TapeBuilder b;
  const Slot x = b.slot(), w = b.slot();
  b.tape.terms = {{w, x, true}, {no_slot, x, false}, {w, no_slot, false}};
  b.pair(sincos, x);
  b.op(linear, no_slot);
  b.list.back().count = 3;
  EXPECT_EQ(print(b.tape, b.code()), "  0: s4 = linear -s1*s0 +s0 +s1\n  1: s2, s3 = sincos s0\n");
}

}  // namespace
}  // namespace saltus::test
