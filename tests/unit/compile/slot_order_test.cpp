// The slots of large models are numbered in the order of events.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "compile/tuples.hpp"
#include "model/builder.hpp"

namespace saltus {
namespace {

HybridModel row(std::size_t n) {
  ModelBuilder m("Row");
  const Var gap = m.parameter("gap", "0.5");
  const auto x = m.reals("x", n, [](std::size_t i) { return Attributes{.start = Ex(static_cast<int>(i)), .fixed = true}; });
  const auto v = m.reals("v", n, [](std::size_t i) { return Attributes{.start = Ex(i == 1 ? 1 : 0), .fixed = true}; });
  for (std::size_t i = 0; i < n; ++i) {
    m.equation(der(x[i]), v[i]);
    m.equation(der(v[i]), 0);
  }
  for (std::size_t i = 0; i + 1 < n; ++i)
    m.when(fmt::format("hit[{}]", i + 1), x[i + 1] - x[i] <= gap).reinit(v[i], v[i + 1]).reinit(v[i + 1], v[i]);
  return m.build();
}

TEST(SlotOrder, EverySlotKeepsItsMeaning) {
  CompiledTuples tuples(row(200));
  const CompiledModel& c = *tuples.of({});
  std::set<Slot> distinct{c.time, c.is_initial, c.is_terminal};
  for (const CompiledState& s : c.states) distinct.insert(s.value);
  for (const CompiledGuard& g : c.guards) distinct.insert({g.h, g.bit});
  for (const CompiledDiscrete& d : c.discretes) distinct.insert({d.value, d.pre});
  for (const CompiledBranch& b : c.branches) distinct.insert(b.active);
  for (const Tape::Constant& k : c.tape.constants) distinct.insert(k.slot);
  EXPECT_EQ(distinct.size(),
            3 + c.states.size() + 2 * c.guards.size() + 2 * c.discretes.size() + c.branches.size() + c.tape.constants.size());
  EXPECT_LT(*distinct.rbegin(), c.tape.slot_count);
}

TEST(SlotOrder, WhatAGuardReadsIsNear) {
  CompiledTuples tuples(row(200));
  const CompiledModel& c = *tuples.of({});
  const auto is_state = [&](Slot s) { return std::ranges::find(c.states, s, &CompiledState::value) != c.states.end(); };
  for (const CompiledGuard& g : c.guards)
    for (const Slot s : g.terms) {
      if (!is_state(s)) continue;
      EXPECT_LT(g.h > s ? g.h - s : s - g.h, 20U);
    }
}

}  // namespace
}  // namespace saltus
