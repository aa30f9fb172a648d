#pragma once
// `[[figure]]` of a study, read (docs/design/studies.md). Names of measures, parameters and variables are looked up later, by study_figures.hpp.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/figure.hpp"
#include "report/gnuplot_script.hpp"
#include "study/study_file.hpp"
#include "study/toml_reader.hpp"

namespace saltus {

/// A window of the horizontal axis, given by expressions over the run that is shown.
struct ZoomSpec {
  StudyText from, to;
  double margin = 0;  ///< on both sides, a part of its width
};

struct PanelSpec {
  StudyText title;
  StudyText x;               ///< empty: time, or what the runs differ in
  std::vector<StudyText> y;  ///< not empty
  std::optional<CurveKind> kind;
  bool log_x = false, log_y = false;
  std::optional<std::pair<double, double>> range_x, range_y;  ///< increasing
  std::optional<std::vector<StudyText>> events;               ///< which are marked; none given: all, if they are few
  std::optional<ZoomSpec> zoom;
  Span span = {};
};

struct FigureSpec {
  StudyText name;  ///< letters, digits, _ and -
  StudyText title, caption, alt;
  FigureSize size = FigureSize::screen;
  std::vector<FigureFormat> formats;                        ///< empty: those of the study
  std::vector<std::uint64_t> runs;                          ///< whose trajectories are shown
  std::vector<std::pair<StudyText, StatedNumber>> at = {};  ///< likewise, by some of the varied names
  std::vector<StudyText> variants;                          ///< likewise; empty: all
  std::vector<PanelSpec> panels;                            ///< not empty
  Span span = {};
};

/// `run`, `at` and `variants`: whose trajectories are shown.
void read_shown_runs(TableReader& table, FigureSpec& figure, Diagnostics& diagnostics);

/// What is wrong is reported; what could be read is returned.
[[nodiscard]] std::vector<FigureSpec> read_figures(const std::vector<TomlNode>& tables, Diagnostics& diagnostics);

}  // namespace saltus
