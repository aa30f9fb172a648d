#pragma once
// ARGESIM comparison C21, case study 2: the RLC circuit with a Shockley diode over 75 periods of its source.
//   L i' = u0 - R1 i - uD,  C uC' = i - iD,  uD = R2 (i - iD) + uC,  iD = IS (exp(uD/UT) - 1) where uD > 0, else 0

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "contender.hpp"

namespace saltus::bench::rlc {

inline constexpr double R2 = 20, L = 25.3e-6, C = 100e-9, IS = 1e-8, UT = 26e-3, f = 0.15e6, t_end = 5e-4;
inline constexpr double omega = 2 * std::numbers::pi * f;
inline constexpr int changes = 149;  ///< between locking and conducting

/// What is left open in the benchmark, and the solution, computed with 36 digits and Taylor series of two orders that agree.
struct Case {
  double R1;
  double i, uC, uD;                          ///< at t_end
  std::array<double, 2> last_changes;        ///< times of the last two changes
  double largest_i, largest_uC, largest_uD;  ///< in the first two periods
};

/// As published: the diode hardly conducts.
inline constexpr Case published = {1e3,
                                   1.2797907844724946e-05,
                                   0.010319468621847546,
                                   0.010575326395032432,
                                   {0.000493860607245522, 0.0004972018575253341},
                                   9.9e-4,
                                   0.0203,
                                   0.0318};
/// With a hundredth of R1 it does.
inline constexpr Case conducting = {10,
                                    0.02475249975556913,
                                    0.15236020252704385,
                                    0.36790553492572853,
                                    {0.0004944065198673579, 0.0004976109379201827},
                                    0.0374,
                                    0.455,
                                    0.683};

struct Trajectory {
  double i = 0, uC = 0, uD = 0;  ///< at t_end
  std::array<double, 2> last_changes{};
  int changes = 0;
  long steps = -1;

  void add_change(double t) {
    last_changes = {last_changes[1], t};
    ++changes;
  }
};

/// Largest error of the end state, relative to each variable's largest value, and of the last changes, relative to a period; infinite if
/// the number of changes is wrong.
inline Outcome judge(const Case& c, const Trajectory& x) {
  if (x.changes != changes) return wrong_count(x.changes, changes);
  double error =
      std::max({std::abs(x.i - c.i) / c.largest_i, std::abs(x.uC - c.uC) / c.largest_uC, std::abs(x.uD - c.uD) / c.largest_uD});
  for (std::size_t k = 0; k < 2; ++k) error = std::max(error, f * std::abs(x.last_changes[k] - c.last_changes[k]));
  return {.error = error, .events = x.changes, .steps = x.steps};
}

}  // namespace saltus::bench::rlc
