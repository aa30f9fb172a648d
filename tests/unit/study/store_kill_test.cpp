// A program that is killed loses at most the last batch.

#include <sys/wait.h>

#include <csignal>
#include <random>

#include "store_fixture.hpp"

namespace saltus {
namespace {

constexpr std::uint64_t runs = 3000;

/// The program: does the missing runs, and dies without warning after a number of them.
[[noreturn]] void work_and_die(const std::filesystem::path& file, const StudyIdentity& identity, const StoreLayout& layout,
                               RunRecord (*record)(std::uint64_t), std::uint64_t lifetime) {
  const auto store = Store::resume(file, identity, layout);
  for (std::uint64_t number = 1; number <= runs; ++number) {
    if (store->holds(number)) continue;
    if (lifetime-- == 0) kill(getpid(), SIGKILL);
    store->add(record(number));
    if (number % 97 == 0) store->commit();
  }
  kill(getpid(), SIGKILL);
  std::abort();
}

TEST_F(StoreTest, SurvivesTwentyKills) {
  std::mt19937 random(20);
  std::uint64_t before = 0, progress = 0;
  for (int life = 0; life < 20; ++life) {
    const std::uint64_t lifetime = random() % 250;
    const pid_t child = fork();
    if (child == 0) work_and_die(file, identity, layout, record, lifetime);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    const std::uint64_t now = Store::open(file)->finished();
    EXPECT_GE(now, before);
    EXPECT_GT(now + 97, before + lifetime) << "a batch that was committed is lost";
    if (now > before) ++progress;
    before = now;
  }
  EXPECT_GT(progress, 5);
  {
    const auto store = Store::resume(file, identity, layout);
    for (std::uint64_t number = 1; number <= runs; ++number) {
      if (!store->holds(number)) store->add(record(number));
    }
  }
  std::uint64_t expected = 0;
  Store::open(file)->for_each([&](const RunRecord& run) { EXPECT_TRUE(same_outcome(run, record(++expected))); });
  EXPECT_EQ(expected, runs);
}

}  // namespace
}  // namespace saltus
