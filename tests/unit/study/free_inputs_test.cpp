// A run with values as inputs of a compiled model, and a run of the model with these values set in its text, are the same run.

#include <gtest/gtest.h>

#include <bit>

#include "compile/check_modes.hpp"
#include "lang/load.hpp"
#include "study/ensemble.hpp"
#include "tree_models.hpp"

namespace saltus {
namespace {

void expect_same(const RunResult& a, const RunResult& b, const std::string& where) {
  const auto same = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y) || (x == 0 && y == 0) || (x != x && y != y);
  };
  EXPECT_EQ(a.status.code, b.status.code) << where << ": " << a.status.message << " / " << b.status.message;
  EXPECT_TRUE(same(a.status.time.value, b.status.time.value)) << where;
  EXPECT_EQ(a.statistics.steps, b.statistics.steps) << where;
  ASSERT_EQ(a.events.size(), b.events.size()) << where;
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    ASSERT_EQ(a.events[i].name, b.events[i].name) << where;
    ASSERT_TRUE(same(a.events[i].time.value, b.events[i].time.value)) << where << ": event " << i;
  }
  ASSERT_EQ(a.final_values.size(), b.final_values.size()) << where;
  for (std::size_t i = 0; i < a.final_values.size(); ++i)
    EXPECT_TRUE(same(a.final_values[i].value.value, b.final_values[i].value.value)) << where << ": " << a.final_values[i].name;
  ASSERT_EQ(a.parameters.size(), b.parameters.size()) << where;
  for (std::size_t i = 0; i < a.parameters.size(); ++i)
    EXPECT_TRUE(same(a.parameters[i].value.value, b.parameters[i].value.value)) << where << ": " << a.parameters[i].name;
}

TEST(FreeInputs, RunsAreThoseOfTheTextWithTheValuesSet) {
  int compared = 0;
  ExprPool pool;
  for (const TreeModel& t : tree_models()) {
    auto sources = std::make_shared<Sources>();
    const std::uint32_t file = sources->add(t.name, t.text);
    Diagnostics ignored;
    const auto model = load_model(std::make_shared<Sources>(*sources), {&file, 1}, {}, ignored);
    if (!model) continue;
    const auto values = other_values(*model);
    if (values.empty()) continue;
    EnsembleOptions options;
    options.model.sources = sources;
    options.model.files = {file};
    if (const auto stop = Rational::parse(t.stop)) options.run.stop = pool.number(*stop);
    Point point{1, {}};
    for (const auto& [name, value] : values) {
      options.varied.push_back(name);
      point.values.push_back({0, value});
    }
    Diagnostics diagnostics;
    const auto ensemble = Ensemble::make(options, diagnostics);
    ASSERT_TRUE(ensemble) << t.name << ": " << diagnostics.all().at(0).message;
    RunResult a;
    const RunRecord record = ensemble->run(point, &a);

    LoadOptions load;
    for (const auto& [name, value] : values) load.settings.push_back({name, value});
    auto set = load_model(std::make_shared<Sources>(*sources), {&file, 1}, load, diagnostics);
    if (!set) {
      EXPECT_EQ(record.status, StatusCode::failed) << t.name;
      continue;
    }
    CompiledTuples tuples(std::move(*set));
    if (!check_modes(tuples, Thoroughness::transitions, diagnostics)) {
      EXPECT_EQ(record.status, StatusCode::failed) << t.name;
      continue;
    }
    expect_same(a, simulate(tuples, options.run), t.name);
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace saltus
