#include "study/ensemble.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace saltus {
namespace {

constexpr const char* ball = R"(
model Ball
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real e = 0.8;
  parameter Real h0(unit = "m") = 1;
  Real h(start = h0, fixed = true, unit = "m") "height";
  Real v(start = 0, fixed = true, unit = "m/s");
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when "bounce";
  annotation(experiment(StopTime = 1));
end Ball;
)";

EnsembleOptions of_text(const char* text, std::vector<std::string> varied, std::vector<MeasureText> measures) {
  auto sources = std::make_shared<Sources>();
  EnsembleOptions options;
  options.model.files = {sources->add("model.mo", text)};
  options.model.sources = sources;
  options.varied = std::move(varied);
  options.measures = std::move(measures);
  return options;
}

TEST(Ensemble, MeasuresOfTheBouncingBall) {
  Diagnostics diagnostics;
  const auto ensemble = Ensemble::make(of_text(ball, {"h0", "e"},
                                               {{"h", "final(h)"},
                                                {"first", "time(\"bounce\", 1)"},
                                                {"n", "count(\"bounce\")"},
                                                {"all", "times(\"bounce\")"},
                                                {"last", "all[-1]"},
                                                {"third", "time(\"bounce\", 3)"},
                                                {"speed", "abs(initial(v) - g*first)"},
                                                {"half", "value(h, 0.25)"}}),
                                       diagnostics);
  ASSERT_TRUE(ensemble) << (diagnostics.all().empty() ? "" : diagnostics.all()[0].message);
  const RunRecord r = ensemble->run({1, {{0.5, "0.5"}, {0.8, "0.8"}}});
  ASSERT_EQ(r.status, StatusCode::finished) << r.message;
  const double t1 = std::sqrt(2 * 0.5 / 9.81), v1 = 0.8 * 9.81 * t1;
  ASSERT_EQ(r.measures.size(), 8u);
  EXPECT_NEAR(r.measures[1].number, t1, 1e-12);
  EXPECT_EQ(ensemble->measures()[1].unit, "s");
  EXPECT_EQ(ensemble->measures()[0].unit, "m");
  EXPECT_TRUE(r.measures[3].is_list);
  EXPECT_EQ(r.measures[3].list.size(), static_cast<std::size_t>(r.measures[2].number));
  EXPECT_EQ(r.measures[3].list.back(), r.measures[4].number);
  EXPECT_NEAR(r.measures[6].number, 9.81 * t1, 1e-11);
  EXPECT_NEAR(r.measures[7].number, 0.5 - 9.81 * 0.0625 / 2, 1e-12);
  EXPECT_NEAR(r.measures[3].list[1] - t1, 2 * v1 / 9.81, 1e-12);
}

TEST(Ensemble, WhatDoesNotExistIsMissing) {
  Diagnostics diagnostics;
  const auto ensemble =
      Ensemble::make(of_text(ball, {}, {{"ninth", "time(\"bounce\", 99)"}, {"after", "2*ninth + 1"}}), diagnostics);
  ASSERT_TRUE(ensemble);
  const RunRecord r = ensemble->run({1, {}});
  EXPECT_TRUE(std::isnan(r.measures[0].number));
  EXPECT_TRUE(std::isnan(r.measures[1].number));
}

TEST(Ensemble, SaysWhatIsWrong) {
  const auto code = [](std::vector<std::string> varied, const char* measure) {
    Diagnostics diagnostics;
    EXPECT_FALSE(Ensemble::make(of_text(ball, std::move(varied), {{"m", measure}}), diagnostics));
    return diagnostics.all().empty() ? std::string() : diagnostics.all()[0].code;
  };
  EXPECT_EQ(code({"h1"}, "final(h)"), "unknown-parameter");
  EXPECT_EQ(code({}, "final(hh)"), "unknown-name");
  EXPECT_EQ(code({}, "h"), "unknown-name");
  EXPECT_EQ(code({}, "count(\"bonce\")"), "unknown-event");
  EXPECT_EQ(code({}, "cuont(\"bounce\")"), "unknown-function");
  EXPECT_EQ(code({}, "count(\"bounce\", 1)"), "wrong-arguments");
  EXPECT_EQ(code({}, "count(bounce)"), "type-mismatch");
  EXPECT_EQ(code({}, "duration(\"flying\")"), "unknown-mode");
  EXPECT_EQ(code({}, "1 +"), "syntax-error");
  EXPECT_EQ(code({}, "value(h, final(h))"), "not-constant");
}

TEST(Ensemble, AWrongValueIsAFailedRun) {
  Diagnostics diagnostics;
  const auto ensemble = Ensemble::make(of_text(ball, {"e"}, {{"h", "final(h)"}}), diagnostics);
  ASSERT_TRUE(ensemble);
  const RunRecord r = ensemble->run({1, {{0, "nonsense"}}});
  EXPECT_EQ(r.status, StatusCode::failed);
  EXPECT_NE(r.message.find("nonsense"), std::string::npos) << r.message;
  EXPECT_TRUE(std::isnan(r.measures[0].number));
}

}  // namespace
}  // namespace saltus
