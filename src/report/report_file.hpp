#pragma once
// A report as its file states it: `report.toml` names the pages, Markdown notes (notes.hpp) say what stands on them.
//
//   schema = "saltus.report/1"
//   title = "Three benchmarks"
//   intro = "index.md"
//   [[page]]
//   name = "c07"                     # of its file
//   title = "C7 Constrained Pendulum"
//   notes = "c07/report.md"          # or a list of files, shown one after the other

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "report/notes.hpp"

namespace saltus {

inline constexpr const char* report_schema = "saltus.report/1";

struct ReportPage {
  std::string name, title;
  std::vector<NotePart> notes;
};

struct ReportFile {
  std::shared_ptr<Sources> sources;
  std::filesystem::path folder;
  std::string title;
  std::vector<NotePart> intro;
  std::vector<ReportPage> pages;
};

/// Reads `folder`/report.toml and its notes. nullopt if anything is wrong: `diagnostics` then has errors. Throws FileError if report.toml cannot
/// be read.
[[nodiscard]] std::optional<ReportFile> load_report(const std::filesystem::path& folder, std::shared_ptr<Sources> sources,
                                                    Diagnostics& diagnostics);

}  // namespace saltus
