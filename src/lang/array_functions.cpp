// Built-in functions that make and reshape arrays.

#include <fmt/format.h>

#include <algorithm>

#include "lang/builtin_calls.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {

Value concatenate(Flattening& f, std::size_t dimension, std::vector<Value> parts, Span span) {
  const std::size_t d = dimension - 1;
  Type type = parts.front().type;
  for (Value& part : parts) {
    if (!unify(parts.front(), part)) {
      f.error("type-mismatch", span, fmt::format("{} and {} in one array", name_of(type), name_of(part.type)));
      return {};
    }
  }
  for (Value& part : parts) unify(parts.front(), part);
  Shape shape = parts.front().shape;
  std::size_t total = 0;
  for (const Value& part : parts) {
    bool fits = part.shape.size() == shape.size() && d < shape.size();
    for (std::size_t k = 0; fits && k < shape.size(); ++k) fits = k == d || part.shape[k] == shape[k];
    if (!fits) {
      f.error("shape-mismatch", span,
              fmt::format("{} and {} cannot be joined along dimension {}", describe(shape), describe(part.shape), dimension));
      return {};
    }
    total += part.shape[d];
  }
  shape[d] = total;
  if (!f.fits(shape, span)) return {};
  std::size_t outer = 1, inner = 1;
  for (std::size_t k = 0; k < d; ++k) outer *= shape[k];
  for (std::size_t k = d + 1; k < shape.size(); ++k) inner *= shape[k];
  Value out = array_value(parts.front().type, shape, {});
  out.items.reserve(outer * total * inner);
  for (std::size_t o = 0; o < outer; ++o) {
    for (const Value& part : parts) {
      const std::size_t n = part.shape[d] * inner;
      const auto begin = part.items.begin() + static_cast<std::ptrdiff_t>(o * n);
      out.items.insert(out.items.end(), begin, begin + static_cast<std::ptrdiff_t>(n));
    }
  }
  return out;
}

std::optional<Shape> BuiltinCalls::extents(Arguments& a, std::size_t from) {
  Shape shape;
  for (std::size_t i = from; i < a.values.size(); ++i) {
    const Value& v = a.values[i];
    const Span span = a.call.arguments[i].span;
    const bool number = v.is_scalar() && v.is_numeric();
    const auto exact = number ? f_.parameters->exact(v.scalar()) : std::nullopt;
    if (exact && *exact > Rational(static_cast<long long>(max_elements))) {
      f_.too_large(span);
      return std::nullopt;
    }
    if (!number || v.type != Type::integer) {
      f_.error(
          "type-mismatch", span,
          fmt::format("a size of `{}` is {}, not one Integer", a.name, v.is_scalar() ? name_of(v.type) : describe(v.shape)), "",
          whole_number_help(v));
      return std::nullopt;
    }
    if (!exact) {
      if (f_.parameters->is_faulty(v.scalar())) return std::nullopt;
      f_.error("not-constant", span, "the size of an array must be known before the run", "not a constant");
      return std::nullopt;
    }
    const auto n = exact->to_integer();
    if (!n || *n < 0) {
      f_.error("shape-mismatch", span, fmt::format("`{}` of a negative size", a.name));
      return std::nullopt;
    }
    shape.push_back(static_cast<std::size_t>(*n));
  }
  if (!f_.fits(shape, a.span)) return std::nullopt;
  return shape;
}

Value BuiltinCalls::fill(Arguments& a) {
  const auto shape = extents(a, 1);
  if (!shape) return {};
  if (!a.values[0].is_scalar() || a.values[0].is_text()) return wrong(a, "the first argument must be a scalar");
  return array_value(a.values[0].type, *shape, std::vector<Expr>(*element_count(*shape), a.values[0].scalar()));
}

Value BuiltinCalls::zeros_ones(Arguments& a) {
  const auto shape = extents(a, 0);
  if (!shape) return {};
  const Expr e = f_.pool.number(a.name == "zeros" ? 0 : 1);
  return array_value(Type::real, *shape, std::vector<Expr>(*element_count(*shape), e));
}

