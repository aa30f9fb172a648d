// Subscripts, loop ranges and the Integer expressions in them.

#include <fmt/format.h>

#include "lang/evaluator.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {
namespace {

constexpr long long quick_limit = 1LL << 40;

}  // namespace

// The expressions of subscripts and ranges are mostly integers and loop variables: no need to build nodes for them.
std::optional<long long> Evaluator::quick_integer(const ast::Expr& e, const Context& c) {
  if (const auto* number = e.as<ast::NumberExpr>()) return number->integer ? number->value.to_integer() : std::nullopt;
  if (e.as<ast::EndExpr>() != nullptr) return c.end ? std::optional(static_cast<long long>(*c.end)) : std::nullopt;
  if (const auto* name = e.as<ast::NameExpr>()) {
    if (name->name.parts.size() != 1 || !name->name.parts.front().subscripts.empty()) return std::nullopt;
    const std::string_view text = plain(name->name.parts.front().name);
    for (const Loop* loop = c.loops; loop != nullptr; loop = loop->outer) {
      if (loop->name != text) continue;
      if (!loop->value.is_scalar() || loop->value.type != Type::integer || !loop->value.scalar()->is_number())
        return std::nullopt;
      return loop->value.scalar()->number().to_integer();
    }
    return std::nullopt;
  }
  const auto* chain = e.as<ast::ChainExpr>();
  if (chain == nullptr) return std::nullopt;
  auto sum = quick_integer(*chain->first, c);
  for (const ast::ChainLink& link : chain->links) {
    if (!sum || *sum > quick_limit || *sum < -quick_limit) return std::nullopt;
    const auto term = quick_integer(*link.operand, c);
    if (!term || *term > quick_limit || *term < -quick_limit) return std::nullopt;
    if (link.op == ast::BinaryOp::add)
      sum = *sum + *term;
    else if (link.op == ast::BinaryOp::sub)
      sum = *sum - *term;
    else if (link.op == ast::BinaryOp::mul && std::abs(*sum) < (1 << 20) && std::abs(*term) < (1 << 20))
      sum = *sum * *term;
    else
      return std::nullopt;
  }
  return sum;
}

std::optional<std::size_t> Evaluator::quick_position(const Shape& shape, const std::vector<ast::Subscript>& subscripts,
                                                     const Context& c) {
  if (subscripts.size() != shape.size()) return std::nullopt;
  std::size_t position = 0;
  Context inside = c;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    inside.end = shape[d];
    const auto n = subscripts[d].value ? quick_integer(*subscripts[d].value, inside) : std::nullopt;
    if (!n || *n < 1 || *n > static_cast<long long>(shape[d])) return std::nullopt;
    position = position * shape[d] + static_cast<std::size_t>(*n - 1);
  }
  return position;
}

std::optional<long long> Evaluator::structural_integer(const ast::Expr& e, const Context& c, std::string_view what) {
  if (const auto quick = quick_integer(e, c)) return quick;
  const Value v = value(e, c);
  if (!v.valid) return std::nullopt;
  if (!v.is_scalar() || v.type != Type::integer) {
    f_.error("type-mismatch", e.span,
             fmt::format("{} is {}, not one Integer", what, v.is_scalar() ? name_of(v.type) : describe(v.shape)), "",
             whole_number_help(v));
    return std::nullopt;
  }
  const std::size_t errors = f_.diagnostics->error_count();
  const auto exact = f_.parameters->exact(v.scalar());
  if (exact && exact->to_integer()) return exact->to_integer();
  if (f_.diagnostics->error_count() == errors && !f_.parameters->is_faulty(v.scalar())) {
    f_.error(exact ? "too-large" : "not-constant", e.span,
             exact ? fmt::format("{} is too large", what) : fmt::format("{} must be known before the run", what),
             exact ? "" : "not a constant", exact ? "" : "use parameters and constants that have values");
  }
  return std::nullopt;
}

std::optional<bool> Evaluator::structural_truth(const ast::Expr& e, const Context& c, std::string_view what) {
  const Value v = value(e, c);
  if (!v.valid) return std::nullopt;
  if (!v.is_scalar() || v.type != Type::boolean) {
    f_.error("type-mismatch", e.span,
             fmt::format("{} is {}, not one Boolean", what, v.is_scalar() ? name_of(v.type) : describe(v.shape)));
    return std::nullopt;
  }
  const std::size_t errors = f_.diagnostics->error_count();
  const auto truth = f_.parameters->truth(v.scalar());
  if (!truth && f_.diagnostics->error_count() == errors && !f_.parameters->is_faulty(v.scalar())) {
    f_.error("not-constant", e.span, fmt::format("{} must be known before the run", what), "not a constant");
  }
  return truth;
}

