#include "study/shown_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "number/rational.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_of_list = 4;

/// The first few, and how many there are.
std::string shortened(std::vector<std::string> parts) {
  if (parts.size() > most_of_list) {
    const std::size_t all = parts.size();
    parts.resize(most_of_list);
    parts.push_back(fmt::format("... ({})", all));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string short_number(double x) { return std::isnan(x) ? "" : fmt::format("{:.6g}", x); }
std::string long_number(double x) { return std::isnan(x) ? "missing" : fmt::format("{:.15g}", x); }

std::string measured_text(const MeasuredValue& v, std::string (*number)(double)) {
  if (!v.is_list) return number(v.number);
  std::vector<std::string> parts;
  for (const double x : v.list) parts.push_back(number(x));
  return fmt::format("{{{}}}", shortened(std::move(parts)));
}

std::string titled(const std::string& name, const std::string& unit) {
  return unit.empty() || unit == "1" ? name : fmt::format("{} [{}]", name, unit);
}
std::string titled(const Measure& m) { return titled(m.name, m.unit); }

std::string stated_text(const Expectation& e) {
  std::vector<std::string> parts;
  for (const StatedNumber& v : e.value) {
    const StudyValue& value = v.number.value;
    parts.push_back(Rational::parse(value.exact) ? value.exact : long_number(value.value));
  }
  const std::string text = shortened(std::move(parts));
  return e.is_list ? fmt::format("{{{}}}", text) : text;
}

std::string printed_text(const Expectation& e) {
  std::vector<std::string> parts;
  for (const StudyText& p : e.published) parts.push_back(p.text);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string ours_text(const Judgement& j) {
  const bool compared = j.reason.empty() || j.reason == "missing" || j.ours.is_list;
  if (!compared) return "";
  return j.ours.digits.empty() ? measured_text(j.ours, long_number) : j.ours.digits;
}

}  // namespace saltus
