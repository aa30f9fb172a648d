// der, pre, edge, change, sample and the other operators that look at time and events.

#include <fmt/format.h>

#include "lang/builtin_calls.hpp"
#include "lang/instances.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {

Value BuiltinCalls::der(Arguments& a) {
  if (a.context.in_function) {
    f_.error("misplaced", a.span, "`der` in a function", "functions know no time");
    return {};
  }
  if (!numeric_arguments(a)) return {};
  Value v = std::move(a.values.front());
  make_real(v);
  const auto is_constant = [this](Expr s) {
    const Member* m = f_.instances->owner(s).member;
    return m == nullptr || m->variability != Variability::continuous;
  };
  for (Expr& e : v.items) {
    const bool leaf = e->op() == Op::symbol && !is_constant(e);
    e = leaf ? f_.pool.der(e) : e->op() == Op::der ? f_.pool.der(e) : time_derivative(e, is_constant);
    if (!e) return wrong(a, "this expression cannot be differentiated");
  }
  return v;
}

/// The argument of pre, edge, change: a variable, its symbols.
Value BuiltinCalls::variable_argument(Arguments& a, std::string_view what) {
  const ast::Argument& argument = a.call.arguments.front();
  const auto* name = argument.value->as<ast::NameExpr>();
  Value v = name != nullptr ? e_.reference(name->name, a.context) : Value{};
  if (name == nullptr) return wrong(a, fmt::format("{} is taken of a variable, not of an expression", what));
  if (!v.valid) return {};
  for (const Expr e : v.items) {
    if (e->op() != Op::symbol && !f_.parameters->is_fixed(e)) return wrong(a, fmt::format("{} is taken of a variable", what));
    if (e->op() == Op::symbol && !a.context.in_when && !f_.instances->is_fixed_value(e))
      f_.late.pre_outside.push_back({e, a.span});
  }
  if (a.context.in_function) {
    f_.error("misplaced", a.span, fmt::format("`{}` in a function", a.name), "functions know no events");
    return {};
  }
  return v;
}

Value BuiltinCalls::pre(Arguments& a) {
  Value v = variable_argument(a, "`pre`");
  if (!v.valid) return {};
  for (Expr& e : v.items) {
    if (e->op() == Op::symbol && !f_.instances->is_fixed_value(e)) e = f_.pool.pre(e);
  }
  return v;
}

Value BuiltinCalls::edge_change(Arguments& a) {
  Value v = variable_argument(a, fmt::format("`{}`", a.name));
  if (!v.valid) return {};
  const bool edge = a.name == "edge";
  if (edge && v.type != Type::boolean) return wrong(a, fmt::format("the argument is {}, not Boolean", name_of(v.type)));
  for (Expr& e : v.items) {
    if (e->op() != Op::symbol || f_.instances->is_fixed_value(e)) {
      e = f_.pool.boolean(false);
      continue;
    }
    const Expr* current = a.context.state != nullptr ? a.context.state->find(e) : nullptr;
    if (current == nullptr || !*current || *current == e) {
      e = f_.pool.make(edge ? Op::edge : Op::change, {e});
      continue;
    }
    // In an algorithm the present value may differ from the final one.
    const Expr before = f_.pool.pre(e);
    const auto no = [this](Expr x) { return f_.pool.make(Op::not_, {x}); };
    const Expr rises = e->type() == Type::boolean ? f_.pool.make(Op::and_, {*current, no(before)}) : Expr();
    if (edge)
      e = rises;
    else if (rises)
      e = f_.pool.make(Op::or_, {rises, f_.pool.make(Op::and_, {no(*current), before})});
    else
      e = f_.pool.make(Op::ne, {*current, before});
  }
  v.type = Type::boolean;
  return v;
}

Value BuiltinCalls::initial_terminal(Arguments& a) {
  if (a.context.in_function) {
    f_.error("misplaced", a.span, fmt::format("`{}` in a function", a.name), "functions know no events");
    return {};
  }
  return scalar_value(a.name == "initial" ? f_.pool.initial() : f_.pool.terminal());
}

Value BuiltinCalls::sample(Arguments& a) {
  if (a.values.size() == 1) {
    f_.not_yet(a.span, "clocks are");
    return {};
  }
  if (!numeric_arguments(a)) return {};
  for (std::size_t i = 0; i < 2; ++i) {
    make_real(a.values[i]);
    if (!a.values[i].is_scalar()) return wrong(a, "the arguments must be scalars");
    if (!f_.parameters->is_fixed(a.values[i].scalar())) {
      f_.error("not-constant", a.call.arguments[i].span, "the arguments of `sample` must be known before the run",
               "not a constant");
      return {};
    }
  }
  const auto interval = f_.parameters->look(a.values[1].scalar());
  if (interval && interval->sign() <= 0) return wrong(a, "the interval must be positive");
  return scalar_value(f_.pool.make(Op::sample, {a.values[0].scalar(), a.values[1].scalar()}));
}

Value BuiltinCalls::no_event(Arguments& a) {
  Context c = a.context;
  c.no_event = true;
  Value v = e_.value(*a.call.arguments.front().value, c);
  for (Expr& e : v.items) e = f_.pool.make(Op::no_event, {e});
  return v;
}

Value BuiltinCalls::smooth(Arguments& a) {
  const Value& order = a.values[0];
  if (!order.is_scalar() || order.type != Type::integer || !f_.parameters->is_fixed(order.scalar())) {
    return wrong(a, "the first argument is an Integer constant");
  }
  Value v = std::move(a.values[1]);
  if (!v.is_numeric()) return wrong(a, "the second argument must be a number");
  make_real(v);
  for (Expr& e : v.items) e = f_.pool.make(Op::smooth, {e});
  return v;
}

Value BuiltinCalls::homotopy(Arguments& a) {
  const ast::Argument* actual = &a.call.arguments.front();
  for (const ast::Argument& argument : a.call.arguments) {
    if (argument.name && plain(*argument.name) == "actual") actual = &argument;
  }
  return e_.value(*actual->value, a.context);
}

Value BuiltinCalls::misplaced(Arguments& a) {
  f_.error("misplaced", a.span, fmt::format("`{}` is a statement of its own and has no value", a.name),
           "used in an expression");
  return {};
}

Value BuiltinCalls::later(Arguments& a) {
  f_.not_yet(a.span, fmt::format("`{}` is", a.name));
  return {};
}

}  // namespace saltus::lang