/// A scalar Integer that is known and far from overflow.
std::optional<long long> Evaluator::known_integer(const Value& v) {
  if (!v.is_scalar() || v.type != Type::integer) return std::nullopt;
  const auto exact = f_.parameters->exact(v.scalar());
  const auto n = exact ? exact->to_integer() : std::nullopt;
  return n && *n < (1LL << 60) && *n > -(1LL << 60) ? n : std::nullopt;
}

std::optional<LoopRange> Evaluator::loop_range(const ast::ForIndex& index, const Context& c) {
  if (!index.range) {
    f_.not_yet(index.span, "a loop without `in` is");
    return std::nullopt;
  }
  LoopRange out;
  Value v;
  if (const auto* r = index.range->as<ast::RangeExpr>()) {
    const auto bound = [&](const ast::Expr& e) {
      const auto quick = quick_integer(e, c);
      return quick ? scalar_value(f_.pool.integer(*quick)) : value(e, c);
    };
    Value first = bound(*r->first);
    Value step = r->step ? bound(*r->step) : scalar_value(f_.pool.integer(1));
    Value last = bound(*r->last);
    if (!first.valid || !step.valid || !last.valid) return std::nullopt;
    const auto a = known_integer(first), s = known_integer(step), b = known_integer(last);
    if (a && s && b && *s != 0) {
      out.first = *a;
      out.step = *s;
      const long long distance = *s > 0 ? *b - *a : *a - *b;
      out.count = distance < 0 ? 0 : static_cast<std::size_t>(distance / std::abs(*s)) + 1;
      if (!f_.spend(out.count, index.range->span)) return std::nullopt;
      return out;
    }
    v = range_of(std::move(first), std::move(step), std::move(last), index.range->span);
  } else {
    v = value(*index.range, c);
  }
  if (!v.valid) return std::nullopt;
  if (v.shape.size() != 1) {
    f_.error("shape-mismatch", index.range->span, fmt::format("a loop runs over a vector, not over {}", describe(v.shape)));
    return std::nullopt;
  }
  out.count = v.shape[0];
  out.array = std::move(v);
  if (!f_.spend(out.count, index.range->span)) return std::nullopt;
  return out;
}

Loop Evaluator::loop_at(const LoopRange& range, std::size_t k, const ast::ForIndex& index, const Loop* outer) {
  Loop loop{plain(index.name), {}, 0, outer};
  if (!range.array) {
    loop.label = range.first + static_cast<long long>(k) * range.step;
    loop.value = scalar_value(f_.pool.integer(loop.label));
    return loop;
  }
  loop.value = scalar_value(range.array->items[k]);
  loop.label = static_cast<long long>(k) + 1;
  if (loop.value.type == Type::integer) {
    if (const auto exact = f_.parameters->exact(loop.value.scalar()); exact && exact->to_integer()) {
      loop.label = *exact->to_integer();
      loop.value = scalar_value(f_.pool.integer(loop.label));
    }
  }
  return loop;
}

std::optional<std::vector<std::size_t>> Evaluator::one_subscript(const ast::Subscript& s, std::size_t extent,
                                                                 const Context& outer, bool& scalar, Expr& varying) {
  std::vector<std::size_t> out;
  scalar = false;
  if (!s.value) {
    for (std::size_t k = 0; k < extent; ++k) out.push_back(k);
    return out;
  }
  Context c = outer;
  c.end = extent;
  const auto add = [&](long long n) {
    if (n >= 1 && n <= static_cast<long long>(extent)) {
      out.push_back(static_cast<std::size_t>(n - 1));
      return true;
    }
    f_.error("index-out-of-range", s.span, fmt::format("index {} is outside 1 to {}", n, extent),
             extent == 0 ? "the array is empty" : "");
    return false;
  };
  if (const auto quick = quick_integer(*s.value, c)) {
    scalar = true;
    return add(*quick) ? std::optional(out) : std::nullopt;
  }
  const Value v = value(*s.value, c);
  if (!v.valid) return std::nullopt;
  if (v.type != Type::integer || v.shape.size() > 1) {
    f_.error("type-mismatch", s.span,
             fmt::format("a subscript is {}, not an Integer",
                         v.shape.size() > 1 ? describe(v.shape) : std::string(name_of(v.type))));
    return std::nullopt;
  }
  scalar = v.shape.empty();
  for (const Expr e : v.items) {
    const auto exact = f_.parameters->exact(e);
    const auto n = exact ? exact->to_integer() : std::nullopt;
    if (n) {
      if (!add(*n)) return std::nullopt;
    } else if (scalar && !f_.parameters->is_fixed(e)) {
      varying = e;
    } else {
      if (f_.parameters->is_faulty(e)) return std::nullopt;
      f_.error("not-constant", s.span, "this subscript must be known before the run");
      return std::nullopt;
    }
  }
  return out;
}

