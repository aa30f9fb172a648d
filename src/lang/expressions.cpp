// Expressions: literals, chains, if-expressions, arrays, ranges, comprehensions.

#include <fmt/format.h>

#include "lang/active_modes.hpp"
#include "lang/builtin_calls.hpp"
#include "lang/evaluator.hpp"
#include "lang/functions.hpp"
#include "lang/instances.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {
namespace {

constexpr std::size_t max_branches = 1000;
constexpr int max_depth = 3000;

}  // namespace

Value Evaluator::value(const ast::Expr& e, const Context& c) {
  if (!f_.spend(1, e.span)) return {};
  if (depth_ > max_depth) {
    f_.fatal_error("too-large", e.span, "expressions, functions and parameters depend on each other too deeply",
                   "the limit is passed here");
    return {};
  }
  ++depth_;
  Value v = value_of(e, c);
  --depth_;
  return v;
}

Value Evaluator::value_of(const ast::Expr& e, const Context& c) {
  if (const auto* n = e.as<ast::NumberExpr>()) {
    return scalar_value(f_.pool.number(n->value, n->integer ? Type::integer : Type::real));
  }
  if (const auto* n = e.as<ast::NameExpr>()) return name(n->name, c, true);
  if (const auto* n = e.as<ast::ChainExpr>()) return chain(*n, e.span, c);
  if (const auto* n = e.as<ast::CallExpr>()) return call(e, *n, c);
  if (const auto* n = e.as<ast::UnaryExpr>()) return unary(*n, e.span, c);
  if (const auto* n = e.as<ast::IfExpr>()) return if_expression(*n, e.span, c);
  if (const auto* n = e.as<ast::StringExpr>()) return text_value({n->value});
  if (const auto* n = e.as<ast::BooleanExpr>()) return scalar_value(f_.pool.boolean(n->value));
  if (const auto* n = e.as<ast::ArrayExpr>()) return array(*n, e.span, c);
  if (const auto* n = e.as<ast::MatrixExpr>()) return matrix(*n, e.span, c);
  if (const auto* n = e.as<ast::RangeExpr>()) return range(*n, e.span, c);
  if (e.as<ast::EndExpr>() != nullptr) {
    if (c.end) return scalar_value(f_.pool.integer(static_cast<long long>(*c.end)));
    f_.error("misplaced", e.span, "`end` stands for the last index and belongs into a subscript");
    return {};
  }
  if (e.as<ast::PartialFunctionExpr>() != nullptr) {
    f_.not_yet(e.span, "functions as arguments are");
    return {};
  }
  f_.error("misplaced", e.span, "several values in parentheses are only allowed on the left of `=` or `:=`");
  return {};
}

Value Evaluator::chain(const ast::ChainExpr& e, Span span, const Context& c) {
  Value v = value(*e.first, c);
  const bool conjunction = e.links.front().op == ast::BinaryOp::logical_and;
  if (f_.instances->has_modes() && (conjunction || e.links.front().op == ast::BinaryOp::logical_or))
    return guarded_chain(e, std::move(v), conjunction, c);
  for (const ast::ChainLink& link : e.links) {
    Value right = value(*link.operand, c);
    v = binary(link.op, std::move(v), std::move(right), e.links.size() == 1 ? span : join(e.first->span, link.operand->span),
               c);
  }
  return v;
}

// In `activeState(m) and b` the mode m is active where b counts, in `activeState(m) or b` it is not.
Value Evaluator::guarded_chain(const ast::ChainExpr& e, Value v, bool conjunction, const Context& c) {
  ActiveModesBelow modes(*this, c);
  const ast::Expr* before = e.first.get();
  for (const ast::ChainLink& link : e.links) {
    modes.assume(*before, conjunction);
    Context inner = c;
    inner.active = modes.known();
    v = binary(link.op, std::move(v), value(*link.operand, inner), join(e.first->span, link.operand->span), c);
    before = link.operand.get();
  }
  return v;
}