Value BuiltinCalls::identity(Arguments& a) {
  auto shape = extents(a, 0);
  if (!shape) return {};
  const std::size_t n = shape->front();
  shape->push_back(n);
  if (!f_.fits(*shape, a.span)) return {};
  Value out = array_value(Type::integer, *shape, std::vector<Expr>(n * n, f_.pool.integer(0)));
  for (std::size_t i = 0; i < n; ++i) out.items[i * n + i] = f_.pool.integer(1);
  return out;
}

Value BuiltinCalls::diagonal(Arguments& a) {
  const Value& v = a.values.front();
  if (v.shape.size() != 1 || !numeric_arguments(a)) return wrong(a, "the argument must be a vector of numbers");
  const std::size_t n = v.shape[0];
  if (!f_.fits({n, n}, a.span)) return {};
  Value out = array_value(v.type, {n, n}, std::vector<Expr>(n * n, f_.pool.number(Rational(0), v.type)));
  for (std::size_t i = 0; i < n; ++i) out.items[i * n + i] = v.items[i];
  return out;
}

Value BuiltinCalls::linspace(Arguments& a) {
  if (!numeric_arguments(a)) return {};
  const auto shape = extents(a, 2);
  if (!shape) return {};
  const std::size_t n = shape->front();
  make_real(a.values[0]);
  make_real(a.values[1]);
  if (!a.values[0].is_scalar() || !a.values[1].is_scalar() || n < 2)
    return wrong(a, "two scalars and a number of points of at least 2");
  const Expr first = a.values[0].scalar();
  const Expr width = f_.pool.make(Op::sub, {a.values[1].scalar(), first});
  Value out = array_value(Type::real, {n}, {});
  for (std::size_t k = 0; k < n; ++k) {
    const Expr part =
        f_.pool.number(*Rational::ratio(Rational(static_cast<long long>(k)), Rational(static_cast<long long>(n - 1))));
    out.items.push_back(f_.pool.make(Op::add, {first, f_.pool.make(Op::mul, {part, width})}));
  }
  return out;
}

Value BuiltinCalls::size(Arguments& a) {
  const Shape& shape = a.values.front().shape;
  if (a.values.size() == 1) {
    Value out = array_value(Type::integer, {shape.size()}, {});
    for (const std::size_t n : shape) out.items.push_back(f_.pool.integer(static_cast<long long>(n)));
    return out;
  }
  const Value& d = a.values[1];
  const auto exact = d.is_scalar() && d.type == Type::integer ? f_.parameters->exact(d.scalar()) : std::nullopt;
  const auto n = exact ? exact->to_integer() : std::nullopt;
  if (!n || *n < 1 || *n > static_cast<long long>(shape.size())) {
    return wrong(a, fmt::format("{} has no such dimension", describe(shape)));
  }
  return scalar_value(f_.pool.integer(static_cast<long long>(shape[static_cast<std::size_t>(*n - 1)])));
}

Value BuiltinCalls::ndims(Arguments& a) {
  return scalar_value(f_.pool.integer(static_cast<long long>(a.values.front().shape.size())));
}

Value BuiltinCalls::transpose(Arguments& a) {
  const Value& v = a.values.front();
  if (v.shape.size() < 2) return wrong(a, fmt::format("{} is no matrix", describe(v.shape)));
  Shape shape = v.shape;
  std::swap(shape[0], shape[1]);
  Value out = array_value(v.type, shape, {});
  const std::size_t inner = v.items.empty() ? 0 : v.items.size() / (shape[0] * shape[1]);
  for (std::size_t i = 0; i < shape[0]; ++i) {
    for (std::size_t j = 0; j < shape[1]; ++j) {
      for (std::size_t k = 0; k < inner; ++k) out.items.push_back(v.items[(j * shape[0] + i) * inner + k]);
    }
  }
  return out;
}

