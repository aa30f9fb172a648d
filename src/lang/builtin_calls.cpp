// The table of built-in functions, and the scalar ones.

#include "lang/builtin_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/functions.hpp"
#include "lang/imports.hpp"
#include "lang/library.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {
namespace {

struct Named {
  std::string_view name;
  Op op;
};

constexpr std::array scalar_ops = {
    Named{"abs", Op::abs},   Named{"sign", Op::sign},       Named{"sqrt", Op::sqrt},   Named{"sin", Op::sin},
    Named{"cos", Op::cos},   Named{"tan", Op::tan},         Named{"asin", Op::asin},   Named{"acos", Op::acos},
    Named{"atan", Op::atan}, Named{"sinh", Op::sinh},       Named{"cosh", Op::cosh},   Named{"tanh", Op::tanh},
    Named{"exp", Op::exp},   Named{"log", Op::log},         Named{"log10", Op::log10}, Named{"floor", Op::floor},
    Named{"ceil", Op::ceil}, Named{"integer", Op::integer}, Named{"atan2", Op::atan2}, Named{"div", Op::div_trunc},
    Named{"mod", Op::mod},   Named{"rem", Op::rem},         Named{"min", Op::min},     Named{"max", Op::max},
};

Op op_of(std::string_view name) { return std::ranges::find(scalar_ops, name, &Named::name)->op; }

constexpr std::size_t any = 1'000'000;

}  // namespace

const BuiltinCalls::Entry* BuiltinCalls::find(std::string_view name) {
  using B = BuiltinCalls;
  static constexpr std::array table = {Entry{"abs", 1, 1, &B::unary_function, false},
                                       Entry{"sign", 1, 1, &B::unary_function, false},
                                       Entry{"sqrt", 1, 1, &B::unary_function, false},
                                       Entry{"sin", 1, 1, &B::unary_function, false},
                                       Entry{"cos", 1, 1, &B::unary_function, false},
                                       Entry{"tan", 1, 1, &B::unary_function, false},
                                       Entry{"asin", 1, 1, &B::unary_function, false},
                                       Entry{"acos", 1, 1, &B::unary_function, false},
                                       Entry{"atan", 1, 1, &B::unary_function, false},
                                       Entry{"sinh", 1, 1, &B::unary_function, false},
                                       Entry{"cosh", 1, 1, &B::unary_function, false},
                                       Entry{"tanh", 1, 1, &B::unary_function, false},
                                       Entry{"exp", 1, 1, &B::unary_function, false},
                                       Entry{"log", 1, 1, &B::unary_function, false},
                                       Entry{"log10", 1, 1, &B::unary_function, false},
                                       Entry{"floor", 1, 1, &B::whole_function, false},
                                       Entry{"ceil", 1, 1, &B::whole_function, false},
                                       Entry{"integer", 1, 1, &B::whole_function, false},
                                       Entry{"atan2", 2, 2, &B::binary_function, false},
                                       Entry{"div", 2, 2, &B::binary_function, false},
                                       Entry{"mod", 2, 2, &B::binary_function, false},
                                       Entry{"rem", 2, 2, &B::binary_function, false},
                                       Entry{"min", 1, 2, &B::min_max, false},
                                       Entry{"max", 1, 2, &B::min_max, false},
                                       Entry{"sum", 1, 1, &B::sum_product, false},
                                       Entry{"product", 1, 1, &B::sum_product, false},
                                       Entry{"semiLinear", 3, 3, &B::semi_linear, false},
                                       Entry{"String", 1, 4, &B::text_of, false},
                                       Entry{"der", 1, 1, &B::der, false},
                                       Entry{"pre", 1, 1, &B::pre, true},
                                       Entry{"edge", 1, 1, &B::edge_change, true},
                                       Entry{"change", 1, 1, &B::edge_change, true},
                                       Entry{"initial", 0, 0, &B::initial_terminal, false},
                                       Entry{"terminal", 0, 0, &B::initial_terminal, false},
                                       Entry{"sample", 1, 2, &B::sample, false},
                                       Entry{"noEvent", 1, 1, &B::no_event, true},
                                       Entry{"smooth", 2, 2, &B::smooth, false},
                                       Entry{"homotopy", 2, 4, &B::homotopy, true},
                                       Entry{"size", 1, 2, &B::size, false},
                                       Entry{"ndims", 1, 1, &B::ndims, false},
                                       Entry{"fill", 2, any, &B::fill, false},
                                       Entry{"zeros", 1, any, &B::zeros_ones, false},
                                       Entry{"ones", 1, any, &B::zeros_ones, false},
                                       Entry{"identity", 1, 1, &B::identity, false},
                                       Entry{"diagonal", 1, 1, &B::diagonal, false},
                                       Entry{"linspace", 3, 3, &B::linspace, false},
                                       Entry{"transpose", 1, 1, &B::transpose, false},
                                       Entry{"cat", 2, any, &B::cat, false},
                                       Entry{"vector", 1, 1, &B::reshaped, false},
                                       Entry{"scalar", 1, 1, &B::reshaped, false},
                                       Entry{"matrix", 1, 1, &B::reshaped, false},
                                       Entry{"cross", 2, 2, &B::cross, false},
                                       Entry{"outerProduct", 2, 2, &B::outer_product, false},
                                       Entry{"Vectors.interpolate", 3, 3, &B::interpolate, false},
                                       Entry{"reinit", 0, any, &B::misplaced, true},
                                       Entry{"assert", 0, any, &B::misplaced, true},
                                       Entry{"terminate", 0, any, &B::misplaced, true},
                                       Entry{"setSolver", 0, any, &B::misplaced, true},
                                       Entry{"activeState", 1, 1, &B::active_state, true},
                                       Entry{"timeInState", 0, 0, &B::time_in_state, true},
                                       Entry{"zeno", 1, 2, &B::zeno, true},
                                       Entry{"delay", 0, any, &B::later, true},
                                       Entry{"spatialDistribution", 0, any, &B::later, true},
                                       Entry{"inStream", 0, any, &B::later, true},
                                       Entry{"actualStream", 0, any, &B::later, true},
                                       Entry{"cardinality", 0, any, &B::later, true},
                                       Entry{"Clock", 0, any, &B::later, true},
                                       Entry{"previous", 0, any, &B::later, true},
                                       Entry{"hold", 0, any, &B::later, true},
                                       Entry{"subSample", 0, any, &B::later, true},
                                       Entry{"superSample", 0, any, &B::later, true},
                                       Entry{"interval", 0, any, &B::later, true},
                                       Entry{"getInstanceName", 0, any, &B::later, true},
                                       Entry{"skew", 0, any, &B::later, true},
                                       Entry{"symmetric", 0, any, &B::later, true}};
  const auto it = std::ranges::find(table, name, &Entry::name);
  return it == table.end() ? nullptr : &*it;
}

