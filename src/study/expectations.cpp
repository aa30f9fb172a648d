#include "study/expectations.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace saltus {

namespace {

/// The value to all digits that there are; nullopt if it is missing or infinite.
std::optional<Rational> exact_number(double value, const std::string& digits) {
  if (!digits.empty()) return Rational::parse(digits);
  if (!std::isfinite(value)) return std::nullopt;
  return Rational::from_double(value);
}

Rational magnitude(const Rational& x) { return x.sign() < 0 ? x.negated() : x; }

/// |a - b| <= bound; what is too large to be computed does not agree.
bool agree(const Rational& a, const Rational& b, const Rational& bound) {
  const auto difference = Rational::sub(a, b);
  return difference && magnitude(*difference) <= bound;
}

Rational bound_at(const Expectation& e, const Rational& value) {
  const Rational tol = Rational::from_double(e.tol);
  const auto relative = Rational::mul(Rational::from_double(e.rtol), magnitude(value));
  return relative && *relative > tol ? *relative : tol;
}

Verdict worse(Verdict a, Verdict b) { return static_cast<Verdict>(std::max(static_cast<int>(a), static_cast<int>(b))); }

Verdict judge_number(const Expectation& e, std::size_t i, const Rational& ours) {
  const bool has_value = i < e.value.size();
  const Rational bound = bound_at(e, has_value ? e.value[i].number.exact : ours);
  if (has_value && !agree(ours, e.value[i].number.exact, bound)) return Verdict::failed;
  if (i >= e.published.size()) return Verdict::met;
  const std::string& printed = e.published[i].text;
  const auto half = Rational::div(unit_of_last_digit(printed), Rational(2));
  const auto slack = half ? Rational::add(*half, bound) : std::nullopt;
  const auto published = Rational::parse(printed);
  if (slack && published && agree(ours, *published, *slack)) return Verdict::met;
  return has_value ? Verdict::published_wrong : Verdict::failed;
}

/// By how much a value misses what is expected, where that is so little that rounding or the accuracy of the run may be the cause; else "".
std::string narrow_miss(const Expectation& e, std::size_t i, const Rational& ours) {
  if (i >= e.value.size()) return "";
  const Rational& value = e.value[i].number.exact;
  const auto difference = Rational::sub(ours, value), near = Rational::mul(Rational::from_double(1e-6), magnitude(value));
  if (!difference || !near || magnitude(*difference) > *near) return "";
  const bool is_exact = e.tol == 0 && e.rtol == 0;
  return fmt::format("off by {:.2g}{}", magnitude(*difference).to_double(), is_exact ? "; without `tol` or `rtol` only the same number meets it" : "");
}

/// A printed decimal is never right where infinity is.
Verdict judge_infinity(const Expectation& e, std::size_t i, double ours) {
  if (ours != e.value[i].number.value.value) return Verdict::failed;
  return i < e.published.size() ? Verdict::published_wrong : Verdict::met;
}

std::string described(const Expectation& e) {
  std::string what = e.statistic.given() ? fmt::format("{} of {}", e.statistic.text, e.measure.text) : e.measure.text;
  for (std::size_t i = 0; i < e.at.size(); ++i) {
    const StudyValue& v = e.at[i].second.number.value;
    what +=
        fmt::format("{}{} = {}", i == 0 ? " at " : ", ", e.at[i].first.text, v.exact.empty() ? number_text(v.value) : v.exact);
  }
  if (e.variant.given()) what += " of " + e.variant.text;
  return what;
}

}  // namespace

Rational unit_of_last_digit(const std::string& decimal) {
  const auto mark = decimal.find_first_of("eE");
  long long exponent = 0;
  if (mark != std::string::npos) {
    const char* begin = decimal.data() + mark + 1;
    std::from_chars(*begin == '+' ? begin + 1 : begin, decimal.data() + decimal.size(), exponent);
  }
  const std::string mantissa = decimal.substr(0, mark);
  const auto point = mantissa.find('.');
  if (point != std::string::npos) exponent -= static_cast<long long>(mantissa.size() - point - 1);
  return Rational::pow(Rational(10), Rational(exponent)).value_or(Rational());
}

Judgement judge(const Expectation& expected, const std::optional<MeasuredValue>& ours) {
  Judgement j;
  j.what = described(expected);
  j.expected = expected;
  if (ours) j.ours = *ours;
  const std::size_t count = std::max(expected.value.size(), expected.published.size());
  if (!ours) {
    j.reason = "there is no such run";
  } else if (ours->is_list != expected.is_list) {
    j.reason = ours->is_list ? "a list" : "no list";
  } else if (ours->is_list && ours->list.size() != count) {
    j.reason = fmt::format("{} values instead of {}", ours->list.size(), count);
  } else {
    j.verdict = Verdict::met;
    for (std::size_t i = 0; i < count; ++i) {
      const double value = ours->is_list ? ours->list[i] : ours->number;
      if (i < expected.value.size() && std::isinf(expected.value[i].number.value.value)) {
        j.verdict = worse(j.verdict, judge_infinity(expected, i, value));
        continue;
      }
      const auto number = ours->is_list ? exact_number(value, {}) : exact_number(value, ours->digits);
      if (!number) j.reason = "missing";
      const Verdict verdict = number ? judge_number(expected, i, *number) : Verdict::failed;
      if (number && verdict == Verdict::failed && j.miss.empty()) j.miss = narrow_miss(expected, i, *number);
      j.verdict = worse(j.verdict, verdict);
    }
  }
  return j;
}

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::met: return "met";
    case Verdict::published_wrong: return "published value wrong";
    case Verdict::failed: break;
  }
  return "failed";
}

}  // namespace saltus
