#include "report/animation_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/html.hpp"
#include "study/stated_number.hpp"
#include "study/study_reader.hpp"

namespace saltus {

namespace {

using Kind = TomlNode::Kind;

constexpr std::array<const char*, 5> kind_names = {"line", "circle", "rect", "spring", "label"};
constexpr std::size_t most_points = 1000;  // of a line
constexpr std::size_t most_shapes = 1000;

class AnimationReader {
 public:
  AnimationReader(const TomlNode& node, std::vector<std::string>& names, Diagnostics& diagnostics)
      : table_(node, "`[[animation]]`", diagnostics), names_(names), diagnostics_(diagnostics) {
    spec_.span = node.span;
    spec_.shown.span = node.span;
  }

  AnimationSpec read() {
    read_name();
    spec_.caption = text_at(table_.require("caption", Kind::text));
    read_view();
    if (const auto rate = number(table_.find("rate"), "rate")) {
      spec_.rate = *rate;
      if (!(*rate > 0)) report_value(diagnostics_, table_.find("rate")->span, "`rate` is a positive number");
    }
    if (const TomlNode* range = table_.find("range", Kind::array)) read_range(*range);
    if (const TomlNode* trace = table_.find("trace", Kind::array)) spec_.trace = expressions(*trace, 2, "trace");
    read_shown_runs(table_, spec_.shown, diagnostics_);
    if (const TomlNode* shapes = table_.require("shape", Kind::array)) read_shapes(*shapes);
    table_.report_unknown_keys();
    return std::move(spec_);
  }

 private:
  void read_name() {
    spec_.name = text_at(table_.require("name", Kind::text));
    if (!spec_.name.given()) return;
    if (html_id(spec_.name.text) != spec_.name.text)
      report_value(diagnostics_, spec_.name.span, "the name of an animation has letters, digits, _ and -");
    if (std::ranges::find(names_, spec_.name.text) != names_.end())
      report_value(diagnostics_, spec_.name.span, fmt::format("there are two animations `{}`", spec_.name.text));
    names_.push_back(spec_.name.text);
  }

  std::optional<double> number(const TomlNode* node, const char* key) {
    if (node == nullptr) return std::nullopt;
    const auto stated = stated_number(*node, key, diagnostics_);
    return stated ? std::optional(stated->number.value.value) : std::nullopt;
  }

  std::vector<double> numbers(const TomlNode& node, const char* key) {
    std::vector<double> all;
    for (const TomlNode& item : node.items) {
      if (const auto x = number(&item, key)) all.push_back(*x);
    }
    return all;
  }

  void read_view() {
    const TomlNode* node = table_.require("view", Kind::array);
    if (node == nullptr) return;
    const auto v = numbers(*node, "view");
    if (v.size() == 4 && v[0] < v[2] && v[1] < v[3]) {
      std::ranges::copy(v, spec_.view);
    } else {
      report_value(diagnostics_, node->span, "a view is four numbers, x1 < x2 and y1 < y2", "as [x1, y1, x2, y2]");
    }
  }

  void read_range(const TomlNode& node) {
    const auto v = numbers(node, "range");
    if (v.size() == 2 && v[0] < v[1]) {
      spec_.range = {v[0], v[1]};
    } else {
      report_value(diagnostics_, node.span, "a range is two increasing times", "as [0, 1]");
    }
  }

  void read_shapes(const TomlNode& shapes) {
    if (shapes.items.empty() || shapes.items.size() > most_shapes)
      report_value(diagnostics_, shapes.span, fmt::format("an animation has 1 to {} shapes", most_shapes));
    for (const TomlNode& node : shapes.items) {
      if (has_kind(node, Kind::table, "shape", diagnostics_)) read_shape(node);
    }
  }

  void read_shape(const TomlNode& node) {
    TableReader table(node, "`[[animation.shape]]`", diagnostics_);
    ShapeSpec shape;
    int kinds = 0;
    for (std::size_t k = 0; k < kind_names.size(); ++k) {
      if (const TomlNode* value = table.find(kind_names[k])) {
        shape.kind = static_cast<ShapeKind>(k);
        if (++kinds == 1) read_places(shape, *value, table);
      }
    }
    if (kinds != 1)
      diagnostics_.error("missing-key", node.span, "a shape is one of line, circle, rect, spring, label", {},
                         "as circle = [\"x\", \"y\"]");
    const TomlNode* style = table.word("style", {"body", "rope", "wall", "accent", "faint"});
    shape.style = style != nullptr                                                   ? style->text
                  : shape.kind == ShapeKind::circle || shape.kind == ShapeKind::rect ? "body"
                                                                                     : "rope";
    if (const TomlNode* visible = table.find("visible", Kind::text)) shape.visible = expression(*visible, "visible", true);
    table.report_unknown_keys();
    spec_.shapes.push_back(std::move(shape));
  }

