#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>

#include "base/read_file.hpp"
#include "report/gnuplot.hpp"
#include "report/html.hpp"
#include "report/page_body.hpp"
#include "report/page_frame.hpp"
#include "report/shelf.hpp"
#include "report/study_page.hpp"

namespace saltus {

namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw FileError(fmt::format("cannot write `{}`: {}", file.string(), std::strerror(errno)));
}

/// All pages, made before the first of them is written.
class ReportMaker {
 public:
  ReportMaker(const ReportFile& report, const ReportOptions& options, Diagnostics& diagnostics)
      : report_(report), options_(options), diagnostics_(diagnostics), shelf_(report.sources, options, diagnostics) {}

  /// False after errors.
  bool make() {
    for (const ReportPage& page : report_.pages) add(page.name, page.title, page.notes);
    add("index", report_.title, report_.intro);
    check_links();
    return !diagnostics_.has_errors();
  }

  void write() const {
    for (const Page& page : pages_) {
      const bool is_index = page.frame.name == "index";
      write_file(options_.folder / (page.frame.name + ".html"),
                 page_html(page.frame, page.html + (is_index ? verdicts_html(verdicts_) : "")));
    }
  }

  [[nodiscard]] ReportSummary summary() const {
    ReportSummary s;
    for (const VerdictRow& row : verdicts_) {
      const Verdict verdict = row.judgement->verdict;
      ++(verdict == Verdict::met ? s.met : verdict == Verdict::failed ? s.failed : s.published_wrong);
    }
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

  void add(const std::string& name, const std::string& title, const std::vector<NotePart>& notes) {
    Page page;
    page.body = std::make_unique<PageBody>(shelf_, diagnostics_);
    page.html = page.body->html(notes);
    page.frame = {name, title, names(), page.body->markdown().headings(), footer()};
    // Verdicts count wherever the study is used, once a page.
    for (const PageBody::Use& use : page.body->uses()) {
      for (const Judgement& j : use.study->summary.judgements) verdicts_.push_back({name, title, use.id, &j});
    }
    pages_.push_back(std::move(page));
  }

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> names() const {
    std::vector<std::pair<std::string, std::string>> all = {{"index", "Overview"}};
    for (const ReportPage& p : report_.pages) all.emplace_back(p.name, p.title);
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
