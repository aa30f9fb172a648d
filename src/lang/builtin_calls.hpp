#pragma once
// Calls of built-in functions and operators.

#include <string>
#include <string_view>
#include <vector>

#include "lang/evaluator.hpp"

namespace saltus::lang {

class BuiltinCalls {
 public:
  BuiltinCalls(Flattening& f, Evaluator& e) : f_(f), e_(e) {}

  /// A call whose callee is no user function.
  Value call(const ast::CallExpr& call, Span span, const Context& c);
  /// Is there a built-in function of this name?
  [[nodiscard]] static bool knows(std::string_view name);
  [[nodiscard]] static std::vector<std::string> names();

 private:
  struct Arguments {
    const ast::CallExpr& call;
    Span span;
    const Context& context;
    std::string_view name;
    std::vector<Value> values;
  };
  using Handler = Value (BuiltinCalls::*)(Arguments&);
  struct Entry {
    std::string_view name;
    std::size_t least, most;  ///< number of arguments
    Handler handler;
    bool lazy;  ///< looks at its arguments as text
  };
  static const Entry* find(std::string_view name);

  Value unary_function(Arguments& a);
  Value binary_function(Arguments& a);
  Value whole_function(Arguments& a);
  Value min_max(Arguments& a);
  Value sum_product(Arguments& a);
  Value reduction(Arguments& a);
  Value semi_linear(Arguments& a);
  Value text_of(Arguments& a);

  Value der(Arguments& a);
  Value pre(Arguments& a);
  Value edge_change(Arguments& a);
  Value initial_terminal(Arguments& a);
  Value sample(Arguments& a);
  Value no_event(Arguments& a);
  Value smooth(Arguments& a);
  Value homotopy(Arguments& a);
  Value active_state(Arguments& a);
  Value time_in_state(Arguments& a);
  Value zeno(Arguments& a);
  Value misplaced(Arguments& a);
  Value later(Arguments& a);
  Value variable_argument(Arguments& a, std::string_view what);

  Value size(Arguments& a);
  Value ndims(Arguments& a);
  Value fill(Arguments& a);
  Value zeros_ones(Arguments& a);
  Value identity(Arguments& a);
  Value diagonal(Arguments& a);
  Value linspace(Arguments& a);
  Value transpose(Arguments& a);
  Value cat(Arguments& a);
  Value reshaped(Arguments& a);
  Value cross(Arguments& a);
  Value outer_product(Arguments& a);
  Value interpolate(Arguments& a);

  bool numeric_arguments(Arguments& a);
  std::optional<Shape> extents(Arguments& a, std::size_t from);
  Value wrong(Arguments& a, std::string message);
  Expr guarded(Expr e, const Context& c);

  Flattening& f_;
  Evaluator& e_;
};

/// cat(dimension, ...): the values have at least `dimension` dimensions, of equal extents elsewhere.
Value concatenate(Flattening& f, std::size_t dimension, std::vector<Value> parts, Span span);

}  // namespace saltus::lang
