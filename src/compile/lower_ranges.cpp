#include "compile/lower_ranges.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "expr/evaluate.hpp"

namespace saltus {

namespace {

bool has_range(const Variable& v) { return (v.min || v.max) && (v.type == Type::real || v.type == Type::integer) && v.exists; }

class RangeLowering {
 public:
  RangeLowering(CompiledModel& out, Lowering& lowering, const LowerAttribute& attribute)
      : out_(out), lowering_(lowering), attribute_(attribute) {}

  void lower() {
    for (std::size_t i = 0; i < out_.model.variables.size(); ++i) {
      const Variable& v = out_.model.variables[i];
      if (v.type == Type::integer && v.exists) check_size(v);
      if (!has_range(v)) continue;
      if (v.variability <= Variability::parameter) {
        if (v.min) check(v, v.min, false);
        if (v.max) check(v, v.max, true);
      } else {
        out_.ranges.push_back({.variable = static_cast<std::uint32_t>(i),
                               .least = slot(v, v.min, "min"),
                               .most = slot(v, v.max, "max"),
                               .nominal = slot(v, v.nominal, "nominal value")});
      }
    }
  }

 private:
  Slot slot(const Variable& v, Expr e, std::string_view what) {
    return e ? attribute_(e, v.span, fmt::format("the {} of `{}`", what, v.name)) : no_slot;
  }

  void check(const Variable& v, Expr bound, bool above) {
    const Expr beyond = above ? v.symbol - bound : bound - v.symbol;
    const auto known = exact_value(beyond, [this](Expr symbol) { return value_of(symbol); });
    if (known && known->sign() <= 0) return;
    CompiledCheck& c = add_check(v, "outside-range", lowering_.lower(less_equal(beyond, rounding(v, bound)), Context::event_body));
    c.message.push_back({above ? " is above its max = " : " is below its min = ", no_slot, Type::string});
    c.message.push_back({{}, slot(v, bound, above ? "max" : "min"), v.type});
  }

  // Unless it is known that the numbers of any run hold the parameter, or what the variable starts with.
  void check_size(const Variable& v) {
    const bool is_fixed = v.variability <= Variability::parameter;
    if (!is_fixed && !v.start) return;
    const auto known = exact_value(is_fixed ? v.symbol : v.start, [this](Expr symbol) { return value_of(symbol); });
    const Rational least_lost(1LL << 53);
    if (known && *known < least_lost && known->negated() < least_lost) return;
    CompiledCheck& c = add_check(v, "large-integer", lowering_.lower_is_exact(v.symbol, out_.model.pool->boolean(true)));
    c.message.push_back({" is too large for the numbers of this run, which do not hold every Integer of that size", no_slot, Type::string});
  }

  // Of the value at the start.
  CompiledCheck& add_check(const Variable& v, std::string_view code, Slot condition) {
    CompiledCheck& c = out_.checks.emplace_back();
    c.active = out_.is_initial;
    c.condition = condition;
    c.level = AssertLevel::warning;
    c.code = code;
    c.is_told_once = true;
    c.message = {{fmt::format("`{}` = ", v.name), no_slot, Type::string},
                 {{}, lowering_.lower(v.symbol, Context::event_body), v.type}};
    c.span = v.span;
    return c;
  }

  // 3*0.1 is not above 0.3.
  Expr rounding(const Variable& v, Expr bound) const {
    ExprPool& pool = *out_.model.pool;
    if (v.type == Type::integer) return pool.integer(0);
    const Expr size = pool.make(Op::abs, {v.symbol}) + pool.make(Op::abs, {bound});
    return pool.number(*Rational::parse("1e-12")) * size;
  }

  // Inputs have none: another run has other ones.
  Expr value_of(Expr symbol) const {
    if (out_.model.free && out_.model.free->contains(symbol)) return {};
    const Variable* v = out_.model.find(symbol);
    if (!v || v->variability > Variability::parameter) return {};
    return v->binding ? v->binding : v->start;
  }

  CompiledModel& out_;
  Lowering& lowering_;
  const LowerAttribute& attribute_;
};

}  // namespace

bool has_ranges(const HybridModel& model) {
  return std::ranges::any_of(model.variables,
                             [](const Variable& v) { return has_range(v) && v.variability > Variability::parameter; });
}

void lower_ranges(CompiledModel& compiled, Lowering& lowering, const LowerAttribute& attribute) {
  RangeLowering(compiled, lowering, attribute).lower();
}

}  // namespace saltus
