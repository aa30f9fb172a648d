#include "report/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace saltus {

namespace {

namespace fs = std::filesystem;

enum class Naming : std::uint8_t { none, optional, required };

struct Request {
  const char* word;
  NotePart::Kind kind;
  Naming naming;
};
constexpr std::array<Request, 7> requests = {{{"figure", NotePart::Kind::figure, Naming::required},
                                              {"animation", NotePart::Kind::animation, Naming::required},
                                              {"events", NotePart::Kind::events, Naming::optional},
                                              {"table", NotePart::Kind::table, Naming::optional},
                                              {"expect", NotePart::Kind::expect, Naming::none},
                                              {"study", NotePart::Kind::study, Naming::none},
                                              {"source", NotePart::Kind::source, Naming::none}}};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

class NoteSplitter {
 public:
  NoteSplitter(const Sources& sources, std::uint32_t file, const fs::path& folder, Diagnostics& diagnostics)
      : text_(sources.text(file)), file_(file), folder_(folder), diagnostics_(diagnostics) {}

  std::vector<NotePart> parts() {
    std::size_t begin = 0;
    while (begin < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      line(begin, end);
      begin = end + 1;
    }
    return std::move(parts_);
  }

 private:
  void line(std::size_t begin, std::size_t end) {
    const std::string_view whole = text_.substr(begin, end - begin);
    const std::string_view content = trimmed(whole);
    if (content.starts_with("```") || content.starts_with("~~~")) fenced_ = !fenced_;
    const auto at = static_cast<std::uint32_t>(begin);
    if (fenced_ || !content.starts_with("{{")) {
      if (parts_.empty() || parts_.back().kind != NotePart::Kind::markdown)
        parts_.push_back({NotePart::Kind::markdown, {}, folder_, {}, {file_, at, at}});
      parts_.back().text += whole;
      parts_.back().text += '\n';
      parts_.back().span.end = static_cast<std::uint32_t>(end);
      return;
    }
    const auto from = at + static_cast<std::uint32_t>(content.data() - whole.data());
    request(content, {file_, from, from + static_cast<std::uint32_t>(content.size())});
  }

  void request(std::string_view content, Span span) {
    if (!content.ends_with("}}")) return wrong(span, "a request ends with `}}` on its line", "");
    const std::string_view inside = trimmed(content.substr(2, content.size() - 4));
    const auto blank = inside.find_first_of(" \t");
    const std::string word(inside.substr(0, blank));
    const auto known = std::find_if(requests.begin(), requests.end(), [&](const Request& r) { return word == r.word; });
    if (known == requests.end()) return unknown(span, word);
    const std::string_view target = blank == std::string_view::npos ? std::string_view() : trimmed(inside.substr(blank));
    add(*known, target, span);
  }

  void add(const Request& known, std::string_view target, Span span) {
    NotePart part{known.kind, {}, {}, {}, span};
    if (const auto mark = target.rfind('#'); mark != std::string_view::npos) {
      if (known.naming == Naming::none)
        return wrong(span, fmt::format("`{}` takes a file, and no name behind it", known.word), "");
      part.name = target.substr(mark + 1);
      target = target.substr(0, mark);
    }
    if (part.name.empty() && known.naming == Naming::required)
      return wrong(span, fmt::format("which {}?", known.word), fmt::format("write {{{{{} study.toml#name}}}}", known.word));
    if (target.empty()) return wrong(span, fmt::format("`{}` of which file?", known.word), "");
    part.file = folder_ / fs::path(target);
    if (!fs::is_regular_file(part.file))
      return wrong(span, fmt::format("there is no file `{}`", target), "files are found beside the notes");
    parts_.push_back(std::move(part));
  }

  void unknown(Span span, const std::string& word) {
    std::vector<std::string> words;
    for (const Request& r : requests) words.emplace_back(r.word);
    const std::string near = nearest_name(word, words);
    wrong(span, fmt::format("no request `{}`", word),
          near.empty() ? fmt::format("one of {}", fmt::join(words, ", ")) : fmt::format("did you mean `{}`?", near));
  }

  void wrong(Span span, std::string message, std::string help) {
    diagnostics_.error("bad-request", span, std::move(message), "", std::move(help));
  }

  std::string_view text_;
  std::uint32_t file_;
  const fs::path& folder_;
  Diagnostics& diagnostics_;
  std::vector<NotePart> parts_;
  bool fenced_ = false;
};

}  // namespace

std::vector<NotePart> split_notes(const Sources& sources, std::uint32_t file, const fs::path& folder,
                                  Diagnostics& diagnostics) {
  return NoteSplitter(sources, file, folder, diagnostics).parts();
}

}  // namespace saltus
