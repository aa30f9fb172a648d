#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text_table.hpp"
#include "result/report.hpp"
#include "study/compared_events.hpp"

namespace saltus {
namespace {

constexpr std::size_t most_events = 20;

const VariantReport& reference_of(const ComparisonReport& r) { return r.variants[r.reference]; }

std::string overview(const ComparisonReport& r) {
  TextTable table({{"variant"},
                   {"status"},
                   {"end", Align::right},
                   {"events", Align::right},
                   {"steps", Align::right},
                   {"time", Align::right},
                   {"relative", Align::right}});
  for (const VariantReport& v : r.variants) {
    const double ratio = v.seconds / reference_of(r).seconds;
    table.add({v.name, std::string(name_of(v.status)), fmt::format("{:.6g}", v.end_time), std::to_string(v.events),
               std::to_string(v.steps), duration_text(v.seconds), &v == &reference_of(r) ? "1" : fmt::format("{:.3g}", ratio)});
  }
  std::string text = table.text();
  for (const VariantReport& v : r.variants) {
    if (!v.message.empty()) text += fmt::format("{}: {}\n", v.name, v.message);
  }
  return text + fmt::format("times: median of {} runs, one thread; relative to `{}`\n", r.repetitions, reference_of(r).name);
}

std::string counts(const ComparisonReport& r) {
  std::vector<TextTable::Column> columns = {{"number of"}};
  for (const VariantReport& v : r.variants) columns.push_back({v.name, Align::right});
  TextTable table(columns);
  for (const EventCounts& row : event_counts(r)) {
    std::vector<std::string> cells = {row.name};
    for (const std::size_t n : row.counts) cells.push_back(std::to_string(n));
    table.add(std::move(cells));
  }
  return table.row_count() == 0 ? "" : "\n" + table.text();
}

std::string events(const ComparisonReport& r) {
  std::vector<TextTable::Column> columns = {{"event"}, {reference_of(r).name, Align::right}};
  for (std::size_t i = 0; i < r.variants.size(); ++i) {
    if (i != r.reference) columns.push_back({r.variants[i].name, Align::right});
  }
  TextTable table(columns);
  const std::vector<EventRow> rows = event_rows(r);
  for (const EventRow& row : rows) {
    if (table.row_count() == most_events) break;
    std::vector<std::string> cells = {row.name, event_cell(row, r.reference, r)};
    for (std::size_t i = 0; i < r.variants.size(); ++i) {
      if (i != r.reference) cells.push_back(event_cell(row, i, r));
    }
    table.add(std::move(cells));
  }
  if (rows.empty()) return "";
  const std::string more = rows.size() > most_events ? fmt::format("and {} more\n", rows.size() - most_events) : "";
  return "\n" + table.text() + more;
}

std::string deviations(const ComparisonReport& r) {
  TextTable table({{"variable"},
                   {"variant"},
                   {"largest deviation", Align::right},
                   {"at", Align::right},
                   {reference_of(r).name, Align::right},
                   {"variant", Align::right},
                   {"of its range", Align::right}});
  std::string alone;
  double left_out = 0;
  for (std::size_t i = 0; i < r.variants.size(); ++i) {
    const VariantReport& v = r.variants[i];
    left_out = std::max(left_out, v.comparison.left_out);
    for (const Deviation& d : v.comparison.deviations) {
      if (!std::isnan(d.alone))
        alone += fmt::format("`{}` exists in only one of `{}` and `{}` at {:.6g}\n", d.variable, reference_of(r).name, v.name,
                             d.alone);
      if (std::isnan(d.time)) continue;
      table.add({d.unit.empty() ? d.variable : fmt::format("{} [{}]", d.variable, d.unit), v.name,
                 fmt::format("{:.3g}", d.largest), fmt::format("{:.6g}", d.time), fmt::format("{:.6g}", d.reference),
                 fmt::format("{:.6g}", d.other), d.range > 0 ? fmt::format("{:.2g}", d.largest / d.range) : ""});
    }
  }
  if (table.row_count() == 0) return alone;
  std::string text = "\n" + table.text() + alone;
  if (left_out > 0)
    text += fmt::format(
        "between the times of an event in both, variables that jump are not compared ({:.2g} in all, at most)\n", left_out);
  return text;
}

}  // namespace

std::string comparison_text(const ComparisonReport& report) {
  return overview(report) + counts(report) + events(report) + deviations(report);
}

}  // namespace saltus
