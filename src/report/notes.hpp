#pragma once
// Markdown notes of a report, cut into text and requests. Lines of their own ask for what Saltus makes; files are found beside the notes:
//
//   {{figure hits.toml#angle}}       a figure of a study
//   {{animation hits.toml#swing}}    an animation of a study
//   {{events hits.toml#radau}}       the events of its run, of a variant, or of the run with a number
//   {{table hits.toml}}              its runs and measures; of a sweep, {{table hits.toml#count}} is one measure: the last varied name across
//   {{expect hits.toml}}             its verdicts
//   {{study hits.toml}}              the file itself, folded
//   {{source pendulum.mo}}           a model, folded

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace saltus {

/// A stretch of notes: text, or one request.
struct NotePart {
  enum class Kind : std::uint8_t { markdown, figure, animation, events, table, expect, study, source };
  Kind kind = Kind::markdown;
  std::string text = {};            ///< of markdown: that of the notes from the beginning of `span`
  std::filesystem::path file = {};  ///< of requests; of markdown the folder of the notes
  std::string name = {};            ///< behind the #: figure, animation, run
  Span span = {};
};

/// The parts of notes, whose requests are relative to `folder`.
[[nodiscard]] std::vector<NotePart> split_notes(const Sources& sources, std::uint32_t file, const std::filesystem::path& folder,
                                                Diagnostics& diagnostics);

}  // namespace saltus
