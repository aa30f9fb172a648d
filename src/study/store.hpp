#pragma once
// The results of a study, in one SQLite file: finished runs, committed in batches of at most half a second.
// The tables are described in docs/design/studies.md.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "study/measure.hpp"
#include "study/run_record.hpp"
#include "study/store_error.hpp"

namespace saltus {

/// What makes two studies the same: a changed entry is named when a store is resumed. Pairs of a name and a text ("model_hash", "stop").
struct StudyIdentity {
  std::vector<std::pair<std::string, std::string>> entries = {};
};

/// The columns of the table of runs.
struct StoreLayout {
  std::vector<std::string> varied = {};
  std::vector<Measure> measures = {};
};

/// One program at a time may write a store; any number may read it meanwhile.
class Store {
 public:
  /// A new file; one that exists is an error.
  static std::unique_ptr<Store> create(const std::filesystem::path& file, const StudyIdentity& identity,
                                       const StoreLayout& layout);
  /// A file of the same study, or a new one if there is none (or an empty one: a study ended before it could begin).
  /// Throws StoreError with the differences if it belongs to another study.
  static std::unique_ptr<Store> resume(const std::filesystem::path& file, const StudyIdentity& identity,
                                       const StoreLayout& layout);
  /// To read, whatever study it belongs to. `add` then throws.
  static std::unique_ptr<Store> open(const std::filesystem::path& file);
  /// What was added is committed if that is still possible; to hear of an error, call commit() before.
  virtual ~Store() = default;

  /// Thread-safe. Committed within half a second, or by commit(). Waits while too much is waiting to be written. A run that was
  /// interrupted is not finished: it is ignored. Throws StoreError if an earlier batch could not be written (that batch is then
  /// lost, all before it are kept, and the store takes no more), or if the run is there already.
  virtual void add(RunRecord record) = 0;
  virtual void commit() = 0;

  [[nodiscard]] virtual std::uint64_t finished() const = 0;          ///< how many runs it holds, added ones included
  [[nodiscard]] virtual bool holds(std::uint64_t number) const = 0;  ///< committed or added
  /// In order of number, one at a time: memory does not grow with their count. Commits what was added before, as far as possible;
  /// runs added meanwhile are not visited. A visitor may not ask the store itself, which may be locked meanwhile.
  virtual void for_each(const std::function<void(const RunRecord&)>& visit) const = 0;
  [[nodiscard]] virtual std::optional<RunRecord> find(std::uint64_t number) const = 0;

  [[nodiscard]] virtual const StudyIdentity& identity() const = 0;
  [[nodiscard]] virtual const StoreLayout& layout() const = 0;
};

/// Renames a store together with the journal that a killed program may have left beside it. What was at `to` is replaced.
/// Throws StoreInUse if a program is writing it.
void rename_store(const std::filesystem::path& from, const std::filesystem::path& to);

/// Deletes it likewise; nothing happens if there is none.
void remove_store(const std::filesystem::path& file);

}  // namespace saltus
