// Every row of a sheet, calculated here, against the run of the same scheme.

#include <cmath>

#include <gtest/gtest.h>

#include "api/saltus.hpp"
#include "export/event_sheet.hpp"
#include "export/grid_sheet.hpp"
#include "export/sheet_values.hpp"

namespace saltus {
namespace {

constexpr const char* bouncing = R"(model M
  parameter Real g = 9.81, e = 0.75, drag = 0.1;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), energy = 0.5*v^2 + g*x;
  discrete Integer n(start = 0, fixed = true);
  discrete Real last(start = -1, fixed = true), speed(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -g - drag*v*abs(v);
  when x <= 0 and v < 0 then
    n = pre(n) + 1;
    last = time;
    speed = max(pre(speed), abs(v)) + energy/100;
    reinit(v, -e*v);
    reinit(x, 0);
  end when "bounce";
end M;)";

constexpr const char* switched = R"(model M
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  Boolean on(start = false, fixed = true);
  Real u = if on then -1 else 1 + 0.2*sin(3*time), w = min(x, y) + floor(3*y) + mod(x, 0.3);
  discrete Integer changes(start = 0, fixed = true), ticks(start = 0, fixed = true);
equation
  der(x) = u - 0.3*x;
  der(y) = x - y + noEvent(if x > 0.2 then 0.1 else -0.1);
  on = x > 0.6 or pre(on) and x > 0.25;
  when {on, not on} then
    changes = pre(changes) + 1;
  end when "change";
  when sample(0, 0.25) then
    ticks = pre(ticks) + (if on then 2 else 1);
  end when "tick";
end M;)";

constexpr const char* two_modes = R"(model M
  Real x(start = 0.5, fixed = true), f;
  discrete Integer k(start = 0, fixed = true);
  initial mode up
    Real s(start = 1, fixed = true);
  equation
    der(x) = s;
    der(s) = -0.2*s;
    f = s + 1;
  end up;
  mode down
    Real z;
  equation
    x = 2*z;
    der(z) = -0.4 + 0.1*timeInState();
    f = z;
  end down;
  transition up -> down when x > 1 then
    reinit(z, x/2 - 0.05*s);
    k = pre(k) + 1;
  end transition "down";
  transition down -> up when x < 0.2 then
    reinit(s, f + 1);
  end transition "up";
end M;)";

constexpr const char* initialised = R"(model M
  parameter Real a = 2;
  Real x, y(start = 3);
  discrete Real d(start = 5, fixed = true);
initial equation
  x = a*y;
equation
  der(x) = -x + d;
  der(y) = rem(x, 1);
  when initial() then
    d = pre(d) + 1;
  elsewhen time > 0.55 then
    d = a;
  end when "first";
end M;)";

constexpr const char* signs = R"(model M
  Real v(start = -0.25, fixed = true), x(start = 1, fixed = true), w = sign(x) + noEvent(sign(v));
equation
  der(v) = 1 - 0.5*sign(v);
  der(x) = -1.1 + 0.4*sign(v*x - 0.3) + noEvent(sign(v - 0.3))/4;
  when x < -0.35 then
    reinit(x, 0.6);
  end when "back";
end M;)";

constexpr const char* sampled = R"(model M
  parameter Real h = 0.125;
  discrete Real a(start = 1, fixed = true), b(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  when sample(0, h) then
    a = pre(a) + h*pre(b);
    b = pre(b) - h*a;
  end when "step";
  when a < 0.9 then
    n = pre(n) + 1;
  end when "low";
end M;)";

double worst_difference(const Sheet& sheet, const Result& result) {
  const Series& series = result.data().series;
  Diagnostics diagnostics;
  auto values = SheetValues::begin(sheet, diagnostics);
  EXPECT_TRUE(values);
  if (!values) return HUGE_VAL;
  double worst = 0;
  std::size_t compared = 0;
  std::size_t at = 0;
  const auto& times = series.columns.front().values;
  for (std::size_t row = 0; row < sheet.rows; ++row) {
    const auto& now = values->next_row();
    // After the events of the instant.
    while (at + 1 < times.size() && times[at + 1] <= now[1] + 1e-9) ++at;
    for (const Column& column : series.columns)
      for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        const bool shown = sheet.columns[c].group == ColumnGroup::variables || c == 1;
        if (!shown || sheet.columns[c].name != column.name) continue;
        const double run = column.values[at];
        if (std::isnan(run) && std::isnan(now[c])) continue;
        const double off = std::abs(now[c] - run) / std::max(1.0, std::abs(run));
        if (!(off <= 1e-12)) ADD_FAILURE() << column.name << " in row " << row << ": " << now[c] << ", in the run " << run;
        worst = std::fmax(worst, off);
        ++compared;
      }
  }
  EXPECT_GE(compared, 3 * sheet.rows);  // time and two variables at least
  return worst;
}

struct Case {
  const char *name, *text, *step, *stop;
};

class SheetsAndRuns : public ::testing::TestWithParam<Case> {};

TEST_P(SheetsAndRuns, AgreeForEveryScheme) {
  for (const char* solver : {"euler", "heun", "rk4"}) {
    SCOPED_TRACE(solver);
    const Model model = Model::parse(GetParam().text);
    GridOptions options{*scheme_of(solver), Rational::parse(GetParam().step), Rational(0), *Rational::parse(GetParam().stop)};
    Diagnostics diagnostics;
    const auto sheet = grid_sheet(model.flat(), options, diagnostics);
    ASSERT_TRUE(sheet) << render(diagnostics, model.sources());
    const Result result =
        run(model,
            {.stop = GetParam().stop, .solver = solver, .step = GetParam().step, .locate = Location::grid, .own_steps = true});
    ASSERT_TRUE(result.ok()) << result.brief();
    EXPECT_LE(worst_difference(*sheet, result), 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, SheetsAndRuns,
                         ::testing::Values(Case{"bouncing", bouncing, "0.01", "3"}, Case{"switched", switched, "0.05", "6"},
                                           Case{"two_modes", two_modes, "0.02", "8"},
                                           Case{"initialised", initialised, "0.1", "2"},
                                           Case{"sampled", sampled, "0.125", "4"}, Case{"signs", signs, "0.1", "4"}),
                         [](const auto& info) { return info.param.name; });

TEST(EventSheets, FollowTheExactRun) {
  const Model model = Model::parse(R"(model M
    Real x(start = 0, fixed = true), y(start = 3, fixed = true), v(start = 4, fixed = true), w(start = -1, fixed = true);
    discrete Integer n(start = 0, fixed = true);
  equation
    der(x) = v;
    der(y) = w;
    der(v) = 0;
    der(w) = 0;
    when x >= y and v > w then
      reinit(v, w + 0.1*(w - v));
      reinit(w, v);
      n = pre(n) + 1;
    elsewhen x <= 0 or time > 4 + 2*n and v < 0 then
      reinit(v, -v/2);
      reinit(w, w);
      n = pre(n);
    end when "hit";
  end M;)");
  Diagnostics diagnostics;
  const auto sheet = event_sheet(model.flat(), Rational(0), Rational(20), diagnostics);
  ASSERT_TRUE(sheet) << render(diagnostics, model.sources());
  const Result result = run(model, {.stop = 20, .own_steps = true});
  ASSERT_TRUE(result.ok()) << result.brief();
  EXPECT_LE(worst_difference(*sheet, result), 1e-12);
}

}  // namespace
}  // namespace saltus
