#include "report/event_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html.hpp"
#include "report/html_table.hpp"
#include "result/csv_field.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_rows = 500;  // the csv has all
constexpr std::size_t most_changes = 4;

std::string short_value(const Value& v) { return v.kind == ValueKind::real ? fmt::format("{:.6g}", v.value) : value_text(v); }

/// So many decimals that the longest time has ten digits.
int decimals(const std::vector<EventEntry>& events) {
  double largest = 0;
  for (const EventEntry& e : events) largest = std::max(largest, std::abs(e.time.value));
  const int before = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) + 1 : 1;
  return std::clamp(10 - before, 0, 18);
}

std::vector<std::string> changes(const EventEntry& e, const char* arrow) {
  std::vector<std::string> all;
  if (!e.machine.empty()) all.push_back(fmt::format("{}: {}{}{}", e.machine, e.from, arrow, e.to));
  for (const NamedValue& after : e.after) {
    const auto before = std::ranges::find(e.before, after.name, &NamedValue::name);
    all.push_back(fmt::format("{}: {}{}", after.name, before == e.before.end() ? "" : short_value(before->value) + arrow,
                              short_value(after.value)));
  }
  return all;
}

/// The first few, the others when one asks for them.
std::string change_html(const EventEntry& e) {
  std::string first, others;
  const auto all = changes(e, " → ");
  for (std::size_t i = 0; i < all.size(); ++i)
    (i < most_changes ? first : others) += fmt::format("<span class=\"change\">{}</span> ", html_escaped(all[i]));
  if (others.empty()) return first;
  return fmt::format("{}<details><summary>{} more</summary>{}</details>", first, all.size() - most_changes, others);
}

/// Lines may break between classes, not at their hyphens.
std::string classes_html(const EventEntry& e) {
  std::string out;
  for (const std::string& c : e.classes)
    out += fmt::format("{}<span class=\"word\">{}</span>", out.empty() ? "" : " ", html_escaped(c));
  return out;
}

std::string csv(const RunResult& run) {
  std::string out = "instant,time,event,kind,class,change\n";
  for (const EventEntry& e : run.events) {
    out += fmt::format("{},{},", e.instant, value_text(e.time));
    add_csv_field(out, e.name);
    out += fmt::format(",{},", name_of(e.kind));
    add_csv_field(out, fmt::format("{}", fmt::join(e.classes, " ")));
    out += ',';
    add_csv_field(out, fmt::format("{}", fmt::join(changes(e, " -> "), "; ")));
    out += '\n';
  }
  return out;
}

}  // namespace

std::string event_table_html(const RunResult& run, const std::string& name) {
  if (run.events.empty()) return "<p>The run has no events.</p>\n";
  HtmlTable table({{"no.", true}, {"time", true}, {"event"}, {"class"}, {"change"}});
  const int places = decimals(run.events);
  for (std::size_t i = 0; i < std::min(run.events.size(), most_rows); ++i) {
    const EventEntry& e = run.events[i];
    table.add({std::to_string(e.instant), fmt::format("{:.{}f}", e.time.value, places), html_escaped(e.name),
               classes_html(e), change_html(e)});
  }
  table.set_note(data_link(csv(run), "text/csv", name + ".csv", fmt::format("All {} events as csv", run.events.size())));
  return table.html();
}

}  // namespace saltus
