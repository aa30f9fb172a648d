// Runs from event to event over islands, against the usual loop (which rows of output ask for), closed forms and more digits.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>

#include "compile/island_plan.hpp"
#include "model/builder.hpp"
#include "sim/crossing_queue.hpp"
#include "sim/index_set.hpp"
#include "sim/simulate.hpp"
#include "sim/simulation.hpp"

namespace saltus {
namespace {

/// Spheres of diameter 1 on a line; inputs are exact.
struct Row {
  std::string e = "1";
  std::vector<std::string> masses, gaps, velocities;
};

HybridModel model_of(const Row& row) {
  ModelBuilder m("Row");
  const std::size_t n = row.masses.size();
  const Var e = m.parameter("e", row.e.c_str());
  std::vector<Var> x, v, mass;
  Ex place = 0;
  for (std::size_t i = 0; i < n; ++i) {
    mass.push_back(m.parameter(fmt::format("m{}", i), row.masses[i].c_str()));
    if (i > 0) place = place + 1 + m.parameter(fmt::format("a{}", i), row.gaps[i - 1].c_str());
    x.push_back(m.real(fmt::format("x{}", i), {.start = place, .fixed = true}));
    const Var v0 = m.parameter(fmt::format("v0{}", i), row.velocities[i].c_str());
    v.push_back(m.real(fmt::format("v{}", i), {.start = v0, .fixed = true}));
    m.equation(der(x[i]), v[i]);
    m.equation(der(v[i]), 0);
  }
  std::vector<Ex> meets;
  for (std::size_t i = 0; i + 1 < n; ++i) meets.push_back(x[i + 1] - x[i] - 1 <= 0 && v[i] > v[i + 1]);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const Ex share = (1 + e) / (mass[i] + mass[i + 1]) * (v[i] - v[i + 1]);
    const Ex hits = i > 0 ? meets[i] && !meets[i - 1] : meets[i];
    m.when(fmt::format("hit[{}]", i), hits)
        .reinit(v[i], v[i] - share * mass[i + 1])
        .reinit(v[i + 1], v[i + 1] + share * mass[i]);
  }
  return m.build();
}

Row random_row(std::mt19937& random, std::size_t n) {
  const auto hundredths = [&](int from, int to) {
    return fmt::format("{}e-2", std::uniform_int_distribution(from, to)(random));
  };
  Row row;
  row.e = hundredths(70, 100);
  for (std::size_t i = 0; i < n; ++i) {
    row.masses.push_back(hundredths(50, 200));
    row.gaps.push_back(hundredths(1, 150));
    row.velocities.push_back(hundredths(-100, 100));
  }
  return row;
}

enum class Loop { islands, usual };

RunResult run(const HybridModel& model, const char* stop, Loop loop = Loop::islands, int digits = 0) {
  CompiledTuples tuples(model);
  RunOptions o;
  o.stop = model.pool->number(*Rational::parse(stop));
  o.precision = digits;
  if (loop == Loop::usual) o.record = Record::steps;
  return simulate(tuples, o);
}

void expect_same(const RunResult& a, const RunResult& b, double tolerance) {
  EXPECT_EQ(a.status.code, b.status.code) << a.status.message << " / " << b.status.message;
  EXPECT_NEAR(a.status.time.value, b.status.time.value, tolerance);
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    const EventEntry &x = a.events[i], &y = b.events[i];
    EXPECT_EQ(x.name, y.name) << i;
    EXPECT_EQ(x.instant, y.instant) << i;
    EXPECT_EQ(x.classes, y.classes) << i;
    EXPECT_NEAR(x.time.value, y.time.value, tolerance) << i;
    ASSERT_EQ(x.after.size(), y.after.size()) << i;
    for (std::size_t k = 0; k < x.after.size(); ++k) {
      EXPECT_EQ(x.after[k].name, y.after[k].name);
      EXPECT_NEAR(x.before[k].value.value, y.before[k].value.value, tolerance) << i << x.after[k].name;
      EXPECT_NEAR(x.after[k].value.value, y.after[k].value.value, tolerance) << i << x.after[k].name;
    }
  }
  ASSERT_EQ(a.final_values.size(), b.final_values.size());
  for (std::size_t k = 0; k < a.final_values.size(); ++k)
    EXPECT_NEAR(a.final_values[k].value.value, b.final_values[k].value.value, tolerance) << a.final_values[k].name;
}

std::optional<IslandPlan> plan_of(const HybridModel& model, std::string& why) {
  CompiledTuples tuples(model);
  const CompiledModel* compiled = tuples.of(initial_tuple(model));
  EXPECT_NE(compiled, nullptr);
  return compiled ? find_islands(*compiled, &why) : std::nullopt;
}

TEST(Islands, every_sphere_is_one) {
  std::mt19937 random(1);
  std::string why;
  const auto plan = plan_of(model_of(random_row(random, 7)), why);
  ASSERT_TRUE(plan) << why;
  EXPECT_EQ(plan->states.size(), 7U);
  EXPECT_EQ(plan->degree, 1);
  EXPECT_EQ(plan->guard_degree, 1);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(plan->states[i].size(), 2U);
}

