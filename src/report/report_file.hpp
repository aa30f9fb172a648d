#pragma once
// A report as its file states it: `report.toml` names the pages, Markdown notes say what stands on them.
//
//   schema = "saltus.report/1"
//   title = "Three benchmarks"
//   intro = "index.md"
//   [[page]]
//   name = "c07"                     # of its file
//   title = "C7 Constrained Pendulum"
//   notes = "c07/report.md"
//
// In the notes, lines of their own ask for what Saltus makes; files are found beside the notes:
//
//   {{figure hits.toml#angle}}       a figure of a study
//   {{table hits.toml}}              its runs and measures
//   {{expect hits.toml}}             its verdicts
//   {{study hits.toml}}              the file itself, folded
//   {{source pendulum.mo}}           a model, folded

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace saltus {

inline constexpr const char* report_schema = "saltus.report/1";

/// A stretch of notes: text, or one request.
struct NotePart {
  enum class Kind : std::uint8_t { markdown, figure, table, expect, study, source };
  Kind kind = Kind::markdown;
  std::string text = {};            ///< of markdown
  std::filesystem::path file = {};  ///< of requests
  std::string name = {};            ///< of the figure
  Span span = {};
};

struct ReportPage {
  std::string name, title;
  std::vector<NotePart> notes;
};

struct ReportFile {
  std::shared_ptr<Sources> sources;
  std::string title;
  std::vector<NotePart> intro;
  std::vector<ReportPage> pages;
};

/// Reads `folder`/report.toml and its notes. nullopt if anything is wrong: `diagnostics` then has errors. Throws FileError if report.toml cannot
/// be read.
[[nodiscard]] std::optional<ReportFile> load_report(const std::filesystem::path& folder, std::shared_ptr<Sources> sources,
                                                    Diagnostics& diagnostics);

/// The parts of notes, whose requests are relative to `folder`.
[[nodiscard]] std::vector<NotePart> split_notes(const Sources& sources, std::uint32_t file, const std::filesystem::path& folder,
                                                Diagnostics& diagnostics);

}  // namespace saltus
