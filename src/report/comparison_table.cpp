#include "report/comparison_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/html.hpp"
#include "report/html_number.hpp"
#include "report/html_table.hpp"
#include "result/report.hpp"
#include "study/compared_events.hpp"
#include "study/shown_values.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_events = 500;  // the csv has all

const VariantReport& reference_of(const ComparisonReport& r) { return r.variants[r.reference]; }

/// The variables that are compared, in the order in which the variants name them, with units.
std::vector<HtmlColumn> compared(const ComparisonReport& report, std::vector<std::string>& names) {
  std::vector<HtmlColumn> columns;
  for (const VariantReport& v : report.variants) {
    for (const Deviation& d : v.comparison.deviations) {
      if (std::ranges::find(names, d.variable) != names.end()) continue;
      names.push_back(d.variable);
      columns.push_back({titled(d.variable, d.unit), true});
    }
  }
  return columns;
}

std::string deviation_text(const VariantReport& v, const std::string& variable) {
  const auto d = std::ranges::find(v.comparison.deviations, variable, &Deviation::variable);
  if (d == v.comparison.deviations.end()) return {};
  if (d->largest == 0) return "0";
  const std::string part =
      d->range > 0 ? fmt::format(" <small>({})</small>", html_number(fmt::format("{:.1g}", d->largest / d->range))) : "";
  return html_number(fmt::format("{:.2g}", d->largest)) + part;
}

std::string note(const ComparisonReport& report, const std::string& name) {
  std::string html = "<span>";
  for (const VariantReport& v : report.variants) {
    if (!v.message.empty()) html += fmt::format("{}: {}.<br>", html_escaped(v.name), html_escaped(v.message));
  }
  html += fmt::format(
      "Largest deviations from {0} over the whole run, in brackets as part of the range of the variable. Times: median of {1} "
      "run{2} in one thread, relative to {0}.</span> ",
      html_escaped(reference_of(report).name), report.repetitions, report.repetitions == 1 ? "" : "s");
  return html + data_link(comparison_deviations_csv(report), "text/csv", name + "-deviations.csv", "Deviations as csv") + " " +
         data_link(comparison_events_csv(report), "text/csv", name + "-events.csv", "Events as csv");
}

}  // namespace

std::string compared_events_html(const ComparisonReport& report) {
  const std::vector<EventRow> rows = event_rows(report);
  if (rows.empty()) return {};
  std::vector<HtmlColumn> columns = {{"event"}, {fmt::format("time in {}", reference_of(report).name), true}};
  for (const VariantReport& v : report.variants) {
    if (&v != &reference_of(report)) columns.push_back({v.name, true});
  }
  HtmlTable table(std::move(columns));
  for (std::size_t k = 0; k < std::min(rows.size(), most_events); ++k) {
    std::vector<std::string> cells = {html_escaped(rows[k].name), html_number(event_cell(rows[k], report.reference, report))};
    for (std::size_t i = 0; i < report.variants.size(); ++i) {
      if (i != report.reference) cells.push_back(html_number(event_cell(rows[k], i, report)));
    }
    table.add(std::move(cells));
  }
  return fmt::format(
      "<details class=\"file\"><summary>{} events side by side</summary>{}<p><small>Of the other variants the difference in "
      "time "
      "from <code>{}</code>; positive is later.</small></p></details>\n",
      rows.size(), table.html(), html_escaped(reference_of(report).name));
}

std::string comparison_html(const ComparisonReport& report, const std::string& name) {
  std::vector<std::string> variables;
  std::vector<HtmlColumn> columns = {{"variant"}, {"events", true}, {"steps", true}, {"time", true}, {"relative", true}};
  for (HtmlColumn& c : compared(report, variables)) columns.push_back(std::move(c));
  HtmlTable table(std::move(columns));
  for (const VariantReport& v : report.variants) {
    const bool is_reference = &v == &reference_of(report);
    const std::string status = v.status == StatusCode::finished ? "" : fmt::format(" ({})", name_of(v.status));
    std::vector<std::string> cells = {html_escaped(v.name + status), std::to_string(v.events), std::to_string(v.steps),
                                      html_escaped(duration_text(v.seconds)),
                                      is_reference ? "1" : fmt::format("{:.3g}", v.seconds / reference_of(report).seconds)};
    for (const std::string& variable : variables) cells.push_back(is_reference ? "" : deviation_text(v, variable));
    table.add(std::move(cells));
  }
  table.set_note(note(report, name));
  return table.html();
}

}  // namespace saltus
