#include "report/report_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/read_file.hpp"
#include "report/html.hpp"
#include "study/toml_reader.hpp"

namespace saltus {

namespace {

namespace fs = std::filesystem;
using Kind = TomlNode::Kind;

class ReportReader {
 public:
  ReportReader(ReportFile& report, Diagnostics& diagnostics) : report_(report), diagnostics_(diagnostics) {}

  void read(const TomlNode& root) {
    TableReader top(root, "the report", diagnostics_);
    if (const TomlNode* schema = top.require("schema", Kind::text); schema && schema->text != report_schema)
      report_value(diagnostics_, schema->span, fmt::format("this version reads `{}`", report_schema));
    if (const TomlNode* title = top.require("title", Kind::text)) report_.title = title->text;
    report_.intro = notes(top.find("intro"), "intro");
    if (const TomlNode* pages = top.require("page", Kind::array)) {
      for (const TomlNode& node : pages->items) {
        if (has_kind(node, Kind::table, "page", diagnostics_)) page(node);
      }
    }
    top.report_unknown_keys();
  }

 private:
  void page(const TomlNode& node) {
    TableReader reader(node, "`[[page]]`", diagnostics_);
    const TomlNode* name = reader.require("name", Kind::text);
    const TomlNode* title = reader.require("title", Kind::text);
    const TomlNode* files = reader.require("notes");
    reader.report_unknown_keys();
    if (!name || !title || !files) return;
    if (name->text.empty() || html_id(name->text) != name->text)
      report_value(diagnostics_, name->span, "the name of a page has letters, digits, _ and -", "it is the name of its file");
    const bool twice = std::ranges::any_of(report_.pages, [&](const ReportPage& p) { return p.name == name->text; });
    if (twice || name->text == "index")
      report_value(diagnostics_, name->span, fmt::format("there is a page `{}` already", name->text));
    report_.pages.push_back({name->text, title->text, notes(files, "notes")});
  }

  /// Of one file, or of a list of files.
  std::vector<NotePart> notes(const TomlNode* node, const char* key) {
    if (node == nullptr) return {};
    if (node->kind != Kind::array)
      return has_kind(*node, Kind::text, key, diagnostics_) ? file(*node) : std::vector<NotePart>();
    std::vector<NotePart> all;
    for (const TomlNode& item : node->items) {
      if (!has_kind(item, Kind::text, key, diagnostics_)) continue;
      for (NotePart& part : file(item)) all.push_back(std::move(part));
    }
    return all;
  }

  std::vector<NotePart> file(const TomlNode& path) {
    const fs::path file = report_.folder / path.text;
    try {
      const std::uint32_t number = report_.sources->add(file.string(), read_file(file));
      return split_notes(*report_.sources, number, file.parent_path(), diagnostics_);
    } catch (const FileError& error) {
      diagnostics_.error("missing-file", path.span, error.what(), "", "notes are found beside report.toml");
      return {};
    }
  }

  ReportFile& report_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<ReportFile> load_report(const fs::path& folder, std::shared_ptr<Sources> sources, Diagnostics& diagnostics) {
  const fs::path file = folder / "report.toml";
  const std::uint32_t number = sources->add(file.string(), read_file(file));
  const auto root = parse_toml(*sources, number, diagnostics);
  if (!root) return std::nullopt;
  ReportFile report;
  report.sources = std::move(sources);
  report.folder = folder;
  ReportReader(report, diagnostics).read(*root);
  if (diagnostics.has_errors()) return std::nullopt;
  return report;
}

}  // namespace saltus
