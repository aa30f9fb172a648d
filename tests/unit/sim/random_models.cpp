// Random hybrid models: a run in double and a run with 30 digits must agree on every event, whatever the tolerance.

#include <gtest/gtest.h>

#include <random>

#include <fmt/format.h>

#include "compile/tuples.hpp"
#include "model/builder.hpp"
#include "sim/simulate.hpp"

namespace saltus {
namespace {

using Random = std::mt19937_64;

// Exact decimals with three digits, so that all number types run the same model.
Ex number(Random& random, int from, int to) {
  const int n = std::uniform_int_distribution<int>(from, to)(random);
  const int size = std::abs(n);
  return Ex(fmt::format("{}{}.{:03}", n < 0 ? "-" : "", size / 1000, size % 1000).c_str());
}

// Two oscillators with bounded coupling and forcing; walls that reflect, switches that change a coefficient, a counter.
HybridModel random_model(std::uint64_t seed) {
  Random random(seed);
  ModelBuilder m(fmt::format("Random{}", seed));
  std::vector<Var> x, v;
  const Var switched = m.discrete("k", {.start = 1, .fixed = true});
  const Var count = m.integer("n", {.start = 0, .fixed = true});
  for (int i = 0; i < 2; ++i) {
    x.push_back(m.real(fmt::format("x{}", i), {.start = number(random, -900, 900), .fixed = true}));
    v.push_back(m.real(fmt::format("v{}", i), {.start = number(random, -2000, 2000), .fixed = true}));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const Var &a = x[i], &b = x[1 - i];
    m.equation(der(a), v[i]);
    m.equation(der(v[i]), -number(random, 1000, 9000) * switched * a +
                              number(random, -2000, 2000) * sin(b * number(random, 500, 3000)) -
                              number(random, 0, 300) * v[i] * abs(v[i]) +
                              number(random, 0, 2000) * cos(number(random, 500, 5000) * m.time()));
    m.when(fmt::format("wall{}", i), a > number(random, 300, 1200)).reinit(v[i], -number(random, 500, 950) * v[i]);
  }
  m.when("up", x[0] * x[1] > number(random, -100, 300))
      .assign(switched, number(random, 700, 1500))
      .elsewhen(v[0] < number(random, -1500, 0))
      .assign(switched, number(random, 700, 1500));
  m.when("beat", sin(m.time() * number(random, 1000, 9000)) + x[1] > number(random, 500, 1500)).assign(count, pre(count) + 1);
  return m.build();
}

RunResult run_at(const HybridModel& model, const char* tolerance, int precision) {
  CompiledTuples tuples(model);
  const auto& diagnostics = tuples.diagnostics_of({});
  EXPECT_TRUE(tuples.of({})) << (diagnostics.all().empty() ? "" : diagnostics.all()[0].message);
  if (!tuples.of({})) return {};
  RunOptions o;
  o.stop = model.pool->number(8);
  if (tolerance) o.tolerance = model.pool->number(*Rational::parse(tolerance));
  o.precision = precision;
  return simulate(tuples, o);
}

TEST(RandomModels, agree_with_thirty_digits_on_every_event) {
  std::size_t events = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const HybridModel model = random_model(seed);
    const RunResult exact = run_at(model, nullptr, 30);
    ASSERT_EQ(exact.status.code, StatusCode::finished) << exact.status.message;
    events += exact.events.size();
    for (const char* tolerance : {"1e-8", "1e-12"}) {
      const RunResult r = run_at(model, tolerance, 0);
      ASSERT_EQ(r.status.code, StatusCode::finished) << r.status.message;
      const double allowed = tolerance[3] == '8' ? 1e-4 : 1e-8;
      ASSERT_EQ(r.events.size(), exact.events.size()) << tolerance;
      for (std::size_t i = 0; i < r.events.size(); ++i) {
        ASSERT_EQ(r.events[i].name, exact.events[i].name) << tolerance << ", event " << i;
        ASSERT_NEAR(r.events[i].time.value, exact.events[i].time.value, allowed) << tolerance << ", event " << i;
      }
    }
  }
  EXPECT_GT(events, 600U);  // the models are not dull
}

}  // namespace
}  // namespace saltus
