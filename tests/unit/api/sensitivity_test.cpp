// Derivatives of whole runs, against closed forms.

#include <gtest/gtest.h>

#include <cmath>

#include "lang/load.hpp"
#include "sim/run_dual.hpp"

namespace saltus {
namespace {

RunResult differentiate(const char* text, const Seed& seed, const char* stop) {
  Diagnostics diagnostics;
  const auto model = load_model_text("m.mo", text, diagnostics);
  EXPECT_TRUE(model.has_value());
  CompiledTuples tuples(*model);
  RunOptions options;
  options.stop = model->pool->number(*Rational::parse(stop));
  options.tolerance = model->pool->number(*Rational::parse("1e-12"));
  return run_dual(tuples, options, seed);
}

double final_derivative(const RunResult& r, std::string_view name) {
  for (const NamedValue& v : r.sensitivities.front().final_values)
    if (v.name == name) return v.value.value;
  return std::nan("");
}

double final_value(const RunResult& r, std::string_view name) {
  for (const NamedValue& v : r.final_values)
    if (v.name == name) return v.value.value;
  return std::nan("");
}

// A motion that starts later does the same later: x(stop) changes by -der(x), events come later by as much.
TEST(Sensitivities, a_later_start_delays_everything) {
  const RunResult r = differentiate(R"(
model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81 - 0.1*v*abs(v);
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when "bounce";
end Ball;
)",
                                    {.start_time = true}, "2");
  ASSERT_EQ(r.status.code, StatusCode::finished) << r.status.message;
  ASSERT_GE(r.events.size(), 2U);
  for (const double t : r.sensitivities.front().event_times) EXPECT_NEAR(t, 1, 1e-9);
  EXPECT_NEAR(final_derivative(r, "h"), -final_value(r, "der(h)"), 1e-8);
  EXPECT_NEAR(final_derivative(r, "v"), -final_value(r, "der(v)"), 1e-8);
}

}  // namespace
}  // namespace saltus
