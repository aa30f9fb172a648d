// formula := { part };  part := atom [scripts]
// atom    := letter | number | operator | command arguments | { formula } | \left d formula \right d | \begin{e} rows \end{e}
// scripts := ^ argument, _ argument, primes; in any order, each at most once

#include "report/tex_math.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "report/html.hpp"
#include "report/tex_cursor.hpp"
#include "report/tex_symbols.hpp"

namespace saltus {

namespace {

constexpr int deepest = 60;

/// How its scripts are set.
enum class Base : std::uint8_t { ordinary, limits };

struct Atom {
  std::string html;
  Base base = Base::ordinary;
  std::string_view after = {};  ///< behind its scripts
};
constexpr std::string_view apply = "<mo>&#x2061;</mo>";
constexpr std::string_view thin_space = "<mspace width=\"0.167em\"></mspace>";

bool is_operator(std::string_view html) { return html.starts_with("<mo") || html.starts_with("<mspace"); }

struct Environment {
  std::string_view name, before, after;
  std::string_view align;  ///< of its columns, the last holds for the rest
};
constexpr auto environments = std::to_array<Environment>({{"cases", "{", "", "left"},
                                                          {"matrix", "", "", "center"},
                                                          {"pmatrix", "(", ")", "center"},
                                                          {"bmatrix", "[", "]", "center"},
                                                          {"vmatrix", "|", "|", "center"},
                                                          {"aligned", "", "", "alternate"},
                                                          {"align", "", "", "alternate"},
                                                          {"align*", "", "", "alternate"},
                                                          {"split", "", "", "alternate"},
                                                          {"gathered", "", "", "center"},
                                                          {"array", "", "", "center"}});

std::string row(const std::vector<std::string>& parts) {
  if (parts.size() == 1) return parts.front();
  return fmt::format("<mrow>{}</mrow>", fmt::join(parts, ""));
}

std::string fence(std::string_view text, const char* form) {
  if (text.empty()) return {};
  return fmt::format("<mo form=\"{}\" fence=\"true\" stretchy=\"true\">{}</mo>", form, text);
}

class TexParser : private TexCursor {
 public:
  using TexCursor::TexCursor;

  std::string formula() {
    std::string out = row(parts());
    if (at_ < text_.size()) fail(at_, at_ + 1, fmt::format("`{}` without its beginning", text_[at_]));
    return out;
  }

 private:
  std::vector<std::string> parts() {
    if (++depth_ > deepest) fail(at_, at_ + 1, "too deep a formula");
    std::vector<std::string> all;
    for (skip_blanks(); !at_end(); skip_blanks()) {
      if (in_brackets_ && text_[at_] == ']') break;
      const Atom next = atom();
      const bool names_function = !next.after.empty();
      if (names_function && !all.empty() && !is_operator(all.back())) all.emplace_back(thin_space);
      all.push_back(with_scripts(next));
      if (!names_function) continue;
      all.emplace_back(next.after);
      const bool brackets = at_ < text_.size() && (text_[at_] == '(' || text_[at_] == '[' || command() == "left");
      if (!brackets) all.emplace_back(thin_space);
    }
    --depth_;
    return all;
  }

  std::string with_scripts(const Atom& base) {
    std::optional<std::string> below, above;
    std::string primes;
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      const char c = text_[at_];
      if (c == '\'') {
        primes += "′";
        ++at_;
      } else if (c == '^' || c == '_') {
        auto& script = c == '^' ? above : below;
        if (script) fail(at_, at_ + 1, fmt::format("two {} scripts", c == '^' ? "upper" : "lower"), "put braces around one");
        ++at_;
        script = argument();
      } else {
        break;
      }
    }
    if (!primes.empty())
      above = fmt::format("<mrow><mo lspace=\"0\" rspace=\"0\">{}</mo>{}</mrow>", primes, above.value_or(""));
    if (!below && !above) return base.html;
    const bool limits = base.base == Base::limits;
    if (below && above) {
      const char* tag = limits ? "munderover" : "msubsup";
      return fmt::format("<{0}>{1}{2}{3}</{0}>", tag, base.html, *below, *above);
    }
    const char* tag = below ? (limits ? "munder" : "msub") : (limits ? "mover" : "msup");
    return fmt::format("<{0}>{1}{2}</{0}>", tag, base.html, below ? *below : *above);
  }

