#include "report/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_hash.hpp"
#include "report/html.hpp"
#include "report/html_table.hpp"
#include "result/report.hpp"

namespace saltus {

namespace {

struct Cost {
  std::uint64_t steps = 0, events = 0;
  double seconds = 0;
};

Cost cost_of(const Store& store) {
  Cost sum;
  store.for_each([&](const RunRecord& r) {
    sum.steps += r.steps;
    sum.events += r.events;
    sum.seconds += r.seconds;
  });
  return sum;
}

std::string model_hash(const StudyOutcome& study) {
  const auto& entries = study.study->identity.entries;
  const auto entry = std::ranges::find(entries, "model", &std::pair<std::string, std::string>::first);
  return entry == entries.end() ? "" : entry->second;
}

/// A space between groups of three digits.
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, "\u202f");
  return digits;
}

std::string short_hash(const std::string& hash) {
  return fmt::format("<code title=\"{}\">{}</code>", html_escaped(hash), html_escaped(hash.substr(0, 8)));
}

}  // namespace

std::string provenance_html(const std::vector<const StudyOutcome*>& studies, const ReportOptions& options,
                            const std::string& page) {
  std::string list = fmt::format("<dt>Program</dt><dd>Saltus {}</dd>", html_escaped(options.version));
  if (!options.machine.empty()) list += fmt::format("<dt>Machine</dt><dd>{}</dd>", html_escaped(options.machine));
  if (!options.command.empty()) list += fmt::format("<dt>Command</dt><dd><code>{}</code></dd>", html_escaped(options.command));
  if (studies.empty()) return fmt::format("<dl>{}</dl>\n", list);
  HtmlTable table({{"study"},
                   {"model"},
                   {"hash of the study"},
                   {"of the model"},
                   {"runs", true},
                   {"steps", true},
                   {"events", true},
                   {"computing time", true}});
  for (const StudyOutcome* s : studies) {
    const Cost cost = cost_of(*s->store);
    table.add({data_link(s->text, "text/plain", s->file_name, s->file_name), html_escaped(s->summary.model_file),
               short_hash(text_hash(s->text)), short_hash(model_hash(*s)), grouped(s->summary.runs), grouped(cost.steps),
               grouped(cost.events), html_escaped(duration_text(cost.seconds))});
  }
  table.set_attributes(fmt::format(" id=\"studies-of-{}\"", page));
  return fmt::format("<dl>{}</dl>\n<p>A study is run again by <code>saltus study FILE.toml</code>, beside its model.</p>\n{}",
                     list, table.html(60));
}

}  // namespace saltus
