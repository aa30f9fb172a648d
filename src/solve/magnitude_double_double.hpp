#pragma once
// Magnitudes of DoubleDouble: those of the high part.

#include "number/double_double.hpp"
#include "solve/magnitude.hpp"

namespace saltus {

inline double log2_abs(const DoubleDouble& x) { return log2_abs(x.high()); }
inline double rough_log2(const DoubleDouble& x) { return rough_log2(x.high()); }

template <>
inline DoubleDouble exp2_of<DoubleDouble>(double x) {
  return std::exp2(x);
}

template <>
inline DoubleDouble rough_exp2<DoubleDouble>(double x) {
  return rough_exp2<double>(x);
}

}  // namespace saltus