Value Evaluator::unary(const ast::UnaryExpr& e, Span span, const Context& c) {
  Value v = value(*e.operand, c);
  if (!v.valid) return v;
  switch (e.op) {
    case ast::UnaryOp::plus:
    case ast::UnaryOp::element_plus: return numeric(v, span, "+") ? v : Value{};
    case ast::UnaryOp::minus:
    case ast::UnaryOp::element_minus: return negative(std::move(v), span);
    case ast::UnaryOp::logical_not: break;
  }
  if (v.type != Type::boolean) {
    f_.error("type-mismatch", span, fmt::format("`not` needs a Boolean, not {}", name_of(v.type)));
    return {};
  }
  for (Expr& x : v.items) x = f_.pool.make(Op::not_, {x});
  return v;
}

Value Evaluator::if_expression(const ast::IfExpr& e, Span span, const Context& c, std::size_t branch) {
  const ast::IfBranch& b = e.branches[branch];
  if (e.branches.size() > max_branches) {
    f_.error("too-large", span, fmt::format("an `if` with more than {} branches", max_branches));
    return {};
  }
  const Value condition = value(*b.condition, c);
  if (!condition.valid) return {};
  if (!condition.is_scalar() || condition.type != Type::boolean) {
    f_.error("type-mismatch", b.condition->span,
             fmt::format("the condition of `if` is {}, not one Boolean",
                         condition.is_scalar() ? name_of(condition.type) : describe(condition.shape)));
    return {};
  }
  const Expr test = condition.scalar();
  const auto known = literal_truth(test);
  Context inner = c;
  inner.conditional = c.conditional || !known;
  ActiveModesBelow modes(*this, c), other_modes(*this, c);
  if (f_.instances->has_modes()) {
    modes.assume(*b.condition, true);
    other_modes.assume(*b.condition, false);
  }
  const auto chosen = [&] {
    inner.active = modes.known();
    return value(*b.value, inner);
  };
  const auto otherwise = [&] {
    inner.active = other_modes.known();
    return branch + 1 < e.branches.size() ? if_expression(e, span, inner, branch + 1) : value(*e.otherwise, inner);
  };
  if (known) return *known ? chosen() : otherwise();
  // A branch that a parameter switches off may be wrong (an index outside an array): then it is left out.
  Value yes, no;
  if (f_.parameters->is_fixed(test)) {
    std::vector<Diagnostic> wrong_yes, wrong_no;
    {
      Trial trial(f_);
      yes = chosen();
      wrong_yes = trial.collected();
    }
    {
      Trial trial(f_);
      no = otherwise();
      wrong_no = trial.collected();
    }
    const bool fits = yes.valid && no.valid && unify(yes, no) && yes.shape == no.shape && !yes.is_text();
    if (fits) return choose(test, yes, no);
    if (const auto truth = f_.parameters->truth(test)) {
      if (*truth ? yes.valid : no.valid) return *truth ? yes : no;
      for (const Diagnostic& d : *truth ? wrong_yes : wrong_no) f_.diagnostics->add(d);
      return {};
    }
    for (const auto* wrong : {&wrong_yes, &wrong_no}) {
      for (const Diagnostic& d : *wrong) f_.diagnostics->add(d);
    }
  } else {
    yes = chosen();
    no = otherwise();
  }
  if (!yes.valid || !no.valid) return {};
  if (yes.is_text() || no.is_text()) {
    f_.not_yet(span, "a text that depends on a varying condition is");
    return {};
  }
  if (!unify(yes, no)) {
    f_.error("type-mismatch", span, fmt::format("the branches of `if` are {} and {}", name_of(yes.type), name_of(no.type)));
    return {};
  }
  if (yes.shape != no.shape) {
    f_.error("shape-mismatch", span,
             fmt::format("the branches of `if` are {} and {}", describe(yes.shape), describe(no.shape)));
    return {};
  }
  return choose(test, yes, no);
}

