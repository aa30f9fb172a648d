#pragma once
// Which expressions are multiples of one another: h, -h, 2*h and h/3 have one surface h = 0.

#include <cstdint>
#include <map>
#include <optional>

#include "expr/expr.hpp"

namespace saltus {

/// An expression as a sum of rational multiples of others that are neither sums nor multiples. Parameters are not numbers here.
class Multiples {
 public:
  explicit Multiples(Expr e);
  /// The sign of r if this is r times the other, with a rational r that is not zero; nothing if that cannot be seen.
  [[nodiscard]] std::optional<int> sign_of_multiple(const Multiples& other) const;

 private:
  bool expand(Expr e);
  bool add(Expr of, const std::optional<Rational>& factor);

  std::map<std::uint32_t, Rational> terms_;  // by the id of the expression; the constant term is apart
  bool known_ = false;
};

[[nodiscard]] std::optional<int> sign_of_multiple(Expr a, Expr b);

}  // namespace saltus
