#include "report/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/unit_text.hpp"
#include "result/run_result.hpp"

namespace saltus {

namespace {

constexpr double widest = 1e290;  // beyond it widths overflow
constexpr double least_positive = 1e-290;
constexpr double as_good_as_constant = 1e-9;  // of the values: what varies less is rounding, unless a window is asked for
constexpr int most_digits = 7;                // of a tick, else an offset is taken out

int power_of_ten(double x) { return static_cast<int>(std::floor(std::log10(x) + 1e-9)); }

/// With a real minus sign.
std::string tick_text(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  const bool zero = text.find_first_not_of("0.") == text.npos;
  return value < 0 && !zero ? "−" + text : text;
}

/// 0.001 to 1000 as such, else a power of ten.
std::string power_text(int exponent) {
  if (exponent >= 0 && exponent <= 3) return fmt::format("{}", static_cast<int>(std::round(std::pow(10, exponent))));
  if (exponent < 0 && exponent >= -2) return tick_text(std::pow(10, exponent), -exponent);
  return "10" + superscript(exponent);
}

std::string label_text(const std::string& name, const std::string& unit) {
  if (unit.empty()) return name;
  return name.empty() ? fmt::format("[{}]", unit) : fmt::format("{} [{}]", name, unit);
}

struct Window {
  double from, to;
};

Window widened(const FigureAxis& axis, const Extent& values, double margin) {
  Window w{0, 1};
  if (!values.empty) w = {std::clamp(values.least, -widest, widest), std::clamp(values.most, -widest, widest)};
  if (axis.truth) w = {0, 1};
  double size = std::max(std::abs(w.from), std::abs(w.to));
  if (size < least_positive) w = {0, size = 0};
  if (w.to - w.from <= as_good_as_constant * size && !axis.from && !axis.to) {
    const double half = size == 0 ? 1 : axis.whole ? 1 : size / 10;
    w = {w.from - half, w.to + half};
  } else {
    const double room = margin * (w.to - w.from);
    w = {w.from - room, w.to + room};
  }
  w = {axis.from.value_or(w.from), axis.to.value_or(w.to)};
  if (!(w.from < w.to)) {
    const double half = std::max(std::abs(axis.from ? w.from : w.to) / 10, least_positive);
    axis.from ? w.to = w.from + half : w.from = w.to - half;
  }
  return w;
}

}  // namespace

void Extent::add(double value) {
  if (!std::isfinite(value)) return;
  least = empty ? value : std::min(least, value);
  most = empty ? value : std::max(most, value);
  empty = false;
}

double round_step(double width, int wanted) {
  const double rough = width / std::max(wanted, 1);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double step : {5.0, 2.0}) {
    if (step * power <= rough * (1 + 1e-9)) return step * power;
  }
  return power;
}

Scale::Scale(const FigureAxis& axis, const Extent& values, double margin, int wanted) : log_(axis.log) {
  if (!axis.categories.empty()) {
    categories(axis);
  } else if (log_) {
    logarithmic(axis, values, margin, wanted);
  } else {
    linear(axis, values, margin, wanted);
  }
}

double Scale::place(double value) const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (!std::isfinite(value)) return none;
  if (log_) return value > 0 ? std::log10(value) : none;
  return (std::clamp(value, -widest, widest) - offset_) * factor_;
}

void Scale::categories(const FigureAxis& axis) {
  log_ = false;
  const auto count = axis.categories.size();
  begin_ = 0.4;
  end_ = static_cast<double>(count) + 0.6;
  for (std::size_t i = 0; i < count; ++i) ticks_.push_back({static_cast<double>(i + 1), axis.categories[i]});
  label_ = label_text(axis.name, unit_symbol(axis.unit));
}

void Scale::choose_unit(const FigureAxis& axis, double from, double to, double step) {
  const double size = std::max(std::abs(from), std::abs(to));
  if (power_of_ten(size) - power_of_ten(step) >= most_digits) offset_ = std::ceil(from / step) * step;
  const double largest = std::max(std::abs(from - offset_), std::abs(to - offset_));
  const int power = power_of_ten(largest);
  int exponent = 0;
  if (power < -2 || power > 4) exponent = static_cast<int>(std::floor(power / 3.0)) * 3;
  factor_ = std::pow(10, -exponent);
  const std::string name = offset_ == 0 ? axis.name : fmt::format("{} − {}", axis.name, number_text(offset_));
  label_ = label_text(name, scaled_unit(axis.unit, exponent));
}

void Scale::linear(const FigureAxis& axis, const Extent& values, double margin, int wanted) {
  const Window w = widened(axis, values, margin);
  double step = round_step(w.to - w.from, wanted);
  if (axis.whole || axis.truth) step = std::max(1.0, std::round(step));
  choose_unit(axis, w.from, w.to, step);
  begin_ = (w.from - offset_) * factor_;
  end_ = (w.to - offset_) * factor_;
  step *= factor_;
  const int decimals = std::clamp(-power_of_ten(step), 0, 15);
  const double slack = 1e-9 * step;
  for (double i = std::ceil((begin_ - slack) / step); i * step <= end_ + slack && ticks_.size() < 100; ++i) {
    const double value = i * step;
    ticks_.push_back({value, axis.truth ? (value == 0 ? "false" : value == 1 ? "true" : "") : tick_text(value, decimals)});
  }
}

void Scale::logarithmic(const FigureAxis& axis, const Extent& values, double margin, int wanted) {
  const double most = std::clamp(axis.to.value_or(values.empty ? 10 : values.most), least_positive, widest);
  const double least =
      std::clamp(axis.from.value_or(values.empty || values.least <= 0 ? most / 1e3 : values.least), least_positive, widest);
  double low = std::log10(std::min(least, most)), high = std::log10(std::max(least, most));
  const double room = std::max(margin * (high - low), high - low < 1e-3 ? 0.3 : 0.0);
  begin_ = axis.from ? low : low - room;
  end_ = axis.to ? high : high + room;
  label_ = label_text(axis.name, unit_symbol(axis.unit));
  const int decades = static_cast<int>(std::ceil(end_ - begin_));
  const int every = std::max(1, (decades + wanted - 1) / std::max(wanted, 1));
  const int first = static_cast<int>(std::floor(begin_));
  const bool few = end_ - begin_ < 1.5;  // a power of ten or two are not enough to read values from
  for (int power = first; power <= first + decades + 1; ++power) {
    for (int digit = 1; digit < 10; ++digit) {
      const double at = power + std::log10(digit);
      if (at < begin_ - 1e-9 || at > end_ + 1e-9) continue;
      std::string text;
      if (digit == 1 && power % every == 0) text = power_text(power);
      if (few && (digit == 2 || digit == 5)) {
        text = std::abs(power) <= 3 ? tick_text(digit * std::pow(10, power), std::max(0, -power))
                                    : fmt::format("{}·10{}", digit, superscript(power));
      }
      if (!text.empty() || every == 1) ticks_.push_back({at, std::move(text)});
    }
  }
}

}  // namespace saltus
