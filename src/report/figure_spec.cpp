#include "report/figure_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "report/gnuplot.hpp"
#include "study/stated_number.hpp"
#include "study/study_reader.hpp"

namespace saltus {

namespace {

constexpr std::uint64_t most_runs = 40;  // in one figure

std::vector<StudyText> texts(const TomlNode* node, const char* key, Diagnostics& diagnostics) {
  std::vector<StudyText> list;
  for (const TomlNode* item : one_or_all(node)) {
    if (has_kind(*item, TomlNode::Kind::text, key, diagnostics)) list.push_back(text_at(item));
  }
  return list;
}

std::vector<std::uint64_t> runs(TableReader& table, Diagnostics& diagnostics) {
  std::vector<std::uint64_t> numbers;
  for (const TomlNode* item : one_or_all(table.find("run"))) {
    if (!has_kind(*item, TomlNode::Kind::integer, "run", diagnostics)) continue;
    if (item->integer < 1 || numbers.size() == most_runs) {
      report_value(diagnostics, item->span, fmt::format("`run` takes numbers of runs, from 1, at most {} of them", most_runs));
      break;
    }
    numbers.push_back(static_cast<std::uint64_t>(item->integer));
  }
  return numbers;
}

class FigureReader {
 public:
  explicit FigureReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  FigureSpec figure(const TomlNode& node) {
    FigureSpec f;
    f.span = node.span;
    TableReader table(node, "`[[figure]]`", diagnostics_);
    f.name = text_at(table.require("name", TomlNode::Kind::text));
    check_name(f.name);
    f.title = text_at(table.find("title", TomlNode::Kind::text));
    f.caption = text_at(table.find("caption", TomlNode::Kind::text));
    f.alt = text_at(table.find("alt", TomlNode::Kind::text));
    f.size = size(table);
    f.formats = formats(table);
    read_shown_runs(table, f, diagnostics_);
    read_panels(table, f);
    table.report_unknown_keys();
    return f;
  }

 private:
  /// The keys of the figure hold for all panels that do not say otherwise.
  void read_panels(TableReader& table, FigureSpec& f) {
    PanelSpec whole;
    whole.span = f.span;
    read_panel(table, whole);
    const TomlNode* panels = table.find("panel", TomlNode::Kind::array);
    if (panels == nullptr) {
      if (whole.y.empty())
        diagnostics_.error("missing-key", f.span, "`[[figure]]` needs `y`", {}, "name what is drawn: y = [\"x\", \"v\"]");
      f.panels.push_back(std::move(whole));
      return;
    }
    for (const TomlNode& node : panels->items) {
      if (!has_kind(node, TomlNode::Kind::table, "panel", diagnostics_)) continue;
      PanelSpec panel = whole;
      panel.title = {};
      panel.span = node.span;
      TableReader own(node, "`[[figure.panel]]`", diagnostics_);
      panel.title = text_at(own.find("title", TomlNode::Kind::text));
      read_panel(own, panel);
      own.report_unknown_keys();
      if (panel.y.empty()) diagnostics_.error("missing-key", node.span, "`[[figure.panel]]` needs `y`");
      f.panels.push_back(std::move(panel));
    }
    if (f.panels.empty()) f.panels.push_back(std::move(whole));
  }

  void read_panel(TableReader& table, PanelSpec& p) {
    if (const TomlNode* x = table.find("x", TomlNode::Kind::text)) p.x = text_at(x);
    if (const TomlNode* y = table.find("y")) p.y = texts(y, "y", diagnostics_);
    if (const TomlNode* kind = table.word("kind", {"line", "step", "scatter", "histogram", "bars"}))
      p.kind = kind_of(kind->text);
    if (const TomlNode* scale = table.find("scale", TomlNode::Kind::table)) {
      TableReader axes(*scale, "`scale`", diagnostics_);
      if (const TomlNode* w = axes.word("x", {"linear", "log"})) p.log_x = w->text == "log";
      if (const TomlNode* w = axes.word("y", {"linear", "log"})) p.log_y = w->text == "log";
      axes.report_unknown_keys();
    }
    if (const TomlNode* range = table.find("range", TomlNode::Kind::table)) {
      TableReader axes(*range, "`range`", diagnostics_);
      if (const TomlNode* x = axes.find("x", TomlNode::Kind::array)) p.range_x = window(*x, p.log_x);
      if (const TomlNode* y = axes.find("y", TomlNode::Kind::array)) p.range_y = window(*y, p.log_y);
      axes.report_unknown_keys();
    }
    if (const TomlNode* events = table.find("events")) p.events = texts(events, "events", diagnostics_);
    if (const TomlNode* zoom = table.find("zoom", TomlNode::Kind::table)) p.zoom = zoom_of(*zoom);
  }

