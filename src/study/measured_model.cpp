#include "study/measured_model.hpp"

#include <fmt/format.h>

namespace saltus {

MeasuredModel::MeasuredModel(const std::string& base, const MeasureProgram& program) {
  text = fmt::format("model {}\n  extends {};\n", name, base);
  for (const WatchedExpression& e : program.expressions) {
    text += fmt::format("  Real '{}' = noEvent(", e.name);
    const auto begin = static_cast<std::uint32_t>(text.size());
    text += e.text;
    pieces_.push_back({begin, static_cast<std::uint32_t>(text.size()), e.span});
    text += ");\n";
  }
  text += fmt::format("end {};\n", name);
}

Span MeasuredModel::in_study(Span span, std::uint32_t file) const {
  if (span.file != file) return span;
  for (const Piece& p : pieces_) {
    if (span.begin < p.begin || span.begin > p.end) continue;
    const bool as_written = p.written.end - p.written.begin == p.end - p.begin;
    if (!as_written || span.end > p.end) return p.written;
    const std::uint32_t shift = span.begin - p.begin;
    return {p.written.file, p.written.begin + shift, p.written.begin + shift + (span.end - span.begin)};
  }
  return {};
}

}  // namespace saltus
