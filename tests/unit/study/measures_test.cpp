// Every measure against a closed form.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "study/ensemble.hpp"
#include "text_model.hpp"

namespace saltus {
namespace {

constexpr double pi = std::numbers::pi;

class Measuring {
 public:
  Measuring(const char* text, const char* stop, std::vector<std::pair<std::string, std::string>> measures,
            const char* solver = "taylor", int precision = 0) {
    EnsembleOptions options = of_text(text);
    options.run.stop = pool_.number(*Rational::parse(stop));
    options.run.solver = solver;
    options.run.precision = precision;
    if (precision == 0 && solver == std::string_view("taylor")) options.run.tolerance = pool_.number(*Rational::parse("1e-15"));
    for (auto& [name, expression] : measures) options.measures.push_back({name, expression});
    Diagnostics diagnostics;
    ensemble_ = Ensemble::make(options, diagnostics);
    if (!ensemble_) throw std::runtime_error(render(diagnostics, *options.model.sources));
    record_ = ensemble_->run({1, {}});
  }

  [[nodiscard]] const MeasuredValue& operator[](std::string_view name) const {
    const auto& all = ensemble_->measures();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].name == name) return record_.measures[i];
    throw std::runtime_error("no such measure");
  }
  [[nodiscard]] double number(std::string_view name) const { return (*this)[name].number; }
  [[nodiscard]] const std::vector<double>& list(std::string_view name) const { return (*this)[name].list; }
  [[nodiscard]] std::string unit(std::string_view name) const {
    for (const Measure& m : ensemble_->measures())
      if (m.name == name) return m.unit;
    return "?";
  }
  [[nodiscard]] const RunRecord& record() const { return record_; }

 private:
  ExprPool pool_;
  std::unique_ptr<Ensemble> ensemble_;
  RunRecord record_;
};

constexpr const char* ball = R"(
model Ball
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real e = 0.8;
  Real h(start = 1, fixed = true, unit = "m") "height";
  Real v(start = 0, fixed = true, unit = "m/s");
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when "bounce";
end Ball;
)";

TEST(Measures, BouncingBall) {
  const Measuring m(ball, "1",
                    {{"low", "min(h)"},
                     {"high", "max(h)"},
                     {"when_high", "time_of_max(h)"},
                     {"fastest_up", "max(v)"},
                     {"fastest_down", "min(v)"},
                     {"when_up", "time_of_max(v)"},
                     {"v_before", "before(\"bounce\", 1, v)"},
                     {"v_after", "after(\"bounce\", -1, v)"},
                     {"none", "after(\"bounce\", 2, v)"},
                     {"travelled", "integral(v)"},
                     {"area", "integral(h)"},
                     {"average", "mean(h)"},
                     {"energy", "max(v^2/2 + g*h)"},
                     {"first_energy", "initial(v^2/2 + g*h)"},
                     {"last_energy", "final(v^2/2 + g*h)"},
                     {"peak", "value(h, 0.81271)"},
                     {"restitution", "-v_after/v_before"},
                     {"at_end", "final(time)"}});
  const double t1 = std::sqrt(2 / 9.81), v1 = 9.81 * t1, rest = 1 - t1;
  const double end = 0.8 * v1 * rest - 9.81 * rest * rest / 2;
  EXPECT_EQ(m.number("low"), 0);
  EXPECT_EQ(m.number("high"), 1);
  EXPECT_EQ(m.number("when_high"), 0);
  EXPECT_NEAR(m.number("fastest_up"), 0.8 * v1, 1e-13);
  EXPECT_NEAR(m.number("fastest_down"), -v1, 1e-13);
  EXPECT_NEAR(m.number("when_up"), t1, 1e-14);
  EXPECT_NEAR(m.number("v_before"), -v1, 1e-13);
  EXPECT_NEAR(m.number("v_after"), 0.8 * v1, 1e-13);
  EXPECT_TRUE(std::isnan(m.number("none")));
  EXPECT_NEAR(m.number("travelled"), end - 1, 1e-13);
  const double area = t1 - 9.81 * t1 * t1 * t1 / 6 + 0.4 * v1 * rest * rest - 9.81 * rest * rest * rest / 6;
  EXPECT_NEAR(m.number("area"), area, 1e-13);
  EXPECT_NEAR(m.number("average"), area, 1e-13);
  EXPECT_NEAR(m.number("energy"), 9.81, 1e-12);
  EXPECT_NEAR(m.number("first_energy"), 9.81, 1e-14);
  EXPECT_NEAR(m.number("last_energy"), 0.64 * 9.81, 1e-12);
  EXPECT_NEAR(m.number("peak"), 0.64, 1e-8);
  EXPECT_NEAR(m.number("restitution"), 0.8, 1e-14);
  EXPECT_EQ(m.number("at_end"), 1);
  EXPECT_EQ(m.unit("low"), "m");
  EXPECT_EQ(m.unit("when_high"), "s");
  EXPECT_EQ(m.unit("travelled"), "m/s.s");
  EXPECT_EQ(m.unit("restitution"), "1");
}

