// With and without the fused instruction of the machine: the error of a product is exact either way, so both give the same bits.

#include "tape/series_double_double.hpp"

#include <array>

namespace saltus::series {
namespace {

struct Split {
  [[gnu::always_inline]] static double error(double a, double b, double) { return DoubleDouble::product_of(a, b).low(); }
};
struct Fused {
  [[gnu::always_inline]] static double error(double a, double b, double product) { return __builtin_fma(a, b, -product); }
};

template <class Product>
struct Accumulator {
  double sum = 0, errors = 0;

  /// Adds (a + a_low) (b + b_low).
  [[gnu::always_inline]] void add(double a, double a_low, double b, double b_low) {
    const double p = a * b, next = sum + p, part = next - sum;
    errors += ((sum - (next - part)) + (p - part)) + (Product::error(a, b, p) + (a * b_low + a_low * b));
    sum = next;
  }
  [[nodiscard]] [[gnu::always_inline]] DoubleDouble value() const {
    const DoubleDouble joined = DoubleDouble::sum_of(sum, errors);
    return is_finite(joined) ? joined : DoubleDouble(sum);
  }
};

template <class Product>
[[gnu::always_inline]] inline DoubleDouble plain(const DoubleDouble* a, const DoubleDouble* b, int k, int low, int high) {
  Accumulator<Product> sum;
  for (int j = low; j <= high; ++j) sum.add(a[j].high(), a[j].low(), b[k - j].high(), b[k - j].low());
  return sum.value();
}

template <class Product>
[[gnu::always_inline]] inline DoubleDouble weighted(const DoubleDouble* a, const DoubleDouble* b, int k, int low, int high) {
  Accumulator<Product> sum;
  for (int j = low; j <= high; ++j) {
    const double weight = j, x = weight * a[j].high();
    sum.add(x, Product::error(weight, a[j].high(), x) + weight * a[j].low(), b[k - j].high(), b[k - j].low());
  }
  return sum.value();
}

#ifdef __x86_64__
const bool has_fused = __builtin_cpu_supports("fma") != 0;

[[gnu::target("fma")]] DoubleDouble plain_fused(const DoubleDouble* a, const DoubleDouble* b, int k, int low, int high) {
  return plain<Fused>(a, b, k, low, high);
}
[[gnu::target("fma")]] DoubleDouble weighted_fused(const DoubleDouble* a, const DoubleDouble* b, int k, int low, int high) {
  return weighted<Fused>(a, b, k, low, high);
}
#else
constexpr bool has_fused = false;
constexpr auto plain_fused = plain<Split>, weighted_fused = weighted<Split>;
#endif

const std::array<DoubleDouble, 64> known = [] {
  std::array<DoubleDouble, 64> table{};
  for (std::size_t n = 1; n < table.size(); ++n) table[n] = DoubleDouble(1) / DoubleDouble(n);
  return table;
}();

}  // namespace

DoubleDouble divided(const DoubleDouble& x, int n) {
  return n < static_cast<int>(known.size()) ? x * known[static_cast<std::size_t>(n)] : x / DoubleDouble(n);
}

DoubleDouble product_sum(const DoubleDouble* a, const DoubleDouble* b, int k, int low, int high) {
  return has_fused ? plain_fused(a, b, k, low, high) : plain<Split>(a, b, k, low, high);
}

DoubleDouble weighted_product_sum(const DoubleDouble* a, const DoubleDouble* b, int k, int low, int high) {
  return has_fused ? weighted_fused(a, b, k, low, high) : weighted<Split>(a, b, k, low, high);
}

}  // namespace saltus::series
