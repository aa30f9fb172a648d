#include "study/order_statistics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>

#include "study/statistics.hpp"

namespace saltus {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The two neighbours of a quantile among n sorted values, and where it lies between them.
struct Position {
  std::uint64_t rank;
  double share;
};

Position position_of(double probability, std::uint64_t n) {
  const double place = std::clamp(probability, 0.0, 1.0) * static_cast<double>(n - 1);
  const auto rank = std::min(static_cast<std::uint64_t>(place), n - 1);
  return {rank, place - static_cast<double>(rank)};
}

double between(double low, double high, double share) { return share > 0 && low != high ? low + share * (high - low) : low; }

// Selection by digits: the doubles are ordered as integers of 64 bits are, once negative ones are turned round. Each pass counts, for
// every wanted rank, how the values that share the digits known so far continue; five passes of 13 bits name the value. Longer digits
// would save passes, and take megabytes for their counts.

constexpr unsigned digit_bits = 13, passes = 5;
constexpr std::uint64_t digits = std::uint64_t{1} << digit_bits;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

std::uint64_t key_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x == 0 ? 0.0 : x);
  return bits & sign_bit ? ~bits : bits | sign_bit;
}

double value_of(std::uint64_t key) { return std::bit_cast<double>(key & sign_bit ? key & ~sign_bit : ~key); }

struct Wanted {
  std::uint64_t rank;        // among the values with this prefix
  std::uint64_t prefix = 0;  // the digits known so far
};

void refine(const ValueVisitor& visit, unsigned known, std::vector<Wanted>& wanted) {
  std::map<std::uint64_t, std::vector<std::uint32_t>> counts;  // a study has fewer points than these hold
  for (const Wanted& w : wanted) counts.try_emplace(w.prefix, digits, 0);
  const unsigned shift = (passes - 1 - known) * digit_bits;
  visit([&](double x) {
    if (std::isnan(x)) return;
    const std::uint64_t key = key_of(x) >> shift;
    if (const auto found = counts.find(key / digits); found != counts.end()) ++found->second[key % digits];
  });
  for (Wanted& w : wanted) {
    const std::vector<std::uint32_t>& continued = counts.at(w.prefix);
    std::uint64_t digit = 0;
    for (; w.rank >= continued[digit]; ++digit) w.rank -= continued[digit];
    w.prefix = w.prefix * digits + digit;
  }
}

/// Ranks of values from 1, the mean one where they are equal.
std::vector<double> ranks_of(std::span<const double> x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  std::vector<double> ranks(x.size());
  for (std::size_t from = 0, to = 0; from < order.size(); from = to) {
    while (to < order.size() && x[order[to]] == x[order[from]]) ++to;
    for (std::size_t i = from; i < to; ++i) ranks[order[i]] = static_cast<double>(from + to + 1) / 2;
  }
  return ranks;
}

}  // namespace

std::vector<double> quantiles(std::vector<double>& values, std::span<const double> probabilities) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  if (values.empty()) return std::vector<double>(probabilities.size(), nan);
  std::sort(values.begin(), values.end());
  std::vector<double> found;
  for (const double p : probabilities) {
    const auto [rank, share] = position_of(p, values.size());
    found.push_back(between(values[rank], values[std::min(rank + 1, values.size() - 1)], share));
  }
  return found;
}

std::vector<double> quantiles_by_passes(const ValueVisitor& visit, std::span<const double> probabilities) {
  std::uint64_t n = 0;
  visit([&](double x) { n += !std::isnan(x); });
  if (n == 0) return std::vector<double>(probabilities.size(), nan);
  std::vector<Wanted> wanted;
  for (const double p : probabilities) {
    const std::uint64_t rank = position_of(p, n).rank;
    wanted.push_back({rank});
    wanted.push_back({std::min(rank + 1, n - 1)});
  }
  for (unsigned known = 0; known < passes; ++known) refine(visit, known, wanted);
  std::vector<double> found;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    found.push_back(
        between(value_of(wanted[2 * i].prefix), value_of(wanted[2 * i + 1].prefix), position_of(probabilities[i], n).share));
  }
  return found;
}

double rank_correlation(std::span<const double> x, std::span<const double> y) {
  std::vector<double> kept_x, kept_y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]) || std::isnan(y[i])) continue;
    kept_x.push_back(x[i]);
    kept_y.push_back(y[i]);
  }
  const std::vector<double> rank_x = ranks_of(kept_x), rank_y = ranks_of(kept_y);
  Correlation correlation;
  for (std::size_t i = 0; i < rank_x.size(); ++i) correlation.add(rank_x[i], rank_y[i]);
  return correlation.value();
}

Histogram::Histogram(double from, double to, std::size_t bins)
    : low(from), width(to / static_cast<double>(bins) - from / static_cast<double>(bins)), counts(bins, 0) {}

void Histogram::add(double x) {
  // Ends may be so far apart that their distance is no double.
  const double place = width > 0 ? x / width - low / width : 0;
  if (!(x >= low && place <= static_cast<double>(counts.size()) * (1 + 1e-15))) return;
  ++counts[std::min(static_cast<std::size_t>(place), counts.size() - 1)];
}

std::size_t fitting_bins(std::uint64_t count, double min, double max, double lower_quartile, double upper_quartile) {
  constexpr double most = 200;
  if (count < 2 || !(min < max)) return 1;
  const double n = static_cast<double>(count), width = 2 * (upper_quartile - lower_quartile) / std::cbrt(n);
  const double bins = width > 0 ? std::ceil(max / width - min / width) : std::ceil(std::sqrt(n));
  return static_cast<std::size_t>(bins >= 1 ? std::min(bins, most) : 1.0);
}

double normal_density(double mean, double standard_deviation, double x) {
  const double z = (x - mean) / standard_deviation;
  return std::exp(-z * z / 2) / (standard_deviation * std::sqrt(2 * std::numbers::pi));
}

}  // namespace saltus
