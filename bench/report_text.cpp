#include "report_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace saltus::bench {
namespace {

std::string three_digits(double x) {
  if (!(x > 0) || x >= 999.5) return fmt::format("{:.0f}", x);
  const int before = static_cast<int>(std::floor(std::log10(1.0005 * x))) + 1;
  return fmt::format("{:.{}f}", x, std::clamp(3 - before, 0, 6));
}

std::string quantity_text(double x, const std::string& unit) {
  if (unit == "s") return time_text(x);
  return unit.empty() ? three_digits(x) : fmt::format("{} {}", three_digits(x), unit);
}

std::string count_text(long n) { return n < 0 ? "" : std::to_string(n); }

}  // namespace

std::string time_text(double seconds) {
  constexpr std::array<std::pair<double, const char*>, 4> units = {{{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
  const auto unit = std::ranges::find_if(units, [&](const auto& u) { return seconds >= 0.9995 * u.first; });
  const auto& [size, name] = unit == units.end() ? units.back() : *unit;
  return fmt::format("{} {}", three_digits(seconds / size), name);
}

std::string value_text(const Verdict& v) { return v.value ? quantity_text(*v.value, v.unit) : "-"; }

std::string limit_text(const Verdict& v) {
  return fmt::format("at {} {}", v.at_least ? "least" : "most",
                     v.unit.empty() ? fmt::format("{}", v.limit) : quantity_text(v.limit, v.unit));
}

std::string verdict_text(const Verdict& v) { return v.met ? "met" : v.value ? "NOT met" : "not run"; }

RowText row_text(const Row& row, const Row* unit) {
  const Outcome& o = row.outcome;
  return {.time = time_text(row.least),
          .median = time_text(row.median),
          .ratio = row.of_unit && unit && unit->repetitions > 0 ? three_digits(row.least / unit->least) : "",
          .error = !o.wrong.empty() ? "WRONG" : o.error > 0 ? fmt::format("{:.1e}", o.error) : "",
          .events = count_text(o.events),
          .steps = count_text(o.steps),
          .jets = count_text(o.jets)};
}

std::string as_table(const CaseReport& report) {
  std::string text = fmt::format("{}: {}\n{:<46} {:>9} {:>9} {:>7} {:>9} {:>8} {:>8} {:>8}\n", report.name, report.title, "",
                                 "least", "median", "ratio", "error", "events", "steps", "jets");
  const auto out = std::back_inserter(text);
  const Row* const unit = report.find(report.unit);
  for (const Row& r : report.rows) {
    if (r.repetitions == 0) {
      fmt::format_to(out, "{:<46} not run: {}\n", r.name, r.absent);
      continue;
    }
    const RowText t = row_text(r, unit);
    fmt::format_to(out, "{:<46} {:>9} {:>9} {:>7} {:>9} {:>8} {:>8} {:>8}", r.name, t.time, t.median, t.ratio, t.error,
                   t.events, t.steps, t.jets);
    if (r.outcome.megabytes > 0) fmt::format_to(out, "  {:.0f} MB", r.outcome.megabytes);
    fmt::format_to(out, "{}{}\n", r.outcome.wrong.empty() ? "" : "  ", r.outcome.wrong);
  }
  for (const Verdict& v : report.verdicts) {
    fmt::format_to(out, "  {:<70} {:>9}  {:<16} {}{}{}\n", v.text, value_text(v), limit_text(v), verdict_text(v),
                   v.why.empty() ? "" : ": ", v.why);
  }
  for (const std::string& remark : report.remarks) fmt::format_to(out, "  {}\n", remark);
  return text;
}

}  // namespace saltus::bench
