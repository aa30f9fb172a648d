// The slots of large models: series come first, and what a motion reads beyond order 0 is among them.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "compile/tuples.hpp"
#include "model/builder.hpp"
#include "tape/operands.hpp"

namespace saltus {
namespace {

HybridModel row(std::size_t n) {
  ModelBuilder m("Row");
  const auto x = m.reals("x", n, [](std::size_t i) { return Attributes{.start = Ex(static_cast<int>(i)), .fixed = true}; });
  const auto v = m.reals("v", n, [](std::size_t i) { return Attributes{.start = Ex(i == 1 ? 1 : 0), .fixed = true}; });
  for (std::size_t i = 0; i < n; ++i) {
    m.equation(der(x[i]), v[i]);
    m.equation(der(v[i]), 0);
  }
  for (std::size_t i = 0; i + 1 < n; ++i)
    m.when(fmt::format("hit[{}]", i + 1), x[i + 1] - x[i] <= Ex(0.5)).reinit(v[i], v[i + 1]).reinit(v[i + 1], v[i]);
  return m.build();
}

TEST(SlotOrder, SmallModelsKeepTheirs) {
  CompiledTuples tuples(row(4));
  const CompiledModel& c = *tuples.of({});
  EXPECT_GE(c.tape.series_count, c.tape.slot_count);
}

TEST(SlotOrder, LargeModelsHaveSeriesFirst) {
  CompiledTuples tuples(row(200));
  const CompiledModel& c = *tuples.of({});
  ASSERT_LT(c.tape.series_count, c.tape.slot_count);
  const auto is_series = [&](Slot s) { return s == no_slot || s < c.tape.series_count; };
  for (const Code* code : {&c.flow, &c.along(), &c.guards_code, &c.outputs, &c.values})
    for (const Instruction& i : code->instructions) {
      for_each_operand(c.tape, i, [&](Slot s) { EXPECT_TRUE(is_series(s)); });
      for_each_result(c.tape, i, [&](Slot s) { EXPECT_TRUE(is_series(s)); });
    }
  std::set<Slot> distinct;
  for (const CompiledState& s : c.states) distinct.insert(s.value);
  for (const CompiledGuard& g : c.guards) distinct.insert({g.h, g.bit});
  for (const CompiledDiscrete& d : c.discretes) distinct.insert({d.value, d.pre});
  for (const CompiledBranch& b : c.branches) distinct.insert(b.active);
  for (const Tape::Constant& k : c.tape.constants) distinct.insert(k.slot);
  EXPECT_EQ(distinct.size(),
            c.states.size() + 2 * c.guards.size() + 2 * c.discretes.size() + c.branches.size() + c.tape.constants.size());
  EXPECT_LT(*distinct.rbegin(), c.tape.slot_count);
}

/// Given polynomials are followed by the flow itself, unless it takes derivatives from its solutions.
TEST(SlotOrder, TheFlowAlongIsKeptWhereItDiffers) {
  CompiledTuples spheres(row(4));
  EXPECT_FALSE(spheres.of({})->flow_along.has_value());
  ModelBuilder m("Pendulum");
  const auto phi = m.real("phi", {.start = 1, .fixed = true}), w = m.real("w", {.start = 0, .fixed = true});
  m.equation(der(phi), w);
  m.equation(der(w), -sin(phi));
  CompiledTuples pendulum(m.build());
  EXPECT_TRUE(pendulum.of({})->flow_along.has_value());
}

/// What an event touches lies together: the slots of one guard and its branch span little.
TEST(SlotOrder, NeighboursAreNear) {
  CompiledTuples tuples(row(200));
  const CompiledModel& c = *tuples.of({});
  for (const CompiledGuard& g : c.guards)
    for (const Slot s : g.terms) {
      const auto is_here = [s](const CompiledState& x) { return x.value == s; };
      if (s >= c.tape.series_count || std::ranges::none_of(c.states, is_here)) continue;
      EXPECT_LT(g.h > s ? g.h - s : s - g.h, 12U);
    }
}

}  // namespace
}  // namespace saltus