TEST(Islands, what_is_no_polynomial_does_not_qualify) {
  std::string why;
  ModelBuilder decay("Decay");
  const Var x = decay.real("x", {.start = 1, .fixed = true});
  decay.equation(der(x), -x);
  decay.when("low", x < Ex(0.5)).reinit(x, 1);
  EXPECT_FALSE(plan_of(decay.build(), why));
  EXPECT_NE(why, "");

  ModelBuilder timed("Timed");
  const Var y = timed.real("y", {.start = 0, .fixed = true});
  timed.equation(der(y), 1);
  timed.when("late", timed.time() > y + 1).reinit(y, 0);
  EXPECT_FALSE(plan_of(timed.build(), why));
}

TEST(Islands, drag_times_zero_is_none) {
  for (const char* beta : {"0", "0.002"}) {
    ModelBuilder b("Ball");
    const Var drag = b.parameter("beta", beta);
    const Var h = b.real("h", {.start = 10, .fixed = true}), v = b.real("v", {.start = 0, .fixed = true});
    b.equation(der(h), v);
    b.equation(der(v), -10 - drag * v * abs(v));
    b.when("bounce", h <= 0).reinit(v, -v / 2);
    std::string why;
    EXPECT_EQ(plan_of(b.build(), why).has_value(), std::string(beta) == "0") << why;
  }
}

TEST(Islands, random_rows_are_as_in_the_usual_loop) {
  std::mt19937 random(12345);
  std::size_t hits = 0;
  for (int k = 0; k < 40; ++k) {
    const HybridModel model = model_of(random_row(random, 2 + static_cast<std::size_t>(k) % 9));
    const RunResult islands = run(model, "4"), usual = run(model, "4", Loop::usual);
    if (usual.status.code != StatusCode::finished) continue;  // hits that accumulate are less certain
    hits += islands.events.size();
    expect_same(islands, usual, 1e-9);
  }
  EXPECT_GT(hits, 100U);
}

TEST(Islands, with_more_digits_too) {
  std::mt19937 random(99);
  for (int k = 0; k < 4; ++k) {
    const HybridModel model = model_of(random_row(random, 6));
    const RunResult precise = run(model, "3", Loop::usual, 40);
    if (precise.status.code != StatusCode::finished) continue;
    expect_same(run(model, "3", Loop::islands, 40), precise, 1e-15);
    expect_same(run(model, "3"), precise, 1e-11);
  }
}

TEST(Islands, newtons_cradle_hands_the_velocity_on_at_one_instant) {
  const Row row{
      .e = "1", .masses = {"1", "1", "1", "1", "1"}, .gaps = {"1", "0", "0", "0"}, .velocities = {"1", "0", "0", "0", "0"}};
  const HybridModel model = model_of(row);
  const RunResult r = run(model, "3");
  ASSERT_EQ(r.events.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(r.events[i].name, fmt::format("hit[{}]", i));
    EXPECT_EQ(r.events[i].time.value, 1.0);
    EXPECT_EQ(r.events[i].instant, 1U);
  }
  expect_same(r, run(model, "3", Loop::usual), 1e-14);
}

TEST(Islands, a_ball_bounces_a_hundred_times) {
  ModelBuilder b("Ball");
  const Var e = b.parameter("e", "0.99"), g = b.parameter("g", "9.81");
  const Var h = b.real("h", {.start = 10, .fixed = true}), v = b.real("v", {.start = 0, .fixed = true});
  b.equation(der(h), v);
  b.equation(der(v), -g);
  b.when("bounce", h <= 0).reinit(v, -e * v);
  const HybridModel model = b.build();
  const RunResult r = run(model, "182");
  const double first = std::sqrt(2 * 10 / 9.81);
  double t = first, flight = 2 * first, worst = 0;
  ASSERT_GT(r.events.size(), 100U);
  for (std::size_t i = 0; i < 100; ++i) {
    worst = std::max(worst, std::abs(r.events[i].time.value - t));
    flight *= 0.99;
    t += flight;
  }
  EXPECT_LT(worst, 1e-12);
}

TEST(Islands, an_assertion_that_fails_is_told_as_usual) {
  ModelBuilder b("Falls");
  const Var h = b.real("h", {.start = 1, .fixed = true}), v = b.real("v", {.start = 0, .fixed = true});
  const Var n = b.integer("n", {.start = 0, .fixed = true});
  b.equation(der(h), v);
  b.equation(der(v), -2);
  b.when("bounce", h <= 0).reinit(v, -v).assign(n, pre(n) + 1);
  b.assertion(n < 3, "too often");
  const HybridModel model = b.build();
  const RunResult r = run(model, "20");
  EXPECT_EQ(r.status.code, StatusCode::failed);
  EXPECT_NEAR(r.status.time.value, 5, 1e-12);
  expect_same(r, run(model, "20", Loop::usual), 1e-12);
}

