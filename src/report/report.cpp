#include "report/report.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

#include "base/read_file.hpp"
#include "report/assets.hpp"
#include "report/gnuplot.hpp"
#include "report/html.hpp"
#include "report/study_figures.hpp"
#include "report/study_page.hpp"
#include "study/memory_store.hpp"
#include "study/study_run.hpp"

namespace saltus {

namespace {

namespace fs = std::filesystem;

/// Every study of the report, run once however often it is asked for.
class Shelf {
 public:
  Shelf(std::shared_ptr<Sources> sources, const ReportOptions& options, Diagnostics& diagnostics)
      : sources_(std::move(sources)), options_(options), diagnostics_(diagnostics) {}

  /// Null if it is wrong.
  const StudyOutcome* study(const fs::path& file) {
    const auto [at, is_new] = outcomes_.try_emplace(fs::weakly_canonical(file));
    if (is_new) at->second = run(file);
    return at->second.get();
  }

  [[nodiscard]] std::size_t size() const { return outcomes_.size(); }

 private:
  std::unique_ptr<StudyOutcome> run(const fs::path& file) {
    if (options_.begins) options_.begins(file.string());
    auto loaded = load_study(file, sources_, diagnostics_);
    if (!loaded) return nullptr;
    auto prepared = prepare_study(*std::move(loaded), {options_.interrupt, options_.version}, diagnostics_);
    if (!prepared) return nullptr;
    auto outcome = std::make_unique<StudyOutcome>();
    outcome->file_name = file.filename().string();
    outcome->text = read_file(file);
    outcome->store = std::make_shared<MemoryStore>(prepared->identity, prepared->layout);
    outcome->summary = run_study({*prepared, *outcome->store, {options_.jobs, options_.interrupt, options_.progress}, {}});
    if (outcome->summary.interrupted) throw StudyInterrupted();
    if (auto figures = study_figures(*prepared, *outcome->store, outcome->summary, diagnostics_)) {
      outcome->figures = *std::move(figures);
      return outcome;
    }
    return nullptr;
  }

  std::shared_ptr<Sources> sources_;
  const ReportOptions& options_;
  Diagnostics& diagnostics_;
  std::map<fs::path, std::unique_ptr<StudyOutcome>> outcomes_;
};

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw FileError(fmt::format("cannot write `{}`: {}", file.string(), std::strerror(errno)));
}

class PageMaker {
 public:
  PageMaker(Shelf& shelf, Diagnostics& diagnostics) : shelf_(shelf), diagnostics_(diagnostics) {}

  std::string html(const std::vector<NotePart>& notes) {
    std::string out;
    for (const NotePart& part : notes) out += html(part);
    return out;
  }

  [[nodiscard]] const std::vector<const Judgement*>& judgements() const { return judgements_; }
  [[nodiscard]] int figures() const { return figures_; }

 private:
  std::string html(const NotePart& part) {
    const std::string name = part.file.filename().string();
    switch (part.kind) {
      case NotePart::Kind::markdown: return html_of_markdown(part.text);
      case NotePart::Kind::source: return folded_html("Model " + name, read_file(part.file), name);
      case NotePart::Kind::study: return folded_html("Study " + name, read_file(part.file), name);
      default: break;
    }
    const StudyOutcome* study = shelf_.study(part.file);
    if (!study) return {};
    note_judgements(*study);
    if (part.kind == NotePart::Kind::figure) return figure(*study, part);
    if (part.kind == NotePart::Kind::table) return table_html(*study);
    std::vector<VerdictRow> rows;
    for (const Judgement& j : study->summary.judgements) rows.push_back({{}, {}, &j});
    return verdicts_html(rows);
  }

  /// Verdicts count wherever the study is used, once a page; so does a search that found nothing.
  void note_judgements(const StudyOutcome& study) {
    if (!noted_.insert(&study).second) return;
    for (const Judgement& j : study.summary.judgements) judgements_.push_back(&j);
    if (study.summary.search && !study.summary.search->met)
      diagnostics_.error("search-failed", study.summary.search->place,
                         fmt::format("{}: {}", study.file_name, study.summary.search->message), "", study.summary.search->help);
  }

