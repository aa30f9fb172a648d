#include "report/note_math.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "report/tex_math.hpp"

namespace saltus {

namespace {

// Characters that no font and no Markdown gives a meaning to (private use, U+E000 and U+E001).
constexpr std::string_view opening = "\xEE\x80\x80";
constexpr std::string_view closing = "\xEE\x80\x81";

class Finder {
 public:
  Finder(const std::string& markdown, Span span, Diagnostics& diagnostics)
      : in_(markdown), span_(span), diagnostics_(diagnostics) {}

  std::string text;
  std::vector<std::string> formulas;

  void run() {
    while (at_ < in_.size()) step();
  }

 private:
  void step() {
    if (at_line_begin() && fence()) return;
    const char c = in_[at_];
    if (c == '\\' && at_ + 1 < in_.size()) return copy(at_ + 2);
    if (c == '`') return code();
    if (c == '$') return formula();
    copy(at_ + 1);
  }

  void copy(std::size_t to) {
    text.append(in_, at_, to - at_);
    at_ = to;
  }
  [[nodiscard]] bool at_line_begin() const { return at_ == 0 || in_[at_ - 1] == '\n'; }
  [[nodiscard]] std::size_t line_end(std::size_t from) const { return std::min(in_.find('\n', from), in_.size() - 1) + 1; }
  [[nodiscard]] std::string_view trimmed_line(std::size_t from) const {
    std::string_view line(in_.data() + from, line_end(from) - from);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line;
  }

  /// A block of code between lines of ``` or ~~~.
  bool fence() {
    const std::string_view first = trimmed_line(at_);
    if (!first.starts_with("```") && !first.starts_with("~~~")) return false;
    const std::string_view mark = first.substr(0, 3);
    std::size_t end = line_end(at_);
    while (end < in_.size()) {
      const bool closes = trimmed_line(end).starts_with(mark);
      end = line_end(end);
      if (closes) break;
    }
    copy(end);
    return true;
  }

  /// As many backticks end it as began it.
  void code() {
    const std::size_t begin = at_;
    std::size_t inside = begin;
    while (inside < in_.size() && in_[inside] == '`') ++inside;
    const std::string ticks = in_.substr(begin, inside - begin);
    std::size_t end = in_.find(ticks, inside);
    while (end != std::string::npos && end + ticks.size() < in_.size() && in_[end + ticks.size()] == '`') {
      end = in_.find_first_not_of('`', end);
      if (end != std::string::npos) end = in_.find(ticks, end);
    }
    copy(end == std::string::npos ? inside : end + ticks.size());
  }

  void formula() {
    const bool displayed = in_.compare(at_, 2, "$$") == 0;
    const std::size_t mark = displayed ? 2 : 1;
    const std::size_t begin = at_ + mark;
    const std::size_t paragraph = std::min(in_.find("\n\n", begin), in_.size());
    std::size_t end = begin;
    while (end < paragraph && in_.compare(end, mark, displayed ? "$$" : "$") != 0) end += in_[end] == '\\' ? 2 : 1;
    if (end >= paragraph) {
      report(at_, begin, displayed ? "no `$$` ends this formula in its paragraph" : "no `$` ends this formula in its paragraph",
             "for a dollar sign write `\\$`");
      return copy(begin);
    }
    add(begin, end, displayed);
    at_ = end + mark;
  }

  void add(std::size_t begin, std::size_t end, bool displayed) {
    const std::string_view tex(in_.data() + begin, end - begin);
    if (tex.find_first_not_of(" \t\n") == std::string_view::npos) return report(begin - 1, end + 1, "an empty formula", "");
    try {
      const std::string math = mathml(tex, displayed);
      formulas.push_back(displayed ? fmt::format("<span class=\"formula\" tabindex=\"0\">{}</span>", math) : math);
      text += fmt::format("{}{}{}", opening, formulas.size() - 1, closing);
    } catch (const TexError& error) {
      report(begin + std::min(error.begin(), tex.size()), begin + std::min(error.end(), tex.size()), error.what(),
             error.help());
    }
  }

  void report(std::size_t begin, std::size_t end, const std::string& message, const std::string& help) {
    const auto offset = [&](std::size_t k) { return span_.begin + static_cast<std::uint32_t>(k); };
    diagnostics_.error("bad-formula", {span_.file, offset(begin), offset(std::max(end, begin + 1))}, message, "", help);
  }

  const std::string& in_;
  Span span_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
};

}  // namespace

NoteMath::NoteMath(const std::string& markdown, Span span, Diagnostics& diagnostics) {
  Finder finder(markdown, span, diagnostics);
  finder.run();
  text_ = std::move(finder.text);
  formulas_ = std::move(finder.formulas);
}

std::string NoteMath::replaced(const std::string& text, bool formulas) const {
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, from)) {
    const std::size_t digits = at + opening.size(), end = text.find(closing, digits);
    std::size_t index = formulas_.size();
    if (end != std::string::npos) std::from_chars(text.data() + digits, text.data() + end, index);
    out.append(text, from, at - from);
    if (formulas && index < formulas_.size()) out += formulas_[index];
    from = end == std::string::npos ? digits : end + closing.size();
  }
  return out.append(text, from, std::string::npos);
}

}  // namespace saltus