  void read_places(ShapeSpec& shape, const TomlNode& value, TableReader& table) {
    switch (shape.kind) {
      case ShapeKind::line: shape.values = points(value, 2, most_points, "line"); break;
      case ShapeKind::spring: shape.values = points(value, 2, 2, "spring"); break;
      case ShapeKind::rect: shape.values = expressions(value, 4, "rect"); break;
      case ShapeKind::circle: read_circle(shape, value, table); break;
      case ShapeKind::label: read_label(shape, value); break;
    }
  }

  void read_circle(ShapeSpec& shape, const TomlNode& value, TableReader& table) {
    shape.values = expressions(value, 2, "circle");
    const TomlNode* radius = table.find("radius");
    const TomlNode* radii = table.find("radii", Kind::array);
    if ((radius == nullptr) == (radii == nullptr)) {
      diagnostics_.error("missing-key", value.span, "a circle has `radius`, or `radii` in both directions");
    } else if (radius != nullptr) {
      shape.values.insert(shape.values.end(), 2, expression(*radius, "radius"));
    } else {
      for (const std::size_t e : expressions(*radii, 2, "radii")) shape.values.push_back(e);
    }
  }

  void read_label(ShapeSpec& shape, const TomlNode& value) {
    if (!has_kind(value, Kind::table, "label", diagnostics_)) return;
    TableReader label(value, "`label`", diagnostics_);
    if (const TomlNode* at = label.require("at", Kind::array)) shape.values = expressions(*at, 2, "at");
    if (const TomlNode* text = label.require("text", Kind::text)) shape.text = text->text;
    label.report_unknown_keys();
  }

  std::vector<std::size_t> points(const TomlNode& node, std::size_t least, std::size_t most, const char* key) {
    std::vector<std::size_t> all;
    if (!has_kind(node, Kind::array, key, diagnostics_)) return all;
    if (node.items.size() < least || node.items.size() > most)
      report_value(diagnostics_, node.span, fmt::format("`{}` has {} points", key, least == most ? "two" : "two or more"),
                   "as [[\"0\", \"0\"], [\"x\", \"y\"]]");
    for (const TomlNode& item : node.items) {
      for (const std::size_t e : expressions(item, 2, key)) all.push_back(e);
    }
    return all;
  }

  std::vector<std::size_t> expressions(const TomlNode& node, std::size_t count, const char* key) {
    std::vector<std::size_t> all;
    if (!has_kind(node, Kind::array, key, diagnostics_)) return all;
    if (node.items.size() != count)
      report_value(diagnostics_, node.span, fmt::format("`{}` has {} expressions here, not {}", key, count, node.items.size()));
    for (const TomlNode& item : node.items) all.push_back(expression(item, key));
    return all;
  }

  /// A text, or a bare number. The same expression is watched once.
  std::size_t expression(const TomlNode& node, const char* key, bool is_condition = false) {
    ShownExpression e{node.text, node.span, is_condition};
    if (node.kind != Kind::text) {
      const auto text = text_of_value(node, key, diagnostics_);
      if (!text) return 0;
      e.text = text->text;
    }
    auto& all = spec_.expressions;
    const auto same = std::ranges::find_if(
        all, [&](const ShownExpression& k) { return k.text == e.text && k.is_condition == e.is_condition; });
    if (same != all.end()) return static_cast<std::size_t>(same - all.begin());
    all.push_back(std::move(e));
    return all.size() - 1;
  }

  TableReader table_;
  std::vector<std::string>& names_;
  Diagnostics& diagnostics_;
  AnimationSpec spec_;
};

}  // namespace

const char* name_of(ShapeKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::vector<AnimationSpec> read_animations(const std::vector<TomlNode>& tables, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  std::vector<AnimationSpec> all;
  for (const TomlNode& node : tables) all.push_back(AnimationReader(node, names, diagnostics).read());
  return all;
}

}  // namespace saltus
