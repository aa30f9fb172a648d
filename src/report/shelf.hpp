#pragma once
// The studies of a report, each run once however often pages ask for it.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "report/figure.hpp"
#include "report/report.hpp"
#include "report/study_animations.hpp"
#include "result/run_result.hpp"
#include "study/prepared_study.hpp"
#include "study/run_table.hpp"
#include "study/store.hpp"
#include "study/summary.hpp"

namespace saltus {

/// A study of a report, run.
struct StudyOutcome {
  std::filesystem::path file;
  std::string file_name;  ///< "hits.toml"
  std::string text;       ///< of the file
  std::unique_ptr<PreparedStudy> study;
  std::shared_ptr<Store> store;
  StudySummary summary;
  std::vector<VariedNote> varied;
  std::vector<Figure> figures;
  std::unique_ptr<StudyAnimations> animations;
};

class Shelf {
 public:
  Shelf(std::shared_ptr<Sources> sources, const ReportOptions& options, Diagnostics& diagnostics)
      : sources_(std::move(sources)), options_(options), diagnostics_(diagnostics) {}

  /// Null if it is wrong, after a report. Throws StudyInterrupted.
  StudyOutcome* study(const std::filesystem::path& file);
  [[nodiscard]] std::size_t size() const { return outcomes_.size(); }

  /// One run made again, with its trajectory: that of a variant or number, if `name` is not empty; else the only one, or where a search ended.
  /// Null after a report at `span`.
  std::unique_ptr<RunResult> run_again(StudyOutcome& outcome, const std::string& name, Span span);

 private:
  std::unique_ptr<StudyOutcome> run(const std::filesystem::path& file);

  std::shared_ptr<Sources> sources_;
  const ReportOptions& options_;
  Diagnostics& diagnostics_;
  std::map<std::filesystem::path, std::unique_ptr<StudyOutcome>> outcomes_;
};

}  // namespace saltus
