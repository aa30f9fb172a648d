#include "number/rational.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "number/rational_rep.hpp"

namespace saltus {
namespace {

std::size_t bits(const mpz_class& z) { return mpz_sizeinbase(z.get_mpz_t(), 2); }

/// The larger part of a fraction decides.
std::size_t bits(const mpq_class& q) { return std::max(bits(q.get_num()), bits(q.get_den())); }

std::optional<Rational> bounded(mpq_class q) {
  if (bits(q) > Rational::max_bits) return std::nullopt;
  return RationalAccess::make(std::move(q));
}

mpq_class value(const Rational& r) { return RationalAccess::value(r); }

mpq_class power(const mpq_class& base, unsigned long n) {
  mpq_class out;
  mpz_pow_ui(out.get_num().get_mpz_t(), base.get_num().get_mpz_t(), n);
  mpz_pow_ui(out.get_den().get_mpz_t(), base.get_den().get_mpz_t(), n);
  return out;  // powers of coprime numbers are coprime
}

std::size_t hash_of(const mpz_class& z) {
  std::size_t h = static_cast<std::size_t>(sgn(z) + 1);
  for (std::size_t i = 0; i < mpz_size(z.get_mpz_t()); ++i)
    h = (h ^ mpz_getlimbn(z.get_mpz_t(), static_cast<mp_size_t>(i))) * 0x9e3779b97f4a7c15ULL;
  return h;
}

}  // namespace

Rational Rational::from_double(double exact) {
  assert(std::isfinite(exact));
  return RationalAccess::make(mpq_class(exact));
}

std::optional<Rational> Rational::ratio(const Rational& a, const Rational& b) { return div(a, b); }

bool Rational::is_integer() const { return !rep_ || rep_->q.get_den() == 1; }

int Rational::sign() const { return rep_ ? sgn(rep_->q) : (whole_ > 0) - (whole_ < 0); }

std::optional<long long> Rational::to_integer() const {
  if (rep_) return std::nullopt;
  return whole_;
}

Rational Rational::floor() const {
  if (!rep_) return *this;
  mpz_class z;
  mpz_fdiv_q(z.get_mpz_t(), rep_->q.get_num().get_mpz_t(), rep_->q.get_den().get_mpz_t());
  return RationalAccess::make(mpq_class(z));
}

std::size_t Rational::hash() const {
  if (!rep_) return (static_cast<std::size_t>(whole_) + 1) * 0x9e3779b97f4a7c15ULL;
  return hash_of(rep_->q.get_num()) * 31 + hash_of(rep_->q.get_den());
}

std::optional<Rational> Rational::add(const Rational& a, const Rational& b) {
  long long sum = 0;
  if (!a.rep_ && !b.rep_ && !__builtin_add_overflow(a.whole_, b.whole_, &sum)) return Rational(sum);
  return bounded(value(a) + value(b));
}

std::optional<Rational> Rational::sub(const Rational& a, const Rational& b) {
  long long difference = 0;
  if (!a.rep_ && !b.rep_ && !__builtin_sub_overflow(a.whole_, b.whole_, &difference)) return Rational(difference);
  return bounded(value(a) - value(b));
}

std::optional<Rational> Rational::mul(const Rational& a, const Rational& b) {
  long long product = 0;
  if (!a.rep_ && !b.rep_ && !__builtin_mul_overflow(a.whole_, b.whole_, &product)) return Rational(product);
  return bounded(value(a) * value(b));
}

std::optional<Rational> Rational::div(const Rational& a, const Rational& b) {
  if (b.sign() == 0) return std::nullopt;
  return bounded(value(a) / value(b));
}

std::optional<Rational> Rational::pow(const Rational& a, const Rational& integer_exponent) {
  if (!integer_exponent.is_integer()) return std::nullopt;
  if (integer_exponent.sign() == 0) return Rational(1);
  if (a.sign() == 0) return integer_exponent.sign() > 0 ? std::optional(a) : std::nullopt;
  if (a.is(1) || a.is(-1)) {
    const bool even = mpz_even_p(value(integer_exponent).get_num().get_mpz_t()) != 0;
    return even ? Rational(1) : a;
  }
  const auto n = integer_exponent.to_integer();
  // |a| is not 1, so one of its parts has two bits or more and the power at least one bit per factor
  constexpr auto most = static_cast<long long>(max_bits);
  if (!n || *n > most || *n < -most) return std::nullopt;
  const auto count = static_cast<unsigned long>(std::abs(*n));
  const mpq_class base = value(a);
  if ((bits(base) - 1) * count > max_bits) return std::nullopt;
  const mpq_class p = power(base, count);
  return bounded(*n > 0 ? p : mpq_class(1 / p));
}

Rational Rational::negated() const { return RationalAccess::make(-value(*this)); }

bool operator==(const Rational& a, const Rational& b) {
  if (!a.rep_ || !b.rep_) return !a.rep_ && !b.rep_ && a.whole_ == b.whole_;
  return a.rep_ == b.rep_ || a.rep_->q == b.rep_->q;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  if (!a.rep_ && !b.rep_) return a.whole_ <=> b.whole_;
  return cmp(value(a), value(b)) <=> 0;
}

}  // namespace saltus
