// How tuples of modes follow each other.

#include "model/mode_changes.hpp"

#include <gtest/gtest.h>

namespace saltus {
namespace {

constexpr std::size_t none = ModeTuple::none;

Transition to(std::vector<std::size_t> from, std::optional<std::size_t> target, std::int64_t priority = 0,
              bool resume = false) {
  Transition t;
  t.from = std::move(from);
  t.to = target;
  t.priority = priority;
  t.resume = resume;
  return t;
}

/// 0: off, on; 1, inside on: slow, fast; 2, inside fast: low, high; 3, beside them: left, right.
HybridModel model() {
  HybridModel m;
  m.pool = std::make_shared<ExprPool>();
  const auto machine = [&](const char* name, const char* first, const char* second, std::optional<ModeRef> inside) {
    Machine result;
    result.name = name;
    for (const char* mode : {first, second}) {
      result.modes.emplace_back();
      result.modes.back().name = mode;
    }
    result.inside = inside;
    m.machines.push_back(std::move(result));
  };
  machine("power", "off", "on", std::nullopt);
  machine("power.on.gear", "slow", "fast", ModeRef{0, 1});
  machine("power.on.gear.fast.fan", "low", "high", ModeRef{1, 1});
  machine("side", "left", "right", std::nullopt);
  m.machines[0].transitions = {to({0}, 1), to({1}, 0), to({0}, 1, 0, true), to({}, std::nullopt)};
  m.machines[1].transitions = {to({0}, 1, 2), to({0}, std::nullopt, 1), to({}, 0, 1)};
  m.machines[2].transitions = {to({0}, 1)};
  m.machines[3].transitions = {to({0}, 1)};
  return m;
}

ModeTuple tuple(std::vector<std::size_t> modes) { return {std::move(modes)}; }

ModeTuple after(const HybridModel& m, const ModeTuple& from, std::vector<TransitionRef> taken, const ModeTuple& last) {
  return take(m, from, taken, last).tuple;
}

TEST(ModeChanges, a_nested_machine_is_in_no_mode_while_its_own_is_not_active) {
  EXPECT_EQ(initial_tuple(model()), tuple({0, none, none, 0}));
}

TEST(ModeChanges, entering_a_mode_starts_the_machines_in_it) {
  const HybridModel m = model();
  const ModeTuple start = initial_tuple(m);
  const ModeChange change = take(m, start, std::vector<TransitionRef>{{0, 0}}, start);
  EXPECT_EQ(change.tuple, tuple({1, 0, none, 0}));
  EXPECT_EQ(change.entered, (std::vector<bool>{true, true, false, false}));
}

TEST(ModeChanges, resume_goes_on_at_every_depth) {
  const HybridModel m = model();
  const ModeTuple last = tuple({0, 1, 1, 0});
  EXPECT_EQ(after(m, tuple({0, none, none, 0}), {{0, 2}}, last), tuple({1, 1, 1, 0}));
  EXPECT_EQ(after(m, tuple({0, none, none, 0}), {{0, 0}}, last), tuple({1, 0, none, 0}));
  EXPECT_EQ(after(m, tuple({0, none, none, 0}), {{0, 2}}, tuple({0, none, none, 0})), tuple({1, 0, none, 0}));
}

TEST(ModeChanges, self_restarts_what_is_nested) {
  const HybridModel m = model();
  EXPECT_EQ(after(m, tuple({1, 1, 1, 0}), {{0, 3}}, tuple({1, 1, 1, 0})), tuple({1, 0, none, 0}));
}

TEST(ModeChanges, machines_side_by_side_switch_together) {
  const HybridModel m = model();
  const ModeTuple start = initial_tuple(m);
  EXPECT_EQ(after(m, start, {{0, 0}, {3, 0}}, start), tuple({1, 0, none, 1}));
}

TEST(ModeChanges, leaving_is_ordered_by_machine_priority_and_text) {
  const HybridModel m = model();
  const std::vector<TransitionRef> expected = {{0, 1}, {0, 3}, {1, 1}, {1, 2}, {1, 0}, {3, 0}};
  EXPECT_EQ(leaving(m, tuple({1, 0, none, 0})), expected);
}

TEST(ModeChanges, nesting_is_known_at_any_depth) {
  const HybridModel m = model();
  EXPECT_TRUE(is_nested(m, 2, 0));
  EXPECT_TRUE(is_nested(m, 2, 1));
  EXPECT_FALSE(is_nested(m, 1, 2));
  EXPECT_FALSE(is_nested(m, 3, 0));
}

TEST(ModeChanges, a_run_starts_in_initial_modes_or_where_conditions_lead) {
  HybridModel m = model();
  EXPECT_TRUE(may_start(m, tuple({0, none, none, 0})));
  EXPECT_FALSE(may_start(m, tuple({0, none, none, 1})));
  m.machines[3].follows_condition = true;
  EXPECT_TRUE(may_start(m, tuple({0, none, none, 1})));
}

}  // namespace
}  // namespace saltus
