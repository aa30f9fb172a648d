#include "study/store.hpp"

#include <fmt/format.h>

#include <limits>

#include "study/batch_writer.hpp"
#include "study/file_size_signal.hpp"
#include "study/number_set.hpp"
#include "study/store_lock.hpp"
#include "study/store_schema.hpp"

namespace saltus {

namespace {

namespace fs = std::filesystem;

NumberSet numbers_in(Database& database) {
  const NoFileSizeSignal guard;
  NumberSet numbers;
  Statement rows(database, "SELECT number FROM records");
  while (rows.step()) numbers.insert(static_cast<std::uint64_t>(rows.integer(0)));
  return numbers;
}

class StoreToRead : public Store {
 public:
  explicit StoreToRead(const fs::path& file) : file_(file) {
    Database database(file, Database::Access::read);
    check_schema(database);
    identity_ = read_identity(database);
    layout_ = read_layout(database);
    held_ = numbers_in(database);
  }

  void add(RunRecord) override { throw StoreError(fmt::format("store {}: it was opened to be read", file_.string())); }
  void commit() override {}

  [[nodiscard]] std::uint64_t finished() const override { return held_.size(); }
  [[nodiscard]] bool holds(std::uint64_t number) const override { return held_.contains(number); }

  void for_each(const std::function<void(const RunRecord&)>& visit) const override {
    const NoFileSizeSignal guard;
    Database database(file_, Database::Access::read);
    RecordReader reader(database, layout_);
    RunRecord record;
    while (reader.next(record)) visit(record);
  }

  [[nodiscard]] std::optional<RunRecord> find(std::uint64_t number) const override {
    if (!holds(number)) return std::nullopt;
    const std::lock_guard lock(look_up_mutex_);
    if (!look_up_) look_up_ = std::make_unique<Database>(file_, Database::Access::read);
    RecordReader reader(*look_up_, layout_, number);
    RunRecord record;
    return reader.next(record) ? std::optional(record) : std::nullopt;
  }

  [[nodiscard]] const StudyIdentity& identity() const override { return identity_; }
  [[nodiscard]] const StoreLayout& layout() const override { return layout_; }

 protected:
  StoreToRead(const fs::path& file, StudyIdentity identity, StoreLayout layout)
      : file_(file), identity_(std::move(identity)), layout_(std::move(layout)) {}

  fs::path file_;
  StudyIdentity identity_;
  StoreLayout layout_;
  NumberSet held_;
  mutable std::mutex look_up_mutex_;
  mutable std::unique_ptr<Database> look_up_;  // of find, opened when it is first needed
};

class StoreToWrite final : public StoreToRead {
 public:
  StoreToWrite(const fs::path& file, StoreLock::Make make, const StudyIdentity& identity, const StoreLayout& layout)
      : StoreToRead(file, identity, layout), lock_(file, make), database_(file, Database::Access::write) {
    prepare();
    writer_ = std::make_unique<BatchWriter>(database_, layout_);
  }

  ~StoreToWrite() override {
    writer_.reset();
    look_up_.reset();
    try {
      // One file again, that can be read from anywhere. A reader or a full disk may prevent it: the journal then stays beside.
      if (database_.in_transaction()) database_.execute("COMMIT");
      database_.execute("PRAGMA journal_mode = DELETE");
    } catch (const StoreError&) {
    }
  }

  void add(RunRecord record) override {
    if (record.status == StatusCode::interrupted) return;
    const std::uint64_t number = record.point.number;
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) || !note(number)) {
      throw StoreError(fmt::format("store {}: it has a run {} already", file_.string(), number));
    }
    writer_->add(std::move(record));
  }

  void commit() override { writer_->commit(); }

  [[nodiscard]] std::uint64_t finished() const override {
    const std::lock_guard lock(mutex_);
    return held_.size();
  }

  [[nodiscard]] bool holds(std::uint64_t number) const override {
    const std::lock_guard lock(mutex_);
    return held_.contains(number);
  }

