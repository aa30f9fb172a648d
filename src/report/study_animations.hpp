#pragma once
// The animations of a study: looked at before its runs, made after them.

#include <memory>
#include <optional>
#include <vector>

#include "report/animation.hpp"
#include "study/prepared_study.hpp"

namespace saltus {

class StudyAnimations {
 public:
  /// Null if one of them cannot be made whatever the runs come to: `diagnostics` then has errors. `study` lives longer than this.
  static std::unique_ptr<StudyAnimations> make(const PreparedStudy& study, Diagnostics& diagnostics);
  virtual ~StudyAnimations() = default;

  [[nodiscard]] virtual std::vector<std::string> names() const = 0;
  /// The run is made again. `found`: where a search ended. Nothing if there is no animation of this name, or no run to show.
  [[nodiscard]] virtual std::optional<Animation> animation(const std::string& name, const std::optional<Point>& found) = 0;
};

}  // namespace saltus
