#include "report/report_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/read_file.hpp"
#include "study/toml_reader.hpp"

namespace saltus {

namespace {

namespace fs = std::filesystem;

struct Request {
  const char* word;
  NotePart::Kind kind;
};
constexpr std::array<Request, 5> requests = {{{"figure", NotePart::Kind::figure},
                                              {"table", NotePart::Kind::table},
                                              {"expect", NotePart::Kind::expect},
                                              {"study", NotePart::Kind::study},
                                              {"source", NotePart::Kind::source}}};

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
    if (content.starts_with("```")) fenced_ = !fenced_;
    if (fenced_ || !content.starts_with("{{")) {
      if (parts_.empty() || parts_.back().kind != NotePart::Kind::markdown) parts_.push_back({});
      parts_.back().text += whole;
      parts_.back().text += '\n';
      return;
    }
    const auto at = static_cast<std::uint32_t>(begin + static_cast<std::size_t>(content.data() - whole.data()));
    request(content, {file_, at, at + static_cast<std::uint32_t>(content.size())});
  }

  void request(std::string_view content, Span span) {
    if (!content.ends_with("}}")) return wrong(span, "a request ends with `}}` on its line", "");
    const std::string_view inside = trimmed(content.substr(2, content.size() - 4));
    const auto blank = inside.find_first_of(" \t");
    const std::string word(inside.substr(0, blank));
    const auto known = std::find_if(requests.begin(), requests.end(), [&](const Request& r) { return word == r.word; });
    if (known == requests.end()) {
      std::vector<std::string> words;
      for (const Request& r : requests) words.emplace_back(r.word);
      const std::string near = nearest_name(word, words);
      return wrong(span, fmt::format("no request `{}`", word),
                   near.empty() ? fmt::format("one of {}", fmt::join(words, ", ")) : fmt::format("did you mean `{}`?", near));
    }
    std::string_view target = blank == std::string_view::npos ? std::string_view() : trimmed(inside.substr(blank));
    NotePart part{known->kind, {}, {}, {}, span};
    if (known->kind == NotePart::Kind::figure) {
      const auto mark = target.rfind('#');
      if (mark == std::string_view::npos) return wrong(span, "which figure?", "write {{figure study.toml#name}}");
      part.name = target.substr(mark + 1);
      target = target.substr(0, mark);
    }
    if (target.empty()) return wrong(span, fmt::format("`{}` of which file?", word), "");
    part.file = folder_ / fs::path(target);
    if (!fs::exists(part.file))
      return wrong(span, fmt::format("there is no file `{}`", target), "files are found beside the notes");
    parts_.push_back(std::move(part));
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

std::vector<NotePart> read_notes(const TomlNode* path, const fs::path& folder, Sources& sources, Diagnostics& diagnostics) {
  if (!path) return {};
  const fs::path file = folder / path->text;
  try {
    const std::uint32_t number = sources.add(file.string(), read_file(file));
    return split_notes(sources, number, file.parent_path(), diagnostics);
  } catch (const FileError& error) {
    report_value(diagnostics, path->span, error.what());
    return {};
  }
}

}  // namespace

std::vector<NotePart> split_notes(const Sources& sources, std::uint32_t file, const fs::path& folder,
                                  Diagnostics& diagnostics) {
  return NoteSplitter(sources, file, folder, diagnostics).parts();
}

std::optional<ReportFile> load_report(const fs::path& folder, std::shared_ptr<Sources> sources, Diagnostics& diagnostics) {
  const fs::path file = folder / "report.toml";
  const std::uint32_t number = sources->add(file.string(), read_file(file));
  const auto root = parse_toml(*sources, number, diagnostics);
  if (!root) return std::nullopt;
  using Kind = TomlNode::Kind;
  ReportFile report;
  report.sources = sources;
  TableReader top(*root, "the report", diagnostics);
  if (const TomlNode* schema = top.require("schema", Kind::text); schema && schema->text != report_schema)
    report_value(diagnostics, schema->span, fmt::format("this version reads `{}`", report_schema));
  if (const TomlNode* title = top.require("title", Kind::text)) report.title = title->text;
  report.intro = read_notes(top.find("intro", Kind::text), folder, *sources, diagnostics);
  if (const TomlNode* pages = top.require("page", Kind::array)) {
    for (const TomlNode& node : pages->items) {
      if (!has_kind(node, Kind::table, "page", diagnostics)) continue;
      TableReader reader(node, "`[[page]]`", diagnostics);
      const TomlNode* name = reader.require("name", Kind::text);
      const TomlNode* title = reader.require("title", Kind::text);
      const TomlNode* notes = reader.require("notes", Kind::text);
      reader.report_unknown_keys();
      if (!name || !title || !notes) continue;
      const bool twice = std::ranges::any_of(report.pages, [&](const ReportPage& p) { return p.name == name->text; });
      if (twice || name->text == "index")
        report_value(diagnostics, name->span, fmt::format("there is a page `{}` already", name->text));
      report.pages.push_back({name->text, title->text, read_notes(notes, folder, *sources, diagnostics)});
    }
  }
  top.report_unknown_keys();
  if (diagnostics.has_errors()) return std::nullopt;
  return report;
}

}  // namespace saltus
