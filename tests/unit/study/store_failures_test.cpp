// Files that cannot be written, or are no stores.

#include <sys/resource.h>

#include <atomic>
#include <sstream>
#include <thread>

#include "store_fixture.hpp"
#include "study/database.hpp"

namespace saltus {
namespace {

/// No file of the process may grow beyond this while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

/// Adds runs until the store says why it takes no more, or holds `last`.
std::string fill(Store& store, std::uint64_t last, RunRecord (*record)(std::uint64_t)) {
  try {
    for (std::uint64_t number = 1; number <= last; ++number) {
      if (store.holds(number)) continue;
      store.add(record(number));
      if (number % 100 == 0) store.commit();
    }
    store.commit();
  } catch (const StoreError& error) {
    return error.what();
  }
  return "";
}

TEST_F(StoreTest, AFullDiskLosesNothingCommitted) {
  constexpr std::uint64_t last = 5000;
  std::uint64_t kept = 0;
  {
    const FileSizeLimit limit(200'000);
    const auto store = Store::create(file, identity, layout);
    const std::string message = fill(*store, last, record);
    EXPECT_EQ(message, "store " + file.string() + ": the limit of file sizes (ulimit -f) is reached; raise it, then --resume");
    EXPECT_EQ(message_of([&] { store->add(record(last + 1)); }), message);
    store->for_each([&](const RunRecord& run) { EXPECT_TRUE(same_outcome(run, record(++kept))); });
  }
  EXPECT_GE(kept, 100);
  EXPECT_LT(kept, last);
  EXPECT_EQ(Store::open(file)->finished(), kept);
  {
    const auto store = Store::resume(file, identity, layout);
    EXPECT_EQ(store->finished(), kept);
    EXPECT_EQ(fill(*store, last, record), "");
  }
  kept = 0;
  Store::open(file)->for_each([&](const RunRecord& run) { EXPECT_TRUE(same_outcome(run, record(++kept))); });
  EXPECT_EQ(kept, last);
}

TEST_F(StoreTest, NoRoomToBegin) {
  {
    const FileSizeLimit limit(1000);
    EXPECT_NE(message_of([&] { (void)Store::create(file, identity, layout); }).find("limit of file sizes"), std::string::npos);
  }
  EXPECT_EQ(message_of([&] { Store::resume(file, identity, layout)->add(record(1)); }), "");
  EXPECT_EQ(Store::open(file)->finished(), 1);
}

TEST_F(StoreTest, AFileThatExistsIsNotOverwritten) {
  std::ofstream(file) << "precious";
  EXPECT_EQ(message_of([&] { (void)Store::create(file, identity, layout); }),
            "cannot make the store " + file.string() + ": there is such a file");
}

TEST_F(StoreTest, AFileOfAnotherKindIsLeftAlone) {
  const std::string text(5000, 'x');
  std::ofstream(file) << text;
  const std::string expected = "store " + file.string() + ": it is no store of a study";
  EXPECT_EQ(message_of([&] { (void)Store::resume(file, identity, layout); }), expected);
  EXPECT_EQ(message_of([&] { (void)Store::open(file); }), expected);
  std::stringstream after;
  after << std::ifstream(file).rdbuf();
  EXPECT_EQ(after.str(), text);

  const std::filesystem::path other = folder / "other.sqlite";
  {
    Database(other, Database::Access::create).execute("CREATE TABLE runs (x)");
  }
  EXPECT_EQ(message_of([&] { (void)Store::resume(other, identity, layout); }),
            "store " + other.string() + ": it is no store of a study");
  EXPECT_EQ(Database(other, Database::Access::read).text("PRAGMA journal_mode"), "delete");
}

TEST_F(StoreTest, ANewerStoreIsRefused) {
  {
    const auto store = Store::create(file, identity, layout);
  }
  {
    Database(file, Database::Access::write).execute("PRAGMA user_version = 2");
  }
  EXPECT_EQ(message_of([&] { (void)Store::open(file); }), "store " + file.string() + ": a newer version of saltus made it");
}

TEST_F(StoreTest, ADamagedStoreIsSaid) {
  {
    const auto store = Store::create(file, identity, layout);
    for (std::uint64_t number = 1; number <= 1000; ++number) store->add(record(number));
  }
  const auto size = std::filesystem::file_size(file);
  {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(static_cast<std::streamoff>(size / 2));
    bytes << std::string(size / 4, '\x5a');
  }
  const std::string message = message_of([&] { (void)Store::resume(file, identity, layout); });
  EXPECT_NE(message.find("it is damaged"), std::string::npos) << message;
}

TEST_F(StoreTest, OneProgramWritesAtATime) {
  const auto store = Store::create(file, identity, layout);
  EXPECT_EQ(message_of([&] { (void)Store::resume(file, identity, layout); }),
            "store " + file.string() + ": another program is writing it; wait for that program, or end it");
  EXPECT_THROW(rename_store(file, folder / "old.sqlite"), StoreInUse);
  store->add(record(1));
  EXPECT_EQ(message_of([&] { store->commit(); }), "");
}

// Between two commits SQLite's own lock is given back.
TEST_F(StoreTest, NobodyGetsInBetweenTwoCommits) {
  const auto store = Store::create(file, identity, layout);
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (std::uint64_t number = 1; !done; ++number) {
      store->add(record(number));
      store->commit();
    }
  });
  for (int i = 0; i < 50; ++i) {
    EXPECT_THROW(rename_store(file, folder / "old.sqlite"), StoreInUse);
    EXPECT_THROW((void)Store::resume(file, identity, layout), StoreInUse);
  }
  done = true;
  writer.join();
}

TEST_F(StoreTest, WhatIsNoStoreIsRenamedAsItIs) {
  std::ofstream(file) << "precious";
  rename_store(file, folder / "old.sqlite");
  std::stringstream text;
  text << std::ifstream(folder / "old.sqlite").rdbuf();
  EXPECT_EQ(text.str(), "precious");
}

TEST_F(StoreTest, MissingFilesAndFolders) {
  EXPECT_EQ(message_of([&] { (void)Store::open(file); }), "cannot open the store " + file.string() + ": there is no such file");
  const std::filesystem::path lost = folder / "missing" / "runs.sqlite";
  EXPECT_EQ(message_of([&] { (void)Store::create(lost, identity, layout); }),
            "store " + lost.string() + ": No such file or directory");
}

/// Root may write everything: look as somebody else.
TEST_F(StoreTest, AReadOnlyStoreCanBeReadAndNotResumed) {
  {
    Store::create(file, identity, layout)->add(record(1));
  }
  std::filesystem::permissions(file, std::filesystem::perms(0444));
  std::filesystem::permissions(folder, std::filesystem::perms(0555));
  const auto as_somebody = [&] {
    if (geteuid() == 0 && setuid(65534) != 0) std::exit(1);
    if (Store::open(file)->find(1)->measures[0].number != 1) std::exit(2);
    std::fputs(message_of([&] { (void)Store::resume(file, identity, layout); }).c_str(), stderr);
    std::exit(0);
  };
  EXPECT_EXIT(as_somebody(), ::testing::ExitedWithCode(0), "it is read-only");
  std::filesystem::permissions(folder, std::filesystem::perms(0755));
}

TEST_F(StoreTest, TooManyColumns) {
  layout.measures.assign(2000, {"m"});
  EXPECT_NE(message_of([&] { (void)Store::create(file, identity, layout); }).find("too many measures (2000)"),
            std::string::npos);
}

TEST_F(StoreTest, RenamedWithItsJournal) {
  const std::filesystem::path copy = folder / "killed.sqlite";
  {
    const auto store = Store::create(file, identity, layout);
    store->add(record(1));
    store->commit();
    // As a killed program leaves it: the runs are still in the journal.
    std::filesystem::copy_file(file, copy);
    std::filesystem::copy_file(file.string() + "-wal", copy.string() + "-wal");
  }
  rename_store(copy, file);
  EXPECT_EQ(Store::open(file)->finished(), 1);
  EXPECT_FALSE(std::filesystem::exists(copy.string() + "-wal"));
  remove_store(file);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  remove_store(file);
}

}  // namespace
}  // namespace saltus
