#pragma once
// The figures of a study: names looked up before the runs, drawn after them.
//
// A panel shows either the runs (measures over what was varied), or trajectories. Trajectories are not stored: the run is made again, with rows
// that are dense enough to draw.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "report/figure_spec.hpp"
#include "study/prepared_study.hpp"
#include "study/store.hpp"
#include "study/summary.hpp"

namespace saltus {

struct StudyPicture {
  std::string name;
  FigureFormat format = FigureFormat::svg;
  std::string bytes;
};

struct StudyPictures {
  std::vector<StudyPicture> pictures = {};
  std::vector<std::string> notes = {};  ///< what could not be drawn as asked, and why
};

class StudyFigures {
 public:
  /// Null if a figure cannot be drawn whatever the runs come to: `diagnostics` then has errors. `study` lives longer than this.
  static std::unique_ptr<StudyFigures> make(const PreparedStudy& study, Diagnostics& diagnostics);
  virtual ~StudyFigures() = default;

  [[nodiscard]] virtual bool empty() const = 0;
  /// `found`: where a search ended. Figures without formats of their own are drawn in all of `formats`. Nothing is thrown: a missing gnuplot is a note.
  [[nodiscard]] virtual StudyPictures draw(const Store& store, const std::optional<Point>& found,
                                           const std::vector<FigureFormat>& formats) = 0;
  /// What would be drawn.
  [[nodiscard]] virtual std::vector<std::pair<const FigureSpec*, Figure>> figures(const Store& store,
                                                                                  const std::optional<Point>& found,
                                                                                  std::vector<std::string>& notes) = 0;
};

/// Those of its file, in their order, from the runs in its store. nullopt if one of them is wrong: `diagnostics` says what and where.
[[nodiscard]] std::optional<std::vector<Figure>> study_figures(PreparedStudy& study, const Store& store,
                                                               const StudySummary& summary, Diagnostics& diagnostics);

/// Where the search of a study ended; nothing for other studies.
[[nodiscard]] std::optional<Point> found_point(const StudySummary& summary);

}  // namespace saltus