// Runs of one Simulation share the courses of their instants: from the second on nearly all of them are known.
TEST(Islands, an_instant_that_is_known_is_what_it_was_bit_for_bit) {
  std::mt19937 random(11);
  std::size_t hits = 0;
  for (const std::size_t n : {3U, 4U, 9U, 20U}) {
    const HybridModel model = model_of(random_row(random, n));
    CompiledTuples tuples(model);
    Simulation simulation(tuples);
    RunOptions o;
    o.stop = model.pool->number(Rational(60));
    const RunResult first = simulation.run(o);
    hits += first.events.size();
    for (int again = 0; again < 3; ++again) expect_same(simulation.run(o), first, 0);
  }
  EXPECT_GT(hits, 20U);
}

// Two bodies against one floor and each other, with counts and a Boolean that the motion reads: courses that fork, and instants with several rounds.
TEST(Islands, courses_that_fork_are_bit_for_bit_as_well) {
  ModelBuilder b("Forks");
  std::vector<Var> x, v;
  const Var n = b.integer("n", {.start = 0, .fixed = true}), up = b.boolean("up", {.start = false, .fixed = true});
  for (const int i : {0, 1}) {
    x.push_back(b.real(fmt::format("x{}", i), {.start = Ex(1 + 2 * i), .fixed = true}));
    v.push_back(b.real(fmt::format("v{}", i), {.start = Ex(i) / 3, .fixed = true}));
    b.equation(der(x.back()), v.back());
  }
  b.equation(der(v[0]), if_(up, -3, -2));
  b.equation(der(v[1]), -2);
  b.when("floor", x[0] <= 0).reinit(v[0], -v[0] * Ex(9) / 10).assign(n, pre(n) + 1).assign(up, !pre(up));
  b.when("meet", x[1] - x[0] <= 0 && v[1] < v[0]).reinit(v[0], v[1]).reinit(v[1], v[0]);
  const HybridModel model = b.build();
  CompiledTuples tuples(model);
  Simulation simulation(tuples);
  RunOptions o;
  o.stop = model.pool->number(Rational(40));
  const RunResult first = simulation.run(o);
  EXPECT_GT(first.events.size(), 20U);
  for (int again = 0; again < 3; ++again) expect_same(simulation.run(o), first, 0);
}

TEST(IndexSet, gives_the_least_first) {
  std::mt19937 random(3);
  for (const std::size_t count : {1U, 64U, 65U, 5000U, 300000U}) {
    IndexSet set(count);
    std::vector<std::uint32_t> in;
    for (int i = 0; i < 100; ++i)
      in.push_back(std::uniform_int_distribution<std::uint32_t>(0, static_cast<std::uint32_t>(count - 1))(random));
    for (const std::uint32_t x : in) set.add(x);
    std::ranges::sort(in);
    in.erase(std::unique(in.begin(), in.end()), in.end());
    for (const std::uint32_t x : in) EXPECT_EQ(set.take(), x);
    EXPECT_TRUE(set.empty());
  }
}

TEST(CrossingQueue, keeps_the_earliest_first_whatever_changes) {
  std::mt19937 random(4);
  constexpr std::uint32_t count = 50;
  CrossingQueue<double> queue(count);
  std::vector<double> times(count, INFINITY);
  for (int step = 0; step < 5000; ++step) {
    const auto g = std::uniform_int_distribution<std::uint32_t>(0, count - 1)(random);
    if (step % 3 == 0) {
      queue.remove(g);
      times[g] = INFINITY;
    } else {
      times[g] = std::uniform_real_distribution<double>(0, 1)(random);
      queue.put(g, {TimePoint<double>(times[g]), 0, 1});
    }
    const auto least = std::ranges::min_element(times);
    ASSERT_EQ(queue.empty(), *least == INFINITY);
    if (*least < INFINITY) {
      ASSERT_EQ(queue.first(), static_cast<std::uint32_t>(least - times.begin()));
    }
  }
}

TEST(CrossingQueue, times_of_one_rounded_value_come_by_their_offsets_then_by_guard) {
  std::mt19937 random(5);
  constexpr std::uint32_t count = 70;
  CrossingQueue<double> queue(count);
  std::vector<std::pair<std::pair<int, int>, std::uint32_t>> expected;
  for (std::uint32_t g = 0; g < count; ++g) {
    const int value = std::uniform_int_distribution(1, 4)(random), offset = std::uniform_int_distribution(-2, 2)(random);
    queue.put(g, {TimePoint<double>(value, offset * 1e-17), 0, 1});
    expected.push_back({{value, offset}, g});
  }
  std::ranges::sort(expected);
  for (const auto& [time, guard] : expected) {
    ASSERT_EQ(queue.first(), guard);
    EXPECT_EQ(queue.of(guard).at.value(), time.first);
    queue.remove(guard);
  }
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace saltus
