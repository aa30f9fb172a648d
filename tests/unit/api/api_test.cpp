#include <gtest/gtest.h>

#include <cmath>

#include "api/saltus.hpp"

namespace saltus {
namespace {

constexpr const char* rows = R"(
model Rows
  parameter Integer n = 2;
  parameter Real a = 1;
  Real x[n](each start = 0, each fixed = true);
  discrete Integer k(start = 0, fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = a*i;
    when x[i] > 1 then
      reinit(x[i], 0);
    end when "full";
  end for;
  when time > 0.7 then
    k = 5;
  end when "late";
end Rows;
)";

TEST(Api, RunsAndCountsLoopsTogether) {
  const Result r = run(Model::parse(rows), {.stop = "1.2"});
  ASSERT_TRUE(r.ok());
  EXPECT_EQ(r.count("full"), 3u);
  EXPECT_EQ(r.count("full[2]"), 2u);
  EXPECT_EQ(r.count("ful"), 0u);
  EXPECT_EQ(r.times("late").size(), 1u);
  EXPECT_EQ(r.final_value("k"), 5.0);
  EXPECT_EQ(r.final_value("nothing"), std::nullopt);
}

TEST(Api, TheHashOfTheModelIsLeftOutOnRequest) {
  const Model model = Model::parse(rows);
  EXPECT_EQ(run(model, {.stop = 1}).data().provenance.model_hash.size(), 16u);
  EXPECT_TRUE(run(model, {.stop = 1, .model_hash = false}).data().provenance.model_hash.empty());
}

TEST(Api, SettingsChangeSizesAndAddUp) {
  const Model four = Model::parse(rows).with({{"n", 4}});
  EXPECT_NE(four.flat().find("x[4]"), nullptr);
  const Result r = run(four, {.set = {{"a", "1/2"}}, .stop = 1});
  EXPECT_EQ(r.final_value("x[1]"), 0.5);
  EXPECT_TRUE(r.final_value("x[4]").has_value());
  const Result last_wins = run(four.with({{"n", 3}}), {.stop = 0});
  EXPECT_FALSE(last_wins.final_value("x[4]").has_value());
}

TEST(Api, ModelsBuiltInCppTakeSettings) {
  ModelBuilder m("Decay");
  const Var k = m.parameter("k", 1);
  const Var x = m.real("x", {.start = 1, .fixed = true});
  m.equation(der(x), -k * x);
  const Model model(m.build());
  EXPECT_NEAR(run(model, {.stop = 1}).final_value("x").value(), std::exp(-1), 1e-9);
  EXPECT_NEAR(run(model, {.set = {{"k", 2}, {"x.start", 3}}, .stop = 1}).final_value("x").value(), 3 * std::exp(-2), 1e-8);
}

TEST(Api, ComputesInPairsOfDoubles) {
  const Result r = run(Model::parse(rows), {.set = {{"a", "1/3"}}, .stop = 1, .precision = double_double});
  ASSERT_TRUE(r.ok());
  for (const NamedValue& v : r.data().final_values) {
    if (v.name != "x[1]") continue;
    EXPECT_EQ(v.value.digits, "0.3333333333333333333333333333333");
  }
  EXPECT_THROW(run(Model::parse(rows), {.solver = "rk4", .step = "0.1", .precision = double_double}), InvalidOption);
}

TEST(Api, RowsAtRequestedTimes) {
  const Result r = run(Model::parse(rows), {.stop = 1, .at = {0, "1/4", 0.75}});
  ASSERT_NE(r.values("x[1]"), nullptr);
  const Column* time = r.series().find("time");
  ASSERT_NE(time, nullptr);
  std::vector<double> requested;
  for (std::size_t i = 0; i < r.series().rows.size(); ++i) {
    if (r.series().rows[i].requested) requested.push_back(time->values[i]);
  }
  EXPECT_EQ(requested, (std::vector<double>{0, 0.25, 0.75}));
}

TEST(Api, NumbersAreWhatWasWritten) {
  EXPECT_EQ(Exact(0.5).text(), "0.5");
  EXPECT_EQ(Exact(3).text(), "3");
  EXPECT_EQ(Exact("0.2").text(), "0.2");
  EXPECT_NE(Exact(0.2).text(), "0.2");
}

TEST(Api, WrongOptionsAreToldApartFromWrongModels) {
  const Model model = Model::parse(rows);
  EXPECT_THROW(static_cast<void>(run(model, {.start = 2, .stop = 1})), InvalidOption);
  EXPECT_THROW(static_cast<void>(run(model, {.solver = "magic"})), InvalidOption);
  EXPECT_THROW(static_cast<void>(run(model, {.stop = "soon"})), InvalidOption);
  EXPECT_THROW(static_cast<void>(run(model, {.set = {{"b", 1}}})), InvalidModel);
  EXPECT_THROW(static_cast<void>(Model::parse("model M Real x; equation x = y; end M;")), InvalidModel);
  EXPECT_THROW(static_cast<void>(Model::load("no such file.mo")), FileError);
  EXPECT_THROW((void)check(Model::parse("model M Real x; equation x = 1; x = 2; end M;")), InvalidModel);
}

TEST(Api, AnInterruptedRunKeepsWhatItHas) {
  const std::atomic<bool> now{true};
  const Result r = run(Model::parse(rows), {.stop = 1, .interrupt = &now});
  EXPECT_EQ(r.status().code, StatusCode::interrupted);
  EXPECT_FALSE(r.ok());
  EXPECT_NE(r.to_json().find("\"interrupted\""), std::string::npos);
}

TEST(Api, TextReadsBackToTheSameResult) {
  const Model model = Model::parse(rows);
  const Result direct = run(model, {.stop = 1});
  const Result again = run(Model::parse(model.text()), {.stop = 1});
  ASSERT_EQ(direct.events().size(), again.events().size());
  for (std::size_t i = 0; i < direct.events().size(); ++i)
    EXPECT_EQ(direct.events()[i].time.value, again.events()[i].time.value);
}

}  // namespace
}  // namespace saltus
