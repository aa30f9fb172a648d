#pragma once
// What an expression of the text stands for: a scalar or an array of scalar expressions, or a text.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/expr.hpp"
#include "model/hybrid_model.hpp"

namespace saltus::lang {

/// Extents, outermost first; empty for a scalar.
using Shape = std::vector<std::size_t>;

/// Largest number of elements of one array.
inline constexpr std::size_t max_elements = 10'000'000;

struct Value {
  bool valid = false;  ///< false: a diagnostic has been given; users stay silent
  Type type = Type::real;
  Shape shape;
  std::vector<Expr> items;  ///< row by row; empty for a text
  Message message;          ///< Type::string (always scalar)

  [[nodiscard]] bool is_scalar() const { return valid && shape.empty(); }
  [[nodiscard]] bool is_numeric() const { return type == Type::real || type == Type::integer; }
  [[nodiscard]] bool is_text() const { return type == Type::string; }
  [[nodiscard]] Expr scalar() const { return items.front(); }
};

[[nodiscard]] Value scalar_value(Expr e);
[[nodiscard]] Value array_value(Type type, Shape shape, std::vector<Expr> items);
[[nodiscard]] Value text_value(Message message);

/// Number of elements; nullopt beyond max_elements.
[[nodiscard]] std::optional<std::size_t> element_count(const Shape& shape);

/// "a scalar", "an array [3, 2]".
[[nodiscard]] std::string describe(const Shape& shape);
[[nodiscard]] std::string_view name_of(Type type);  ///< "Real"

/// Help for a Real where an Integer is needed; "" for other values.
[[nodiscard]] std::string whole_number_help(const Value& v);

/// An Integer or Real expression as Real.
[[nodiscard]] Expr as_real(Expr e);
/// Integer values become Real; others stay.
void make_real(Value& v);
/// Gives both the common numeric type; false if they are of different kinds (Boolean and Real ...).
bool unify(Value& a, Value& b);

/// A truth value that is known from the expression alone.
[[nodiscard]] std::optional<bool> literal_truth(Expr e);

/// The part of `v` at the leading `indices` (from 0); the caller has checked the bounds.
[[nodiscard]] Value slice_at(const Value& v, const std::vector<std::size_t>& indices);

/// Writes the 1-based indices of element `k` as "[1,3]"; "" for a scalar.
[[nodiscard]] std::string index_text(const Shape& shape, std::size_t k);

/// Combines many terms with a balanced tree, so that long sums stay shallow; up to 16 terms from left to right.
[[nodiscard]] Expr combine(Op op, std::vector<Expr> terms);

}  // namespace saltus::lang
