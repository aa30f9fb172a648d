#pragma once
// The results of a study, in one SQLite file: finished runs, committed in batches of at most half a second.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "study/measure.hpp"
#include "study/run_record.hpp"

namespace saltus {

/// The file cannot be made, read or written (a full disk); what() names it and says why. What was committed before stays.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What makes two studies the same: a changed entry is named when a store is resumed. Pairs of a name and a text ("model_hash", "stop").
struct StudyIdentity {
  std::vector<std::pair<std::string, std::string>> entries = {};
};

/// The columns of the table of runs.
struct StoreLayout {
  std::vector<std::string> varied = {};
  std::vector<Measure> measures = {};
};

class Store {
 public:
  /// A new file; one that exists is an error.
  static std::unique_ptr<Store> create(const std::filesystem::path& file, const StudyIdentity& identity,
                                       const StoreLayout& layout);
  /// A file of the same study. Throws StoreError with the differences otherwise.
  static std::unique_ptr<Store> resume(const std::filesystem::path& file, const StudyIdentity& identity,
                                       const StoreLayout& layout);
  /// To read, whatever it holds.
  static std::unique_ptr<Store> open(const std::filesystem::path& file);
  virtual ~Store() = default;

  /// Thread-safe. Committed within half a second, or by commit().
  virtual void add(RunRecord record) = 0;
  virtual void commit() = 0;

  [[nodiscard]] virtual std::uint64_t finished() const = 0;          ///< how many runs it holds, added ones included
  [[nodiscard]] virtual bool holds(std::uint64_t number) const = 0;  ///< committed or added
  /// In order of number, one at a time: memory does not grow with their count.
  virtual void for_each(const std::function<void(const RunRecord&)>& visit) const = 0;

  [[nodiscard]] virtual const StudyIdentity& identity() const = 0;
  [[nodiscard]] virtual const StoreLayout& layout() const = 0;
};

}  // namespace saltus