bool BuiltinCalls::knows(std::string_view name) { return find(name) != nullptr; }

std::vector<std::string> BuiltinCalls::names() {
  return {"abs",         "sign",        "sqrt",   "sin",     "cos",      "tan",      "asin",     "acos",      "atan",
          "atan2",       "sinh",        "cosh",   "tanh",    "exp",      "log",      "log10",    "floor",     "ceil",
          "integer",     "div",         "mod",    "rem",     "min",      "max",      "sum",      "product",   "der",
          "pre",         "edge",        "change", "initial", "terminal", "sample",   "noEvent",  "smooth",    "homotopy",
          "size",        "ndims",       "fill",   "zeros",   "ones",     "identity", "linspace", "transpose", "cat",
          "vector",      "scalar",      "matrix", "cross",   "String",   "reinit",   "assert",   "terminate", "setSolver",
          "activeState", "timeInState", "zeno"};
}

Value BuiltinCalls::wrong(Arguments& a, std::string message) {
  f_.error("wrong-arguments", a.span, fmt::format("`{}`: {}", a.name, message));
  return {};
}

Value BuiltinCalls::call(const ast::CallExpr& call, Span span, const Context& c) {
  std::vector<std::string_view> parts = parts_of(call.callee);
  std::string name(parts.size() == 1 ? parts.front() : std::string_view());
  const Entry* entry = find(name);
  if (entry == nullptr) {
    parts = imported(std::move(parts), c.lexical);
    if (const auto math = math_function(parts)) name = *math;
    entry = find(name);
  }
  if (entry == nullptr) {
    f_.functions->reports_unknown(call.callee, c);
    return {};
  }
  Arguments a{call, span, c, entry->name, {}};
  if (!call.indices.empty()) return reduction(a);
  if (call.arguments.size() < entry->least || call.arguments.size() > entry->most) {
    const std::string expected = entry->least == entry->most ? fmt::format("{}", entry->least)
                                 : entry->most == any        ? fmt::format("at least {}", entry->least)
                                                             : fmt::format("{} to {}", entry->least, entry->most);
    return wrong(a, fmt::format("{} arguments given, {} needed", call.arguments.size(), expected));
  }
  if (!entry->lazy) {
    bool ok = true;
    a.values = e_.evaluate_all(call.arguments, c, ok);
    if (!ok) return {};
  }
  return (this->*entry->handler)(a);
}

bool BuiltinCalls::numeric_arguments(Arguments& a) {
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    if (a.values[i].is_numeric()) continue;
    f_.error("type-mismatch", a.call.arguments[i].span,
             fmt::format("`{}` needs numbers, not {}", a.name, name_of(a.values[i].type)));
    return false;
  }
  return true;
}

/// Inside functions, operators that would create events do not.
Expr BuiltinCalls::guarded(Expr e, const Context& c) {
  return c.in_function && !f_.parameters->is_fixed(e) ? f_.pool.make(Op::no_event, {e}) : e;
}

