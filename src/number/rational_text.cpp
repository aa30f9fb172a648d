// Rationals as decimal text, both ways, and as doubles.

#include <gmpxx.h>
#include <mpfr.h>

#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "number/rational.hpp"
#include "number/rational_rep.hpp"

namespace saltus {
namespace {

constexpr std::size_t short_digits = 40;
constexpr long largest_exponent = 400;
constexpr std::size_t most_digits = Rational::max_bits;  // more cannot fit in max_bits after all

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view take_digits(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  const std::string_view digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

std::optional<long> take_exponent(std::string_view& text) {
  if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return 0;
  text.remove_prefix(1);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::string_view digits = take_digits(text);
  if (digits.empty()) return std::nullopt;
  long n = 0;
  for (const char c : digits) {
    n = n * 10 + (c - '0');
    if (n > largest_exponent) return std::nullopt;
  }
  return negative ? -n : n;
}

mpz_class power_of_ten(unsigned long n) {
  mpz_class z;
  mpz_ui_pow_ui(z.get_mpz_t(), 10, n);
  return z;
}

/// |value| = digits * 10^exponent, digits without trailing zeros; nullopt if there is no such form within `short_digits`.
struct Decimal {
  std::string digits;
  long exponent = 0;
};

std::optional<Decimal> short_decimal(const mpq_class& q) {
  if (q == 0) return Decimal{"0", 0};
  mpz_class odd = q.get_den();
  const mpz_class five = 5, two = 2;
  const auto twos = mpz_remove(odd.get_mpz_t(), odd.get_mpz_t(), two.get_mpz_t());
  const auto fives = mpz_remove(odd.get_mpz_t(), odd.get_mpz_t(), five.get_mpz_t());
  if (odd != 1) return std::nullopt;
  const auto places = std::max(twos, fives);
  const mpz_class scaled = abs(q.get_num()) * (power_of_ten(places) / q.get_den());
  Decimal d{scaled.get_str(), -static_cast<long>(places)};
  while (d.digits.size() > 1 && d.digits.back() == '0') {
    d.digits.pop_back();
    ++d.exponent;
  }
  if (d.digits.size() > short_digits) return std::nullopt;
  return d;
}

std::string decimal_text(const Decimal& d) {
  const long count = static_cast<long>(d.digits.size());
  const long point = count + d.exponent;  // the decimal point stands after this many digits
  if (point > 21 || point < -4) {
    const std::string fraction = count > 1 ? "." + d.digits.substr(1) : "";
    return fmt::format("{}{}e{}", d.digits[0], fraction, point - 1);
  }
  if (d.exponent >= 0) return d.digits + std::string(static_cast<std::size_t>(d.exponent), '0');
  if (point <= 0) return "0." + std::string(static_cast<std::size_t>(-point), '0') + d.digits;
  const auto whole = static_cast<std::size_t>(point);
  return d.digits.substr(0, whole) + "." + d.digits.substr(whole);
}

/// The nearest double to a value of which `e` is the binary exponent (|q| in [2^(e-1), 2^e)), below the normal range.
double subnormal(const mpq_class& q, mpfr_exp_t e) {
  constexpr mpfr_exp_t smallest = -1074;
  const mpfr_exp_t digits = e - smallest;  // binary digits a double keeps there
  if (digits < 0) return std::copysign(0.0, sgn(q));
  if (digits == 0) {
    mpq_class half(1);
    mpq_div_2exp(half.get_mpq_t(), half.get_mpq_t(), static_cast<mp_bitcnt_t>(1 - smallest));
    return abs(q) > half ? std::copysign(std::numeric_limits<double>::denorm_min(), sgn(q)) : std::copysign(0.0, sgn(q));
  }
  mpfr_t x;
  mpfr_init2(x, static_cast<mpfr_prec_t>(digits));
  mpfr_set_q(x, q.get_mpq_t(), MPFR_RNDN);
  const double d = mpfr_get_d(x, MPFR_RNDN);
  mpfr_clear(x);
  return d;
}

}  // namespace

std::optional<Rational> Rational::parse(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::string_view whole = take_digits(text);
  if (whole.empty()) return std::nullopt;
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
  }
  const auto exponent = take_exponent(text);
  if (!exponent || !text.empty() || whole.size() + fraction.size() > most_digits) return std::nullopt;

  mpq_class q(mpz_class(std::string(whole) + std::string(fraction), 10));
  const long shift = *exponent - static_cast<long>(fraction.size());
  if (shift >= 0)
    q *= power_of_ten(static_cast<unsigned long>(shift));
  else
    q /= power_of_ten(static_cast<unsigned long>(-shift));
  const Rational value = RationalAccess::make(negative ? mpq_class(-q) : q);
  return mul(value, Rational(1));  // bounded
}

bool Rational::has_short_decimal() const { return !rep_ || short_decimal(rep_->q).has_value(); }

std::string Rational::text() const {
  if (!rep_) return fmt::format("{}", whole_);
  const auto d = short_decimal(rep_->q);
  if (!d) return rep_->q.get_str();
  return (sign() < 0 ? "-" : "") + decimal_text(*d);
}

double Rational::to_double() const {
  if (!rep_) return static_cast<double>(whole_);
  // Both parts are doubles: one division, rounded once. Most fit into a machine word, which is quicker to read.
  const mpz_srcptr top = rep_->q.get_num_mpz_t(), bottom = rep_->q.get_den_mpz_t();
  constexpr mp_limb_t exact = mp_limb_t{1} << std::numeric_limits<double>::digits;
  const auto fits = [](mpz_srcptr z) { return mpz_size(z) == 1 && mpz_getlimbn(z, 0) <= exact; };
  if (fits(top) && fits(bottom)) {
    const double size = static_cast<double>(mpz_getlimbn(top, 0)) / static_cast<double>(mpz_getlimbn(bottom, 0));
    return mpz_sgn(top) < 0 ? -size : size;
  }
  mpfr_t x;
  mpfr_init2(x, 53);
  mpfr_set_q(x, rep_->q.get_mpq_t(), MPFR_RNDZ);
  const mpfr_exp_t e = mpfr_get_exp(x);
  mpfr_set_q(x, rep_->q.get_mpq_t(), MPFR_RNDN);
  const double d = mpfr_get_d(x, MPFR_RNDN);
  mpfr_clear(x);
  return e < -1021 ? subnormal(rep_->q, e) : d;
}

}  // namespace saltus