  void for_each(const std::function<void(const RunRecord&)>& visit) const override {
    commit_if_possible();
    StoreToRead::for_each(visit);
  }

  [[nodiscard]] std::optional<RunRecord> find(std::uint64_t number) const override {
    if (!holds(number)) return std::nullopt;
    commit_if_possible();
    return StoreToRead::find(number);
  }

 private:
  bool note(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    return held_.insert(number);
  }

  void commit_if_possible() const {
    try {
      writer_->commit();
    } catch (const StoreError&) {
      // What was committed before can be read all the same; whoever adds or commits hears of it.
    }
  }

  void prepare() {
    if (is_empty_store(database_)) {
      database_.execute("PRAGMA synchronous = OFF");  // nothing to lose yet
    } else {
      check_same_study();  // nothing is written to a file that is not ours
    }
    if (database_.text("PRAGMA journal_mode = WAL") != "wal") {
      throw StoreError(fmt::format("store {}: no journal can be kept beside it on this file system", file_.string()));
    }
    database_.execute("BEGIN IMMEDIATE");
    if (is_empty_store(database_)) {
      write_schema(database_, identity_, layout_);
      database_.execute("COMMIT; BEGIN IMMEDIATE");
    }
    check_same_study();
    add_warnings_table(database_);
    held_ = numbers_in(database_);
    // A killed program loses at most the batch it was writing; a failing machine perhaps a few more, but the file stays whole.
    database_.execute("COMMIT; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE");
  }

  void check_same_study() {
    check_schema(database_);
    const std::string identity = differences(read_identity(database_), identity_);
    const std::string layout = differences(read_layout(database_), layout_);
    if (identity.empty() && layout.empty()) return;
    throw StoreError(fmt::format("store {}: it belongs to another study: {}{}{}", file_.string(), identity,
                                 identity.empty() || layout.empty() ? "" : "; ", layout));
  }

  StoreLock lock_;  // given back last: to close a file takes SQLite's locks on it from the whole program
  Database database_;
  mutable std::mutex mutex_;
  std::unique_ptr<BatchWriter> writer_;
};

/// What SQLite keeps beside a file while it is written.
constexpr const char* companions[] = {"-wal", "-shm", "-journal"};

fs::path companion(const fs::path& file, const char* ending) { return fs::path(file.string() + ending); }

}  // namespace

std::unique_ptr<Store> Store::create(const fs::path& file, const StudyIdentity& identity, const StoreLayout& layout) {
  return std::make_unique<StoreToWrite>(file, StoreLock::Make::always, identity, layout);
}

std::unique_ptr<Store> Store::resume(const fs::path& file, const StudyIdentity& identity, const StoreLayout& layout) {
  return std::make_unique<StoreToWrite>(file, StoreLock::Make::if_missing, identity, layout);
}

std::unique_ptr<Store> Store::open(const fs::path& file) { return std::make_unique<StoreToRead>(file); }

void rename_store(const fs::path& from, const fs::path& to) {
  const StoreLock lock(from, StoreLock::Make::nothing);
  try {
    remove_store(to);
    // The journal first: a file without its journal would lack runs, a journal without its file does no harm.
    for (const char* ending : companions) {
      if (fs::exists(companion(from, ending))) fs::rename(companion(from, ending), companion(to, ending));
    }
    fs::rename(from, to);
  } catch (const fs::filesystem_error& error) {
    throw StoreError(
        fmt::format("store {}: it cannot be renamed to {}: {}", from.string(), to.string(), error.code().message()));
  }
}

void remove_store(const fs::path& file) {
  try {
    fs::remove(file);
    for (const char* ending : companions) fs::remove(companion(file, ending));
  } catch (const fs::filesystem_error& error) {
    throw StoreError(fmt::format("store {}: it cannot be removed: {}", file.string(), error.code().message()));
  }
}

}  // namespace saltus
