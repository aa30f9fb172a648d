#include "study/sweep_values.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "number/mpfr.hpp"

namespace saltus {

namespace {

constexpr int digits_of_ratios = 40;

/// Ranges are bounded when they are read, so that sums and products of their parts are never too large.
Rational on_line(const Rational& from, const Rational& step, std::uint64_t index) {
  const auto way = Rational::mul(step, Rational(static_cast<long long>(index)));
  const auto value = way ? Rational::add(from, *way) : std::nullopt;
  return value.value_or(from);
}

}  // namespace

SweepValues SweepValues::list(std::vector<StudyValue> values) {
  SweepValues axis;
  axis.count_ = values.size();
  axis.values_ = std::move(values);
  return axis;
}

SweepValues SweepValues::steps(const StudyNumber& from, const StudyNumber& step, std::uint64_t count) {
  SweepValues axis;
  axis.kind_ = Kind::linear;
  axis.count_ = count;
  axis.from_ = from.exact;
  axis.step_ = step.exact;
  if (from.is_rational && step.is_rational) return axis;
  axis.from_text_ = from.value.exact.empty() ? from.exact.text() : from.value.exact;
  axis.step_text_ = step.value.exact.empty() ? step.exact.text() : step.value.exact;
  return axis;
}

SweepValues SweepValues::between(const StudyNumber& from, const StudyNumber& to, std::uint64_t count) {
  assert(count >= 2);
  const long long parts = static_cast<long long>(count) - 1;
  const auto way = Rational::sub(to.exact, from.exact);
  const auto step = way ? Rational::div(*way, Rational(parts)) : std::nullopt;
  StudyNumber stated;
  stated.exact = step.value_or(Rational());
  stated.is_rational = from.is_rational && to.is_rational;
  const auto text = [](const StudyNumber& n) { return n.value.exact.empty() ? n.exact.text() : n.value.exact; };
  if (!stated.is_rational) stated.value.exact = fmt::format("(({}) - ({}))/{}", text(to), text(from), parts);
  return steps(from, stated, count);
}

SweepValues SweepValues::ratios(const StudyNumber& from, const StudyNumber& to, std::uint64_t count) {
  assert(count >= 2);
  SweepValues axis;
  axis.kind_ = Kind::log;
  axis.count_ = count;
  axis.values_ = {from.value, to.value};
  axis.from_ = from.exact;
  axis.step_ = Rational::div(to.exact, from.exact).value_or(Rational(1));
  return axis;
}

StudyValue SweepValues::value(std::uint64_t index) const {
  assert(index < count_);
  if (kind_ == Kind::list) return values_[index];
  if (kind_ == Kind::linear) {
    const Rational value = on_line(from_, step_, index);
    if (step_text_.empty()) return {value.to_double(), value.text()};
    return {value.to_double(), fmt::format("({}) + {}*({})", from_text_, index, step_text_)};
  }
  if (index == 0) return values_.front();
  if (index + 1 == count_) return values_.back();
  const PrecisionScope precision(digits_of_ratios);
  const Mpfr share = Mpfr(static_cast<long long>(index)) / Mpfr(static_cast<long long>(count_ - 1));
  return {to_double(Mpfr(from_) * pow(Mpfr(step_), share)), {}};
}

std::optional<std::uint64_t> SweepValues::find(double x) const {
  const auto is_at = [&](std::uint64_t index) { return index < count_ && value(index).value == x; };
  if (kind_ == Kind::list) {
    for (std::uint64_t i = 0; i < count_; ++i) {
      if (is_at(i)) return i;
    }
    return std::nullopt;
  }
  const double from = from_.to_double(), step = step_.to_double();
  const double guess =
      kind_ == Kind::linear ? (x - from) / step : std::log(x / from) / std::log(step) * static_cast<double>(count_ - 1);
  if (!(guess > -1 && guess < static_cast<double>(count_))) return std::nullopt;
  const auto near = static_cast<std::uint64_t>(std::llround(std::max(guess, 0.0)));
  if (is_at(near)) return near;
  if (near > 0 && is_at(near - 1)) return near - 1;
  return is_at(near + 1) ? std::optional(near + 1) : std::nullopt;
}

}  // namespace saltus