Value BuiltinCalls::cat(Arguments& a) {
  const Value& d = a.values.front();
  const auto exact = d.is_scalar() && d.type == Type::integer ? f_.parameters->exact(d.scalar()) : std::nullopt;
  const auto n = exact ? exact->to_integer() : std::nullopt;
  if (!n || *n < 1 || *n > 16) return wrong(a, "the first argument is the dimension, from 1");
  return concatenate(f_, static_cast<std::size_t>(*n),
                     {std::make_move_iterator(a.values.begin() + 1), std::make_move_iterator(a.values.end())}, a.span);
}

Value BuiltinCalls::reshaped(Arguments& a) {
  Value v = std::move(a.values.front());
  const auto large = std::ranges::count_if(v.shape, [](std::size_t n) { return n != 1; });
  if (a.name == "scalar") {
    if (v.items.size() != 1) return wrong(a, fmt::format("{} has not exactly one element", describe(v.shape)));
    v.shape.clear();
  } else if (a.name == "vector") {
    if (large > 1) return wrong(a, fmt::format("{} is no vector", describe(v.shape)));
    v.shape = {v.items.size()};
  } else {
    while (v.shape.size() < 2) v.shape.push_back(1);
    for (std::size_t k = 2; k < v.shape.size(); ++k) {
      if (v.shape[k] != 1) return wrong(a, fmt::format("{} is no matrix", describe(v.shape)));
    }
    v.shape.resize(2);
  }
  return v;
}

Value BuiltinCalls::cross(Arguments& a) {
  if (!numeric_arguments(a)) return {};
  Value &x = a.values[0], &y = a.values[1];
  if (x.shape != Shape{3} || y.shape != Shape{3}) return wrong(a, "the arguments must be vectors of three elements");
  unify(x, y);
  Value out = array_value(x.type, {3}, {});
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    out.items.push_back(f_.pool.make(Op::sub, {x.items[j] * y.items[k], x.items[k] * y.items[j]}));
  }
  return out;
}

Value BuiltinCalls::outer_product(Arguments& a) {
  if (!numeric_arguments(a)) return {};
  Value &x = a.values[0], &y = a.values[1];
  if (x.shape.size() != 1 || y.shape.size() != 1) return wrong(a, "the arguments must be vectors");
  unify(x, y);
  if (!f_.fits({x.shape[0], y.shape[0]}, a.span)) return {};
  Value out = array_value(x.type, {x.shape[0], y.shape[0]}, {});
  for (const Expr u : x.items) {
    for (const Expr v : y.items) out.items.push_back(f_.pool.make(Op::mul, {u, v}));
  }
  return out;
}

// Piecewise linear through (x[i], y[i]), the end pieces continued; a balanced tree of conditions. No events, as in functions.
Value BuiltinCalls::interpolate(Arguments& a) {
  if (!numeric_arguments(a)) return {};
  for (Value& v : a.values) make_real(v);
  const std::vector<Expr>&x = a.values[0].items, &y = a.values[1].items;
  if (a.values[0].shape.size() != 1 || a.values[0].shape != a.values[1].shape || x.empty() || !a.values[2].is_scalar()) {
    return wrong(a, "two vectors of the same size and a scalar are needed");
  }
  if (x.size() == 1) return scalar_value(y.front());
  const Expr u = a.values[2].scalar();
  const std::function<Expr(std::size_t, std::size_t)> piece = [&](std::size_t first, std::size_t last) -> Expr {
    if (last - first == 1) return y[first] + (y[last] - y[first]) / (x[last] - x[first]) * (u - x[first]);
    const std::size_t middle = (first + last) / 2;
    const Expr below = f_.pool.make(Op::no_event, {f_.pool.make(Op::lt, {u, x[middle]})});
    return f_.pool.if_(below, piece(first, middle), piece(middle, last));
  };
  return scalar_value(piece(0, x.size() - 1));
}

}  // namespace saltus::lang
