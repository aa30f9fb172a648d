// Digit j of the index, in base 2, exchanges the digits of the coordinate that direction j names. The directions are those of Joe and Kuo,
// "Constructing Sobol sequences with better two-dimensional projections", SIAM J. Sci. Comput. 30 (2008), as Boost.Random has them. Its
// engine goes through the points in Gray order; from one point to the next, number 2^j, the one digit j changes: so the
// directions are seen from outside.

#include "study/low_discrepancy.hpp"

#include <boost/random/sobol.hpp>
#include <cassert>

namespace saltus {
namespace {

/// The first point is skipped by the engine: place p is its draw p - 1, and place 0 is the origin.
std::vector<std::uint64_t> engine_point(boost::random::sobol& engine, std::uint64_t place, std::uint32_t dimensions) {
  std::vector<std::uint64_t> point(dimensions, 0);
  if (place == 0) return point;
  engine.seed(place - 1);
  for (std::uint64_t& x : point) x = engine();
  return point;
}

}  // namespace

SobolSequence::SobolSequence(std::uint32_t dimensions, std::uint64_t seed) : directions_(dimensions), shift_(dimensions) {
  assert(dimensions >= 1 && dimensions <= most_dimensions);
  boost::random::sobol engine(dimensions);
  for (std::uint64_t j = 0; j < digits; ++j) {
    const std::uint64_t place = std::uint64_t{1} << j;
    const std::vector<std::uint64_t> before = engine_point(engine, place - 1, dimensions);
    const std::vector<std::uint64_t> at = engine_point(engine, place, dimensions);
    for (std::uint32_t d = 0; d < dimensions; ++d) directions_[d][j] = before[d] ^ at[d];
  }
  for (std::uint32_t d = 0; d < dimensions; ++d) shift_[d] = random_bits(seed, RandomUse::shift, d, 0);
}

Probability SobolSequence::coordinate(std::uint64_t index, std::uint32_t dimension) const {
  assert(index >> digits == 0);
  std::uint64_t x = shift_[dimension];
  for (std::size_t j = 0; index != 0; index >>= 1, ++j) {
    if (index & 1) x ^= directions_[dimension][j];
  }
  return probability_of(x);
}

}  // namespace saltus
