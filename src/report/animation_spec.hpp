#pragma once
// `[[animation]]` of a study, read: shapes whose places are expressions of the variables of the model.
//
//   [[animation]]
//   name = "pendulum"
//   caption = "..."
//   view = [-1.2, -1.2, 1.2, 0.4]            # x1, y1, x2, y2
//   rate = 1                                 # seconds of the model in a second; default: the whole takes ten seconds
//   range = [0, 10]                          # of time; default: the whole run
//   trace = ["l*sin(phi)", "-l*cos(phi)"]    # a path drawn behind
//   [[animation.shape]]
//   line = [["0", "0"], ["l*sin(phi)", "-l*cos(phi)"]]
//   style = "rope"                           # body, rope, wall, accent, faint
//   visible = "..."                          # a condition
//
// Instead of `line`: circle = ["x", "y"] with radius = "r" or radii = ["a", "b"]; rect = ["x1", "y1", "x2", "y2"]; spring = [["x1", "y1"], ["x2", "y2"]];
// label = {at = ["x", "y"], text = "m1"}. Which run it shows is said as in figures: run, at, variants.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/figure_spec.hpp"
#include "study/shown_expressions.hpp"
#include "study/study_file.hpp"

namespace saltus {

enum class ShapeKind : std::uint8_t { line, circle, rect, spring, label };

[[nodiscard]] const char* name_of(ShapeKind kind);

/// Numbers of expressions in `AnimationSpec::expressions`.
struct ShapeSpec {
  ShapeKind kind = ShapeKind::line;
  std::vector<std::size_t> values = {};  ///< x, y, x, y, ...; of a circle x, y and its two radii
  std::optional<std::size_t> visible = {};
  std::string text = {};   ///< of a label
  std::string style = {};  ///< "body", "rope", "wall", "accent", "faint"
};

struct AnimationSpec {
  StudyText name, caption;
  double view[4] = {0, 0, 1, 1};  ///< x1 < x2, y1 < y2
  double rate = 0;                ///< > 0; 0: not given
  std::optional<std::pair<double, double>> range = {};
  std::vector<ShownExpression> expressions = {};
  std::vector<std::size_t> trace = {};  ///< two, or none
  std::vector<ShapeSpec> shapes = {};   ///< drawn in this order; not empty
  FigureSpec shown = {};                ///< which run
  Span span = {};
};

/// What is wrong is reported; what could be read is returned.
[[nodiscard]] std::vector<AnimationSpec> read_animations(const std::vector<TomlNode>& tables, Diagnostics& diagnostics);

}  // namespace saltus
