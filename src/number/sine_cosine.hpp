#pragma once
// Sine and cosine of doubles and of lanes: the same operations, so the same bits, and eight at the price of one.
//
// x is reduced to r + tail, |r| at most pi/4, by a multiple of pi/2 that is subtracted in three parts; polynomials of least relative error (2^-58)
// follow. The results are within 0.8 units of the last place (tests/unit/number/sine_cosine_test.cpp). Arguments beyond 1e5, which would
// need more digits of pi, are left to the library.

#include "number/number.hpp"

namespace saltus {

template <class T>
struct SineCosine {
  T sine, cosine;
};

namespace detail {

/// To the nearest whole number, for |x| < 2^51.
template <class T>
[[gnu::always_inline]] inline T nearest_whole(const T& x) {
  const T shift(0x1.8p52);
  return (x + shift) - shift;
}

template <class T>
[[gnu::always_inline]] inline SineCosine<T> sine_cosine_reduced(const T& r, const T& tail) {
  const T z = r * r, z2 = z * z, half(0.5), one(1.0);
  const T z4 = z2 * z2, halved = half * z, near_one = one - halved;
  const T s = ((T(-0x1.5555555555549p-3) + z * T(0x1.111111110f87ap-7)) +
               z2 * (T(-0x1.a01a019c11965p-13) + z * T(0x1.71de3577b46a1p-19))) +
              z4 * (T(-0x1.ae5e66391926bp-26) + z * T(0x1.5d93009d7c862p-33));
  const T c = ((T(0x1.555555555554cp-5) + z * T(-0x1.6c16c16c1517ep-10)) +
               z2 * (T(0x1.a01a019cb1be3p-16) + z * T(-0x1.27e4f809f1048p-22))) +
              z4 * (T(0x1.1ee9ebe9750a0p-29) + z * T(-0x1.8fae9c9ce7b87p-37));
  const T sine = r + ((z * r) * s + tail * near_one);
  const T cosine = near_one + (((one - near_one) - halved) + (z2 * c - r * tail));
  return {select(r == T(0.0), r, sine), cosine};  // the sine of -0 is -0
}

/// |x| <= 1e5.
template <class T>
[[gnu::always_inline]] inline SineCosine<T> sine_cosine_turned(const T& x) {
  const T quarters = nearest_whole(x * T(0x1.45f306dc9c883p-1));
  // The first two parts of pi/2 have 36 digits: these products are exact.
  const T first = x - quarters * T(0x1.921fb5444p+0), second = quarters * T(0x1.68c234c4cp-39);
  const T high = first - second;
  const T second_part = first - high, first_part = high + second_part;
  const T low = ((first - first_part) + (second_part - second)) - quarters * T(0x1.98a2e03707345p-77);
  const T r = select(quarters == T(0.0), x, high + low);  // -0 stays what it is
  const SineCosine<T> reduced = sine_cosine_reduced(r, T((high - r) + low));
  const T turn = quarters - T(4.0) * nearest_whole(quarters * T(0.25));  // -2 to 2
  const auto odd = turn * turn == T(1.0), back = turn * turn == T(4.0);
  const T sine = select(odd, reduced.cosine, reduced.sine), cosine = select(odd, reduced.sine, reduced.cosine);
  return {select(back | (turn == T(-1.0)), -sine, sine), select(back | (turn == T(1.0)), -cosine, cosine)};
}

}  // namespace detail

/// `rare(x)`: what to do with arguments that are too large, or not finite.
template <class T, class Rare>
[[gnu::always_inline]] inline SineCosine<T> sine_cosine(const T& x, Rare&& rare) {
  using saltus::abs, std::abs;
  const T size = abs(x);
  if (all(size <= T(0x1.921fb54442d18p-1))) return detail::sine_cosine_reduced(x, T(0.0));
  if (!all(size <= T(1e5))) return rare(x);
  return detail::sine_cosine_turned(x);
}

[[nodiscard]] SineCosine<double> sine_cosine(double x);

}  // namespace saltus