Value Evaluator::stack(std::vector<Value> parts, Span span) {
  if (parts.empty()) {
    f_.error("shape-mismatch", span, "`{}` has no elements", "", "use zeros(0) for an empty array");
    return {};
  }
  Shape shape{parts.size()};
  for (Value& part : parts) {
    if (!part.valid) return {};
    if (!unify(parts.front(), part)) {
      f_.error("type-mismatch", span, fmt::format("an array of {} and {}", name_of(parts.front().type), name_of(part.type)));
      return {};
    }
    if (part.shape != parts.front().shape) {
      f_.error("shape-mismatch", span,
               fmt::format("an array of {} and {}", describe(parts.front().shape), describe(part.shape)), "sizes differ");
      return {};
    }
  }
  if (parts.front().is_text()) {
    f_.not_yet(span, "arrays of String are");
    return {};
  }
  for (Value& part : parts) unify(parts.front(), part);
  shape.insert(shape.end(), parts.front().shape.begin(), parts.front().shape.end());
  if (!f_.fits(shape, span)) return {};
  Value out = array_value(parts.front().type, std::move(shape), {});
  for (const Value& part : parts) out.items.insert(out.items.end(), part.items.begin(), part.items.end());
  return out;
}

Value Evaluator::array(const ast::ArrayExpr& a, Span span, const Context& c) {
  if (!a.indices.empty()) return comprehension(*a.elements.front(), a.indices, span, c);
  std::vector<Value> parts;
  parts.reserve(a.elements.size());
  for (const ast::ExprPtr& e : a.elements) parts.push_back(value(*e, c));
  return stack(std::move(parts), span);
}

// The last index is the outermost: {e for i in r, j in s} is {{e for i in r} for j in s}.
void Evaluator::for_all(const std::vector<ast::ForIndex>& indices, std::size_t level, const Context& c, Shape& extents,
                        const std::function<void(const Context&)>& visit) {
  if (level == 0 && !f_.few_indices(indices)) {
    extents.clear();
    return;
  }
  const std::size_t which = indices.size() - 1 - level;
  const auto r = loop_range(indices[which], c);
  if (!r) {
    extents.clear();
    return;
  }
  if (extents.size() > level) extents[level] = r->count;
  for (std::size_t k = 0; k < r->count && !f_.stopped(); ++k) {
    const Loop loop = loop_at(*r, k, indices[which], c.loops);
    Context inner = c;
    inner.loops = &loop;
    if (level + 1 == indices.size()) {
      visit(inner);
    } else {
      for_all(indices, level + 1, inner, extents, visit);
    }
    if (extents.empty()) return;
  }
}

Value Evaluator::comprehension(const ast::Expr& element, const std::vector<ast::ForIndex>& indices, Span span,
                               const Context& c) {
  Shape extents(indices.size(), 0);
  std::vector<Value> parts;
  // With the first element all extents are known: what is too large is refused before it is computed.
  for_all(indices, 0, c, extents, [&](const Context& inner) {
    if (parts.empty() && !element_count(extents)) return f_.too_large(span);
    parts.push_back(value(element, inner));
    if (!parts.back().valid) extents.clear();
  });
  if (extents.empty() || f_.stopped()) return {};
  if (parts.empty()) return array_value(Type::real, extents, {});
  const std::size_t expected = element_count(extents).value_or(0);
  if (parts.size() != expected) {
    f_.error("shape-mismatch", span, "the rows of this array have different lengths");
    return {};
  }
  Value flat = stack(std::move(parts), span);
  if (!flat.valid) return {};
  Shape shape = extents;
  shape.insert(shape.end(), flat.shape.begin() + 1, flat.shape.end());
  flat.shape = std::move(shape);
  return flat;
}

Value Evaluator::matrix(const ast::MatrixExpr& m, Span span, const Context& c) {
  Value out;
  for (const auto& row : m.rows) {
    Value line;
    for (const ast::ExprPtr& e : row) {
      Value v = value(*e, c);
      if (!v.valid) return {};
      if (v.shape.size() > 2 || v.is_text()) {
        f_.error("shape-mismatch", e->span, fmt::format("{} in a matrix", describe(v.shape)));
        return {};
      }
      while (v.shape.size() < 2) v.shape.push_back(1);
      line = line.valid ? concatenate(f_, 2, {std::move(line), std::move(v)}, e->span) : std::move(v);
      if (!line.valid) return {};
    }
    out = out.valid ? concatenate(f_, 1, {std::move(out), std::move(line)}, span) : std::move(line);
    if (!out.valid) return {};
  }
  return out;
}

