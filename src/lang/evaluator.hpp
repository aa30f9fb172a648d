#pragma once
// Expressions of the text to values: names, operators, arrays, calls of built-in functions. Wrong expressions are reported
// once and give an invalid value, about which everything that uses it stays silent.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/flattening.hpp"

namespace saltus::lang {

/// The values that a loop variable takes.
struct LoopRange {
  std::size_t count = 0;
  long long first = 0, step = 1;
  std::optional<Value> array = {};  ///< else first, first + step, ...
};

/// Which elements subscripts select.
struct Picked {
  bool valid = false;
  Shape shape;
  std::vector<std::size_t> positions;
  std::vector<Expr> varying;  ///< not empty: some subscripts are no constants; then one Integer expression per dimension
};

class Evaluator {
 public:
  explicit Evaluator(Flattening& f) : f_(f) {}

  Value value(const ast::Expr& e, const Context& c);
  /// The symbols that a name stands for, not their values during an execution.
  Value reference(const ast::Name& name, const Context& c);
  /// The same for what a `when` or transition assigns.
  Value target(const ast::Name& name, const Context& c);
  /// The instance in which a name that stands alone, or begins another, is found: that of the context or one around it.
  Instance* scope_of(std::string_view name, const Context& c);
  /// A member of `in`, or of modes in it that are known to be active; null if there is none.
  Member* visible(Instance& in, std::string_view name, const Context& c);
  /// The mode that `pump.on` or `on.inner` names; null if there is none.
  Instance* find_mode(const ast::Name& name, const Context& c);
  /// All results of a call (of a user function), for `(a, b) = f(x)`; empty after an error.
  std::vector<Value> results(const ast::Expr& e, const Context& c);

  std::optional<long long> structural_integer(const ast::Expr& e, const Context& c, std::string_view what);
  std::optional<bool> structural_truth(const ast::Expr& e, const Context& c, std::string_view what);
  std::optional<LoopRange> loop_range(const ast::ForIndex& index, const Context& c);
  [[nodiscard]] Loop loop_at(const LoopRange& range, std::size_t k, const ast::ForIndex& index, const Loop* outer);
  Picked pick(const Shape& shape, const std::vector<ast::Subscript>& subscripts, const Context& c, Span span);

  Value binary(ast::BinaryOp op, Value a, Value b, Span span, const Context& c);
  Value negative(Value a, Span span);
  /// if condition then a else b, element by element; the caller has unified types and shapes.
  Value choose(Expr condition, const Value& a, const Value& b);
  Value relation(ast::BinaryOp op, Value a, Value b, Span span, const Context& c);
  Expr bisected(const std::vector<Expr>& items, Expr index, std::size_t first, std::size_t last);
  Value dynamic_element(const Value& array, const std::vector<Expr>& indices);
  /// Condition that all indices are at position k of the shape.
  Expr at_position(const std::vector<Expr>& indices, const Shape& shape, std::size_t k);
  /// Adds an assertion that varying indices stay inside the array, where the name is read unconditionally.
  void check_index(const Shape& shape, const std::vector<Expr>& indices, const ast::Name& name, const Context& c);
  Value symbols_value(Member& m, const Context& c, Span span);
  std::vector<Value> evaluate_all(const std::vector<ast::Argument>& arguments, const Context& c, bool& ok);

 private:
  friend class BuiltinCalls;

  Value name(const ast::Name& name, const Context& c, bool reading);
  Value walk(Instance& in, const ast::Name& name, std::size_t part, const Context& c);
  Value enter(Member& m, const ast::Name& name, std::size_t part, const Context& c);
  Instance* mode_below(Instance& in, const ast::Name& name, std::size_t part, const Context& c);
  std::optional<Value> outer_constant(const ast::Name& name, const Context& c);
  void unknown_name(const ast::Name& name, const Context& c);
  bool inactive(const ast::Name& name, std::size_t part, Instance& in, const Context& c);
  void read_state(Value& v, const Context& c, const ast::Name& name);
  std::optional<long long> known_integer(const Value& v);
  std::optional<long long> quick_integer(const ast::Expr& e, const Context& c);
  /// The element that subscripts of such integers name; nothing for any others, and for those outside the array.
  std::optional<std::size_t> quick_position(const Shape& shape, const std::vector<ast::Subscript>& subscripts,
                                            const Context& c);
  std::optional<std::vector<std::size_t>> one_subscript(const ast::Subscript& s, std::size_t extent, const Context& c,
                                                        bool& scalar, Expr& varying);

  Value array(const ast::ArrayExpr& a, Span span, const Context& c);
  Value comprehension(const ast::Expr& element, const std::vector<ast::ForIndex>& indices, Span span, const Context& c);
  void for_all(const std::vector<ast::ForIndex>& indices, std::size_t level, const Context& c, Shape& extents,
               const std::function<void(const Context&)>& visit);
  Value stack(std::vector<Value> parts, Span span);
  Value matrix(const ast::MatrixExpr& m, Span span, const Context& c);
  Value range(const ast::RangeExpr& r, Span span, const Context& c);
  Value range_of(Value first, Value step, Value last, Span span);
  Value value_of(const ast::Expr& e, const Context& c);
  Value if_expression(const ast::IfExpr& e, Span span, const Context& c, std::size_t branch = 0);
  Value chain(const ast::ChainExpr& e, Span span, const Context& c);
  Value guarded_chain(const ast::ChainExpr& e, Value first, bool conjunction, const Context& c);
  Value unary(const ast::UnaryExpr& e, Span span, const Context& c);
  Value call(const ast::Expr& e, const ast::CallExpr& call, const Context& c);

  Value elementwise(Op op, Value a, Value b, Span span, std::string_view sign);
  Value product(Value a, Value b, Span span);
  Value quotient(Value a, Value b, Span span, bool by_element);
  Value power(Value a, Value b, Span span, bool by_element);
  Value logical(ast::BinaryOp op, Value a, Value b, Span span);
  bool numeric(const Value& a, Span span, std::string_view sign);

  Flattening& f_;
  int depth_ = 0;
};

}  // namespace saltus::lang
