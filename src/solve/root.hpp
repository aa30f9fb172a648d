#pragma once
// What the search for roots of a guard takes and gives.

#include <span>

#include "number/number.hpp"

namespace saltus {

/// One guard on one stretch [0, length] of local time: h(s) = sum q_j s^j + error(s), with
///   |error(s)| <= noise + relative * sum |q_j| s^j + tail * (s/length)^(n+1).
/// The first `zeros` coefficients are zero by the restart rule (whatever they hold); q_zeros gives the sign just after 0.
/// `noise` concerns the value of q_0 and is not used for decisions when q_0 is taken as zero.
template <class T>
struct GuardSeries {
  std::span<const T> q;
  T length;
  int zeros = 0;
  T tail = T(0);
  T noise = T(0);
  T relative = T(4) * unit_roundoff<T>();
};

/// A crossing: the guard has the sign -direction before and direction after. The true root of odd multiplicity lies in
/// [at - uncertainty, at + uncertainty], as far as the errors stated in the series allow to say.
template <class T>
struct Root {
  T at{};
  T uncertainty{};
  int direction = 0;
  int multiplicity = 1;
};

/// The guard comes to `distance` of zero (a root of even multiplicity if that is within the errors) and turns back.
template <class T>
struct Touch {
  T at{};
  T distance{};
};

/// none: the guard keeps its sign on (0, length]. crossing: `root` is the first. unsure: within the truncation error a pair
/// of roots could be hidden or invented before the first certain crossing; a shorter
///   stretch decides it.
enum class Outcome { none, crossing, unsure };

template <class T>
struct Search {
  Outcome outcome = Outcome::none;
  Root<T> root{};
  T least = T(0);          ///< outcome none: |h| stays above this on the whole stretch, as far as was looked; may be 0
  bool turns_back = true;  ///< false: |h| has no minimum inside the stretch, so that there is no near miss
};

}  // namespace saltus
