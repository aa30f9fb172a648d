#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/printable.hpp"
#include "base/text_table.hpp"
#include "result/report.hpp"
#include "study/shown_values.hpp"
#include "study/summary.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_groups_shown = 5;

std::string headline(const StudySummary& s) {
  std::string text = s.title.empty() ? "" : s.title + "\n";
  text += fmt::format("{} ({}): {}", s.model, s.model_file, s.experiment);
  if (!s.varied.empty()) text += fmt::format(" over {}", fmt::join(s.varied, ", "));
  if (s.points > 0) text += fmt::format(", {} {}", s.points, s.points == 1 ? "point" : "points");
  return text + "\n";
}

std::string runs_of(const FailureGroup& g) {
  return fmt::format("{} {}{}", g.count == 1 ? "run" : "runs", fmt::join(g.numbers, ", "),
                     g.count > g.numbers.size() ? ", ..." : "");
}

std::string warnings(const StudySummary& s) {
  if (s.warned == 0) return "";
  std::string text = fmt::format("{} {} with warnings\n", s.warned, s.warned == 1 ? "run" : "runs");
  for (std::size_t i = 0; i < std::min(s.warnings.size(), most_groups_shown); ++i) {
    const FailureGroup& g = s.warnings[i];
    text += fmt::format("  {} {}: {}\n", g.count, g.message, runs_of(g));
  }
  if (s.warnings.size() > most_groups_shown)
    text += fmt::format("  and {} other warnings\n", s.warnings.size() - most_groups_shown);
  return text;
}

std::string counts(const StudySummary& s) {
  const std::string of = s.runs < s.points ? fmt::format(" of {}", s.points) : "";
  std::string text = fmt::format("{}{} {}", s.runs, of, s.runs == 1 && of.empty() ? "run" : "runs");
  if (s.failed > 0) text += fmt::format(", {} of them did not succeed; statistics and figures leave them out", s.failed);
  text += "\n";
  for (std::size_t i = 0; i < std::min(s.failures.size(), most_groups_shown); ++i) {
    const FailureGroup& g = s.failures[i];
    text += fmt::format("  {} {}{}{}: {}\n", g.count, name_of(g.status), g.message.empty() ? "" : ", ", g.message, runs_of(g));
  }
  if (s.failures.size() > most_groups_shown)
    text += fmt::format("  and {} other reasons\n", s.failures.size() - most_groups_shown);
  for (std::size_t i = 0; i < std::min(s.remarks.size(), most_groups_shown); ++i) {
    const FailureGroup& g = s.remarks[i];
    const std::string status = g.status == StatusCode::finished ? "" : fmt::format("{} {}, ", g.count, name_of(g.status));
    text += fmt::format("  {}{}: {}\n", status, g.message, runs_of(g));
  }
  return text + warnings(s);
}

std::string rows(const StudySummary& s) {
  std::vector<TextTable::Column> columns = {{"run", Align::right}};
  for (const std::string& v : s.varied) columns.push_back({v, Align::right});
  for (const Measure& m : s.measures) columns.push_back({titled(m), Align::right});
  const bool with_status =
      std::any_of(s.rows.begin(), s.rows.end(), [](const RunRecord& r) { return !succeeded({r.status, {}}); });
  columns.push_back({with_status ? "status" : "", Align::left});
  TextTable table(columns);
  for (const RunRecord& r : s.rows) {
    std::vector<std::string> cells = {std::to_string(r.point.number)};
    for (const StudyValue& v : r.point.values) cells.push_back(short_text(v));
    for (const MeasuredValue& m : r.measures) cells.push_back(measured_text(m, short_number));
    cells.resize(columns.size() - 1);
    if (with_status) cells.emplace_back(name_of(r.status));
    table.add(std::move(cells));
  }
  return table.text();
}