Picked Evaluator::pick(const Shape& shape, const std::vector<ast::Subscript>& subscripts, const Context& c, Span span) {
  Picked out;
  if (subscripts.size() > shape.size()) {
    f_.error("shape-mismatch", span, fmt::format("{} subscripts for {}", subscripts.size(), describe(shape)));
    return out;
  }
  std::vector<std::vector<std::size_t>> lists;
  std::vector<Expr> exprs(shape.size());
  bool any_varying = false;
  bool all_scalar = subscripts.size() == shape.size();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d >= subscripts.size()) {
      std::vector<std::size_t> all(shape[d]);
      for (std::size_t k = 0; k < shape[d]; ++k) all[k] = k;
      out.shape.push_back(shape[d]);
      lists.push_back(std::move(all));
      continue;
    }
    bool scalar = false;
    auto list = one_subscript(subscripts[d], shape[d], c, scalar, exprs[d]);
    if (!list) return out;
    if (!scalar) out.shape.push_back(list->size());
    all_scalar = all_scalar && scalar;
    any_varying = any_varying || exprs[d];
    if (scalar && !exprs[d]) exprs[d] = f_.pool.integer(static_cast<long long>(list->front()) + 1);
    lists.push_back(std::move(*list));
  }
  if (any_varying) {
    if (!all_scalar) {
      f_.not_yet(span, "a slice with an index that varies is");
      return out;
    }
    out.varying = std::move(exprs);
    out.valid = true;
    return out;
  }
  out.positions = {0};
  for (std::size_t d = 0; d < shape.size(); ++d) {
    std::vector<std::size_t> next;
    if (out.positions.size() * lists[d].size() > max_elements) {
      f_.too_large(span);
      return out;
    }
    next.reserve(out.positions.size() * lists[d].size());
    for (const std::size_t p : out.positions) {
      for (const std::size_t k : lists[d]) next.push_back(p * shape[d] + k);
    }
    out.positions = std::move(next);
  }
  out.valid = true;
  return out;
}

Expr Evaluator::at_position(const std::vector<Expr>& indices, const Shape& shape, std::size_t k) {
  Expr all = f_.pool.boolean(true);
  for (std::size_t d = shape.size(); d-- > 0;) {
    const Expr here = f_.pool.integer(static_cast<long long>(k % shape[d]) + 1);
    all = f_.pool.make(Op::and_, {f_.pool.make(Op::eq, {indices[d], here}), all});
    k /= shape[d];
  }
  return all;
}

void Evaluator::check_index(const Shape& shape, const std::vector<Expr>& indices, const ast::Name& name, const Context& c) {
  if (c.conditional || c.in_when || c.in_function || c.state != nullptr) return;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (indices[d]->is_number()) continue;
    const Expr least = f_.pool.make(Op::ge, {indices[d], f_.pool.integer(1)});
    const Expr most = f_.pool.make(Op::le, {indices[d], f_.pool.integer(static_cast<long long>(shape[d]))});
    Message message{fmt::format("index of `{}` outside 1 to {}: ", name.dotted(), shape[d]), indices[d]};
    f_.late.indices.push_back({f_.pool.make(Op::and_, {least, most}), std::move(message), AssertLevel::error, name.span});
  }
}

/// Elements first to last (exclusive) of a vector, by bisection: long vectors stay shallow.
Expr Evaluator::bisected(const std::vector<Expr>& items, Expr index, std::size_t first, std::size_t last) {
  if (last - first == 1) return items[first];
  const std::size_t middle = (first + last) / 2;
  const Expr below = f_.pool.make(Op::le, {index, f_.pool.integer(static_cast<long long>(middle))});
  return f_.pool.if_(below, bisected(items, index, first, middle), bisected(items, index, middle, last));
}

/// Outside the array: log(-1), which is not a number, so that a run ends where such a value is read instead of going on with another one.
Value Evaluator::dynamic_element(const Value& array, const std::vector<Expr>& indices) {
  constexpr std::size_t few = 8;
  const Expr outside = f_.pool.make(Op::log, {f_.pool.number(-1)});
  if (array.items.empty()) return {};
  const bool real = array.items.front()->type() == Type::real;
  if (array.shape.size() == 1 && array.items.size() > few) {
    const Expr index = indices.front();
    const Expr found = bisected(array.items, index, 0, array.items.size());
    if (!real) return scalar_value(found);
    const Expr below = f_.pool.make(Op::lt, {index, f_.pool.integer(1)});
    const Expr above = f_.pool.make(Op::gt, {index, f_.pool.integer(static_cast<long long>(array.items.size()))});
    return scalar_value(f_.pool.if_(f_.pool.make(Op::or_, {below, above}), outside, found));
  }
  Expr e = real ? outside : Expr();
  for (std::size_t k = array.items.size(); k-- > 0;) {
    e = e ? f_.pool.if_(at_position(indices, array.shape, k), array.items[k], e) : array.items[k];
  }
  return scalar_value(e);
}

}  // namespace saltus::lang
