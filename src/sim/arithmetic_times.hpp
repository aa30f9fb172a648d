#pragma once
// The times first + n * interval, n = 0, 1, 2, ..., without accumulated rounding.

#include <optional>

#include "number/number.hpp"

namespace saltus {

/// Exact where both numbers are rational: then 0 + 3 * 0.1 is the number nearest to 3/10.
template <class T>
class ArithmeticTimes {
 public:
  ArithmeticTimes(T first, T interval, std::optional<Rational> exact_first, std::optional<Rational> exact_interval)
      : first_(std::move(first)),
        interval_(std::move(interval)),
        exact_first_(std::move(exact_first)),
        exact_interval_(std::move(exact_interval)) {}

  [[nodiscard]] const T& interval() const { return interval_; }

  [[nodiscard]] T operator()(long long n) const {
    if (exact_first_ && exact_interval_) {
      const auto product = Rational::mul(*exact_interval_, Rational(n));
      if (const auto sum = product ? Rational::add(*exact_first_, *product) : std::nullopt) return NumberTraits<T>::from(*sum);
    }
    return first_ + T(static_cast<double>(n)) * interval_;
  }

  /// The least n with (*this)(n) >= time. Precondition: the interval is positive.
  [[nodiscard]] long long first_from(const T& time) const {
    if (!(first_ < time)) return 0;
    auto n = static_cast<long long>(to_double(floor((time - first_) / interval_)));
    while (n > 0 && !((*this)(n - 1) < time)) --n;
    while ((*this)(n) < time) ++n;
    return n;
  }

 private:
  T first_, interval_;
  std::optional<Rational> exact_first_, exact_interval_;
};

}  // namespace saltus
