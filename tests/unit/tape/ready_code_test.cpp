// Codes that are prepared once and run again and again.

#include "tape/ready_code.hpp"

#include <gtest/gtest.h>

#include "tape_builder.hpp"

namespace saltus {
namespace {

using test::TapeBuilder;

TEST(ReadyCode, KeepsItsWeightsUntilTheyAreForgotten) {
  TapeBuilder b;
  const Slot x = b.slot(), w = b.slot(), y = b.slot();
  b.tape.terms = {{w, x, false}};
  Instruction sum;
  sum.op = TapeOp::linear;
  sum.out = y;
  sum.count = 1;
  const Code code = arrange(b.tape, {sum});
  Jets<double> jets(b.tape, 4);
  ReadyCode<double> ready(b.tape, code, jets);
  jets[x][1] = 3;
  jets.set(w, 2);
  run(ready, 0, 4);
  EXPECT_EQ(jets[y][1], 6);
  jets.set(w, 5);
  run(ready, 0, 4);
  EXPECT_EQ(jets[y][1], 6);
  ready.forget_weights();
  run(ready, 0, 4);
  EXPECT_EQ(jets[y][1], 15);
}

TEST(ReadyCode, AddsAsCodesDoThatAreNotPrepared) {
  for (int constant = 0; constant < 4; ++constant) {  // its place among the terms; 3: there is none
    TapeBuilder b;
    const Slot x = b.slot(), y = b.slot(), w = b.slot();
    for (const TapeOp op : {TapeOp::copy, TapeOp::neg, TapeOp::add, TapeOp::sub}) b.op(op, x, y);
    b.tape.terms = {{w, x, false}, {no_slot, y, true}};
    if (constant < 3) b.tape.terms.insert(b.tape.terms.begin() + constant, {w, no_slot, constant == 1});
    Instruction sum;
    sum.op = TapeOp::linear;
    sum.out = b.slot();
    sum.count = static_cast<std::uint16_t>(b.tape.terms.size());
    b.list.push_back(sum);
    const Code code = arrange(b.tape, b.list);
    ASSERT_TRUE(code.elementwise);
    for (const int first : {0, 1, 8, 19}) {  // orders 0..first, then the others
      Jets<double> one(b.tape, 20), other(b.tape, 20);
      for (Jets<double>* jets : {&one, &other})
        for (int k = 0; k <= 20; ++k) {
          (*jets)[x][k] = 1.0 / (k + 3);
          (*jets)[y][k] = 0.1 * k - 0.7;
        }
      one.set(w, 0.3);
      other.set(w, 0.3);
      for (int k = 0; k <= 20; ++k) run(b.tape, code, one, k);
      ReadyCode<double> ready(b.tape, code, other);
      run(ready, 0, first);
      run(ready, first + 1, 20);
      for (Slot s = 0; s < b.tape.slot_count; ++s)
        for (int k = 0; k <= 20; ++k) EXPECT_EQ(one[s][k], other[s][k]) << constant << " " << first << " " << s << " " << k;
    }
  }
}

TEST(ReadyCode, DecidesAsCodesDoThatAreNotPrepared) {
  for (const double left : {-1.0, 0.0, 1.0})
    for (const double right : {-1.0, 0.0, 1.0})
      for (const int tie : {-1, 0, 1}) {
        TapeBuilder b;
        const Slot x = b.slot(), y = b.slot();
        for (const TapeOp op : {TapeOp::less, TapeOp::less_equal, TapeOp::greater, TapeOp::greater_equal, TapeOp::or_})
          b.op(op, x, y);
        b.op(TapeOp::relation, x);
        const Code code = arrange(b.tape, b.list);
        Jets<double> one(b.tape, 2), other(b.tape, 2);
        for (Jets<double>* jets : {&one, &other}) {
          jets->set(x, left);
          jets->set(y, right);
          jets->relations.assign(1, {0.5, tie});
        }
        run(b.tape, code, one, 0);
        ReadyCode<double> ready(b.tape, code, other);
        run(ready, 0, 0);
        for (Slot s = 0; s < b.tape.slot_count; ++s) EXPECT_EQ(one[s][0], other[s][0]) << left << " " << right << " " << s;
      }
}

}  // namespace
}  // namespace saltus
