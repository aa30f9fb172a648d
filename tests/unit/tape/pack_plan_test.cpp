// Which operations are put side by side, which are fused there, and whether that pays.

#include "tape/pack_plan.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "tape/packed_fusion.hpp"
#include "tape/ready_code.hpp"
#include "tape_builder.hpp"

namespace saltus {
namespace {

using test::TapeBuilder;

/// n pendulums, each for itself.
void add_pendulums(TapeBuilder& b, int n) {
  for (int i = 0; i < n; ++i) {
    const Slot x = b.slot(), v = b.slot();
    const Slot s = b.pair(TapeOp::sincos, x).first;
    b.integrate(x, v);
    b.integrate(v, b.op(TapeOp::neg, s));
  }
}

TEST(PackPlan, PutsEqualOperationsSideBySide) {
  TapeBuilder b;
  add_pendulums(b, 24);
  const auto plan = plan_packing(b.tape, b.code(), 8, {});
  ASSERT_TRUE(plan);
  std::map<PackedKind, int> count;
  for (const PackPlan::Op& op : plan->ops) ++count[op.kind];
  EXPECT_EQ(count, (std::map<PackedKind, int>{{PackedKind::sincos, 3}, {PackedKind::neg, 3}, {PackedKind::integrate, 6}}));
  EXPECT_EQ(std::ranges::count(plan->leaves, true), 48);
  EXPECT_GT(plan->gain, 2);
}

TEST(PackPlan, GainsNothingFromOnePendulum) {
  TapeBuilder b;
  add_pendulums(b, 1);
  const auto plan = plan_packing(b.tape, b.code(), 8, {});
  ASSERT_TRUE(plan);
  EXPECT_LT(plan->gain, 1);
}

/// Operations on groups at the addresses of these numbers; one order.
struct SmallOps {
  double weight[8] = {}, x[8] = {}, y[8] = {}, speed[8] = {}, sum[8] = {}, sine[8] = {};
  PackedTerm in_sum[2] = {{nullptr, x}, {weight, y}}, outer[2] = {{weight, sum}, {nullptr, sine}};
  std::vector<PackedOp> ops = std::vector<PackedOp>(4);

  SmallOps() {
    ops[0] = {.kind = PackedKind::linear_of_two, .out = sum, .terms = in_sum, .terms_end = in_sum + 2};
    ops[1] = {.kind = PackedKind::integrate_linear_of_two, .out = speed, .terms = outer, .terms_end = outer + 2};
    ops[2] = {.kind = PackedKind::integrate, .out = x, .a = speed};
    ops[3].kind = PackedKind::end;
  }
};

TEST(PackedFusion, TakesSumsIntoIntegrations) {
  SmallOps small;
  const std::vector<PackedOp> fused = fuse_packed(small.ops, {});
  ASSERT_EQ(fused.size(), 2U);
  EXPECT_EQ(fused[0].kind, PackedKind::integrate_sum_of_two);
  EXPECT_EQ(fused[0].out, small.speed);
  EXPECT_EQ(fused[0].out2, small.x);
  EXPECT_EQ(fused[0].a, small.weight);
  EXPECT_EQ(fused[0].b, nullptr);
  EXPECT_EQ(fused[0].c, small.sine);
  EXPECT_EQ(fused[1].kind, PackedKind::end);
}

TEST(PackedFusion, LeavesSumsThatOthersRead) {
  SmallOps small;
  const double* const read[] = {small.sum};
  EXPECT_EQ(fuse_packed(small.ops, read).size(), 4U);
  small.ops.insert(small.ops.begin() + 1, {.kind = PackedKind::neg, .out = small.y, .a = small.sum});
  EXPECT_EQ(fuse_packed(small.ops, {}).size(), 5U);
}

TEST(PackPlan, LeavesCodesAloneThatRelyOnTheirOrder) {
  TapeBuilder b;
  const Slot x = b.slot();
  const Slot y = b.op(TapeOp::neg, x);
  b.list.push_back({.op = TapeOp::add, .out = y, .a = y, .b = x});
  EXPECT_FALSE(plan_packing(b.tape, b.code(), 8, {}));
}

TEST(ReadyCode, PacksWhatPays) {
  for (const int n : {2, 40}) {
    TapeBuilder b;
    add_pendulums(b, n);
    const Code code = b.code();
    Jets<double> jets(b.tape, 5);
    ReadyCode<double> ready(b.tape, code, jets);
    if (ready.may_be_packed()) ready.pack({});
    EXPECT_EQ(ready.packed() != nullptr, n == 40 && packed_kernels().lanes > 0) << n;
  }
}

}  // namespace
}  // namespace saltus
