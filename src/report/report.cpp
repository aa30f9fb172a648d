#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>

#include "base/read_file.hpp"
#include "base/write_file.hpp"
#include "report/gnuplot.hpp"
#include "report/html.hpp"
#include "report/page_body.hpp"
#include "report/page_frame.hpp"
#include "report/provenance.hpp"
#include "report/shelf.hpp"
#include "report/verdict_table.hpp"
#include "study/shown_values.hpp"

namespace saltus {

namespace {

namespace fs = std::filesystem;

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// All pages, made before the first of them is written.
class ReportMaker {
 public:
  ReportMaker(const ReportFile& report, const ReportOptions& options, Diagnostics& diagnostics)
      : report_(report), options_(options), diagnostics_(diagnostics), shelf_(report.sources, options, diagnostics) {}

  /// False after errors.
  bool make() {
    for (const ReportPage& page : report_.pages) {
      if (is_wanted(page.name)) add(page.name, page.title, page.notes);
    }
    add("index", report_.title, report_.intro);
    check_links();
    return !diagnostics_.has_errors();
  }

  void write() const {
    for (const Page& page : pages_) {
      write_file(options_.folder / (page.frame.name + ".html"), page_html(page.frame, page.html + ending(page)));
    }
  }

  [[nodiscard]] ReportSummary summary() const {
    ReportSummary s;
    const VerdictCounts counts = count_verdicts(verdicts_);
    s.met = counts.met;
    s.published_wrong = counts.published_wrong;
    s.failed = counts.failed;
    for (const VerdictRow& row : verdicts_)
      if (row.judgement->verdict == Verdict::failed)
        s.failures.push_back(fmt::format("{}: {}: {}, expected {}", row.page, row.judgement->what, ours_text(*row.judgement),
                                         stated_text(row.judgement->expected)));
    for (const Page& page : pages_) s.figures += static_cast<std::size_t>(page.body->figures());
    s.index = options_.folder / "index.html";
    s.studies = shelf_.size();
    return s;
  }

 private:
  struct Page {
    PageFrame frame;
    std::string html;
    std::unique_ptr<PageBody> body;
  };

  [[nodiscard]] bool is_wanted(const std::string& page) const {
    return options_.pages.empty() || std::ranges::find(options_.pages, page) != options_.pages.end();
  }

  void add(const std::string& name, const std::string& title, const std::vector<NotePart>& notes) {
    Page page;
    page.body = std::make_unique<PageBody>(shelf_, diagnostics_);
    page.html = page.body->html(notes);
    page.frame = {name, title, names(), page.body->markdown().headings(), footer()};
    for (const char* section : endings(name)) page.frame.headings.push_back({2, lower(section), section});
    // Verdicts count wherever the study is used, once a page.
    for (const PageBody::Use& use : page.body->uses()) {
      for (const Judgement& j : use.study->summary.judgements) verdicts_.push_back({name, title, use.id, &j});
    }
    pages_.push_back(std::move(page));
  }

  /// The sections behind the notes.
  static std::vector<const char*> endings(const std::string& page) {
    if (page == "index") return {"Verdicts", "Provenance"};
    return {"Provenance"};
  }

  [[nodiscard]] std::string ending(const Page& page) const {
    std::string out;
    for (const char* section : endings(page.frame.name)) {
      const std::string id = lower(section);
      out += fmt::format("<section class=\"{0}\"><h2 id=\"{0}\">{1}</h2>\n", id, section);
      if (id == "verdicts") {
        out += verdict_index_html(verdicts_);
      } else {
        std::vector<const StudyOutcome*> studies;
        for (const PageBody::Use& use : page.body->uses()) studies.push_back(use.study);
        out += provenance_html(studies, options_, page.frame.name);
      }
      out += "</section>\n";
    }
    return out;
  }

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> names() const {
    std::vector<std::pair<std::string, std::string>> all = {{"index", "Overview"}};
    for (const ReportPage& p : report_.pages) {
      if (is_wanted(p.name)) all.emplace_back(p.name, p.title);
    }
    return all;
  }

  [[nodiscard]] std::string footer() const {
    return fmt::format("<p>Made by Saltus {}{}.</p>", html_escaped(options_.version),
                       options_.machine.empty() ? "" : " on " + html_escaped(options_.machine));
  }

  /// Every link inside the report leads somewhere.
  void check_links() {
    for (const Page& page : pages_) {
      for (const LocalLink& link : page.body->markdown().links()) {
        const std::string& name = link.page.empty() ? page.frame.name : link.page;
        const auto target = std::ranges::find_if(pages_, [&](const Page& p) { return p.frame.name == name; });
        const bool left_out = std::ranges::any_of(report_.pages, [&](const ReportPage& p) { return p.name == name; });
        if (target == pages_.end() && left_out) continue;
        if (target == pages_.end()) {
          diagnostics_.error("bad-request", link.span, fmt::format("there is no page `{}`", name));
        } else if (!link.id.empty() && !target->body->markdown().has_id(link.id)) {
          std::vector<std::string> ids;
          for (const Heading& h : target->body->markdown().headings()) ids.push_back(h.id);
          const std::string near = nearest_name(link.id, ids);
          diagnostics_.error("bad-request", link.span, fmt::format("nothing on the page is called `#{}`", link.id), "",
                             near.empty() ? "headings are called as they read: `## Task a: hits` is #task-a-hits"
                                          : fmt::format("did you mean `#{}`?", near));
        }
      }
    }
  }

  const ReportFile& report_;
  const ReportOptions& options_;
  Diagnostics& diagnostics_;
  Shelf shelf_;
  std::vector<Page> pages_;
  std::vector<VerdictRow> verdicts_;
};

}  // namespace

std::optional<ReportSummary> write_report(const ReportFile& report, const ReportOptions& options, Diagnostics& diagnostics) {
  require_gnuplot();
  const auto begin = std::chrono::steady_clock::now();
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) throw FileError(fmt::format("cannot make the folder `{}`: {}", options.folder.string(), error.message()));
  ReportMaker maker(report, options, diagnostics);
  if (!maker.make()) return std::nullopt;
  maker.write();
  ReportSummary summary = maker.summary();
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return summary;
}

}  // namespace saltus
