// A run with values as inputs of a compiled model, and a run of the model with these values set in its text, are the same run.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compile/check_modes.hpp"
#include "lang/load.hpp"
#include "study/ensemble.hpp"

namespace saltus {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Text {
  std::string name, text;
  std::string stop = {};  ///< of the first run in a test that has one
};

std::string first_stop(const std::string& test) {
  const std::size_t at = test.find("--stop ");
  if (at == std::string::npos) return {};
  return test.substr(at + 7, test.find_first_of(" \n", at + 7) - at - 7);
}

/// Model files, and the models inside text tests.
std::vector<Text> all_models() {
  std::vector<Text> found;
  for (const auto& entry : fs::recursive_directory_iterator(SALTUS_TREE "/models"))
    if (entry.path().extension() == ".mo") found.push_back({entry.path().string(), contents(entry.path())});
  for (const auto& entry : fs::recursive_directory_iterator(SALTUS_TREE "/tests/run")) {
    if (entry.path().extension() != ".test" || entry.path().string().find("/slow/") != std::string::npos) continue;
    const std::string test = contents(entry.path());
    std::istringstream lines(test);
    std::string line, text, name;
    const auto finish = [&] {
      if (name.ends_with(".mo")) found.push_back({entry.path().string() + ":" + name, text, first_stop(test)});
      name.clear();
      text.clear();
    };
    while (std::getline(lines, line)) {
      if (line.starts_with("--- ")) {
        finish();
        if (line.starts_with("--- file ")) name = line.substr(9);
      } else {
        text += line + "\n";
      }
    }
    finish();
  }
  std::ranges::sort(found, {}, &Text::name);
  return found;
}

/// Rational values that differ from those of the model, by name: at most two.
std::vector<std::pair<std::string, std::string>> other_values(const HybridModel& model) {
  std::vector<std::pair<std::string, std::string>> list;
  const auto add = [&](const std::string& name, Expr value, Type type) {
    if (list.size() == 2 || !value || !value->is_number() || type != Type::real) return;
    const auto other = Rational::mul(value->number(), *Rational::parse("1.0625"));
    list.emplace_back(name, other->sign() == 0 ? "0.0078125" : other->text());
  };
  for (const Variable& v : model.variables)
    if (v.variability == Variability::parameter && !v.is_final) add(v.name, v.binding, v.type);
  if (list.size() == 2) list.pop_back();
  for (const Variable& v : model.variables)
    if (v.variability == Variability::continuous && !v.home) add(v.name + ".start", v.start, v.type);
  return list;
}

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
  for (const Text& t : all_models()) {
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
