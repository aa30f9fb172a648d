#pragma once
// Studies from C++: read from a file, run, looked at.
//
//   const auto study = saltus::Study::load("collisions.toml");
//   const auto result = study.run({.jobs = 2});
//   std::cout << result.brief();

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "api/model.hpp"
#include "report/gnuplot_script.hpp"
#include "result/write_table.hpp"
#include "study/dry_run.hpp"
#include "study/runner.hpp"
#include "study/store.hpp"
#include "study/study_file.hpp"
#include "study/summary.hpp"

namespace saltus {

struct StudyOptions {
  unsigned jobs = 0;                             ///< threads; 0: as many as there are cores
  std::filesystem::path folder = {};             ///< for the store and tables; empty: nothing is written, all is held in memory
  bool resume = false;                           ///< go on with the store in the folder; else an old one is renamed
  Shard shard = {};                              ///< which part of the points
  std::vector<TableFormat> tables = {TableFormat::csv};      ///< the table of runs: runs.csv, ...
  std::vector<FigureFormat> figures = {FigureFormat::svg};  ///< of figures that do not say another
  const std::atomic<bool>* interrupt = nullptr;  ///< polled; true ends the study, what was run is kept
  std::function<void(const Progress&)> progress = {};  ///< about ten times a second, from the thread that calls run
};

/// All runs of a study and what they came to.
class StudyResult {
 public:
  StudyResult(StudySummary summary, std::shared_ptr<const Store> store, std::string warnings)
      : summary_(std::move(summary)), store_(std::move(store)), warnings_(std::move(warnings)) {}

  [[nodiscard]] const StudySummary& summary() const { return summary_; }
  [[nodiscard]] bool ok() const { return !summary_.interrupted && all_met(summary_); }  ///< all expectations are met
  [[nodiscard]] std::string brief() const { return summary_text(summary_); }
  [[nodiscard]] std::string to_json() const { return summary_json(summary_); }
  [[nodiscard]] const std::string& warnings() const { return warnings_; }  ///< of the model, as text; mostly empty
  /// In order of number, one at a time.
  void for_each(const std::function<void(const RunRecord&)>& visit) const { store_->for_each(visit); }
  /// The values of a measure or a varied name over all runs, in order of number; missing ones are NaN. Empty if there is no such name.
  [[nodiscard]] std::vector<double> column(const std::string& name) const;

 private:
  StudySummary summary_;
  std::shared_ptr<const Store> store_;
  std::string warnings_;
};

class Study {
 public:
  /// Throws FileError, and InvalidModel if the study or its model is wrong.
  static Study load(const std::filesystem::path& file);
  /// `file` is what diagnostics call the text, and models are found beside it.
  static Study parse(std::string text, const std::filesystem::path& file = "study.toml");
  /// Built in C++.
  explicit Study(StudyFile file) : file_(std::move(file)) {}

  /// Throws InvalidModel, FileError and StoreError.
  [[nodiscard]] StudyResult run(const StudyOptions& options = {}) const;
  /// How many runs there would be, and about how long they would take.
  [[nodiscard]] DryRun dry_run(const StudyOptions& options = {}) const;
  /// The run of one number by itself, with its whole result.
  [[nodiscard]] std::pair<RunRecord, RunResult> run_only(std::uint64_t number, const StudyOptions& options = {}) const;

  /// A parameter or start value of all runs, as in `[set]`, which it replaces. Throws InvalidOption for one that the study varies.
  void set(const std::string& name, const std::string& value);

  [[nodiscard]] const StudyFile& file() const { return file_; }

 private:
  StudyFile file_;
};

}  // namespace saltus
