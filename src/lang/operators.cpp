// Operators: scalar, element by element, and of matrices (Modelica 3.6, chapter 10.6).

#include <fmt/format.h>

#include "lang/evaluator.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {
namespace {

/// Neighbouring plain texts become one.
Value joined_text(Value a, const Value& b) {
  for (const auto& part : b.message) {
    const auto* plain = std::get_if<std::string>(&part);
    auto* last = a.message.empty() ? nullptr : std::get_if<std::string>(&a.message.back());
    if (plain != nullptr && last != nullptr)
      *last += *plain;
    else
      a.message.push_back(part);
  }
  return a;
}

}  // namespace

bool Evaluator::numeric(const Value& a, Span span, std::string_view sign) {
  if (a.is_numeric()) return true;
  f_.error("type-mismatch", span, fmt::format("`{}` needs numbers, not {}", sign, name_of(a.type)),
           fmt::format("{}", name_of(a.type)));
  return false;
}

Value Evaluator::elementwise(Op op, Value a, Value b, Span span, std::string_view sign) {
  if (!numeric(a, span, sign) || !numeric(b, span, sign)) return {};
  unify(a, b);
  if (!a.shape.empty() && !b.shape.empty() && a.shape != b.shape) {
    f_.error("shape-mismatch", span, fmt::format("`{}` of {} and {}", sign, describe(a.shape), describe(b.shape)),
             "sizes differ");
    return {};
  }
  const bool spread_a = a.shape.empty() && !b.shape.empty();
  const bool spread_b = b.shape.empty() && !a.shape.empty();
  Value out = array_value(a.type, spread_a ? b.shape : a.shape, {});
  const std::size_t n = spread_a ? b.items.size() : a.items.size();
  out.items.reserve(n);
  for (std::size_t k = 0; k < n; ++k) {
    out.items.push_back(f_.pool.make(op, {a.items[spread_a ? 0 : k], b.items[spread_b ? 0 : k]}));
  }
  if (op == Op::div || op == Op::pow) out.type = Type::real;
  return out;
}

Value Evaluator::negative(Value a, Span span) {
  if (!a.valid || !numeric(a, span, "-")) return {};
  for (Expr& e : a.items) e = f_.pool.make(Op::neg, {e});
  return a;
}

Value Evaluator::product(Value a, Value b, Span span) {
  if (a.shape.empty() || b.shape.empty()) return elementwise(Op::mul, std::move(a), std::move(b), span, "*");
  if (!numeric(a, span, "*") || !numeric(b, span, "*")) return {};
  unify(a, b);
  const bool left_vector = a.shape.size() == 1;
  const bool right_vector = b.shape.size() == 1;
  const std::size_t rows = left_vector ? 1 : a.shape[0];
  const std::size_t inner = a.shape.back();
  const std::size_t columns = right_vector ? 1 : b.shape.back();
  if (a.shape.size() > 2 || b.shape.size() > 2 || inner != b.shape[0]) {
    f_.error("shape-mismatch", span, fmt::format("`*` of {} and {}", describe(a.shape), describe(b.shape)), "sizes do not fit",
             a.shape == b.shape ? "use `.*` to multiply element by element" : "");
    return {};
  }
  Shape shape;
  if (!left_vector) shape.push_back(rows);
  if (!right_vector) shape.push_back(columns);
  if (!f_.fits(shape, span) || !f_.spend(rows * columns * inner / 2, span)) return {};
  Value out = array_value(a.type, shape, {});
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      std::vector<Expr> terms;
      for (std::size_t k = 0; k < inner; ++k) {
        terms.push_back(f_.pool.make(Op::mul, {a.items[i * inner + k], b.items[k * columns + j]}));
      }
      out.items.push_back(terms.empty() ? f_.pool.number(Rational(0), a.type) : combine(Op::add, std::move(terms)));
    }
  }
  return out;
}

Value Evaluator::quotient(Value a, Value b, Span span, bool by_element) {
  if (!numeric(a, span, "/") || !numeric(b, span, "/")) return {};
  make_real(a);
  make_real(b);
  if (!by_element && !b.shape.empty()) {
    f_.error("shape-mismatch", span, fmt::format("`/` by {}", describe(b.shape)), "", "use `./` to divide element by element");
    return {};
  }
  for (const Expr e : b.items) {
    if (!e->is_number(0)) continue;
    f_.error("division-by-zero", span, "division by zero", "the divisor is zero");
    return {};
  }
  return elementwise(Op::div, std::move(a), std::move(b), span, "/");
}

Value Evaluator::power(Value a, Value b, Span span, bool by_element) {
  if (!numeric(a, span, "^") || !numeric(b, span, "^")) return {};
  if (by_element || (a.shape.empty() && b.shape.empty())) {
    make_real(a);
    make_real(b);
    return elementwise(Op::pow, std::move(a), std::move(b), span, "^");
  }
  const auto exact = b.shape.empty() && b.type == Type::integer ? f_.parameters->exact(b.scalar()) : std::nullopt;
  const long long n = exact ? exact->to_integer().value_or(-1) : -1;
  if (a.shape.size() != 2 || a.shape[0] != a.shape[1] || n < 0 || n > 1000) {
    f_.error("shape-mismatch", span, fmt::format("`^` of {} and {}", describe(a.shape), describe(b.shape)), "",
             "`^` takes scalars, or a square matrix and an Integer constant; `.^` works element by element");
    return {};
  }
  Value out = array_value(a.type, a.shape, {});
  for (std::size_t i = 0; i < a.shape[0]; ++i) {
    for (std::size_t j = 0; j < a.shape[0]; ++j) out.items.push_back(f_.pool.number(Rational(i == j ? 1 : 0), a.type));
  }
  for (long long k = 0; k < n && out.valid; ++k) out = product(std::move(out), a, span);
  return out;
}