TEST(Measures, ListsOfEvents) {
  const Measuring m(ball, "2.5",
                    {{"n", "count(\"bounce\")"},
                     {"all", "times(\"bounce\")"},
                     {"gaps", "intervals(\"bounce\")"},
                     {"first_gap", "interval(\"bounce\", 1)"},
                     {"last_gap", "interval(\"bounce\", -1)"},
                     {"longest", "max(gaps)"},
                     {"shortest", "min(gaps)"},
                     {"total", "sum(gaps)"},
                     {"mean_gap", "mean(gaps)"},
                     {"length", "norm(gaps)"},
                     {"same", "size(intervals(\"bounce\", \"bounce\"))"},
                     {"off", "norm(gaps - {0.7, 0.5})"},
                     {"second", "all[2]"},
                     {"beyond", "all[9]"},
                     {"many", "if n > 2 and not n > 100 then 1 else 0"}});
  const double t1 = std::sqrt(2 / 9.81);
  const auto& all = m.list("all");
  ASSERT_EQ(all.size(), 4u);  // t1 (1 + 2 e + 2 e^2 + 2 e^3) = 2.21
  EXPECT_EQ(m.number("n"), 4);
  const double first = 2 * 0.8 * t1;
  EXPECT_NEAR(m.list("gaps")[0], first, 1e-13);
  EXPECT_NEAR(m.list("gaps")[1], 0.8 * first, 1e-13);
  EXPECT_EQ(m.number("first_gap"), m.list("gaps").front());
  EXPECT_EQ(m.number("last_gap"), m.list("gaps").back());
  EXPECT_EQ(m.number("longest"), m.list("gaps").front());
  EXPECT_EQ(m.number("shortest"), m.list("gaps").back());
  EXPECT_NEAR(m.number("total"), all.back() - all.front(), 1e-14);
  EXPECT_NEAR(m.number("mean_gap"), (all.back() - all.front()) / 3, 1e-14);
  EXPECT_NEAR(m.number("length"), first * std::sqrt(1 + 0.64 + 0.4096), 1e-13);
  EXPECT_EQ(m.number("same"), 3);
  EXPECT_TRUE(std::isnan(m.number("off")));  // three against two
  EXPECT_EQ(m.number("second"), all[1]);
  EXPECT_TRUE(std::isnan(m.number("beyond")));
  EXPECT_EQ(m.number("many"), 1);
}

constexpr const char* oscillator = R"(
model Oscillator
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real power;
equation
  der(x) = v;
  der(v) = -x;
  power = x*v;
end Oscillator;
)";

void check_oscillator(const char* solver, double near) {
  const Measuring m(oscillator, "10",
                    {{"low", "min(x)"},
                     {"when_low", "time_of_min(x)"},
                     {"most", "max(power)"},
                     {"when_most", "time_of_max(power)"},
                     {"squares", "integral(x*x)"},
                     {"work", "integral(power)"},
                     {"absolute", "integral(abs(x))"},
                     {"slope", "max(der(x) - v)"},
                     {"rms", "sqrt(squares/10)"}},
                    solver);
  ASSERT_EQ(m.record().status, StatusCode::finished) << m.record().message;
  EXPECT_NEAR(m.number("low"), -1, near) << solver;
  EXPECT_NEAR(std::cos(m.number("when_low")), -1, near) << solver;  // pi or 3 pi, as low but for rounding
  EXPECT_NEAR(m.number("most"), 0.5, near) << solver;
  EXPECT_NEAR(m.number("squares"), (10 + std::sin(20) / 2) / 2, 10 * near) << solver;
  EXPECT_NEAR(m.number("work"), (std::cos(10) * std::cos(10) - 1) / 2, 10 * near) << solver;
  EXPECT_NEAR(m.number("absolute"), 6 - std::sin(10), 10 * near) << solver;
  EXPECT_NEAR(m.number("slope"), 0, near) << solver;
}

TEST(Measures, OscillatorBetweenSteps) {
  const Measuring m(oscillator, "4",
                    {{"low", "min(x)"},
                     {"when_low", "time_of_min(x)"},
                     {"most", "max(power)"},
                     {"when_most", "time_of_max(power)"},
                     {"absolute", "integral(abs(x))"},
                     {"squares", "integral(x*x)"}});
  EXPECT_NEAR(m.number("low"), -1, 1e-14);
  EXPECT_NEAR(m.number("when_low"), pi, 1e-8);
  EXPECT_NEAR(m.number("most"), 0.5, 1e-13);
  EXPECT_NEAR(m.number("when_most"), 3 * pi / 4, 1e-8);
  EXPECT_NEAR(m.number("absolute"), 2 - std::sin(4), 1e-12);  // 1 + (1 - sin 4)
  EXPECT_NEAR(m.number("squares"), (4 + std::sin(8) / 2) / 2, 1e-12);
}

