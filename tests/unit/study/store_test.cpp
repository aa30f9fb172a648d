#include "study/store.hpp"

#include <bit>
#include <cmath>
#include <thread>

#include "store_fixture.hpp"

namespace saltus {
namespace {

TEST_F(StoreTest, GivesBackWhatWasAdded) {
  {
    const auto store = Store::create(file, identity, layout);
    for (const std::uint64_t number : {3U, 1U, 2U}) store->add(record(number));
    EXPECT_EQ(store->finished(), 3);
    EXPECT_TRUE(store->holds(2));
    EXPECT_FALSE(store->holds(4));
    ASSERT_TRUE(store->find(2));
    EXPECT_TRUE(same_outcome(*store->find(2), record(2)));
  }
  const auto store = Store::open(file);
  EXPECT_EQ(store->identity().entries, identity.entries);
  EXPECT_EQ(store->layout().varied, layout.varied);
  EXPECT_EQ(store->layout().measures[0].unit, "m/s");
  EXPECT_EQ(store->layout().measures[0].description, "of the number");
  EXPECT_TRUE(store->layout().measures[1].is_list);
  std::uint64_t expected = 1;
  store->for_each([&](const RunRecord& run) {
    EXPECT_TRUE(same_outcome(run, record(expected))) << expected;
    EXPECT_EQ(run.seconds, 1e-3);
    ++expected;
  });
  EXPECT_EQ(expected, 4);
}

TEST_F(StoreTest, KeepsEveryBitOfANumber) {
  const std::vector<double> odd = {0.0,
                                   -0.0,
                                   1e-320,
                                   0.1,
                                   1.0 / 3,
                                   5e300,
                                   9007199254740993.0,
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN(),
                                   -std::numeric_limits<double>::quiet_NaN(),
                                   std::bit_cast<double>(0x7ff8000000000123U)};
  std::uint64_t number = 0;
  {
    const auto store = Store::create(file, identity, layout);
    for (const double x : odd) {
      RunRecord run = record(++number);
      run.point.values[0].value = x;
      run.measures[0].number = x;
      run.measures[1].list = odd;
      if (std::isnan(x)) run.point.values[0].value = 0;
      store->add(run);
    }
  }
  const auto store = Store::open(file);
  store->for_each([&](const RunRecord& run) {
    const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
    const double x = odd[run.point.number - 1];
    EXPECT_EQ(bits(run.measures[0].number), bits(x)) << x;
    if (!std::isnan(x)) {
      EXPECT_EQ(bits(run.point.values[0].value), bits(x)) << x;
    }
    ASSERT_EQ(run.measures[1].list.size(), odd.size());
    for (std::size_t i = 0; i < odd.size(); ++i) EXPECT_EQ(bits(run.measures[1].list[i]), bits(odd[i])) << i;
  });
}

TEST_F(StoreTest, KeepsFailuresDigitsAndGaps) {
  RunRecord run = record(1);
  run.status = StatusCode::failed;
  run.message = "x is not a number;\n'quoted' \"twice\"";
  run.measures[0].digits = "0.333333333333333333333333333333";
  run.measures[1] = {};
  RunRecord empty_list = record(2);
  empty_list.measures[1].list.clear();
  {
    const auto store = Store::create(file, identity, layout);
    store->add(run);
    store->add(empty_list);
  }
  const auto store = Store::open(file);
  EXPECT_TRUE(same_outcome(*store->find(1), run));
  EXPECT_TRUE(same_outcome(*store->find(2), empty_list));
  EXPECT_FALSE(store->find(3));
}

TEST_F(StoreTest, NamesMayBeAnything) {
  layout.varied = {"e", "E", "x.start", "m[2]", "status", "a\"b"};
  layout.measures = {{"e"}, {"number"}, {"select"}};
  RunRecord run;
  run.point = {1, {{1}, {2}, {3}, {4}, {5}, {6}}};
  run.measures = {{.number = 7}, {.number = 8}, {.number = 9}};
  Store::create(file, identity, layout)->add(run);
  EXPECT_TRUE(same_outcome(*Store::open(file)->find(1), run));
}

TEST_F(StoreTest, AnInterruptedRunIsNotFinished) {
  const auto store = Store::create(file, identity, layout);
  RunRecord run = record(1);
  run.status = StatusCode::interrupted;
  store->add(run);
  EXPECT_EQ(store->finished(), 0);
}

TEST_F(StoreTest, ARunIsThereOnce) {
  const auto store = Store::create(file, identity, layout);
  store->add(record(5));
  EXPECT_NE(message_of([&] { store->add(record(5)); }).find("run 5 already"), std::string::npos);
}

TEST_F(StoreTest, ResumeKnowsWhatIsThere) {
  {
    Store::create(file, identity, layout)->add(record(2));
  }
  {
    const auto store = Store::resume(file, identity, layout);
    EXPECT_TRUE(store->holds(2));
    EXPECT_FALSE(store->holds(1));
    store->add(record(1));
  }
  EXPECT_EQ(Store::open(file)->finished(), 2);
}

TEST_F(StoreTest, ResumeBeginsWhereNothingIs) {
  {
    Store::resume(file, identity, layout)->add(record(1));
  }
  EXPECT_EQ(Store::open(file)->finished(), 1);
  std::ofstream(folder / "empty.sqlite");
  {
    Store::resume(folder / "empty.sqlite", identity, layout)->add(record(1));
  }
  EXPECT_EQ(Store::open(folder / "empty.sqlite")->finished(), 1);
}

TEST_F(StoreTest, ResumeNamesWhatChanged) {
  {
    const auto store = Store::create(file, identity, layout);
  }
  identity.entries = {{"model_hash", "abd"}, {"stop", "15"}, {"tol", "1e-9"}};
  layout.measures.pop_back();
  EXPECT_EQ(message_of([&] { (void)Store::resume(file, identity, layout); }),
            "store " + file.string() +
                ": it belongs to another study: model_hash was abc, is now abd; tol is new: 1e-9; measures were square, "
                "times, are now square");
}

TEST_F(StoreTest, ManyThreadsAdd) {
  constexpr std::uint64_t threads = 4, each = 2000;
  {
    const auto store = Store::create(file, identity, layout);
    std::vector<std::jthread> workers;
    for (std::uint64_t k = 0; k < threads; ++k) {
      workers.emplace_back([&, k] {
        for (std::uint64_t i = 0; i < each; ++i) store->add(record(1 + i * threads + k));
      });
    }
    workers.clear();
    store->commit();
    EXPECT_EQ(store->finished(), threads * each);
  }
  std::uint64_t expected = 0;
  Store::open(file)->for_each([&](const RunRecord& run) { EXPECT_TRUE(same_outcome(run, record(++expected))); });
  EXPECT_EQ(expected, threads * each);
}

TEST_F(StoreTest, IsReadWhileItIsWritten) {
  const auto store = Store::create(file, identity, layout);
  store->add(record(1));
  store->commit();
  EXPECT_EQ(Store::open(file)->finished(), 1);
  store->add(record(2));
  store->commit();
  EXPECT_EQ(Store::open(file)->finished(), 2);
}

TEST_F(StoreTest, IsOneFileAtTheEnd) {
  {
    Store::create(file, identity, layout)->add(record(1));
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

}  // namespace
}  // namespace saltus