  ZoomSpec zoom_of(const TomlNode& node) {
    ZoomSpec z;
    TableReader table(node, "`zoom`", diagnostics_);
    z.from = text_at(table.require("from", TomlNode::Kind::text));
    z.to = text_at(table.require("to", TomlNode::Kind::text));
    if (const TomlNode* margin = table.find("margin")) {
      const auto number = stated_number(*margin, "margin", diagnostics_);
      if (number) z.margin = number->number.value.value;
      if (!(z.margin >= 0 && z.margin <= 1000))
        report_value(diagnostics_, margin->span, "`margin` is a part of the window, from 0 to 1000");
    }
    table.report_unknown_keys();
    return z;
  }

  std::optional<std::pair<double, double>> window(const TomlNode& node, bool log) {
    std::vector<double> ends;
    for (const TomlNode& item : node.items) {
      if (const auto number = stated_number(item, "range", diagnostics_)) ends.push_back(number->number.value.value);
    }
    if (ends.size() == 2 && ends[0] < ends[1] && (!log || ends[0] > 0)) return std::pair(ends[0], ends[1]);
    report_value(diagnostics_, node.span, fmt::format("a range is two increasing {}numbers", log ? "positive " : ""),
                 "as [0, 1]");
    return std::nullopt;
  }

  std::vector<FigureFormat> formats(TableReader& table) {
    std::vector<FigureFormat> list;
    for (const StudyText& t : texts(table.find("formats"), "formats", diagnostics_)) {
      if (const auto format = figure_format(t.text)) {
        list.push_back(*format);
      } else {
        report_value(diagnostics_, t.span, fmt::format("no format `{}` of figures", t.text), "one of svg, pdf, png");
      }
    }
    return list;
  }

  static FigureSize size(TableReader& table) {
    const TomlNode* word = table.word("size", {"screen", "column", "page"});
    if (word == nullptr || word->text == "screen") return FigureSize::screen;
    return word->text == "column" ? FigureSize::column : FigureSize::page;
  }

  static CurveKind kind_of(const std::string& word) {
    if (word == "step") return CurveKind::step;
    if (word == "scatter") return CurveKind::scatter;
    if (word == "histogram") return CurveKind::histogram;
    return word == "bars" ? CurveKind::bars : CurveKind::line;
  }

  /// It is the name of a file.
  void check_name(const StudyText& name) {
    if (!name.span.known()) return;
    const auto plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; };
    if (!std::all_of(name.text.begin(), name.text.end(), plain) || name.text.size() > 100 || name.text.empty())
      report_value(diagnostics_, name.span, "the name of a figure has letters, digits, _ and -",
                   "it is the name of its file; `title` may be any text");
    const auto same = std::ranges::find(names_, name.text, &StudyText::text);
    if (same != names_.end()) report_value(diagnostics_, name.span, fmt::format("there are two figures `{}`", name.text));
    names_.push_back(name);
  }

  Diagnostics& diagnostics_;
  std::vector<StudyText> names_;
};

}  // namespace

void read_shown_runs(TableReader& table, FigureSpec& f, Diagnostics& diagnostics) {
  f.runs = runs(table, diagnostics);
  if (const TomlNode* at = table.find("at", TomlNode::Kind::table)) f.at = stated_point(*at, diagnostics);
  f.variants = texts(table.find("variants"), "variants", diagnostics);
}

std::vector<FigureSpec> read_figures(const std::vector<TomlNode>& tables, Diagnostics& diagnostics) {
  FigureReader reader(diagnostics);
  std::vector<FigureSpec> figures;
  for (const TomlNode& table : tables) figures.push_back(reader.figure(table));
  return figures;
}

}  // namespace saltus
