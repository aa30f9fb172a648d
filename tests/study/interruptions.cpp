// Studies that are killed, interrupted, or run out of room, and then resumed: each run once, with the results of an undisturbed study.

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <random>
#include <sstream>

#include "program.hpp"
#include "study/merge.hpp"
#include "study/store.hpp"

namespace saltus {
namespace {

namespace fs = std::filesystem;

/// `count` runs of the circuit with a Shockley diode, of a millisecond or more each.
std::string circuit_study(std::uint64_t count) {
  std::ostringstream text;
  text << "schema = \"saltus.study/1\"\nmodel = \"rlc.mo\"\nstop = \"5e-5\"\n"
       << "[sweep]\nR1 = {from = \"900\", to = \"1100\", count = " << count << "}\n"
       << "[measures]\nu = 'final(uC)'\nconducts = 'times(\"diode.u > 0\")'\n";
  return text.str();
}

std::string text_of(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class Interruptions : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "saltus_study_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    fs::copy_file(fs::path(SALTUS_MODELS) / "argesim/c21/rlc.mo", folder / "rlc.mo");
  }
  void TearDown() override { fs::remove_all(folder); }

  void write_study(std::uint64_t count) { std::ofstream(folder / "circuit.toml") << circuit_study(count); }

  [[nodiscard]] std::unique_ptr<Program> start(const std::string& output, Program::Limits limits = {}) const {
    const std::vector<std::string> words = {SALTUS_PROGRAM, "study", "circuit.toml", "-o", output, "--resume", "--jobs", "2"};
    return std::make_unique<Program>(folder, words, limits);
  }

  [[nodiscard]] fs::path store(const std::string& output) const { return folder / output / "runs.sqlite"; }

  /// The runs of the store, or 0 while there is none.
  [[nodiscard]] std::uint64_t finished(const std::string& output) const {
    try {
      return Store::open(store(output))->finished();
    } catch (const StoreError&) {
      return 0;
    }
  }

  /// Waits until the study has committed so many runs.
  [[nodiscard]] bool reaches(Program& program, const std::string& output, std::uint64_t runs) const {
    while (finished(output) < runs) {
      if (program.wait(5)) return false;
    }
    return true;
  }

  void expect_same(const std::string& a, const std::string& b, std::uint64_t count) const {
    const auto other = Store::open(store(b));
    std::uint64_t runs = 0;
    Store::open(store(a))->for_each([&](const RunRecord& run) {
      EXPECT_EQ(run.point.number, ++runs);
      EXPECT_EQ(run.status, StatusCode::finished);
      const auto twin = other->find(run.point.number);
      ASSERT_TRUE(twin);
      EXPECT_TRUE(same_outcome(run, *twin)) << run.point.number;
    });
    EXPECT_EQ(runs, count);
    EXPECT_EQ(other->finished(), count);
  }

  fs::path folder;
};

TEST_F(Interruptions, KilledTwentyTimes) {
  constexpr std::uint64_t count = 10'000;
  write_study(count);
  std::mt19937 random(4);
  std::uint64_t before = 0;
  for (std::uint64_t kill = 0; kill < 20; ++kill) {
    // The first ones hit the beginning, the others a study that has come a little further; all at a random moment.
    const std::uint64_t progress = kill < 4 ? 0 : (kill - 3) * count / 25;
    const int moment = static_cast<int>(random() % 150);
    const auto program = start("killed");
    ASSERT_TRUE(reaches(*program, "killed", progress)) << text_of(folder / "output.txt");
    ASSERT_FALSE(program->wait(moment)) << "the study ended before it was killed";
    program->send(SIGKILL);
    ASSERT_EQ(program->wait(), 128 + SIGKILL);
    const std::uint64_t now = finished("killed");
    EXPECT_GE(now, before) << "runs that were committed are lost";
    before = now;
  }
  EXPECT_LT(before, count);
  ASSERT_EQ(start("killed")->wait(), 0) << text_of(folder / "output.txt");
  ASSERT_EQ(start("whole")->wait(), 0) << text_of(folder / "output.txt");
  expect_same("whole", "killed", count);
}

TEST_F(Interruptions, CtrlCKeepsWhatIsFinished) {
  constexpr std::uint64_t count = 2'000;
  write_study(count);
  {
    const auto program = start("interrupted");
    ASSERT_TRUE(reaches(*program, "interrupted", 1)) << text_of(folder / "output.txt");
    program->send(SIGINT);
    EXPECT_EQ(program->wait(), 130) << text_of(folder / "output.txt");
  }
  const std::uint64_t kept = finished("interrupted");
  EXPECT_GT(kept, 0);
  EXPECT_LT(kept, count);
  EXPECT_FALSE(fs::exists(store("interrupted").string() + "-wal"));
  ASSERT_EQ(start("interrupted")->wait(), 0) << text_of(folder / "output.txt");
  ASSERT_EQ(start("whole")->wait(), 0) << text_of(folder / "output.txt");
  expect_same("whole", "interrupted", count);
}

TEST_F(Interruptions, NoRoomForMoreRuns) {
  constexpr std::uint64_t count =
      6'000;  // their rows need about a megabyte; a batch, however quick the machine, far less than the limit
  write_study(count);
  EXPECT_EQ(start("full", {.file_size = 400'000})->wait(), 4);
  EXPECT_NE(text_of(folder / "output.txt").find("the limit of file sizes (ulimit -f) is reached"), std::string::npos)
      << text_of(folder / "output.txt");
  const std::uint64_t kept = finished("full");
  EXPECT_GT(kept, 0);
  EXPECT_LT(kept, count);
  ASSERT_EQ(start("full")->wait(), 0) << text_of(folder / "output.txt");
  ASSERT_EQ(start("whole")->wait(), 0) << text_of(folder / "output.txt");
  expect_same("whole", "full", count);
}

TEST_F(Interruptions, OneStudyAtATime) {
  write_study(2'000);
  const auto program = start("busy");
  ASSERT_TRUE(reaches(*program, "busy", 1)) << text_of(folder / "output.txt");
  const std::vector<std::string> words = {SALTUS_PROGRAM, "study", "circuit.toml", "-o", "busy", "--resume"};
  EXPECT_NE(Program(folder, words, {}, "second.txt").wait(), 0);
  EXPECT_NE(text_of(folder / "second.txt").find("another program is writing it"), std::string::npos)
      << text_of(folder / "second.txt");
}

}  // namespace
}  // namespace saltus
