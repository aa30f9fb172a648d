// Searches through the runner: what is stored, resumed, and independent of threads. Searches on random functions whose answers are known.

#include "study/search_study.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/hybrid_model.hpp"
#include "study/counter_random.hpp"
#include "study/memory_store.hpp"
#include "study/minimize.hpp"
#include "study/seek.hpp"

namespace saltus {
namespace {

/// Runs that are formulas: the measures are the values of functions of the point.
class FormulaEnsemble final : public Ensemble {
 public:
  using Formula = std::function<std::vector<double>(const std::vector<double>&)>;

  FormulaEnsemble(std::vector<Measure> measures, Formula formula)
      : measures_(std::move(measures)), formula_(std::move(formula)) {}

  RunRecord run(const Point& point, RunResult*) override {
    std::vector<double> x;
    for (const StudyValue& v : point.values) x.push_back(v.value);
    RunRecord record{.point = point};
    for (const double y : formula_(x)) record.measures.push_back({.number = y});
    if (record.measures.empty()) {
      record.status = StatusCode::failed;
      record.message = "out of range";
    }
    return record;
  }
  [[nodiscard]] const HybridModel& model() const override { return model_; }
  [[nodiscard]] const std::vector<Measure>& measures() const override { return measures_; }

 private:
  HybridModel model_;
  std::vector<Measure> measures_;
  Formula formula_;
};

StatedNumber stated(double x) {
  StatedNumber n;
  n.number.value.value = x;
  return n;
}

SeekExperiment two_unknowns() {
  SeekExperiment seek;
  seek.unknowns = {{{"a", {}}, {}, {}, stated(3)}, {{"b", {}}, {}, {}, stated(2)}};
  seek.targets = {{{"p", {}}, stated(4)}, {{"q", {}}, stated(1)}};
  seek.method = {"newton", {}};
  return seek;
}

FormulaEnsemble circle_and_hyperbola() {
  return {{{"p"}, {"q"}}, [](const std::vector<double>& x) { return std::vector{x[0] * x[0] + x[1] * x[1], x[0] * x[1]}; }};
}

TEST(RunSearch, StoresEveryEvaluationWhateverTheThreads) {
  std::vector<std::vector<RunRecord>> runs;
  for (const unsigned jobs : {1u, 3u}) {
    FormulaEnsemble ensemble = circle_and_hyperbola();
    MemoryStore store({}, {{"a", "b"}, ensemble.measures()});
    Runner runner(ensemble, store, {.jobs = jobs});
    const SearchEnd end = run_search(two_unknowns(), runner);
    ASSERT_TRUE(end.met) << end.message;
    EXPECT_NEAR(end.values[0].value, (std::sqrt(6.0) + std::sqrt(2.0)) / 2, 1e-14);
    EXPECT_EQ(end.runs, store.finished());
    ASSERT_TRUE(end.run);
    EXPECT_EQ(end.run->point.values[1].value, end.values[1].value);
    store.for_each([&](const RunRecord& r) { runs.resize(jobs == 1 ? 1 : 2), runs.back().push_back(r); });
  }
  ASSERT_EQ(runs[0].size(), runs[1].size());
  for (std::size_t i = 0; i < runs[0].size(); ++i) {
    EXPECT_EQ(runs[0][i].point.values[0].value, runs[1][i].point.values[0].value);
    EXPECT_EQ(runs[0][i].measures[0].number, runs[1][i].measures[0].number);
  }
}

TEST(RunSearch, TakesRunsThatAreThereFromTheStore) {
  int made = 0;
  FormulaEnsemble ensemble({{"p"}, {"q"}}, [&](const std::vector<double>& x) {
    ++made;
    return std::vector{x[0] * x[0] + x[1] * x[1], x[0] * x[1]};
  });
  MemoryStore whole({}, {{"a", "b"}, ensemble.measures()}), part({}, {{"a", "b"}, ensemble.measures()});
  Runner first(ensemble, whole, {.jobs = 1});
  const SearchEnd end = run_search(two_unknowns(), first);
  whole.for_each([&](const RunRecord& r) {
    if (r.point.number <= 7) part.add(r);
  });
  const int all = std::exchange(made, 0);
  Runner again(ensemble, part, {.jobs = 1});
  const SearchEnd resumed = run_search(two_unknowns(), again);
  EXPECT_EQ(made, all - 7);
  EXPECT_EQ(resumed.values[0].value, end.values[0].value);
  EXPECT_EQ(part.finished(), whole.finished());
}

TEST(RunSearch, EndsWhenItIsInterrupted) {
  FormulaEnsemble ensemble = circle_and_hyperbola();
  MemoryStore store({}, {{"a", "b"}, ensemble.measures()});
  const std::atomic<bool> stop{true};
  Runner runner(ensemble, store, {.jobs = 1, .interrupt = &stop});
  EXPECT_THROW(static_cast<void>(run_search(two_unknowns(), runner)), StudyInterrupted);
}

/// Uniform in [-1, 1].
double random(std::uint64_t seed, std::uint64_t k) {
  return 2 * probability_of(random_bits(seed, RandomUse::value, 0, k)).below - 1;
}

Evaluate formula(const std::function<std::vector<double>(const Candidate&)>& f) {
  return [f](const std::vector<Candidate>& candidates) {
    std::vector<Evaluation> found;
    for (const Candidate& c : candidates) found.push_back({f(c), {}});
    return found;
  };
}

TEST(RandomSearches, FindTheRootOfIncreasingFunctions) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const double root = random(seed, 0), steep = std::pow(10, 4 * random(seed, 1)), bend = 5 * (1 + random(seed, 2));
    const Evaluate f = formula([=](const Candidate& x) {
      const double d = x[0] - root;
      return std::vector{steep * (d + bend * d * d * d) + std::sinh(d)};
    });
    for (const SeekMethod method : {SeekMethod::toms748, SeekMethod::bisection, SeekMethod::newton, SeekMethod::secant}) {
      const SeekOutcome out = seek({{{"x", -1.5, 2}}, {{"y", 0}}, method}, f);
      ASSERT_EQ(out.end, SeekEnd::met) << "seed " << seed << ", method " << int(method) << ": " << out.message;
      EXPECT_NEAR(out.values[0], root, 5e-16) << "seed " << seed << ", method " << int(method);
      EXPECT_LE(out.runs, 80u) << "seed " << seed << ", method " << int(method);
    }
  }
}

