// With S(z) the probability above z, and M(z) = S(z) exp(z^2/2):
//   both limits on the upper side:  S(z)/S(low) = p.above + p.below S(high)/S(low), a sum of positive terms. Near the centre S itself is
//     inverted; far out, where S is below the range of doubles, Newton's method finds z - low from the logarithm of that ratio,
//     log S(z)/S(low) = -(z - low)(z + low)/2 + log M(z)/M(low), whose slope is -1/(sqrt(2 pi) M).
//   both on the lower side: mirrored.
//   else: by the error function near the centre, by the smaller of the two tails further out.
// M is Mills' ratio over sqrt(2 pi), by its continued fraction 1/(z + 1/(z + 2/(z + 3/(z + ...)))).

#include "study/normal_tail.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>
#include <numbers>

namespace saltus {
namespace {

/// Not through long double, which differs between machines. What overflows (the probability 0) is infinite.
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>,
                                             boost::math::policies::overflow_error<boost::math::policies::ignore_error>>;

constexpr double far = 10;
constexpr double log_root_two_pi = 0.91893853320467274178;

double mills(double z) {
  double tail = z;
  for (int k = 40; k >= 1; --k) tail = z + k / tail;
  return 1 / tail;
}

double upper(double z) { return 0.5 * std::erfc(z / std::numbers::sqrt2); }
double inverse_upper(double q) { return std::numbers::sqrt2 * boost::math::erfc_inv(2 * q, Policy()); }

/// log of S(z) exp(z^2/2), z >= 0.
double log_scaled_upper(double z) { return z < far ? std::log(upper(z)) + z * z / 2 : std::log(mills(z)) - log_root_two_pi; }

/// log of S(z)/S(low), low <= z.
double log_ratio(double low, double z) {
  if (std::isinf(z)) return -std::numeric_limits<double>::infinity();
  return -(z - low) * ((z + low) / 2) + log_scaled_upper(z) - log_scaled_upper(low);
}

double far_out(double low, double log_share) {
  double step = -2 * log_share / (low + std::sqrt(low * low - 2 * log_share));
  for (int round = 0; round < 50; ++round) {
    const double z = low + step, change = (log_ratio(low, z) - log_share) * mills(z);
    step += change;
    if (std::abs(change) <= 1e-16 * step) break;
  }
  return low + step;
}

double upper_side(double low, double high, Probability p) {
  const double share = p.above + p.below * std::exp(log_ratio(low, high));
  return low >= far ? far_out(low, std::log(share)) : inverse_upper(upper(low) * share);
}

double across(double low, double high, Probability p) {
  const double left = std::erf(low / std::numbers::sqrt2), right = std::erf(high / std::numbers::sqrt2);
  const double centre = left * p.above + right * p.below;
  if (std::abs(centre) < 0.5) return std::numbers::sqrt2 * boost::math::erf_inv(centre, Policy());
  const double mass = (right - left) / 2;
  return centre < 0 ? -inverse_upper(upper(-low) + p.below * mass) : inverse_upper(upper(high) + p.above * mass);
}

}  // namespace

double standard_normal_between(double low, double high, Probability p) {
  if (low >= 0) return upper_side(low, high, p);
  if (high <= 0) return -upper_side(-high, -low, {p.above, p.below});
  return across(low, high, p);
}

}  // namespace saltus
