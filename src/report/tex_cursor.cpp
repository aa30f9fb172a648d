#include "report/tex_cursor.hpp"

#include <fmt/format.h>

#include "report/html.hpp"
#include "report/tex_symbols.hpp"

namespace saltus {

void TexCursor::skip_blanks() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
}

std::string_view TexCursor::command() const {
  if (at_ >= text_.size() || text_[at_] != '\\') return {};
  std::size_t end = at_ + 1;
  while (end < text_.size() && is_letter(text_[end])) ++end;
  if (end == at_ + 1 && end < text_.size()) ++end;
  return text_.substr(at_ + 1, end - at_ - 1);
}

bool TexCursor::at_end() const {
  if (at_ >= text_.size() || text_[at_] == '}' || text_[at_] == '&') return true;
  const std::string_view name = command();
  return name == "right" || name == "end" || name == "\\";
}

std::string TexCursor::raw_argument(std::size_t begin) {
  skip_blanks();
  if (!looks_at("{")) fail(begin, at_, "a text stands in braces", "\\text{...}");
  const std::size_t from = ++at_;
  int open = 1;
  for (; at_ < text_.size() && open > 0; ++at_) {
    if (text_[at_] == '{') ++open;
    if (text_[at_] == '}') --open;
  }
  if (open > 0) fail(from - 1, from, "no `}` for this `{`");
  std::string words = html_escaped(text_.substr(from, at_ - from - 1));
  // MathML drops blanks at the ends of a text.
  if (words.ends_with(' ')) words.replace(words.size() - 1, 1, "&#160;");
  if (words.starts_with(' ')) words.replace(0, 1, "&#160;");
  return words;
}

std::string TexCursor::delimiter(std::size_t begin) {
  skip_blanks();
  if (at_ >= text_.size()) fail(begin, at_, "which bracket?");
  const std::string_view name = command();
  if (!name.empty()) {
    const TexSymbol* s = find_tex_symbol(name);
    at_ += name.size() + 1;
    if (s && (s->kind == TexKind::opening || s->kind == TexKind::closing || s->kind == TexKind::ordinary))
      return std::string(s->text);
    fail(begin, at_, fmt::format("`\\{}` is no bracket", name));
  }
  const char c = text_[at_++];
  if (c == '.') return {};
  if (std::string_view("()[]|/<>").find(c) == std::string_view::npos)
    fail(begin, at_, fmt::format("`{}` is no bracket", c), "for none write `.`: \\left. ... \\right|");
  return c == '<' ? "⟨" : c == '>' ? "⟩" : std::string(1, c);
}

std::string_view TexCursor::braced_word(std::size_t begin) {
  skip_blanks();
  const auto end = text_.find('}', at_);
  if (!looks_at("{") || end == std::string_view::npos)
    fail(begin, at_, "which environment?", "\\begin{cases} ... \\end{cases}");
  const std::string_view word = text_.substr(at_ + 1, end - at_ - 1);
  at_ = end + 1;
  return word;
}

}  // namespace saltus