std::string ranges(const StudySummary& s) {
  const bool gaps = std::any_of(s.moments.begin(), s.moments.end(), [](const Moments& m) { return m.missing() > 0; });
  TextTable table({{"measure"},
                   {"min", Align::right},
                   {"max", Align::right},
                   {"mean", Align::right},
                   {gaps ? "missing" : "", Align::right}});
  for (std::size_t i = 0; i < s.measures.size(); ++i) {
    const Moments& m = s.moments[i];
    if (s.measures[i].is_list) {
      table.add({titled(s.measures[i]), "list"});
    } else {
      table.add({titled(s.measures[i]), short_number(m.min()), short_number(m.max()), short_number(m.mean()),
                 m.missing() > 0 ? std::to_string(m.missing()) : ""});
    }
  }
  return table.text();
}

/// What numbers alone do not say.
std::string remark(const Judgement& j) {
  std::string text;
  for (const std::string& why : {j.reason, j.miss})
    if (!why.empty()) text += fmt::format("{}: {}\n", j.what, why);
  if (j.verdict == Verdict::published_wrong && j.expected.reason.given()) {
    text += fmt::format("{}: {}\n", j.what, j.expected.reason.text);
  }
  return text;
}

std::string verdicts(const StudySummary& s) {
  const auto any = [&](auto has) { return std::any_of(s.judgements.begin(), s.judgements.end(), has); };
  const bool sources = any([](const Judgement& j) { return j.expected.source.given(); });
  const bool published = any([](const Judgement& j) { return !j.expected.published.empty(); });
  std::vector<TextTable::Column> columns = {{"expected"}, {"ours"}, {"value"}};
  if (published) columns.push_back({"published"});
  columns.push_back({"verdict"});
  if (sources) columns.push_back({"source"});
  TextTable table(columns);
  std::string remarks;
  for (const Judgement& j : s.judgements) {
    std::vector<std::string> cells = {j.what, ours_text(j), stated_text(j.expected)};
    if (published) cells.push_back(printed_text(j.expected));
    cells.emplace_back(name_of(j.verdict));
    if (sources) cells.push_back(j.expected.source.text);
    table.add(std::move(cells));
    remarks += remark(j);
  }
  return table.text() + remarks;
}

/// Three digits, without an exponent.
std::string rate_text(double rate) {
  if (rate < 1000) return fmt::format("{:.3g}", rate);
  const double unit = std::pow(10.0, std::floor(std::log10(rate)) - 2);
  return fmt::format("{:.0f}", std::round(rate / unit) * unit);
}

std::string cost(const StudySummary& s) {
  std::string text = duration_text(s.seconds);
  if (s.runs_now > 1 && s.seconds > 0)
    text += fmt::format(", {} runs per second", rate_text(static_cast<double>(s.runs_now) / s.seconds));
  if (s.runs_now < s.runs) text += fmt::format("; {} runs were there already", s.runs - s.runs_now);
  return text + "\n";
}

}  // namespace

std::string summary_text(const StudySummary& s) {
  std::string text = headline(s) + counts(s);
  const bool sampled = s.rows.empty() && !s.statistics.empty();
  if (!s.measures.empty() && s.runs > 0 && !sampled) text += "\n" + (s.rows.empty() ? ranges(s) : rows(s));
  if (!s.statistics.empty()) text += "\n" + statistics_text(s.statistics, s.measures, s.varied);
  if (s.comparison) text += "\n" + comparison_text(*s.comparison);
  if (s.search) text += "\n" + search_text(*s.search);
  if (!s.judgements.empty()) text += "\n" + verdicts(s);
  text += "\n";
  if (!s.files.empty()) text += fmt::format("written: {}\n", fmt::join(s.files, ", "));
  for (const std::string& note : s.notes) text += fmt::format("note: {}\n", note);
  text += cost(s);
  if (s.interrupted) text += "interrupted; --resume goes on from here\n";
  return printable(text);
}

}  // namespace saltus
