// Comparisons as tables: one line for each pair of events, and for each variable of each variant.

#include <fmt/format.h>

#include <cmath>

#include "study/compare_study.hpp"

namespace saltus {
namespace {

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string number(double x) { return std::isnan(x) ? "" : number_text(x); }
std::string number(const std::optional<double>& x) { return x ? number(*x) : ""; }

}  // namespace

std::string comparison_events_csv(const ComparisonReport& report) {
  std::string text = "variant,event,reference,time\n";
  for (const VariantReport& v : report.variants) {
    for (const MatchedEvent& e : v.comparison.events.events) {
      text += fmt::format("{},{},{},{}\n", field(v.name), field(e.name), number(e.reference), number(e.other));
    }
  }
  return text;
}

std::string comparison_deviations_csv(const ComparisonReport& report) {
  std::string text = "variant,variable,unit,largest,time,reference,value,range\n";
  for (const VariantReport& v : report.variants) {
    for (const Deviation& d : v.comparison.deviations) {
      text += fmt::format("{},{},{},{},{},{},{},{}\n", field(v.name), field(d.variable), field(d.unit), number(d.largest),
                          number(d.time), number(d.reference), number(d.other), number(d.range));
    }
  }
  return text;
}

}  // namespace saltus
