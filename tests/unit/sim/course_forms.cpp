// Courses that are kept for all guards about which the model is built alike.

#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>

#include "compile/tuples.hpp"
#include "model/builder.hpp"
#include "sim/course_forms.hpp"
#include "sim/logical_slots.hpp"
#include "sim/simulation.hpp"

namespace saltus {
namespace {

/// Spheres without size, of which one counts its hits.
HybridModel row(std::size_t n, std::size_t counting) {
  ModelBuilder m("Row");
  const Var hits = m.integer("hits", {.start = 0, .fixed = true});
  std::vector<Var> x, v;
  for (std::size_t i = 0; i < n; ++i) {
    x.push_back(m.real(fmt::format("x{}", i), {.start = Ex(static_cast<int>(i)), .fixed = true}));
    v.push_back(m.real(fmt::format("v{}", i), {.start = (Ex(static_cast<int>(i * i * 7 % 11)) - 5) / 4, .fixed = true}));
    m.equation(der(x[i]), v[i]);
    m.equation(der(v[i]), 0);
  }
  for (std::size_t i = 0; i + 1 < n; ++i) {
    auto when = m.when(fmt::format("hit[{}]", i), x[i + 1] - x[i] <= 0);
    when.reinit(v[i], v[i + 1]).reinit(v[i + 1], v[i]);
    if (i == counting) when.assign(hits, pre(hits) + 1);
  }
  return m.build();
}

struct Fixture {
  explicit Fixture(HybridModel model) : tuples(std::move(model)), c(*tuples.of({})), plan(*find_islands(c)) {}

  /// The other guard of the last island that g reads.
  [[nodiscard]] std::uint32_t neighbour(std::uint32_t g) const {
    const auto both = plan.guards[plan.islands[g].back()];
    return both.front() == g ? both.back() : both.front();
  }
  [[nodiscard]] bool is_at_an_end(std::uint32_t g) const {
    return std::ranges::any_of(plan.islands[g], [this](std::uint32_t i) { return plan.guards[i].size() == 1; });
  }

  /// A course from guard g that comes to its neighbour.
  Course course(std::uint32_t g) const {
    Course result;
    result.looks.push_back({Look::At::guard, g});
    for (const std::uint32_t i : plan.islands[g]) {
      result.looks.push_back({Look::At::states, i});
      result.looks.push_back({Look::At::guards, i});
    }
    for (const std::uint32_t op : plan.relations[g]) {
      result.looks.push_back({Look::At::operation, op});
      result.looks.push_back({Look::At::readers, c.round.instructions[op].out});
    }
    result.steps.push_back({CourseStep::Kind::part, CourseStep::Expect::anything, false, neighbour(g), 0});
    return result;
  }

  CompiledTuples tuples;
  const CompiledModel& c;
  IslandPlan plan;
  std::vector<bool> logical = logical_slots(c);
  CourseForms forms{plan, c, logical};
};

TEST(CourseForms, a_course_is_one_of_all_guards_in_the_middle_of_a_row) {
  Fixture f(row(12, 10));
  ASSERT_EQ(f.c.guards.size(), 11U);
  Course course = f.course(5);
  EXPECT_EQ(f.forms.of(8), CourseForms::none);
  ASSERT_TRUE(f.forms.adopt(5, course));
  for (std::uint32_t g = 3; g < 9; ++g) {
    ASSERT_EQ(f.forms.of(g), 0U);
    ASSERT_TRUE(f.forms.has(g, course)) << g;
    EXPECT_EQ(f.forms.places(g)[0], g);
    EXPECT_EQ(f.forms.places(g)[course.steps[0].a], f.neighbour(g));
  }
}

TEST(CourseForms, guards_with_other_neighbours_have_other_forms) {
  Fixture f(row(12, 10));
  Course course = f.course(5);
  ASSERT_TRUE(f.forms.adopt(5, course));
  int ends = 0;
  for (std::uint32_t g = 0; g < f.c.guards.size(); ++g) {
    if (!f.is_at_an_end(g)) continue;
    ++ends;
    EXPECT_TRUE(f.forms.of(g) != 0 || !f.forms.has(g, course)) << g;
    Course own = f.course(g);
    EXPECT_TRUE(f.forms.adopt(g, own));
    EXPECT_NE(f.forms.of(g), 0U);
  }
  EXPECT_EQ(ends, 2);
}

TEST(CourseForms, guards_beside_one_that_has_the_form_are_compared_with_it) {
  Fixture f(row(12, 10));
  Course course = f.course(5);
  ASSERT_TRUE(f.forms.adopt(5, course));
  ASSERT_EQ(f.forms.of(4), 0U);
  ASSERT_TRUE(f.forms.has(4, course));
  for (std::uint32_t g = 3; g < 9; ++g) {
    ASSERT_TRUE(f.forms.has_form(g)) << g;
    EXPECT_EQ(f.forms.places(g)[course.steps[0].a], f.neighbour(g));
  }
  for (std::uint32_t g = 0; g < f.c.guards.size(); ++g)
    EXPECT_FALSE(f.is_at_an_end(g) && f.forms.has_form(g)) << g;
}

TEST(CourseForms, nothing_is_looked_at_to_which_nothing_leads) {
  Fixture f(row(12, 10));
  Course course = f.course(5);
  course.looks.push_back({Look::At::guard, 9});
  EXPECT_FALSE(f.forms.adopt(5, course));
}

/// As often as runs are repeated, more instants go by courses of other guards: all are the same to the last bit.
TEST(CourseForms, a_guard_that_does_more_is_not_taken_for_one_that_does_less) {
  const HybridModel model = row(40, 17);
  CompiledTuples tuples(model);
  Simulation simulation(tuples);
  RunOptions o;
  o.stop = model.pool->number(Rational(20));
  const RunResult first = simulation.run(o);
  std::size_t counted = 0;
  for (const EventEntry& e : first.events) counted += e.name == "hit[17]" ? 1 : 0;
  ASSERT_GT(counted, 3U);
  const auto value_of = [](const RunResult& r, std::string_view name) {
    for (const NamedValue& v : r.final_values)
      if (v.name == name) return v.value.value;
    return -1.0;
  };
  EXPECT_EQ(value_of(first, "hits"), static_cast<double>(counted));
  const RunResult again = simulation.run(o);
  ASSERT_EQ(again.events.size(), first.events.size());
  for (std::size_t i = 0; i < first.events.size(); ++i) {
    EXPECT_EQ(again.events[i].name, first.events[i].name);
    EXPECT_EQ(again.events[i].time.value, first.events[i].time.value);
  }
  EXPECT_EQ(value_of(again, "hits"), static_cast<double>(counted));
}

}  // namespace
}  // namespace saltus
