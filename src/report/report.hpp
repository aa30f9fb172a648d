#pragma once
// A report: its studies are run, its pages written. One self-contained HTML file per page, and an index with all verdicts.

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "report/report_file.hpp"
#include "study/runner.hpp"

namespace saltus {

struct ReportOptions {
  std::filesystem::path folder;                               ///< where the pages go; made if it is not there
  unsigned jobs = 0;                                          ///< 0: as many as there are cores
  const std::atomic<bool>* interrupt = nullptr;               ///< true: nothing more is begun
  std::function<void(const std::string& study)> begins = {};  ///< a study is about to run
  std::function<void(const Progress&)> progress = {};
  std::string version = {}, machine = {}, command = {};  ///< for the provenance
  std::vector<std::string> pages = {};                   ///< only those of these names; empty: all
};

struct ReportSummary {
  std::filesystem::path index;
  std::size_t studies = 0, figures = 0;
  std::size_t met = 0, published_wrong = 0, failed = 0;
  std::vector<std::string> failures = {};  ///< "page: quantity: ours, expected"
  double seconds = 0;
};

/// Throws FileError, FigureError, StoreError, StudyInterrupted; nullopt if a study is wrong, and then `diagnostics` has errors with places in
/// the sources of the report.
[[nodiscard]] std::optional<ReportSummary> write_report(const ReportFile& report, const ReportOptions& options,
                                                        Diagnostics& diagnostics);

}  // namespace saltus
