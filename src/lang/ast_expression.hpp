#pragma once
// The syntax tree: names and expressions. What holds of all nodes is in ast.hpp.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/source.hpp"
#include "number/rational.hpp"

namespace saltus::ast {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

// ---------------------------------------------------------------- names

/// A quoted identifier ('a.x[1]') keeps its quotes in `text`: it is never equal to an unquoted one.
struct Ident {
  Span span;
  std::string text;
};

/// One index of `a[i, :, end]`; `value` is null for the whole range `:`.
struct Subscript {
  Span span;
  ExprPtr value;
};

struct NamePart {
  Ident name;
  std::vector<Subscript> subscripts;
};

/// `a.b[i].c`; `global` for a leading dot. At least one part. Names of types have no subscripts.
struct Name {
  Span span;
  bool global = false;
  std::vector<NamePart> parts;

  /// "a.b.c", without subscripts.
  [[nodiscard]] std::string dotted() const;
  /// A single unsubscripted identifier equal to `text`.
  [[nodiscard]] bool is(std::string_view text) const;
};

// ---------------------------------------------------------------- expressions

struct NumberExpr {
  std::string text;  ///< as written
  Rational value;
  bool integer = false;  ///< written without point and exponent: an Integer literal
};

struct StringExpr {
  std::string value;  ///< escapes replaced
};

struct BooleanExpr {
  bool value = false;
};

struct NameExpr {
  Name name;
};

/// `end` inside a subscript.
struct EndExpr {};

/// `i in range`; `range` is null when left out (`for i loop`).
struct ForIndex {
  Span span;
  Ident name;
  ExprPtr range;
};

/// An argument; `name` is absent for a positional one. Positional ones come first.
struct Argument {
  Span span;
  std::optional<Ident> name;
  ExprPtr value;
};

/// `f(a, b, n = c)`. Everything in call form is one, `der`, `pre`, `initial`, `size` included.
/// A reduction `sum(e for i in r)` has exactly one positional argument and `indices`.
struct CallExpr {
  Name callee;
  std::vector<Argument> arguments;
  std::vector<ForIndex> indices;
};

/// `function f(a = 1)` as an argument.
struct PartialFunctionExpr {
  Name callee;
  std::vector<Argument> arguments;
};

/// `{a, b}`, or `{e for i in r, j in s}`: then one element and `indices`.
struct ArrayExpr {
  std::vector<ExprPtr> elements;
  std::vector<ForIndex> indices;
};

/// `[a, b; c, d]`.
struct MatrixExpr {
  std::vector<std::vector<ExprPtr>> rows;
};

/// `first : last` or `first : step : last`; `step` may be null.
struct RangeExpr {
  ExprPtr first;
  ExprPtr step;
  ExprPtr last;
};

struct IfBranch {
  Span span;
  ExprPtr condition;
  ExprPtr value;
};

/// `if c then a elseif d then b else e`.
struct IfExpr {
  std::vector<IfBranch> branches;
  ExprPtr otherwise;
};

enum class UnaryOp : std::uint8_t { plus, minus, element_plus, element_minus, logical_not };

struct UnaryExpr {
  UnaryOp op{};
  ExprPtr operand;
};

enum class BinaryOp : std::uint8_t {
  add,
  sub,
  element_add,
  element_sub,
  mul,
  div,
  element_mul,
  element_div,
  pow,
  element_pow,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
};

struct ChainLink {
  BinaryOp op{};
  Span op_span;
  ExprPtr operand;
};

/// first op1 operand1 op2 operand2 ..., grouped from the left. The operators of one chain have the same precedence:
/// sums (`+ - .+ .-`), products (`* / .* ./`), `and`, `or` have one or more links; a relation or a power exactly one.
struct ChainExpr {
  ExprPtr first;
  std::vector<ChainLink> links;
};

/// `(a, , b)`: the left side of a call with several results; null for a slot left empty. Plain parentheses leave no node.
struct TupleExpr {
  std::vector<ExprPtr> slots;
};

struct Expr {
  Span span;
  std::variant<NumberExpr, StringExpr, BooleanExpr, NameExpr, EndExpr, CallExpr, PartialFunctionExpr, ArrayExpr, MatrixExpr,
               RangeExpr, IfExpr, UnaryExpr, ChainExpr, TupleExpr>
      node;

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&node);
  }
};

[[nodiscard]] std::string_view text(BinaryOp op);  ///< ".+"
[[nodiscard]] std::string_view text(UnaryOp op);   ///< "not"

}  // namespace saltus::ast
