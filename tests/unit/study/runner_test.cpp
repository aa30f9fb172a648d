// The runner with an ensemble that computes nothing but a square.

#include "study/runner.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <thread>

#include "study/memory_store.hpp"
#include "study/parallel.hpp"

namespace saltus {
namespace {

class Squares final : public Ensemble {
 public:
  RunRecord run(const Point& point, RunResult*) override {
    if (after_run) after_run(++runs);
    RunRecord r;
    r.point = point;
    const double x = point.values.front().value;
    r.measures.push_back({x * x, {}, false, {}});
    if (fails(point.number)) {
      r.status = StatusCode::failed;
      r.message = "no square today";
    }
    return r;
  }
  [[nodiscard]] const HybridModel& model() const override { return model_; }
  [[nodiscard]] const std::vector<Measure>& measures() const override { return measures_; }

  std::atomic<int> runs{0};
  std::function<void(int)> after_run = [](int) {};
  std::function<bool(std::uint64_t)> fails = [](std::uint64_t) { return false; };

 private:
  HybridModel model_;
  std::vector<Measure> measures_ = {{"square", {}, {}, false}};
};

class Numbers final : public PointSource {
 public:
  explicit Numbers(std::uint64_t count) : count_(count) {}
  [[nodiscard]] std::uint64_t count() const override { return count_; }
  [[nodiscard]] Point point(std::uint64_t number) const override { return {number, {{static_cast<double>(number), {}}}}; }

 private:
  std::uint64_t count_;
};

std::vector<std::pair<std::uint64_t, double>> content(const Store& store) {
  std::vector<std::pair<std::uint64_t, double>> all;
  store.for_each([&](const RunRecord& r) { all.emplace_back(r.point.number, r.measures.front().number); });
  return all;
}

TEST(Runner, ResultsDoNotDependOnTheNumberOfJobs) {
  std::vector<std::pair<std::uint64_t, double>> first;
  for (const unsigned jobs : {1u, 2u, 7u}) {
    Squares squares;
    MemoryStore store({}, {{"x"}, squares.measures()});
    EXPECT_TRUE(Runner(squares, store, {jobs, nullptr, {}}).run_all(Numbers(1000)));
    EXPECT_EQ(squares.runs, 1000);
    if (first.empty()) first = content(store);
    EXPECT_EQ(content(store), first);
  }
  ASSERT_EQ(first.size(), 1000u);
  EXPECT_EQ(first[999], std::pair(std::uint64_t{1000}, 1e6));
}

TEST(Runner, FailedRunsAreRecordedAndTheRestGoesOn) {
  Squares squares;
  squares.fails = [](std::uint64_t n) { return n % 40 == 7; };
  MemoryStore store({}, {{"x"}, squares.measures()});
  Runner runner(squares, store, {2, nullptr, {}});
  EXPECT_TRUE(runner.run_all(Numbers(100)));
  EXPECT_EQ(store.finished(), 100u);
  EXPECT_EQ(runner.progress().failed, 3u);
  EXPECT_EQ(store.find(47)->message, "no square today");
}

TEST(Runner, AnInterruptedStudyIsResumed) {
  std::atomic<bool> interrupt{false};
  Squares squares;
  squares.after_run = [&](int n) { interrupt = n >= 30; };
  MemoryStore store({}, {{"x"}, squares.measures()});
  EXPECT_FALSE(Runner(squares, store, {3, &interrupt, {}}).run_all(Numbers(200)));
  EXPECT_GE(store.finished(), 30u);
  EXPECT_LT(store.finished(), 200u);
  squares.after_run = [](int) {};
  interrupt = false;
  EXPECT_TRUE(Runner(squares, store, {3, &interrupt, {}}).run_all(Numbers(200)));
  EXPECT_EQ(squares.runs, 200);
  EXPECT_EQ(store.finished(), 200u);
}

TEST(Runner, AnInterruptAfterTheLastRunIsTooLate) {
  std::atomic<bool> interrupt{false};
  Squares squares;
  squares.after_run = [&](int n) { interrupt = n == 50; };
  MemoryStore store({}, {{"x"}, squares.measures()});
  EXPECT_TRUE(Runner(squares, store, {1, &interrupt, {}}).run_all(Numbers(50)));
  EXPECT_EQ(store.finished(), 50u);
}

TEST(Runner, ShardsAreAllOfIt) {
  std::set<std::uint64_t> all;
  for (const std::uint64_t shard : {1u, 2u, 3u}) {
    Squares squares;
    MemoryStore store({}, {{"x"}, squares.measures()});
    EXPECT_TRUE(Runner(squares, store, {2, nullptr, {}}).run_all(Numbers(20), {shard, 3}));
    for (const auto& [number, value] : content(store)) EXPECT_TRUE(all.insert(number).second);
  }
  EXPECT_EQ(all.size(), 20u);
  Squares squares;
  MemoryStore store({}, {{"x"}, squares.measures()});
  EXPECT_TRUE(Runner(squares, store, {2, nullptr, {}}).run_all(Numbers(2), {3, 3}));
  EXPECT_EQ(store.finished(), 0u);
}

TEST(Runner, SearchesReplayFromTheStore) {
  Squares squares;
  MemoryStore store({}, {{"x"}, squares.measures()});
  const std::vector<std::vector<StudyValue>> two = {{{4, {}}}, {{5, {}}}};
  {
    Runner runner(squares, store, {2, nullptr, {}});
    EXPECT_EQ(runner.evaluate({{3, {}}}).measures.front().number, 9);
    EXPECT_EQ(runner.evaluate_all(two)[1].measures.front().number, 25);
  }
  Runner again(squares, store, {2, nullptr, {}});
  EXPECT_EQ(again.evaluate({{3, {}}}).measures.front().number, 9);
  EXPECT_EQ(again.evaluate_all(two)[0].point.number, 2u);
  EXPECT_EQ(squares.runs, 3);
  EXPECT_EQ(again.evaluate({{6, {}}}).point.number, 4u);
  EXPECT_EQ(squares.runs, 4);
  Runner other(squares, store, {2, nullptr, {}});
  EXPECT_THROW(static_cast<void>(other.evaluate({{7, {}}})), StoreError);
}

TEST(Runner, AnInterruptedSearchThrows) {
  std::atomic<bool> interrupt{true};
  Squares squares;
  MemoryStore store({}, {{"x"}, squares.measures()});
  Runner runner(squares, store, {2, &interrupt, {}});
  EXPECT_THROW(static_cast<void>(runner.evaluate({{7, {}}})), StudyInterrupted);
}

TEST(Parallel, WhatABodyThrowsIsThrown) {
  ParallelWork work;
  work.count = 1000;
  work.body = [](std::uint64_t i) {
    if (i == 500) throw std::runtime_error("five hundred");
  };
  EXPECT_THROW(run_parallel(work, 4), std::runtime_error);
}

}  // namespace
}  // namespace saltus
