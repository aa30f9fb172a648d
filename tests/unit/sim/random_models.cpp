// Random hybrid models: a run in double and a run with 30 digits must agree on every event, whatever the tolerance.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "compile/tuples.hpp"
#include "random_model.hpp"
#include "sim/simulate.hpp"

namespace saltus {
namespace {

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
