#pragma once
// Exact rational numbers: the value of literals and of what is computed from them before a run.
// `0.2` is 1/5. Sizes are bounded: an operation whose result would need more than `max_bits` bits gives nullopt,
// so 2^(10^9) costs nothing. Integers of a machine word, which most are, need no memory of their own.

#include <compare>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace saltus {

class Rational {
 public:
  static constexpr std::size_t max_bits = 4096;

  Rational() = default;                                                        ///< 0
  Rational(long long n) : whole_(n) {}                                         // an integer is a rational
  static Rational from_double(double exact);                                   ///< its binary value; the argument is finite
  static std::optional<Rational> ratio(const Rational& a, const Rational& b);  ///< nullopt for b = 0

  /// Decimal text as Modelica writes it: "12", "0.2", "1e-3", "3.", "1.5E+3", after an optional sign; nullopt if it is no
  /// number, if its exponent is beyond +-400 (no double holds it) or if it has too many digits for max_bits.
  static std::optional<Rational> parse(std::string_view text);

  [[nodiscard]] bool is_integer() const;
  [[nodiscard]] bool is(long long n) const { return !rep_ && whole_ == n; }  ///< equal to n
  [[nodiscard]] int sign() const;
  [[nodiscard]] std::optional<long long> to_integer() const;  ///< if integral and it fits
  [[nodiscard]] double to_double() const;                     ///< correctly rounded
  [[nodiscard]] Rational floor() const;
  [[nodiscard]] std::size_t hash() const;
  /// Decimal if the value has a finite one of at most 40 significant digits ("0.2", "1.5e-30"), else "a/b" (or "a").
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool has_short_decimal() const;

  /// nullopt when the result would exceed max_bits, for division by zero, for inexact powers.
  static std::optional<Rational> add(const Rational& a, const Rational& b);
  static std::optional<Rational> sub(const Rational& a, const Rational& b);
  static std::optional<Rational> mul(const Rational& a, const Rational& b);
  static std::optional<Rational> div(const Rational& a, const Rational& b);
  static std::optional<Rational> pow(const Rational& a, const Rational& integer_exponent);
  [[nodiscard]] Rational negated() const;

  friend bool operator==(const Rational& a, const Rational& b);
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

  struct Rep;  ///< the GMP number behind it; only src/number looks inside

 private:
  explicit Rational(std::shared_ptr<const Rep> rep) : rep_(std::move(rep)) {}
  friend struct RationalAccess;
  long long whole_ = 0;             // the value, if there is no rep
  std::shared_ptr<const Rep> rep_;  // fractions and integers beyond a word; never changed once made, so copies share it
};

}  // namespace saltus
