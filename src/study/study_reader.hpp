#pragma once
// The parts of a study file, each read from its table. Everything wrong is reported; what could be read is returned.

#include <optional>
#include <vector>

#include "study/study_file.hpp"
#include "study/toml_reader.hpp"

namespace saltus {

/// What the readers of the parts share.
struct StudyReader {
  Sources& sources;
  std::filesystem::path folder;  ///< of the study
  Diagnostics& diagnostics;
  std::vector<StudyVariant> variants;  ///< of the study, for sweeps

  /// The file numbers of `model = "a.mo"` or a list of such; reads the texts.
  [[nodiscard]] std::vector<std::uint32_t> models(const TomlNode& node);
  /// `start`, `stop`, `tol`, ... of a table.
  [[nodiscard]] RunSettings run_settings(TableReader& table);
  /// A number of digits or "double-double"; 0 if there is none.
  [[nodiscard]] int precision(TableReader& table);
  /// A table of parameters and start values; dotted names may be nested tables.
  [[nodiscard]] std::vector<StudySetting> settings(const TomlNode& table);
  [[nodiscard]] std::vector<MeasureText> measures(const TomlNode& table);

  /// The tables of `[variants]`, by name.
  [[nodiscard]] std::vector<StudyVariant> read_variants(const TomlNode& table);

  [[nodiscard]] SweepExperiment sweep(const TomlNode& table);
  [[nodiscard]] SeekExperiment seek(const TomlNode& table);
  [[nodiscard]] MinimizeExperiment minimize(const TomlNode& table);
  [[nodiscard]] SampleExperiment sample(const TomlNode& table);
  [[nodiscard]] CompareExperiment compare(const TomlNode& table);

  [[nodiscard]] Expectation expectation(const TomlNode& table);
};

/// A text with its place; empty if `node` is null.
[[nodiscard]] StudyText text_at(const TomlNode* node);

/// How many values from `from` by `step` are not beyond `to`; nullopt, after a report, if there are none or too many.
[[nodiscard]] std::optional<std::uint64_t> count_of_range(const StatedNumber& from, const StatedNumber& to,
                                                          const StatedNumber& step, Diagnostics& diagnostics);

/// Do the parts of the experiment go together: pairs of equal length, not too many points?
void check_experiment(const StudyFile& study, Diagnostics& diagnostics);

/// What refers to other parts of the study: measures that are expected, sought or minimised, points that are expected, names that
/// stand for two things. Fills in Expectation::point.
void check_references(StudyFile& study, Diagnostics& diagnostics);

}  // namespace saltus
