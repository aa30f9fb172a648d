#pragma once
// Numbers side by side for the hand-written lanes: as many as a register of the instruction set holds that this file is compiled for. Everything
// is local to the translation unit, so that units with different instruction sets share nothing.

#include <immintrin.h>

namespace saltus::bench {
namespace {

#if defined(__AVX512F__)
constexpr int lane_count = 8;
#elif defined(__AVX2__)
constexpr int lane_count = 4;
#else
constexpr int lane_count = 2;
#endif

using Vec [[gnu::vector_size(8 * lane_count)]] = double;
using Bits [[gnu::vector_size(8 * lane_count)]] = long;

#define SALTUS_LANE [[gnu::always_inline]] inline

SALTUS_LANE Vec all(double x) { return Vec{} + x; }
SALTUS_LANE Bits as_bits(Vec x) { return reinterpret_cast<Bits>(x); }
SALTUS_LANE Vec as_vec(Bits x) { return reinterpret_cast<Vec>(x); }
constexpr long sign_bit = -0x7fffffffffffffffL - 1;
SALTUS_LANE Vec magnitude(Vec x) { return as_vec(as_bits(x) & ~sign_bit); }
SALTUS_LANE Vec least(Vec a, Vec b) { return a < b ? a : b; }
SALTUS_LANE Vec largest(Vec a, Vec b) { return a > b ? a : b; }

/// One bit a lane.
SALTUS_LANE unsigned set_lanes(Bits mask) {
#if defined(__AVX512F__)
  return _mm512_movepi64_mask(reinterpret_cast<__m512i>(mask));
#elif defined(__AVX2__)
  return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask)));
#else
  return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(mask)));
#endif
}

/// To the nearest integer, for |x| < 2^51; the integer is in the low bits of `shifted`.
struct Nearest {
  static constexpr double shift = 6755399441055744;  // 1.5 * 2^52
  Vec shifted, value;
};
SALTUS_LANE Nearest nearest(Vec x) {
  const Vec shifted = x + Nearest::shift;
  return {shifted, shifted - Nearest::shift};
}

/// The binary logarithm of x > 0 to 0.01, from the exponent and a parabola through the mantissa.
SALTUS_LANE Vec rough_log2(Vec x) {
  const Bits bits = as_bits(x);
  const Vec exponent = as_vec((bits >> 52) | as_bits(all(4503599627370496.0))) - (4503599627370496.0 + 1023);
  const Vec m = as_vec((bits & 0x000fffffffffffffL) | as_bits(all(1.0))) - 1.0;
  return exponent + m * (1.34 - 0.34 * m);
}

/// 2^x to 0.3 %, for |x| < 1000.
SALTUS_LANE Vec rough_exp2(Vec x) {
  const Nearest n = nearest(x);
  const Vec f = x - n.value;
  const Vec mantissa = 1.0 + f * (0.6931 + 0.2402 * f);
  return as_vec(as_bits(mantissa) + (as_bits(n.shifted) << 52));
}

struct SineCosine {
  Vec sine, cosine;
};

/// Taylor polynomials after reduction to |r| <= pi/4; exact to the last digit or two for |x| < 1000.
SALTUS_LANE SineCosine sine_cosine(Vec x) {
  const Nearest n = nearest(x * 0.63661977236758134308);
  // pi/2 in two parts, the first with zeros at its end.
  const Vec r = (x - n.value * 1.57079632673412561417) - n.value * 6.07710050650619224932e-11;
  const Vec q = r * r;
  constexpr double f3 = -1.0 / 6, f5 = -f3 / 20, f7 = -f5 / 42, f9 = -f7 / 72, f11 = -f9 / 110, f13 = -f11 / 156,
                   f15 = -f13 / 210;
  constexpr double f4 = 1.0 / 24, f6 = -f4 / 30, f8 = -f6 / 56, f10 = -f8 / 90, f12 = -f10 / 132, f14 = -f12 / 182,
                   f16 = -f14 / 240;
  const Vec q2 = q * q, q4 = q2 * q2;
  const Vec s = r + r * q * ((f3 + q * f5) + q2 * (f7 + q * f9) + q4 * ((f11 + q * f13) + q2 * f15));
  const Vec c = (1.0 - 0.5 * q) + q2 * ((f4 + q * f6) + q2 * (f8 + q * f10) + q4 * ((f12 + q * f14) + q2 * f16));
  const Bits quarter = as_bits(n.shifted);
  const Bits is_odd = (quarter & 1) == 1;
  const Bits sine_sign = (quarter & 2) << 62, cosine_sign = ((quarter + 1) & 2) << 62;
  return {as_vec(as_bits(is_odd ? c : s) ^ sine_sign), as_vec(as_bits(is_odd ? s : c) ^ cosine_sign)};
}

}  // namespace
}  // namespace saltus::bench
