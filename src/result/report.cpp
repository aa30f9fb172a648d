#include "result/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "base/text_table.hpp"
#include "result/without_numbers.hpp"

namespace saltus {

namespace {

constexpr std::size_t brief_names = 20;   // distinct events in a brief report
constexpr std::size_t brief_values = 12;  // final values in a brief report

std::string indented(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += "  " + line + "\n";
  return out;
}
std::string indented(const TextTable& table) { return indented(table.text()); }

/// Six digits are enough to read; runs with a chosen precision keep theirs in the full report, and where a double has none.
std::string short_text(const Value& v) {
  const bool held = std::isnormal(v.value) || (v.value == 0 && (v.digits.empty() || v.digits == "0"));
  return v.kind == ValueKind::real && (held || v.digits.empty()) && std::isfinite(v.value) ? fmt::format("{:.6g}", v.value)
                                                                                           : value_text(v);
}

/// Time is in the status line already, and derivatives are for the full report.
bool is_brief(const NamedValue& v) { return v.name != "time" && !v.name.starts_with("der("); }

std::string brief_list(const std::vector<NamedValue>& list) {
  std::string out;
  std::size_t count = 0;
  for (const NamedValue& v : list) {
    if (!is_brief(v) || ++count > brief_values) continue;
    out += fmt::format("{}{} = {}", count == 1 ? "" : ", ", v.name, short_text(v.value));
  }
  if (count > brief_values) out += fmt::format(", and {} more", count - brief_values);
  return out;
}

std::string counted(std::uint64_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

/// A mistake of the model is told by its diagnostic, which has the place and the remedy.
Status told_here(const RunResult& run) {
  Status s = run.status;
  if (s.message == name_of(s.code)) s.message.clear();
  const auto& all = run.diagnostics.all();
  const auto mistake = std::ranges::find(all, Severity::error, &Diagnostic::severity);
  if (mistake == all.end()) return s;
  s.message = fmt::format("error[{}] in the model", mistake->code);
  s.variable = s.place = s.remedy = s.reason = s.excerpt = {};
  return s;
}

void add_status(std::string& out, const RunResult& run) {
  const Status s = told_here(run);
  const std::string reason = s.reason.empty() || s.reason == name_of(s.code) ? "" : fmt::format("[{}]", s.reason);
  out += fmt::format("{}: {}{} at {}{}{}\n", run.model, name_of(s.code), reason, value_text(s.time),
                     s.message.empty() ? "" : ", ", s.message);
  if (!s.variable.empty()) out += fmt::format("  variable: {}\n", s.variable);
  if (s.excerpt.empty() && !s.place.empty()) out += fmt::format("  place: {}\n", s.place);
  out += indented(s.excerpt);
  if (!s.remedy.empty()) out += fmt::format("  help: {}\n", s.remedy);
  out += indented(warnings_text(run.warnings));
  out += fmt::format("{} in {}, {}\n", counted(run.statistics.events, "event"), counted(run.statistics.steps, "step"),
                     duration_text(run.statistics.seconds));
}

struct Occurrences {
  std::size_t count = 0;
  const EventEntry* first = nullptr;
  const EventEntry* last = nullptr;
};

void add_event_counts(std::string& out, const std::vector<EventEntry>& events) {
  std::map<std::string_view, std::size_t> index;
  std::vector<Occurrences> names;  // in order of first firing
  for (const EventEntry& e : events) {
    const auto [at, is_new] = index.try_emplace(e.name, names.size());
    if (is_new) names.push_back({0, &e, &e});
    Occurrences& o = names[at->second];
    ++o.count;
    o.last = &e;
  }
  TextTable table({{}, {"", Align::right}, {}, {}});
  for (std::size_t i = 0; i < std::min(brief_names, names.size()); ++i) {
    const Occurrences& o = names[i];
    const bool once = o.count == 1;
    table.add({o.first->name, std::to_string(o.count), (once ? "at " : "first ") + short_text(o.first->time),
               once ? "" : "last " + short_text(o.last->time)});
  }
  out += indented(table);
  if (names.size() > brief_names) out += fmt::format("  and {} more names\n", names.size() - brief_names);
}

void add_modes(std::string& out, const RunResult& run) {
  for (const auto& [machine, mode] : run.modes) out += fmt::format("mode: {} = {}\n", machine, mode);
}

void add_value_table(std::string& out, std::string_view title, const std::vector<NamedValue>& list) {
  if (list.empty()) return;
  TextTable table({{}, {}});
  for (const NamedValue& v : list) table.add({v.name, value_text(v.value)});
  out += fmt::format("\n{}\n{}", title, indented(table));
}

std::string class_list(const EventEntry& e) { return fmt::format("{}", fmt::join(e.classes, " ")); }

std::string change_text(const EventEntry& e) {
  std::string out = e.machine.empty() ? "" : fmt::format("{}: {} -> {}", e.machine, e.from, e.to);
  for (const NamedValue& after : e.after) {
    const auto before =
        std::find_if(e.before.begin(), e.before.end(), [&](const NamedValue& b) { return b.name == after.name; });
    out += fmt::format("{}{}: {}{}", out.empty() ? "" : ", ", after.name,
                       before == e.before.end() ? "" : short_text(before->value) + " -> ", short_text(after.value));
  }
  return out;
}

void add_event_table(std::string& out, const std::vector<EventEntry>& events, std::size_t max_events) {
  if (events.empty()) return;
  TextTable table({{"instant", Align::right}, {"time"}, {"kind"}, {"class"}, {"event"}, {"change"}});
  for (std::size_t i = 0; i < std::min(max_events, events.size()); ++i) {
    const EventEntry& e = events[i];
    table.add(
        {std::to_string(e.instant), value_text(e.time), std::string(name_of(e.kind)), class_list(e), e.name, change_text(e)});
  }
  out += "\nevents\n" + indented(table);
  if (events.size() > max_events) out += fmt::format("  and {} more\n", events.size() - max_events);
}

void add_near_misses(std::string& out, const std::vector<NearMiss>& list) {
  if (list.empty()) return;
  TextTable table({{"time"}, {"distance"}, {"guard"}});
  for (const NearMiss& n : list) table.add({value_text(n.time), short_text(n.distance), n.guard});
  out += "\nnear misses\n" + indented(table);
}

std::string derivative_text(double x) { return std::isnan(x) ? "none" : fmt::format("{:.9g}", x); }

/// One row for each value at the end, one column for each parameter; the derivatives of `der(x)` are for programs.
void add_sensitivities(std::string& out, const std::vector<Sensitivity>& list) {
  if (list.empty()) return;
  std::vector<TextTable::Column> columns{{"derivative of"}};
  for (const Sensitivity& s : list) columns.push_back({"by " + s.of, Align::right});
  TextTable table(columns);
  if (std::ranges::any_of(list, [](const Sensitivity& s) { return s.end_time != 0; })) {
    std::vector<std::string> row{"the end"};
    for (const Sensitivity& s : list) row.push_back(derivative_text(s.end_time));
    table.add(row);
  }
  for (std::size_t i = 0; i < list.front().final_values.size(); ++i) {
    const std::string& name = list.front().final_values[i].name;
    if (name.starts_with("der(")) continue;
    std::vector<std::string> row{name};
    for (const Sensitivity& s : list) row.push_back(derivative_text(s.final_values[i].value.value));
    table.add(row);
  }
  out += indented(table);
}

/// Of the times of the events.
void add_event_sensitivities(std::string& out, const RunResult& run, std::size_t max_events) {
  if (run.sensitivities.empty() || run.events.empty()) return;
  std::vector<TextTable::Column> columns{{"event"}, {"time"}};
  for (const Sensitivity& s : run.sensitivities) columns.push_back({"by " + s.of, Align::right});
  TextTable table(columns);
  for (std::size_t i = 0; i < std::min(max_events, run.events.size()); ++i) {
    std::vector<std::string> row{run.events[i].name, value_text(run.events[i].time)};
    for (const Sensitivity& s : run.sensitivities) row.push_back(derivative_text(s.event_times[i]));
    table.add(row);
  }
  out += "\nderivatives of event times\n" + indented(table);
}

void add_statistics(std::string& out, const Statistics& s) {
  TextTable table({{}, {"", Align::right}});
  const auto add = [&](const std::string& name, std::uint64_t n) { table.add({name, std::to_string(n)}); };
  add("steps", s.steps);
  add("rejected", s.rejected);
  add("events", s.events);
  add("instants", s.instants);
  add("jets", s.jets);
  for (const auto& [name, n] : s.more) add(name, n);
  table.add({"time", duration_text(s.seconds)});
  out += "\nstatistics\n" + indented(table);
}

std::string repetitions(const Warning& w) {
  if (w.times < 2) return "";
  if (!(w.first < w.last)) return fmt::format(" ({} times)", w.times);
  return fmt::format(" ({} times, first at {}, last at {})", w.times, short_text(Value::real(w.first)),
                     short_text(Value::real(w.last)));
}

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
  if (seconds < 120) return fmt::format("{:.2f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

// Those of one code and place that differ in numbers only are told once, in the words of the first.
std::string warnings_text(const std::vector<Warning>& warnings) {
  std::vector<Warning> told;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> groups;
  for (const Warning& w : warnings) {
    const auto [group, is_new] = groups.try_emplace({w.code, w.place, without_numbers(w.text)}, told.size());
    if (is_new) {
      told.push_back(w);
      continue;
    }
    told[group->second].times += w.times;
    told[group->second].last = std::max(told[group->second].last, w.last);
  }
  std::string out;
  std::set<std::string_view> shown;
  for (const Warning& w : told)
    out +=
        fmt::format("warning[{}]: {}{}\n{}", w.code, w.text, repetitions(w), shown.insert(w.excerpt).second ? w.excerpt : "");
  return out;
}

std::string brief_report(const RunResult& run) {
  std::string out;
  add_status(out, run);
  add_event_counts(out, run.events);
  add_modes(out, run);
  const std::string values = brief_list(run.final_values);
  if (!values.empty()) out += "at the end: " + values + "\n";
  add_sensitivities(out, run.sensitivities);
  if (!run.near_misses.empty()) {
    const NearMiss& closest =
        *std::min_element(run.near_misses.begin(), run.near_misses.end(),
                          [](const auto& a, const auto& b) { return a.distance.value < b.distance.value; });
    out += fmt::format("near miss: {} by {} at {} [{}]\n", closest.guard, short_text(closest.distance),
                       short_text(closest.time), "near-miss");
    const std::size_t more = run.near_misses.size() - 1;
    if (more > 0) out += fmt::format("  and {} more near miss{} (-v)\n", more, more == 1 ? "" : "es");
  }
  return out;
}

std::string full_report(const RunResult& run, std::size_t max_events) {
  std::string out;
  add_status(out, run);
  add_event_counts(out, run.events);
  add_modes(out, run);
  add_value_table(out, "parameters", run.parameters);
  add_value_table(out, "settings", run.provenance.settings);
  add_event_table(out, run.events, max_events);
  add_near_misses(out, run.near_misses);
  add_value_table(out, "at the end", run.final_values);
  add_sensitivities(out, run.sensitivities);
  add_event_sensitivities(out, run, max_events);
  add_statistics(out, run.statistics);
  return out;
}

}  // namespace saltus