  /// `{...}`, or one atom.
  std::string argument() {
    skip_blanks();
    if (at_ >= text_.size() || at_end())
      fail(std::min(at_, text_.size()), at_ + 1, "something is missing here", "braces hold it: {...}");
    if (is_digit(text_[at_])) return fmt::format("<mn>{}</mn>", text_[at_++]);
    return atom().html;
  }

  Atom group() {
    const std::size_t begin = at_++;
    const bool outer = std::exchange(in_brackets_, false);
    std::string inside = row(parts());
    in_brackets_ = outer;
    if (at_ >= text_.size() || text_[at_] != '}') fail(begin, begin + 1, "no `}` for this `{`");
    ++at_;
    return {inside};
  }

  Atom atom() {
    const char c = text_[at_];
    if (c == '{') return group();
    if (c == '\\') return of_command();
    if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return number();
    if (is_letter(c)) return letters();
    if (static_cast<unsigned char>(c) >= 0x80) return other_letter();
    if (c == '^' || c == '_') return {"<mrow></mrow>"};
    ++at_;
    switch (c) {
      case '-': return {"<mo>−</mo>"};
      case '*': return {"<mo>∗</mo>"};
      case '<': return {"<mo>&lt;</mo>"};
      case '>': return {"<mo>&gt;</mo>"};
      case '\'': return {"<mo>′</mo>"};
      case '~': return {"<mspace width=\"0.25em\"></mspace>"};
      case '(':
      case '[': return {fmt::format("<mo stretchy=\"false\" form=\"prefix\">{}</mo>", c)};
      case ')':
      case ']': return {fmt::format("<mo stretchy=\"false\" form=\"postfix\">{}</mo>", c)};
      case '|': return {"<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">|</mo>"};
      case '/': return {"<mo lspace=\"0\" rspace=\"0\">/</mo>"};
      case '!': return {"<mo lspace=\"0\">!</mo>"};
      case '.': return {"<mo lspace=\"0\" rspace=\"0\">.</mo>"};
      case '%':
      case '#': fail(at_ - 1, at_, fmt::format("`{}` is special in TeX", c), fmt::format("write `\\{}`", c));
      default: return {fmt::format("<mo>{}</mo>", html_escaped(std::string_view(&c, 1)))};
    }
  }

  Atom number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (is_digit(text_[at_]) || (text_[at_] == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])))) {
      ++at_;
    }
    return {fmt::format("<mn>{}</mn>", text_.substr(begin, at_ - begin))};
  }

  Atom letters() {
    const std::size_t begin = at_++;
    if (variant_ == "upright") {
      while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    }
    return {identifier(text_.substr(begin, at_ - begin))};
  }

  Atom other_letter() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80) ++at_;
    return {identifier(text_.substr(begin, at_ - begin))};
  }

  [[nodiscard]] std::string identifier(std::string_view name) const {
    if (variant_ == "upright") return fmt::format("<mi mathvariant=\"normal\">{}</mi>", name);
    if (variant_ == "bold") return fmt::format("<mi mathvariant=\"normal\" class=\"bold\">{}</mi>", name);
    if (variant_ == "script") return fmt::format("<mi class=\"script\">{}</mi>", name);
    if (variant_ == "double") return fmt::format("<mi mathvariant=\"normal\">{}</mi>", double_struck(name));
    return fmt::format("<mi>{}</mi>", name);
  }

  static std::string_view double_struck(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> letters = {
        {{"R", "ℝ"}, {"N", "ℕ"}, {"Z", "ℤ"}, {"Q", "ℚ"}, {"C", "ℂ"}}};
    const auto* at = std::ranges::find(letters, name, &std::pair<std::string_view, std::string_view>::first);
    return at == letters.end() ? name : at->second;
  }

  Atom of_command() {
    const std::string_view name = command();
    const std::size_t begin = at_;
    if (name.empty()) fail(begin, begin + 1, "a lone backslash");
    at_ += name.size() + 1;
    if (name == "frac" || name == "dfrac" || name == "tfrac") return fraction(name);
    if (name == "sqrt") return root();
    if (name == "text" || name == "textrm" || name == "mbox") return {fmt::format("<mtext>{}</mtext>", raw_argument(begin))};
    if (name == "left") return fenced(begin);
    if (name == "begin") return environment(begin);
    if (name == "overset" || name == "stackrel" || name == "underset") return stacked(name == "underset");
    if (name == "underbrace" || name == "overbrace") return brace(name == "underbrace");
    if (name == "displaystyle" || name == "textstyle")
      return {fmt::format("<mstyle displaystyle=\"{}\">{}</mstyle>", name == "displaystyle", row(parts()))};
    if (name == "big" || name == "bigl" || name == "bigr" || name == "Big" || name == "Bigl" || name == "Bigr") {
      const char* size = name.front() == 'b' ? "1.2em" : "1.8em";
      return {fmt::format("<mo minsize=\"{0}\" maxsize=\"{0}\" stretchy=\"true\">{1}</mo>", size, delimiter(begin))};
    }
    if (const TexSymbol* symbol = find_tex_symbol(name)) return of_symbol(*symbol);
    const std::string near = nearest_name(name, tex_symbol_names());
    fail(begin, at_, fmt::format("no command `\\{}` in formulas", name),
         near.empty() ? "" : fmt::format("did you mean `\\{}`?", near));
  }

  Atom of_symbol(const TexSymbol& s) {
    switch (s.kind) {
      case TexKind::identifier: return {identifier(s.text)};
      case TexKind::upright: return {fmt::format("<mi mathvariant=\"normal\">{}</mi>", s.text)};
      case TexKind::function: return {fmt::format("<mi>{}</mi>", s.text), Base::ordinary, apply};
      case TexKind::limits: return {fmt::format("<mo form=\"prefix\" movablelimits=\"true\">{}</mo>", s.text), Base::limits};
      case TexKind::relation: return {fmt::format("<mo>{}</mo>", s.text)};
      case TexKind::ordinary: return {fmt::format("<mo lspace=\"0\" rspace=\"0\" stretchy=\"false\">{}</mo>", s.text)};
      case TexKind::large: return {fmt::format("<mo movablelimits=\"true\">{}</mo>", s.text), Base::limits};
      case TexKind::integral: return {fmt::format("<mo>{}</mo>", s.text)};
      case TexKind::opening: return {fmt::format("<mo stretchy=\"false\" form=\"prefix\">{}</mo>", s.text)};
      case TexKind::closing: return {fmt::format("<mo stretchy=\"false\" form=\"postfix\">{}</mo>", s.text)};
      case TexKind::space: return {fmt::format("<mspace width=\"{}\"></mspace>", s.text)};
      case TexKind::accent: {
        const std::string base = argument();
        if (s.name == "overline") return {fmt::format("<mrow class=\"overline\">{}</mrow>", base)};
        return {fmt::format("<mover accent=\"true\">{}<mo stretchy=\"{}\">{}</mo></mover>", base, s.name.starts_with("wide"),
                            s.text)};
      }
      case TexKind::variant: break;
    }
    const std::string_view outer = std::exchange(variant_, s.text);
    const std::string inside = argument();
    variant_ = outer;
    return {inside, Base::ordinary, s.name == "operatorname" ? apply : ""};
  }

  Atom fraction(std::string_view name) {
    const std::string above = argument();
    const std::string below = argument();
    const char* style = name == "dfrac" ? " displaystyle=\"true\"" : "";
    return {fmt::format("<mfrac{}>{}{}</mfrac>", style, above, below)};
  }

  Atom root() {
    skip_blanks();
    if (!looks_at("[")) return {fmt::format("<msqrt>{}</msqrt>", argument())};
    const std::size_t begin = at_++;
    const bool outer = std::exchange(in_brackets_, true);
    const std::string degree = row(parts());
    in_brackets_ = outer;
    if (!looks_at("]")) fail(begin, begin + 1, "no `]` for this `[`");
    ++at_;
    const std::string inside = argument();
    return {fmt::format("<mroot>{}{}</mroot>", inside, degree)};
  }

  Atom stacked(bool below) {
    const std::string script = argument();
    const std::string base = argument();
    return {fmt::format("<{0}>{1}{2}</{0}>", below ? "munder" : "mover", base, script)};
  }

  Atom brace(bool below) {
    const std::string base = argument();
    return {fmt::format("<{0}>{1}<mo stretchy=\"true\">{2}</mo></{0}>", below ? "munder" : "mover", base, below ? "⏟" : "⏞"),
            Base::limits};
  }

  Atom fenced(std::size_t begin) {
    const std::string open = delimiter(begin);
    const bool outer = std::exchange(in_brackets_, false);
    const std::string inside = row(parts());
    in_brackets_ = outer;
    if (command() != "right") fail(begin, begin + 5, "no `\\right` for this `\\left`", "for none write `\\right.`");
    const std::size_t right = at_;
    at_ += 6;
    const std::string close = delimiter(right);
    return {fmt::format("<mrow>{}{}{}</mrow>", fence(open, "prefix"), inside, fence(close, "postfix"))};
  }

  Atom environment(std::size_t begin) {
    const std::string_view name = braced_word(begin);
    const auto* known = std::ranges::find(environments, name, &Environment::name);
    if (known == environments.end()) {
      std::vector<std::string_view> names;
      for (const Environment& e : environments) names.push_back(e.name);
      fail(begin, at_, fmt::format("no environment `{}`", name), fmt::format("one of {}", fmt::join(names, ", ")));
    }
    std::string align;
    if (name == "array") align = std::string(braced_word(begin));
    const std::string rows = table_rows(begin, *known, align);
    if (command() != "end") fail(begin, begin + 6, fmt::format("no `\\end{{{}}}` for this `\\begin`", name));
    const std::size_t end = at_;
    at_ += 4;
    if (const auto closed = braced_word(end); closed != name)
      fail(end, at_, fmt::format("`\\end{{{}}}` ends `\\begin{{{}}}`", closed, name));
    return {fmt::format("<mrow>{}<mtable class=\"{}\"{}>{}</mtable>{}</mrow>", fence(known->before, "prefix"),
                        known->align == "alternate" ? "aligned" : known->name,
                        known->align == "alternate" ? " displaystyle=\"true\"" : "", rows, fence(known->after, "postfix"))};
  }

  std::string table_rows(std::size_t begin, const Environment& e, const std::string& letters) {
    const bool outer = std::exchange(in_brackets_, false);
    std::string rows, cells;
    for (std::size_t column = 0;; ++column) {
      std::string inside = row(parts());
      cells += fmt::format("<mtd class=\"{}\">{}</mtd>", alignment(e, letters, column), inside);
      if (at_ >= text_.size()) fail(begin, begin + 6, fmt::format("no `\\end{{{}}}` for this `\\begin`", e.name));
      if (text_[at_] == '&') {
        ++at_;
        continue;
      }
      if (text_[at_] == '}') fail(at_, at_ + 1, "`}` without its beginning");
      rows += fmt::format("<mtr>{}</mtr>", cells);
      cells.clear();
      column = static_cast<std::size_t>(-1);
      if (command() != "\\") break;
      at_ += 2;
      skip_blanks();
      if (command() == "end") break;
    }
    in_brackets_ = outer;
    return rows;
  }

  static std::string_view alignment(const Environment& e, const std::string& letters, std::size_t column) {
    if (column < letters.size()) return letters[column] == 'l' ? "left" : letters[column] == 'r' ? "right" : "center";
    if (e.align == "alternate") return column % 2 == 0 ? "right" : "left";
    return e.align;
  }

  int depth_ = 0;
  bool in_brackets_ = false;  // a `]` ends what is read
  std::string_view variant_;  // of letters
};

}  // namespace

std::string mathml(std::string_view tex, bool displayed) {
  std::string inside = TexParser(tex).formula();
  return fmt::format("<math{} alttext=\"{}\">{}</math>", displayed ? " display=\"block\"" : "", html_escaped(tex), inside);
}

}  // namespace saltus
