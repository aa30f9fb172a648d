#pragma once
// The value of an expression without time: constants, parameters, sizes, `--set` values.

#include <functional>
#include <optional>
#include <variant>

#include "expr/expr.hpp"

namespace saltus {

/// Exact value of a closed expression: rationals (Real, Integer) or 0/1 (Boolean). nullopt where it is not rational
/// (pi, sin, ...), undefined (1/0) or too large. `value_of(symbol)` gives the expression bound to a symbol or null.
std::optional<Rational> exact_value(Expr e, const std::function<Expr(Expr)>& value_of = {});

/// False: exact_value() has no answer, whatever the symbols in `e` are bound to.
bool may_have_exact_value(Expr e);

/// Numeric value of a closed expression in T (double or Mpfr), piecewise operators taken literally; NaN where undefined.
/// `leaf(e)` gives the value of symbol, der, pre, time, initial, terminal, sample and call nodes.
template <class T>
T numeric_value(Expr e, const std::function<T(Expr)>& leaf);

}  // namespace saltus
