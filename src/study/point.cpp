#include "study/point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "number/rational.hpp"

namespace saltus {

namespace {

constexpr std::size_t longest_decimal = 12;

bool is_word(const std::string& text) {
  return text.size() > 1 && std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == ' '; });
}

}  // namespace

std::string exact_text(const StudyValue& v) { return v.exact.empty() ? Rational::from_double(v.value).text() : v.exact; }

std::string short_text(const StudyValue& v) {
  if (is_word(v.exact)) return v.exact;
  return v.exact.empty() || v.exact.size() > longest_decimal ? fmt::format("{:.6g}", v.value) : v.exact;
}

std::string choice_text(const std::string& name, const StudyValue& v) {
  const bool enough = (name == "variant" || name.starts_with("settings.")) && is_word(v.exact);
  if (enough) return v.exact;
  return fmt::format("{} = {}", name.starts_with("settings.") ? name.substr(9) : name, short_text(v));
}

bool is_same_point(const Point& a, const Point& b) {
  return std::ranges::equal(a.values, b.values, {}, &StudyValue::value, &StudyValue::value);
}

}  // namespace saltus