TEST(RandomSearches, FindJumpsWhereTheyAre) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const double place = random(seed, 0), low = random(seed, 1), high = low + 1e-3 + std::abs(random(seed, 2));
    const Evaluate f = formula([=](const Candidate& x) { return std::vector{(x[0] < place ? low : high) + 1e-4 * x[0]}; });
    const SeekOutcome out = seek({{{"x", -1.5, 2}}, {{"y", (low + high) / 2}}, SeekMethod::toms748}, f);
    EXPECT_EQ(out.end, SeekEnd::jump) << "seed " << seed;
    EXPECT_NEAR(out.values[0], place, 4e-16) << "seed " << seed;
  }
}

TEST(RandomSearches, SolveLinearLeastSquares) {
  // Lists r = A x - b with two unknowns: the normal equations have the answer.
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    std::vector<double> a, c, b;
    for (std::uint64_t i = 0; i < 6; ++i)
      a.push_back(random(seed, 3 * i)), c.push_back(random(seed, 3 * i + 1)), b.push_back(random(seed, 3 * i + 2));
    double aa = 0, ac = 0, cc = 0, ab = 0, cb = 0;
    for (std::size_t i = 0; i < 6; ++i)
      aa += a[i] * a[i], ac += a[i] * c[i], cc += c[i] * c[i], ab += a[i] * b[i], cb += c[i] * b[i];
    const double det = aa * cc - ac * ac;
    if (det < 0.1) continue;
    const Evaluate f = formula([&](const Candidate& x) {
      std::vector<double> r;
      for (std::size_t i = 0; i < 6; ++i) r.push_back(a[i] * x[0] + c[i] * x[1] - b[i]);
      return r;
    });
    const MinimizeOutcome out = minimize({.unknowns = {{"x", -INFINITY, INFINITY, 0.5}, {"y", -INFINITY, INFINITY, 0.5}},
                                          .is_list = true,
                                          .method = MinimizeMethod::least_squares},
                                         f);
    ASSERT_TRUE(out.found) << "seed " << seed << ": " << out.message;
    EXPECT_NEAR(out.values[0], (ab * cc - cb * ac) / det, 1e-11) << "seed " << seed;
    EXPECT_NEAR(out.values[1], (cb * aa - ab * ac) / det, 1e-11) << "seed " << seed;
  }
}

TEST(RandomSearches, FindTheBottomOfQuartics) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const double place = random(seed, 0), bend = std::pow(10, 2 * random(seed, 1)), base = random(seed, 2);
    const Evaluate f = formula([=](const Candidate& x) {
      const double d = x[0] - place;
      return std::vector{base + bend * (d * d + d * d * d * d)};
    });
    const MinimizeOutcome out = minimize({.unknowns = {{"x", -1.5, 2}}}, f);
    ASSERT_TRUE(out.found) << "seed " << seed;
    EXPECT_NEAR(out.values[0], place, 2e-7) << "seed " << seed;
    EXPECT_LE(out.runs, 70u) << "seed " << seed;
  }
}

}  // namespace
}  // namespace saltus
