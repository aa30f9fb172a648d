#pragma once
// What the kernels, solvers and the hybrid loop ask of a number type T.
//
// T is one of double, DoubleDouble (double_double.hpp), Mpfr (mpfr.hpp), Lanes<double, N> (lanes.hpp), Dual<T> (dual.hpp). All algorithms are written once, over T, with
//   - the operators + - * / and unary -, compound assignment, construction from double and int;
//   - free functions found by ADL or in this namespace: sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt
//     pow(T, T) floor abs, fma(a, b, c);
//   - comparisons < > <= >= == != that give bool (scalar types) or a mask (Lanes); `select(mask, a, b)`;
//   - the traits below.
// Decisions (step size, sign, branch) look at `value(x)`: the number without its derivatives.

#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <type_traits>

#include "number/rational.hpp"

namespace saltus {

/// Per-type facts. Specialised for every number type.
///   epsilon():  the unit roundoff u (half the distance from 1 to the next number)
///   pi():       the constant to the type's precision
///   from(r):    the nearest number to the exact value r
///   text(x):    shortest decimal for double (17 significant digits at most); all digits for DoubleDouble and Mpfr
template <class T>
struct NumberTraits;

template <>
struct NumberTraits<double> {
  static double epsilon() { return std::numeric_limits<double>::epsilon() / 2; }
  static double pi() { return 3.14159265358979323846; }
  static double from(const Rational& r) { return r.to_double(); }
  static std::string text(double x);
};

/// Arithmetic of the machine, with its range of exponents: double and what is made of it.
template <class T>
inline constexpr bool is_machine_number = std::is_floating_point_v<T>;
/// Carries derivatives (Dual).
template <class T>
inline constexpr bool has_derivative = false;

/// Equal in all parts, derivatives included. `==` looks at values, as all comparisons do.
template <class T>
[[nodiscard]] bool identical(const T& a, const T& b) {
  return a == b;
}

template <class T>
[[nodiscard]] T unit_roundoff() {
  return T(NumberTraits<T>::epsilon());
}

// double: the functions the templates call unqualified.
inline double value(double x) { return x; }
inline bool is_finite(double x) { return std::isfinite(x); }
inline double to_double(double x) { return x; }
inline double select(bool mask, double a, double b) { return mask ? a : b; }
// The masks of scalar types are bool: generic code asks any(x < y), all(x < y).
inline bool any(bool mask) { return mask; }
inline bool all(bool mask) { return mask; }
using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::floor, std::fma, std::log,
    std::log10, std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;

}  // namespace saltus
