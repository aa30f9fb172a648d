// A simulation that is used again gives what a new one gives, bit for bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "api/saltus.hpp"
#include "compile/check_modes.hpp"
#include "result/write_json.hpp"
#include "sim/simulation.hpp"

namespace saltus {
namespace {

std::string text_of(RunResult result) {
  result.statistics.seconds = 0;
  result.statistics.more.clear();  // tuples compiled by other runs
  return write_json(result);
}

bool stands_alone(const std::filesystem::path& file) {
  try {
    static_cast<void>(Model::load(file));
    return true;
  } catch (const InvalidModel&) {
    return false;  // it uses classes of other files
  }
}

std::vector<std::filesystem::path> model_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SALTUS_TREE "/models"))
    if (entry.path().extension() == ".mo" && stands_alone(entry.path())) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

class RepeatedRuns : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(RepeatedRuns, AreTheFirstRun) {
  const Model model = Model::load(GetParam());
  CompiledTuples tuples(model.flat());
  Diagnostics diagnostics;
  ASSERT_TRUE(check_modes(tuples, Thoroughness::transitions, diagnostics));
  ExprPool pool;
  RunOptions whole, rough, short_run;
  whole.record = Record::steps;
  rough.tolerance = pool.number(*Rational::parse("1e-5"));
  rough.locate = Locate::signs;
  rough.values_in_events = false;
  short_run.tolerance = pool.number(*Rational::parse("1e-9"));
  short_run.stop = model.flat().experiment.start ? model.flat().experiment.start : pool.number(0);
  const std::string alone = text_of(simulate(tuples, whole));
  Simulation again(tuples);
  EXPECT_EQ(text_of(again.run(short_run)), text_of(simulate(tuples, short_run)));
  EXPECT_EQ(text_of(again.run(whole)), alone);
  EXPECT_EQ(text_of(again.run(rough)), text_of(simulate(tuples, rough)));
  EXPECT_EQ(text_of(again.run(whole)), alone);
  EXPECT_EQ(text_of(again.run(whole)), alone);
  EXPECT_EQ(text_of(again.run(whole)), alone);  // with a set-up that was kept by the run before
}

INSTANTIATE_TEST_SUITE_P(Models, RepeatedRuns, testing::ValuesIn(model_files()), [](const auto& file) {
  std::string name = std::filesystem::relative(file.param, SALTUS_TREE "/models").string();
  std::ranges::replace_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

TEST(RepeatedRuns, OfOneModelInSeveralThreads) {
  const Model model = Model::load(SALTUS_TREE "/models/argesim/c07/pendulum_modes.mo");
  const auto times = [](const Result& r) {
    std::vector<double> list;
    for (const auto& e : r.events()) list.push_back(e.time.value);
    return list;
  };
  std::vector<std::vector<double>> found(4);
  std::vector<std::thread> threads;
  for (auto& list : found)
    threads.emplace_back([&] {
      for (int i = 0; i < 3; ++i) list = times(run(model));
    });
  for (std::thread& t : threads) t.join();
  EXPECT_FALSE(found.front().empty());
  for (const auto& list : found) EXPECT_EQ(list, found.front());
}

}  // namespace
}  // namespace saltus