TEST(Measures, OscillatorByOtherSolvers) {
  check_oscillator("taylor", 1e-10);
  check_oscillator("radau", 1e-6);
  check_oscillator("cvode-bdf", 1e-4);
}

constexpr const char* rlc = R"(
model Rlc
  parameter Real R = 1, L = 1, C = 0.25, U = 2;
  Real i(start = 0, fixed = true, unit = "A"), u(start = 0, fixed = true, unit = "V");
equation
  L*der(i) = U - R*i - u;
  C*der(u) = i;
end Rlc;
)";

TEST(Measures, SeriesCircuit) {
  const Measuring m(rlc, "3",
                    {{"peak", "max(i)"},
                     {"when", "time_of_max(i)"},
                     {"charge", "integral(i)"},
                     {"u", "final(u)"},
                     {"half", "value(i, 1/C/8)"},
                     {"drop", "value(R*i, 0.5)"}});
  const double a = 0.5, w = std::sqrt(4 - 0.25);
  const auto i = [&](double t) { return 2 / w * std::exp(-a * t) * std::sin(w * t); };
  const double when = std::atan2(w, a) / w;
  EXPECT_NEAR(m.number("peak"), i(when), 1e-12);
  EXPECT_NEAR(m.number("when"), when, 1e-8);
  EXPECT_NEAR(m.number("charge"), 0.25 * m.number("u"), 1e-12);
  EXPECT_NEAR(m.number("half"), i(0.5), 1e-12);
  EXPECT_NEAR(m.number("drop"), i(0.5), 1e-12);
}

constexpr const char* heater = R"(
model Heater
  Real T(start = 0, fixed = true);
  initial mode heating
    Real power;
  equation
    der(T) = 1;
    power = 3;
  end heating;
  mode cooling
  equation
    der(T) = -2;
  end cooling;
  transition heating -> cooling when T > 1 then end transition "off";
  transition cooling -> heating when T < 0 then end transition "on";
end Heater;
)";

TEST(Measures, StaysInModes) {
  const Measuring m(heater, "3.25",
                    {{"hot", "durations(\"heating\")"},
                     {"cold", "durations(\"mode\", \"cooling\")"},
                     {"heated", "duration(\"heating\")"},
                     {"breaks", "intervals(\"off\", \"on\")"},
                     {"energy", "integral(power)"},
                     {"mean_power", "mean(power)"},
                     {"power", "final(power)"},
                     {"T", "after(\"on\", 2, T)"}});
  ASSERT_EQ(m.list("hot").size(), 3u);
  EXPECT_NEAR(m.list("hot")[1], 1, 1e-13);
  EXPECT_NEAR(m.list("hot")[2], 0.25, 1e-13);
  ASSERT_EQ(m.list("cold").size(), 2u);
  EXPECT_NEAR(m.list("cold")[0], 0.5, 1e-13);
  EXPECT_NEAR(m.number("heated"), 2.25, 1e-13);
  ASSERT_EQ(m.list("breaks").size(), 2u);
  EXPECT_NEAR(m.list("breaks")[0], 0.5, 1e-13);
  EXPECT_NEAR(m.number("energy"), 6.75, 1e-12);
  EXPECT_NEAR(m.number("mean_power"), 3, 1e-13);
  EXPECT_EQ(m.number("power"), 3);
  EXPECT_NEAR(m.number("T"), 0, 1e-13);
  const Measuring off(heater, "1.25", {{"power", "final(power)"}});
  EXPECT_TRUE(std::isnan(off.number("power")));  // it does not exist while cooling
}

TEST(Measures, DigitsOfAChosenPrecision) {
  const Measuring m(ball, "1", {{"t", "time(\"bounce\", 1)"}, {"s", "t^2*g/2"}, {"low", "min(v)"}}, "taylor", 40);
  // sqrt(2/9.81) by hand with 40 digits
  EXPECT_EQ(m["t"].digits.substr(0, 32), "0.451523640985730904450811124338");
  EXPECT_EQ(m["s"].digits.substr(0, 3), "1");
  EXPECT_NEAR(m.number("low"), -std::sqrt(2 * 9.81), 1e-14);
}

TEST(Measures, FailuresSayWhyAndWhen) {
  const Measuring m(R"(
model Fails
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  assert(x > 0.5, "too low");
end Fails;
)",
                    "1", {{"x", "final(x)"}, {"most", "max(x)"}});
  EXPECT_EQ(m.record().status, StatusCode::failed);
  EXPECT_NE(m.record().message.find("too low"), std::string::npos) << m.record().message;
  EXPECT_NEAR(m.record().end_time, 0.5, 1e-14);
  EXPECT_EQ(m.number("most"), 1);
}

}  // namespace
}  // namespace saltus
