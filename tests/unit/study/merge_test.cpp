#include "study/merge.hpp"

#include "store_fixture.hpp"

namespace saltus {
namespace {

class MergeTest : public StoreTest {
 protected:
  std::filesystem::path shard(const std::string& name, std::initializer_list<std::uint64_t> numbers) {
    const std::filesystem::path path = folder / (name + ".sqlite");
    const auto store = Store::create(path, identity, layout);
    for (const std::uint64_t number : numbers) store->add(record(number));
    return path;
  }
};

TEST_F(MergeTest, JoinsShards) {
  const MergeSummary summary = merge_stores(file, {shard("a", {1, 3, 5}), shard("b", {2, 4}), shard("c", {})});
  EXPECT_EQ(summary.runs, 5);
  EXPECT_EQ(summary.repeated, 0);
  std::uint64_t expected = 0;
  Store::open(file)->for_each([&](const RunRecord& run) { EXPECT_TRUE(same_outcome(run, record(++expected))); });
  EXPECT_EQ(expected, 5);
  EXPECT_EQ(Store::resume(file, identity, layout)->finished(), 5);
}

TEST_F(MergeTest, TheSameRunTwiceIsKeptOnce) {
  const MergeSummary summary = merge_stores(file, {shard("a", {1, 2, 3}), shard("b", {2, 3, 4})});
  EXPECT_EQ(summary.runs, 4);
  EXPECT_EQ(summary.repeated, 2);
}

TEST_F(MergeTest, RunsThatDifferAreSaid) {
  const std::filesystem::path a = shard("a", {1, 2});
  const std::filesystem::path b = folder / "b.sqlite";
  RunRecord other = record(2);
  other.measures[0].number += 1e-12;
  {
    Store::create(b, identity, layout)->add(other);
  }
  EXPECT_EQ(message_of([&] { merge_stores(file, {a, b}); }),
            "store " + b.string() + ": its run 2 differs from that of another store");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(MergeTest, DifferentStudiesAreNotJoined) {
  const std::filesystem::path a = shard("a", {1});
  identity.entries[1].second = "20";
  const std::filesystem::path b = shard("b", {2});
  EXPECT_EQ(message_of([&] { merge_stores(file, {a, b}); }),
            "stores " + a.string() + " and " + b.string() + " belong to different studies: stop was 15, is now 20");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(MergeTest, AnExistingFileIsKept) {
  const std::filesystem::path a = shard("a", {1}), b = shard("b", {2});
  EXPECT_NE(message_of([&] { merge_stores(a, {b}); }).find("there is such a file"), std::string::npos);
  EXPECT_EQ(Store::open(a)->finished(), 1);
}

}  // namespace
}  // namespace saltus
