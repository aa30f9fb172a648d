#include "study/shown_expressions.hpp"

#include <fmt/format.h>

#include "lang/parser.hpp"

namespace saltus {

namespace {

constexpr std::string_view prefix = "$shown";

/// Without its quotes, where it stands as it is read.
Span inner(const ShownExpression& e, const Sources& sources) {
  if (!e.span.known()) return e.span;
  const auto at = sources.text(e.span).find(e.text);
  if (at == std::string_view::npos) return e.span;
  const auto begin = e.span.begin + static_cast<std::uint32_t>(at);
  return {e.span.file, begin, begin + static_cast<std::uint32_t>(e.text.size())};
}

/// It is put into the text of a model: it has to be one expression.
bool is_expression(const ShownExpression& e, Span place, Diagnostics& diagnostics) {
  Sources scratch;
  const std::uint32_t file = scratch.add("", e.text);
  Diagnostics found;
  if (parse_expression(file, scratch, found)) return true;
  const bool as_written = place.end - place.begin == e.text.size();
  for (Diagnostic d : found.all()) {
    const Span inside = d.where.span;
    d.where.span =
        as_written && inside.known() ? Span{place.file, place.begin + inside.begin, place.begin + inside.end} : place;
    d.also.clear();
    diagnostics.add(std::move(d));
  }
  return false;
}

}  // namespace

std::string shown_name(std::size_t index) { return fmt::format("{}{}", prefix, index); }

bool is_shown(std::string_view name) { return name.starts_with(prefix); }

bool watch_shown(const std::vector<ShownExpression>& shown, const Sources& sources, MeasureProgram& program,
                 Diagnostics& diagnostics) {
  bool right = true;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Span place = inner(shown[i], sources);
    right = is_expression(shown[i], place, diagnostics) && right;
    const std::string text = shown[i].is_condition ? fmt::format("if {} then 1.0 else 0.0", shown[i].text) : shown[i].text;
    program.expressions.push_back({shown_name(i), text, place});
  }
  return right;
}

const std::vector<double>* shown_values(const RunResult& run, std::size_t index) {
  const Column* column = run.series.find(shown_name(index));
  return column == nullptr ? nullptr : &column->values;
}

}  // namespace saltus
