#include "study/ensemble.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "text_model.hpp"

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

/// A study file in which the measure stands between quotes, and what is marked in it.
std::string marked(const std::string& line, const std::string& expression) {
  auto sources = std::make_shared<Sources>();
  EnsembleOptions options;
  options.model.files = {sources->add("model.mo", ball)};
  const std::uint32_t study = sources->add("study.toml", line);
  options.model.sources = sources;
  const auto begin = static_cast<std::uint32_t>(line.find_first_of("'\""));
  options.measures = {{"m", expression, {study, begin, static_cast<std::uint32_t>(line.size())}}};
  Diagnostics diagnostics;
  EXPECT_FALSE(Ensemble::make(options, diagnostics));
  return std::string(sources->text(diagnostics.all().at(0).where.span));
}

TEST(Ensemble, MistakesAreShownInTheStudy) {
  EXPECT_EQ(marked("m = 'final(hh) + 1'", "final(hh) + 1"), "hh");
  EXPECT_EQ(marked("m = 'final(2*h + hh)'", "final(2*h + hh)"), "hh");
  EXPECT_EQ(marked(R"q(m = "count(\"bonce\")")q", R"q(count("bonce"))q"), R"q("count(\"bonce\")")q");
  EXPECT_EQ(marked("m = 'max(h) +'", "max(h) +"), "");
}

TEST(Ensemble, StructuralValuesAreCompiledForThemselves) {
  constexpr const char* rows = R"(
model Rows
  parameter Integer n = 2;
  parameter Real p = 2, h = 0.25, k = 1;
  parameter Boolean up = true;
  Real x[n](each start = 1, each fixed = true);
  discrete Real ticks(start = 0, fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = k*(if up then 1 else -1)*i*x[i]^p;
  end for;
  when sample(0, h) then
    ticks = pre(ticks) + 1;
  end when "tick";
end Rows;
)";
  Diagnostics diagnostics;
  auto options = of_text(rows, {"n", "p", "h", "k", "up", "x[1].start"}, {{"x", "final(x[1])"}, {"t", "final(ticks)"}});
  ExprPool pool;
  options.run.stop = pool.number(*Rational::parse("0.3"));
  const auto ensemble = Ensemble::make(options, diagnostics);
  ASSERT_TRUE(ensemble);
  const auto at = [&](const char* n, const char* p, const char* h, const char* k, const char* up, const char* start) {
    return ensemble->run({1, {{0, n}, {0, p}, {0, h}, {0, k}, {0, up}, {0, start}}});
  };
  const RunRecord growing = at("1", "1", "0.1", "2", "true", "3");
  EXPECT_NEAR(growing.measures[0].number, 3 * std::exp(0.6), 1e-8) << growing.message;
  EXPECT_EQ(growing.measures[1].number, 4);  // 0, 0.1, 0.2, and 0.3 exactly
  const RunRecord falling = at("3", "2", "0.2", "1", "false", "2");
  EXPECT_NEAR(falling.measures[0].number, 1 / (0.5 + 0.3), 1e-8) << falling.message;
  EXPECT_EQ(falling.measures[1].number, 2);
  const RunRecord wrong = at("0.5", "2", "0.2", "1", "false", "2");
  EXPECT_EQ(wrong.status, StatusCode::failed);
  EXPECT_FALSE(wrong.message.empty());
  const RunRecord no_time = at("1", "2", "-1", "1", "false", "2");
  EXPECT_EQ(no_time.status, StatusCode::failed);
  EXPECT_NE(no_time.message.find("interval"), std::string::npos) << no_time.message;
}

TEST(Ensemble, ThreadsAgree) {
  Diagnostics diagnostics;
  const auto ensemble = Ensemble::make(
      of_text(ball, {"e", "h.start"}, {{"n", "count(\"bounce\")"}, {"low", "min(v)"}, {"a", "integral(h*v)"}}), diagnostics);
  ASSERT_TRUE(ensemble);
  const auto point = [](int k) { return Point{static_cast<std::uint64_t>(k), {{0.75 + 0.001 * k, {}}, {1 + 0.01 * k, {}}}}; };
  std::vector<std::vector<RunRecord>> all(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < all.size(); ++t)
      threads.emplace_back([&, t] {
        for (int k = 0; k < 100; ++k) all[t].push_back(ensemble->run(point(t % 2 == 0 ? k : 99 - k)));
      });
  }
  for (std::size_t t = 0; t < all.size(); ++t)
    for (std::size_t k = 0; k < 100; ++k) {
      const RunRecord& a = all[0][k];
      const RunRecord& b = all[t][t % 2 == 0 ? k : 99 - k];
      ASSERT_EQ(a.steps, b.steps);
      for (std::size_t m = 0; m < 3; ++m) ASSERT_EQ(a.measures[m].number, b.measures[m].number);
    }
}

TEST(Ensemble, ThreadsCompileModesForOneAnother) {
  constexpr const char* heater = R"(
model Heater
  parameter Real limit = 1, power = 1;
  Real T(start = 0, fixed = true);
  initial mode heating
  equation
    der(T) = power;
  end heating;
  mode cooling
  equation
    der(T) = if power > 1.5 then -2 else -1;
  end cooling;
  transition heating -> cooling when T > limit then end transition "off";
  transition cooling -> heating when T < 0 then end transition "on";
end Heater;
)";
  Diagnostics diagnostics;
  auto options = of_text(heater, {"limit", "power"}, {{"hot", "duration(\"heating\")"}, {"n", "count(\"off\")"}});
  ExprPool pool;
  options.run.stop = pool.number(2);
  const auto ensemble = Ensemble::make(options, diagnostics);
  ASSERT_TRUE(ensemble);
  std::vector<std::vector<RunRecord>> all(3);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : all)
      threads.emplace_back([&] {
        for (const char* power : {"1", "2", "1.25"})
          for (const char* limit : {"0.25", "0.5", "9"}) mine.push_back(ensemble->run({1, {{0, limit}, {0, power}}}));
      });
  }
  for (const auto& mine : all)
    for (std::size_t k = 0; k < mine.size(); ++k) {
      EXPECT_EQ(mine[k].status, StatusCode::finished) << mine[k].message;
      EXPECT_EQ(mine[k].measures[0].number, all[0][k].measures[0].number);
    }
  EXPECT_NEAR(all[0][1].measures[0].number, 1, 1e-12);  // up and down in half a second each
  EXPECT_NEAR(all[0][4].measures[0].number, 1, 1e-12);  // twice as fast, both ways
  EXPECT_EQ(all[0][4].measures[1].number, 4);
  EXPECT_EQ(all[0][2].measures[0].number, 2);  // never off
}

}  // namespace
}  // namespace saltus
