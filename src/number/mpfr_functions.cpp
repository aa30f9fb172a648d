// Elementary functions and constants of Mpfr: each is one correctly rounded MPFR call.

#include "number/mpfr.hpp"

namespace saltus {
namespace {

constexpr mpfr_rnd_t nearest = MPFR_RNDN;

template <class F>
Mpfr apply(F f, const Mpfr& x) {
  Mpfr r;
  f(r.get(), x.get(), nearest);
  return r;
}

}  // namespace

Mpfr sin(const Mpfr& x) { return apply(mpfr_sin, x); }
Mpfr cos(const Mpfr& x) { return apply(mpfr_cos, x); }
Mpfr tan(const Mpfr& x) { return apply(mpfr_tan, x); }
Mpfr asin(const Mpfr& x) { return apply(mpfr_asin, x); }
Mpfr acos(const Mpfr& x) { return apply(mpfr_acos, x); }
Mpfr atan(const Mpfr& x) { return apply(mpfr_atan, x); }
Mpfr sinh(const Mpfr& x) { return apply(mpfr_sinh, x); }
Mpfr cosh(const Mpfr& x) { return apply(mpfr_cosh, x); }
Mpfr tanh(const Mpfr& x) { return apply(mpfr_tanh, x); }
Mpfr exp(const Mpfr& x) { return apply(mpfr_exp, x); }
Mpfr log(const Mpfr& x) { return apply(mpfr_log, x); }
Mpfr log10(const Mpfr& x) { return apply(mpfr_log10, x); }
Mpfr sqrt(const Mpfr& x) { return apply(mpfr_sqrt, x); }

Mpfr abs(const Mpfr& x) {
  Mpfr r;
  mpfr_abs(r.get(), x.get(), nearest);
  return r;
}

Mpfr floor(const Mpfr& x) {
  Mpfr r;
  mpfr_floor(r.get(), x.get());
  return r;
}

Mpfr ceil(const Mpfr& x) {
  Mpfr r;
  mpfr_ceil(r.get(), x.get());
  return r;
}

Mpfr atan2(const Mpfr& y, const Mpfr& x) {
  Mpfr r;
  mpfr_atan2(r.get(), y.get(), x.get(), nearest);
  return r;
}

Mpfr pow(const Mpfr& x, const Mpfr& y) {
  Mpfr r;
  mpfr_pow(r.get(), x.get(), y.get(), nearest);
  return r;
}

Mpfr fma(const Mpfr& a, const Mpfr& b, const Mpfr& c) {
  Mpfr r;
  mpfr_fma(r.get(), a.get(), b.get(), c.get(), nearest);
  return r;
}

void multiply_add(Mpfr& sum, const Mpfr& a, const Mpfr& b) { mpfr_fma(sum.get(), a.get(), b.get(), sum.get(), nearest); }

Mpfr ldexp(const Mpfr& x, long exponent) {
  Mpfr r;
  mpfr_mul_2si(r.get(), x.get(), exponent, nearest);
  return r;
}

Mpfr NumberTraits<Mpfr>::epsilon() { return ldexp(Mpfr(1), -static_cast<long>(Mpfr::bits())); }

Mpfr NumberTraits<Mpfr>::pi() {
  Mpfr r;
  mpfr_const_pi(r.get(), nearest);
  return r;
}

}  // namespace saltus