  std::string figure(const StudyOutcome& study, const NotePart& part) {
    for (const Figure& f : study.figures) {
      if (f.name != part.name) continue;
      Figure drawn = f;
      drawn.title.clear();  // the caption says it
      return figure_html(drawn, ++figures_, f.title.empty() ? f.summary : f.title,
                         f.description.empty() ? f.summary : f.description);
    }
    std::vector<std::string> names;
    for (const Figure& f : study.figures) names.push_back(f.name);
    const std::string near = nearest_name(part.name, names);
    diagnostics_.error("bad-request", part.span, fmt::format("`{}` has no figure `{}`", study.file_name, part.name), "",
                       near.empty() ? "" : fmt::format("did you mean `{}`?", near));
    return {};
  }

  Shelf& shelf_;
  Diagnostics& diagnostics_;
  std::set<const StudyOutcome*> noted_;
  std::vector<const Judgement*> judgements_;
  int figures_ = 0;
};

std::string navigation(const ReportFile& report, const std::string& here) {
  std::string out = fmt::format("<a href=\"index.html\"{}>Overview</a>", here == "index" ? " aria-current=\"page\"" : "");
  for (const ReportPage& p : report.pages)
    out += fmt::format("<a href=\"{}.html\"{}>{}</a>", html_escaped(p.name), here == p.name ? " aria-current=\"page\"" : "",
                       html_escaped(p.title));
  return out;
}

std::string page(const ReportFile& report, const std::string& name, const std::string& title, const std::string& body,
                 const ReportOptions& options) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n"
      "<body>\n<a class=\"skip\" href=\"#main\">Skip to the text</a>\n<header><nav aria-label=\"Pages\">{}</nav></header>\n"
      "<main id=\"main\">\n<h1>{}</h1>\n{}</main>\n<footer><p>Made by Saltus "
      "{}{}.</p></footer>\n<script>\n{}</script>\n</body>\n</html>\n",
      html_escaped(title), report_asset("report.css"), navigation(report, name), html_escaped(title), body,
      html_escaped(options.version), options.machine.empty() ? "" : " on " + html_escaped(options.machine),
      report_asset("report.js"));
}

}  // namespace

std::optional<ReportSummary> write_report(const ReportFile& report, const ReportOptions& options, Diagnostics& diagnostics) {
  require_gnuplot();
  const auto begin = std::chrono::steady_clock::now();
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) throw FileError(fmt::format("cannot make the folder `{}`: {}", options.folder.string(), error.message()));
  Shelf shelf(report.sources, options, diagnostics);
  ReportSummary summary;
  std::vector<VerdictRow> verdicts;
  std::vector<std::pair<fs::path, std::string>> files;
  for (const ReportPage& p : report.pages) {
    PageMaker maker(shelf, diagnostics);
    files.emplace_back(p.name + ".html", page(report, p.name, p.title, maker.html(p.notes), options));
    for (const Judgement* j : maker.judgements()) verdicts.push_back({p.name, p.title, j});
    summary.figures += static_cast<std::size_t>(maker.figures());
  }
  PageMaker intro(shelf, diagnostics);
  const std::string text = intro.html(report.intro);
  files.emplace_back("index.html", page(report, "index", report.title, text + verdicts_html(verdicts), options));
  if (diagnostics.has_errors()) return std::nullopt;
  for (const auto& [name, html] : files) write_file(options.folder / name, html);
  for (const VerdictRow& v : verdicts) {
    const Verdict verdict = v.judgement->verdict;
    ++(verdict == Verdict::met ? summary.met : verdict == Verdict::failed ? summary.failed : summary.published_wrong);
  }
  summary.index = options.folder / "index.html";
  summary.studies = shelf.size();
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return summary;
}

}  // namespace saltus
