#include <memory>
#include <string>

#include <fmt/format.h>

#include "number/mpfr.hpp"

namespace saltus {
namespace {

/// |x| = 0.d1 d2 d3... * 10^point
struct Digits {
  std::string digits;
  mpfr_exp_t point = 0;
};

Digits digits_of(const Mpfr& x, int count) {
  mpfr_exp_t point = 0;
  const std::unique_ptr<char, decltype(&mpfr_free_str)> raw(
      mpfr_get_str(nullptr, &point, 10, static_cast<std::size_t>(count), x.get(), MPFR_RNDN), mpfr_free_str);
  std::string digits(raw.get());
  if (digits.starts_with('-')) digits.erase(0, 1);
  digits.erase(digits.find_last_not_of('0') + 1);
  return {digits, point};
}

std::string plain(const Digits& d) {
  const auto count = static_cast<mpfr_exp_t>(d.digits.size());
  if (d.point <= 0) return "0." + std::string(static_cast<std::size_t>(-d.point), '0') + d.digits;
  if (d.point >= count) return d.digits + std::string(static_cast<std::size_t>(d.point - count), '0');
  const auto whole = static_cast<std::size_t>(d.point);
  return d.digits.substr(0, whole) + "." + d.digits.substr(whole);
}

std::string scientific(const Digits& d) {
  const std::string fraction = d.digits.size() > 1 ? "." + d.digits.substr(1) : "";
  return fmt::format("{}{}e{}", d.digits[0], fraction, d.point - 1);
}

}  // namespace

std::string NumberTraits<Mpfr>::text(const Mpfr& x) { return text(x, Mpfr::digits()); }

std::string NumberTraits<Mpfr>::text(const Mpfr& x, int significant_digits) {
  if (isnan(x)) return "NaN";
  const std::string sign = mpfr_signbit(x.get()) != 0 ? "-" : "";
  if (!is_finite(x)) return sign + "Infinity";
  if (mpfr_zero_p(x.get()) != 0) return sign + "0";
  const Digits d = digits_of(x, significant_digits);
  const bool reads_well = d.point > -5 && d.point <= 21;
  return sign + (reads_well ? plain(d) : scientific(d));
}

}  // namespace saltus
