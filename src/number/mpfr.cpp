#include "number/mpfr.hpp"

#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "number/rational_rep.hpp"

namespace saltus {
namespace {

constexpr mpfr_rnd_t nearest = MPFR_RNDN;

struct Precision {
  int digits;
  mpfr_prec_t bits;
};

/// The bits that hold so many decimal digits; the result read at that many digits is the number that was written.
Precision precision_for(int digits) {
  constexpr double bits_per_digit = 3.3219280948873623;
  return {digits, static_cast<mpfr_prec_t>(std::ceil(digits * bits_per_digit)) + 1};
}

/// MPFR keeps the exponent range per thread as well; the widest is asked for when the thread makes its first number.
struct ThreadSettings {
  Precision precision = precision_for(50);
  ThreadSettings() {
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
  }
  ~ThreadSettings() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
  ThreadSettings(const ThreadSettings&) = delete;
  ThreadSettings& operator=(const ThreadSettings&) = delete;
};

thread_local ThreadSettings settings;

template <class F>
Mpfr result_of(F f) {
  Mpfr r;
  f(r.get());
  return r;
}

}  // namespace

void Mpfr::set_digits(int decimal_digits) {
  assert(decimal_digits >= 2);
  settings.precision = precision_for(decimal_digits);
}

int Mpfr::digits() { return settings.precision.digits; }
mpfr_prec_t Mpfr::bits() { return settings.precision.bits; }

Mpfr::Mpfr() {
  mpfr_init2(x_, bits());
  mpfr_set_zero(x_, 1);
}

Mpfr::Mpfr(double x) {
  mpfr_init2(x_, bits());
  mpfr_set_d(x_, x, nearest);
}

Mpfr Mpfr::from_integer(long long n) {
  Mpfr r;
  mpfr_set_si(r.x_, static_cast<long>(n), nearest);
  return r;
}

Mpfr::Mpfr(const Rational& r) {
  mpfr_init2(x_, bits());
  if (const mpq_class* q = RationalAccess::rep(r))
    mpfr_set_q(x_, q->get_mpq_t(), nearest);
  else
    mpfr_set_si(x_, RationalAccess::whole(r), nearest);
}

Mpfr::Mpfr(const Mpfr& other) {
  mpfr_init2(x_, bits());
  mpfr_set(x_, other.x_, nearest);
}

Mpfr::Mpfr(Mpfr&& other) noexcept {
  x_[0] = other.x_[0];
  other.x_[0]._mpfr_d = nullptr;
}

Mpfr& Mpfr::operator=(const Mpfr& other) {
  if (this == &other) return *this;
  if (x_[0]._mpfr_d == nullptr)
    mpfr_init2(x_, bits());
  else if (mpfr_get_prec(x_) != bits())
    mpfr_set_prec(x_, bits());
  mpfr_set(x_, other.x_, nearest);
  return *this;
}

Mpfr& Mpfr::operator=(Mpfr&& other) noexcept {
  std::swap(x_[0], other.x_[0]);
  return *this;
}

Mpfr::~Mpfr() {
  if (x_[0]._mpfr_d != nullptr) mpfr_clear(x_);
}

void Mpfr::fit() {
  if (mpfr_get_prec(x_) != bits()) mpfr_prec_round(x_, bits(), nearest);
}

Mpfr& Mpfr::operator+=(const Mpfr& b) {
  fit();
  mpfr_add(x_, x_, b.x_, nearest);
  return *this;
}

Mpfr& Mpfr::operator-=(const Mpfr& b) {
  fit();
  mpfr_sub(x_, x_, b.x_, nearest);
  return *this;
}

Mpfr& Mpfr::operator*=(const Mpfr& b) {
  fit();
  mpfr_mul(x_, x_, b.x_, nearest);
  return *this;
}

Mpfr& Mpfr::operator/=(const Mpfr& b) {
  fit();
  mpfr_div(x_, x_, b.x_, nearest);
  return *this;
}

Mpfr operator+(const Mpfr& a, const Mpfr& b) {
  return result_of([&](mpfr_ptr r) { mpfr_add(r, a.get(), b.get(), nearest); });
}
Mpfr operator-(const Mpfr& a, const Mpfr& b) {
  return result_of([&](mpfr_ptr r) { mpfr_sub(r, a.get(), b.get(), nearest); });
}
Mpfr operator*(const Mpfr& a, const Mpfr& b) {
  return result_of([&](mpfr_ptr r) { mpfr_mul(r, a.get(), b.get(), nearest); });
}
Mpfr operator/(const Mpfr& a, const Mpfr& b) {
  return result_of([&](mpfr_ptr r) { mpfr_div(r, a.get(), b.get(), nearest); });
}
Mpfr operator-(const Mpfr& a) {
  return result_of([&](mpfr_ptr r) { mpfr_neg(r, a.get(), nearest); });
}
Mpfr operator+(Mpfr&& a, const Mpfr& b) { return std::move(a += b); }
Mpfr operator-(Mpfr&& a, const Mpfr& b) { return std::move(a -= b); }
Mpfr operator*(Mpfr&& a, const Mpfr& b) { return std::move(a *= b); }
Mpfr operator/(Mpfr&& a, const Mpfr& b) { return std::move(a /= b); }

}  // namespace saltus