Value BuiltinCalls::unary_function(Arguments& a) {
  if (!numeric_arguments(a)) return {};
  Value v = std::move(a.values.front());
  const Op op = op_of(a.name);
  if (op != Op::abs && op != Op::sign) make_real(v);
  for (Expr& e : v.items) e = f_.pool.make(op, {e});
  if (op == Op::sign) v.type = Type::integer;
  return v;
}

Value BuiltinCalls::whole_function(Arguments& a) {
  if (!numeric_arguments(a)) return {};
  Value v = std::move(a.values.front());
  make_real(v);
  const Op op = op_of(a.name);
  for (Expr& e : v.items) e = guarded(f_.pool.make(op, {e}), a.context);
  if (op == Op::integer) v.type = Type::integer;
  return v;
}

Value BuiltinCalls::binary_function(Arguments& a) {
  if (!numeric_arguments(a)) return {};
  Value x = std::move(a.values[0]), y = std::move(a.values[1]);
  const Op op = op_of(a.name);
  if (op == Op::atan2) {
    make_real(x);
    make_real(y);
  }
  unify(x, y);
  if (x.shape != y.shape && !x.shape.empty() && !y.shape.empty()) return wrong(a, "the arguments have different sizes");
  const std::size_t n = std::max(x.items.size(), y.items.size());
  Value out = array_value(x.type, x.shape.empty() ? y.shape : x.shape, {});
  for (std::size_t k = 0; k < n; ++k) {
    const Expr divisor = y.items[y.shape.empty() ? 0 : k];
    if (op != Op::atan2 && divisor->is_number(0)) {
      f_.error("division-by-zero", a.span, fmt::format("`{}` by zero", a.name));
      return {};
    }
    const Expr e = f_.pool.make(op, {x.items[x.shape.empty() ? 0 : k], divisor});
    out.items.push_back(op == Op::atan2 ? e : guarded(e, a.context));
  }
  return out;
}

Value BuiltinCalls::min_max(Arguments& a) {
  if (!numeric_arguments(a)) return {};
  const Op op = op_of(a.name);
  if (a.values.size() == 1) {
    if (a.values[0].items.empty()) return wrong(a, "the array is empty");
    return scalar_value(combine(op, std::move(a.values[0].items)));
  }
  if (!a.values[0].shape.empty() || !a.values[1].shape.empty()) return wrong(a, "two arguments must be scalars");
  unify(a.values[0], a.values[1]);
  return scalar_value(f_.pool.make(op, {a.values[0].scalar(), a.values[1].scalar()}));
}

Value BuiltinCalls::sum_product(Arguments& a) {
  if (!numeric_arguments(a)) return {};
  const bool sum = a.name == "sum";
  Value& v = a.values.front();
  if (v.items.empty()) return scalar_value(f_.pool.number(Rational(sum ? 0 : 1), v.type));
  return scalar_value(combine(sum ? Op::add : Op::mul, std::move(v.items)));
}

/// sum(e for i in r), product, min, max.
Value BuiltinCalls::reduction(Arguments& a) {
  if (a.name != "sum" && a.name != "product" && a.name != "min" && a.name != "max") {
    return wrong(a, "only sum, product, min and max reduce over a loop");
  }
  Value all = e_.comprehension(*a.call.arguments.front().value, a.call.indices, a.span, a.context);
  if (!all.valid) return {};
  const std::size_t loops = a.call.indices.size();
  if (all.shape.size() > loops && a.name != "sum") return wrong(a, "the elements must be scalars");
  if (all.shape.size() > loops) {
    const Shape part(all.shape.begin() + static_cast<std::ptrdiff_t>(loops), all.shape.end());
    const std::size_t n = *element_count(part);
    Value out = array_value(all.type, part, {});
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<Expr> terms;
      for (std::size_t j = k; j < all.items.size(); j += n) terms.push_back(all.items[j]);
      out.items.push_back(terms.empty() ? f_.pool.number(Rational(0), all.type) : combine(Op::add, std::move(terms)));
    }
    return out;
  }
  a.values.push_back(std::move(all));
  return a.name == "sum" || a.name == "product" ? sum_product(a) : min_max(a);
}

Value BuiltinCalls::semi_linear(Arguments& a) {
  if (!numeric_arguments(a)) return {};
  for (Value& v : a.values) {
    make_real(v);
    if (!v.is_scalar()) return wrong(a, "the arguments must be scalars");
  }
  const Expr x = a.values[0].scalar();
  const Expr positive = guarded(f_.pool.make(Op::ge, {x, f_.pool.number(0)}), a.context);
  return scalar_value(f_.pool.if_(positive, a.values[1].scalar() * x, a.values[2].scalar() * x));
}

Value BuiltinCalls::text_of(Arguments& a) {
  const Value& v = a.values.front();
  if (v.is_text()) return v;
  if (!v.is_scalar()) return wrong(a, "the argument must be a scalar");
  return text_value({v.scalar()});
}

}  // namespace saltus::lang