Value Evaluator::range(const ast::RangeExpr& r, Span span, const Context& c) {
  Value first = value(*r.first, c);
  Value step = r.step ? value(*r.step, c) : scalar_value(f_.pool.integer(1));
  Value last = value(*r.last, c);
  return range_of(std::move(first), std::move(step), std::move(last), span);
}

Value Evaluator::range_of(Value first, Value step, Value last, Span span) {
  if (!first.valid || !step.valid || !last.valid) return {};
  for (const Value* v : {&first, &step, &last}) {
    if (!v->is_scalar() || !v->is_numeric()) {
      f_.error("type-mismatch", span, "a range needs scalar numbers");
      return {};
    }
  }
  unify(first, last);
  unify(first, step);
  unify(first, last);
  const auto a = f_.parameters->exact(first.scalar());
  const auto s = f_.parameters->exact(step.scalar());
  const auto b = f_.parameters->exact(last.scalar());
  if (!a || !b || !s) {
    for (const Value* v : {&first, &step, &last}) {
      if (f_.parameters->is_faulty(v->scalar())) return {};
    }
    f_.error("not-constant", span, "the bounds of a range must be known before the run", "not a constant");
    return {};
  }
  if (s->sign() == 0) {
    f_.error("division-by-zero", span, "the step of a range is zero");
    return {};
  }
  const auto difference = Rational::sub(*b, *a);
  const auto steps = difference ? Rational::div(*difference, *s) : std::nullopt;
  const auto whole = steps ? steps->floor().to_integer() : std::nullopt;
  if (!whole || *whole >= static_cast<long long>(max_elements)) {
    f_.too_large(span);
    return {};
  }
  const std::size_t n = *whole < 0 ? 0 : static_cast<std::size_t>(*whole) + 1;
  Value out = array_value(first.type, {n}, {});
  out.items.reserve(n);
  for (std::size_t k = 0; k < n; ++k) {
    const Expr factor = f_.pool.number(Rational(static_cast<long long>(k)), first.type);
    out.items.push_back(f_.pool.make(Op::add, {first.scalar(), f_.pool.make(Op::mul, {factor, step.scalar()})}));
  }
  return out;
}

std::vector<Value> Evaluator::evaluate_all(const std::vector<ast::Argument>& arguments, const Context& c, bool& ok) {
  std::vector<Value> out;
  ok = true;
  for (const ast::Argument& a : arguments) {
    out.push_back(value(*a.value, c));
    ok = ok && out.back().valid;
  }
  return out;
}

Value Evaluator::call(const ast::Expr& e, const ast::CallExpr& call, const Context& c) {
  if (const ClassInfo* function = f_.functions->find(call.callee, c)) {
    if (!call.indices.empty()) {
      f_.not_yet(e.span, "a reduction with a user function is");
      return {};
    }
    std::vector<Value> results = f_.functions->call(*function, call, e.span, c);
    return results.empty() ? Value{} : std::move(results.front());
  }
  return BuiltinCalls(f_, *this).call(call, e.span, c);
}

std::vector<Value> Evaluator::results(const ast::Expr& e, const Context& c) {
  const auto* call = e.as<ast::CallExpr>();
  const ClassInfo* function = call != nullptr ? f_.functions->find(call->callee, c) : nullptr;
  if (function == nullptr) {
    if (call != nullptr && f_.functions->reports_unknown(call->callee, c)) return {};
    f_.error("wrong-arguments", e.span, "only the call of a function gives several values");
    return {};
  }
  return f_.functions->call(*function, *call, e.span, c);
}

}  // namespace saltus::lang
