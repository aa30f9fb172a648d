#include "lang/value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace saltus::lang {

Value scalar_value(Expr e) { return {true, e->type(), {}, {e}, {}}; }

Value array_value(Type type, Shape shape, std::vector<Expr> items) {
  return {true, type, std::move(shape), std::move(items), {}};
}

Value text_value(Message message) { return {true, Type::string, {}, {}, std::move(message)}; }

std::optional<std::size_t> element_count(const Shape& shape) {
  std::size_t n = 1;
  for (const std::size_t extent : shape) {
    if (extent == 0) return 0;
    if (extent > max_elements / n) return std::nullopt;
    n *= extent;
  }
  return n;
}

std::string whole_number_help(const Value& v) {
  return v.is_scalar() && v.type == Type::real ? "`/` and `^` give Reals: use div, a product or integer(...)" : "";
}

std::string describe(const Shape& shape) {
  return shape.empty() ? "a scalar" : fmt::format("an array [{}]", fmt::join(shape, ", "));
}

std::string_view name_of(Type type) {
  switch (type) {
    case Type::real: return "Real";
    case Type::integer: return "Integer";
    case Type::boolean: return "Boolean";
    case Type::string: return "String";
  }
  return "";
}

Expr as_real(Expr e) {
  if (e->type() != Type::integer) return e;
  if (e->is_number()) return e->pool().number(e->number(), Type::real);
  return e->pool().make(Op::to_real, {e});
}

void make_real(Value& v) {
  if (!v.valid || v.type != Type::integer) return;
  v.type = Type::real;
  for (Expr& e : v.items) e = as_real(e);
}

bool unify(Value& a, Value& b) {
  if (a.type == b.type) return true;
  if (!a.is_numeric() || !b.is_numeric()) return false;
  make_real(a);
  make_real(b);
  return true;
}

std::optional<bool> literal_truth(Expr e) {
  if (e->op() == Op::no_event) return literal_truth(e->arg(0));
  if (e->op() != Op::boolean) return std::nullopt;
  return e->number().sign() != 0;
}

Value slice_at(const Value& v, const std::vector<std::size_t>& indices) {
  Value out;
  out.valid = true;
  out.type = v.type;
  out.shape.assign(v.shape.begin() + static_cast<std::ptrdiff_t>(indices.size()), v.shape.end());
  std::size_t first = 0;
  for (std::size_t d = 0; d < indices.size(); ++d) first = first * v.shape[d] + indices[d];
  const std::size_t n = element_count(out.shape).value_or(0);
  const auto begin = v.items.begin() + static_cast<std::ptrdiff_t>(first * n);
  out.items.assign(begin, begin + static_cast<std::ptrdiff_t>(n));
  return out;
}

std::string index_text(const Shape& shape, std::size_t k) {
  if (shape.empty()) return "";
  std::vector<std::size_t> indices(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    indices[d] = k % shape[d] + 1;
    k /= shape[d];
  }
  return fmt::format("[{}]", fmt::join(indices, ","));
}

Expr combine(Op op, std::vector<Expr> terms) {
  ExprPool& pool = terms.front()->pool();
  if (terms.size() <= 16) {
    Expr sum = terms.front();
    for (std::size_t i = 1; i < terms.size(); ++i) sum = pool.make(op, {sum, terms[i]});
    return sum;
  }
  while (terms.size() > 1) {
    std::vector<Expr> next;
    next.reserve(terms.size() / 2 + 1);
    for (std::size_t i = 0; i + 1 < terms.size(); i += 2) next.push_back(pool.make(op, {terms[i], terms[i + 1]}));
    if (terms.size() % 2 == 1) next.push_back(terms.back());
    terms = std::move(next);
  }
  return terms.front();
}

}  // namespace saltus::lang
