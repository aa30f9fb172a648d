// The page of docs/reference: what was promised and whether it is kept, then each case with its contenders.

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "report_text.hpp"

namespace saltus::bench {
namespace {

using Out = std::back_insert_iterator<std::string>;

constexpr const char* introduction =
    "# Performance\n\n"
    "<!-- Made by `make performance` from performance.json, which `make bench` writes. -->\n\n"
    "Saltus from model text beside hand-written programs for the one model at hand (ceilings: as fast as we could make them) "
    "and beside\n"
    "programs written for other libraries (peers). All were measured in one run of `make bench`, in turn, again and again; a "
    "time is the\n"
    "least processor time of all repetitions that others confirm. Times depend on the machine, ratios do so less. Every contender's results are "
    "checked: errors "
    "are to\n"
    "solutions of higher precision, and a wrong number of events is called wrong; no error is shown where counts are all that "
    "is compared.\n\n"
    "A promise is a bar that was set before the work on speed began; those that are not kept stay in the table. \"A to B\" is "
    "the time of A\n"
    "divided by that of B, \"A over B\" how many times as fast A is. In the tables of the cases the ratio is to the time of the "
    "row with 1.00.\n\n";

void machine(const Report& report, Out out) {
  const Machine& m = report.machine;
  fmt::format_to(out, "Processor {}, {} cores, {}. Saltus {}, {}, {} build.{}\n\n", m.processor, m.cores, m.instruction_sets,
                 m.version, m.compiler, m.build_type, report.quick ? " A quick run with few repetitions." : "");
}

void promises(const Report& report, Out out) {
  fmt::format_to(out, "## Promises\n\n| case | | measured | promised | |\n|---|---|---|---|---|\n");
  for (const CaseReport& c : report.cases) {
    for (const Verdict& v : c.verdicts) {
      fmt::format_to(out, "| [{}](#{}) | {} | {} | {} | {}{}{} |\n", c.name, c.name, v.text, value_text(v), limit_text(v),
                     v.met ? "met" : fmt::format("**{}**", verdict_text(v)), v.why.empty() ? "" : ": ", v.why);
    }
  }
  fmt::format_to(out, "\n");
}

void one_case(const CaseReport& c, Out out) {
  fmt::format_to(out, "## {}\n\n{}{}.\n\n", c.name, static_cast<char>(std::toupper(c.title[0])), c.title.substr(1));
  const bool has_memory = std::ranges::any_of(c.rows, [](const Row& r) { return r.outcome.megabytes > 0; });
  fmt::format_to(out, "| | least | median | ratio | error | events | steps | jets |{}\n|---|---|---|---|---|---|---|---|{}\n",
                 has_memory ? " memory |" : "", has_memory ? "---|" : "");
  const Row* const unit = c.find(c.unit);
  for (const Row& r : c.rows) {
    if (r.repetitions == 0) {
      fmt::format_to(out, "| {} | not run: {} | | | | | | |{}\n", r.name, r.absent, has_memory ? " |" : "");
      continue;
    }
    const RowText t = row_text(r, unit);
    fmt::format_to(out, "| {} | {} | {} | {} | {} | {} | {} | {} |", r.name, t.time, t.median, t.ratio,
                   r.outcome.wrong.empty() ? t.error : fmt::format("**{}**", r.outcome.wrong), t.events, t.steps, t.jets);
    if (has_memory) fmt::format_to(out, " {:.0f} MB |", r.outcome.megabytes);
    fmt::format_to(out, "\n");
  }
  for (const std::string& remark : c.remarks) fmt::format_to(out, "\n{}\n", remark);
  fmt::format_to(out, "\n");
}

}  // namespace

std::string as_page(const Report& report) {
  std::string page = introduction;
  const Out out = std::back_inserter(page);
  machine(report, out);
  promises(report, out);
  for (const CaseReport& c : report.cases) one_case(c, out);
  page.pop_back();
  return page;
}

}  // namespace saltus::bench
