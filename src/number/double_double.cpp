#include "number/double_double.hpp"

#include "number/mpfr.hpp"

// Of libquadmath, whose header only its own compiler finds.
extern "C" {
__float128 sinq(__float128);
__float128 cosq(__float128);
__float128 tanq(__float128);
__float128 asinq(__float128);
__float128 acosq(__float128);
__float128 atanq(__float128);
__float128 sinhq(__float128);
__float128 coshq(__float128);
__float128 tanhq(__float128);
__float128 expq(__float128);
__float128 logq(__float128);
__float128 log10q(__float128);
__float128 nearbyintq(__float128);
__float128 atan2q(__float128, __float128);
__float128 powq(__float128, __float128);
}

namespace saltus {

namespace {

__float128 quadruple(const DoubleDouble& x) { return static_cast<__float128>(x.high()) + static_cast<__float128>(x.low()); }

DoubleDouble rounded(__float128 x) {
  const auto high = static_cast<double>(x);
  return std::isfinite(high) ? DoubleDouble(high, static_cast<double>(x - static_cast<__float128>(high))) : DoubleDouble(high);
}

}  // namespace

DoubleDouble sin(const DoubleDouble& x) { return rounded(sinq(quadruple(x))); }
DoubleDouble cos(const DoubleDouble& x) { return rounded(cosq(quadruple(x))); }
DoubleDouble tan(const DoubleDouble& x) { return rounded(tanq(quadruple(x))); }
DoubleDouble asin(const DoubleDouble& x) { return rounded(asinq(quadruple(x))); }
DoubleDouble acos(const DoubleDouble& x) { return rounded(acosq(quadruple(x))); }
DoubleDouble atan(const DoubleDouble& x) { return rounded(atanq(quadruple(x))); }
DoubleDouble sinh(const DoubleDouble& x) { return rounded(sinhq(quadruple(x))); }
DoubleDouble cosh(const DoubleDouble& x) { return rounded(coshq(quadruple(x))); }
DoubleDouble tanh(const DoubleDouble& x) { return rounded(tanhq(quadruple(x))); }
DoubleDouble exp(const DoubleDouble& x) { return rounded(expq(quadruple(x))); }
DoubleDouble log(const DoubleDouble& x) { return rounded(logq(quadruple(x))); }
// 0.01 is rounded, and the quadruple logarithm sees it: it is the exponent -2 where these numbers cannot tell the difference.
DoubleDouble log10(const DoubleDouble& x) {
  constexpr __float128 half_unit = 0x1p-106;
  const __float128 exact = log10q(quadruple(x)), whole = nearbyintq(exact), rest = exact - whole;
  return rounded(whole != 0 && rest < half_unit && rest > -half_unit ? whole : exact);
}
DoubleDouble atan2(const DoubleDouble& y, const DoubleDouble& x) { return rounded(atan2q(quadruple(y), quadruple(x))); }
DoubleDouble pow(const DoubleDouble& x, const DoubleDouble& y) { return rounded(powq(quadruple(x), quadruple(y))); }

// One step of Newton's method doubles the digits of the root of the high part.
DoubleDouble sqrt(const DoubleDouble& x) {
  const double root = std::sqrt(x.high());
  if (!(root > 0) || !std::isfinite(root)) return root;
  const double rest = (x - DoubleDouble::product_of(root, root)).high();
  return DoubleDouble::joined(root, rest / (2 * root));
}

DoubleDouble floor(const DoubleDouble& x) {
  const double whole = std::floor(x.high());
  return whole == x.high() ? DoubleDouble::joined(whole, std::floor(x.low())) : DoubleDouble(whole);
}

DoubleDouble NumberTraits<DoubleDouble>::from(const Rational& r) {
  const PrecisionScope scope(2 * digits);
  const Mpfr x(r);
  const double high = to_double(x);
  return std::isfinite(high) ? DoubleDouble(high, to_double(x - Mpfr(high))) : DoubleDouble(high);
}

std::string NumberTraits<DoubleDouble>::text(const DoubleDouble& x) {
  const PrecisionScope scope(2 * digits);
  return NumberTraits<Mpfr>::text(Mpfr(x.high()) + Mpfr(x.low()), digits);
}

}  // namespace saltus
