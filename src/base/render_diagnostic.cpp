// The printed form of diagnostics: the headline, an excerpt for each place, the remedy.

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "base/printable.hpp"

namespace saltus {
namespace {

constexpr std::size_t window_columns = 120;
constexpr std::size_t columns_before_caret = 50;  // what is left of the place when a long line is cut

struct Colors {
  const char* error = "";
  const char* warning = "";
  const char* gutter = "";
  const char* bold = "";
  const char* help = "";
  const char* off = "";
};

Colors colors(bool on) {
  if (!on) return {};
  return {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[1m", "\x1b[1;36m", "\x1b[0m"};
}

/// The visible part of a line with the columns [mark_begin, mark_end) to be underlined.
struct Excerpt {
  std::string text;
  std::size_t mark_begin = 0;
  std::size_t mark_end = 0;
};

/// The first byte at or after `wanted` that begins a character.
std::size_t character_begin(std::string_view line, std::size_t wanted) {
  while (wanted < line.size() && (static_cast<unsigned char>(line[wanted]) & 0xc0) == 0x80) ++wanted;
  return wanted;
}

/// `begin` and `end` are bytes of the line, begin <= end. Only bytes near the place are looked at: lines may be very long.
Excerpt excerpt(std::string_view line, std::size_t begin, std::size_t end) {
  constexpr std::string_view ellipsis = "...";
  const bool whole = line.size() <= window_columns;
  const std::size_t from = whole || begin <= columns_before_caret ? 0 : character_begin(line, begin - columns_before_caret);
  Excerpt out;
  std::size_t column = 0;
  const auto append = [&](std::string_view shown, std::size_t width) {
    out.text += shown;
    column += width;
  };
  if (from > 0) append(ellipsis, ellipsis.size());
  bool marked = false;
  std::size_t i = from;
  for (; i < line.size() && (whole || column < window_columns);) {
    const Glyph g = first_glyph(line.substr(i));
    if (!marked && i + g.bytes > begin) {
      out.mark_begin = column;
      marked = true;
    }
    append(g.shown, g.width);
    if (i < end) out.mark_end = column;
    i += g.bytes;
  }
  if (!marked) out.mark_begin = column;
  if (i < line.size()) append(ellipsis, ellipsis.size());
  out.mark_end = std::max(out.mark_end, out.mark_begin + 1);
  return out;
}

class Renderer {
 public:
  Renderer(const Diagnostic& d, const Sources& sources, bool color) : d_(d), sources_(sources), c_(colors(color)) {}

  std::string render() {
    headline();
    gutter_ = gutter_width();
    if (d_.where.span.known()) place(d_.where, '^', severity_color());
    for (const Label& l : d_.also)
      if (l.span.known())
        place(l, '-', c_.gutter);
      else if (!l.text.empty())
        note(l.text);
    if (!d_.help.empty()) out_ += fmt::format("{}help{}: {}\n", c_.help, c_.off, printable(d_.help));
    return std::move(out_);
  }

  std::string render_place() {
    gutter_ = gutter_width();
    place(d_.where, '^', "");
    return std::move(out_);
  }

 private:
  const char* severity_color() const { return d_.severity == Severity::error ? c_.error : c_.warning; }

  void headline() {
    const char* kind = d_.severity == Severity::error ? "error" : "warning";
    out_ +=
        fmt::format("{}{}[{}]{}{}: {}{}\n", severity_color(), kind, d_.code, c_.off, c_.bold, printable(d_.message), c_.off);
  }

  void note(const std::string& text) { out_ += fmt::format("{}note{}: {}\n", c_.bold, c_.off, printable(text)); }

  std::size_t gutter_width() const {
    std::uint32_t last = 0;
    const auto look = [&](const Label& l) {
      if (l.span.known()) last = std::max(last, sources_.place(l.span.file, l.span.begin).line);
    };
    look(d_.where);
    for (const Label& l : d_.also) look(l);
    return std::to_string(last).size();
  }

  void place(const Label& label, char mark, const char* mark_color) {
    const Place at = sources_.place(label.span.file, label.span.begin);
    const std::string_view line = sources_.line(label.span.file, at.line);
    const std::size_t begin = std::min<std::size_t>(at.column - 1, line.size());
    const std::size_t length = std::max(label.span.begin, label.span.end) - label.span.begin;
    const Excerpt e = excerpt(line, begin, std::min(line.size(), begin + length));

    out_ += fmt::format("{:{}}{}-->{} {}\n", "", gutter_, c_.gutter, c_.off, printable(sources_.describe(label.span)));
    out_ += fmt::format("{}{:{}} |{}\n", c_.gutter, "", gutter_, c_.off);
    out_ += fmt::format("{}{:>{}} |{}{}{}\n", c_.gutter, at.line, gutter_, c_.off, e.text.empty() ? "" : " ", e.text);
    out_ += fmt::format("{}{:{}} |{} {:{}}{}{}", c_.gutter, "", gutter_, c_.off, "", e.mark_begin, mark_color,
                        std::string(e.mark_end - e.mark_begin, mark));
    if (!label.text.empty()) out_ += " " + printable(label.text);
    out_ += fmt::format("{}\n", c_.off);
  }

  const Diagnostic& d_;
  const Sources& sources_;
  Colors c_;
  std::size_t gutter_ = 1;
  std::string out_;
};

std::size_t count(const Diagnostics& all, Severity severity) {
  return static_cast<std::size_t>(
      std::count_if(all.all().begin(), all.all().end(), [&](const Diagnostic& d) { return d.severity == severity; }));
}

}  // namespace

std::string render(const Diagnostic& d, const Sources& sources, bool color) { return Renderer(d, sources, color).render(); }

std::string render_place(Span span, const Sources& sources) {
  if (!span.known()) return {};
  const Diagnostic d{.severity = Severity::warning, .code = {}, .message = {}, .where = {span, {}}};
  return Renderer(d, sources, false).render_place();
}

std::string render(const Diagnostics& all, const Sources& sources, bool color) {
  std::string out;
  for (const Diagnostic& d : all.all()) out += render(d, sources, color);
  if (const auto n = all.warning_count() - count(all, Severity::warning); n > 0)
    out += fmt::format("{} more warning{} not shown\n", n, n == 1 ? "" : "s");
  if (const auto n = all.error_count() - count(all, Severity::error); n > 0)
    out += fmt::format("{} more error{} not shown\n", n, n == 1 ? "" : "s");
  return out;
}

}  // namespace saltus