Value Evaluator::relation(ast::BinaryOp op, Value a, Value b, Span span, const Context& c) {
  const std::string_view sign = ast::text(op);
  if (!a.shape.empty() || !b.shape.empty()) {
    f_.error("shape-mismatch", span, fmt::format("`{}` compares scalars, not arrays", sign));
    return {};
  }
  const bool equality = op == ast::BinaryOp::equal || op == ast::BinaryOp::not_equal;
  if (a.type == Type::boolean && b.type == Type::boolean && equality) {
    const Expr x = a.scalar(), y = b.scalar();
    const auto no = [this](Expr e) { return f_.pool.make(Op::not_, {e}); };
    const Expr same = f_.pool.make(Op::or_, {f_.pool.make(Op::and_, {x, y}), f_.pool.make(Op::and_, {no(x), no(y)})});
    return scalar_value(op == ast::BinaryOp::equal ? same : no(same));
  }
  if (a.is_text() && b.is_text() && equality) {
    const bool same = a.message == b.message;
    return scalar_value(f_.pool.boolean(same == (op == ast::BinaryOp::equal)));
  }
  if (!numeric(a, span, sign) || !numeric(b, span, sign)) return {};
  unify(a, b);
  const Expr x = a.scalar(), y = b.scalar();
  if (equality && a.type == Type::real && !c.in_function && !c.no_event &&
      !(f_.parameters->is_fixed(x) && f_.parameters->is_fixed(y))) {
    f_.error("real-equality", span, fmt::format("`{}` compares Real numbers", sign), "Reals are hardly ever equal",
             "the event at which they meet is a crossing, `<=` or `>=`; allowed inside noEvent(...)");
    return {};
  }
  static constexpr Op ops[] = {Op::lt, Op::le, Op::gt, Op::ge, Op::eq, Op::ne};
  Expr r = f_.pool.make(ops[static_cast<int>(op) - static_cast<int>(ast::BinaryOp::less)], {x, y});
  // Relations in functions create no events.
  if (c.in_function && a.type == Type::real && !f_.parameters->is_fixed(r)) r = f_.pool.make(Op::no_event, {r});
  return scalar_value(r);
}

Value Evaluator::logical(ast::BinaryOp op, Value a, Value b, Span span) {
  const std::string_view sign = ast::text(op);
  if (a.type != Type::boolean || b.type != Type::boolean) {
    const Type wrong = a.type != Type::boolean ? a.type : b.type;
    f_.error("type-mismatch", span, fmt::format("`{}` needs Booleans, not {}", sign, name_of(wrong)));
    return {};
  }
  if (a.shape != b.shape) {
    f_.error("shape-mismatch", span, fmt::format("`{}` of {} and {}", sign, describe(a.shape), describe(b.shape)));
    return {};
  }
  const Op made = op == ast::BinaryOp::logical_and ? Op::and_ : Op::or_;
  for (std::size_t k = 0; k < a.items.size(); ++k) a.items[k] = f_.pool.make(made, {a.items[k], b.items[k]});
  return a;
}

Value Evaluator::binary(ast::BinaryOp op, Value a, Value b, Span span, const Context& c) {
  if (!a.valid || !b.valid) return {};
  using B = ast::BinaryOp;
  switch (op) {
    case B::add:
      if (a.is_text() || b.is_text()) {
        if (a.type != b.type) {
          f_.error("type-mismatch", span, fmt::format("`+` of {} and {}", name_of(a.type), name_of(b.type)), "",
                   "write String(...) around the number");
          return {};
        }
        return joined_text(std::move(a), b);
      }
      [[fallthrough]];
    case B::sub:
      if (a.shape != b.shape && a.is_numeric() && b.is_numeric()) {
        f_.error("shape-mismatch", span, fmt::format("`{}` of {} and {}", ast::text(op), describe(a.shape), describe(b.shape)),
                 "sizes differ", a.shape.empty() || b.shape.empty() ? "use `.+` or `.-` with a scalar" : "");
        return {};
      }
      return elementwise(op == B::add ? Op::add : Op::sub, std::move(a), std::move(b), span, ast::text(op));
    case B::element_add: return elementwise(Op::add, std::move(a), std::move(b), span, ".+");
    case B::element_sub: return elementwise(Op::sub, std::move(a), std::move(b), span, ".-");
    case B::mul: return product(std::move(a), std::move(b), span);
    case B::element_mul: return elementwise(Op::mul, std::move(a), std::move(b), span, ".*");
    case B::div: return quotient(std::move(a), std::move(b), span, false);
    case B::element_div: return quotient(std::move(a), std::move(b), span, true);
    case B::pow: return power(std::move(a), std::move(b), span, false);
    case B::element_pow: return power(std::move(a), std::move(b), span, true);
    case B::logical_and:
    case B::logical_or: return logical(op, std::move(a), std::move(b), span);
    default: return relation(op, std::move(a), std::move(b), span, c);
  }
}

Value Evaluator::choose(Expr condition, const Value& a, const Value& b) {
  Value out = array_value(a.type, a.shape, {});
  out.items.reserve(a.items.size());
  for (std::size_t k = 0; k < a.items.size(); ++k) out.items.push_back(f_.pool.if_(condition, a.items[k], b.items[k]));
  return out;
}

}  // namespace saltus::lang
