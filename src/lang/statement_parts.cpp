// What statements and equations of a `when` have in common: targets, values that fit them, assert and terminate.

#include <fmt/format.h>

#include "lang/evaluator.hpp"
#include "lang/executor.hpp"
#include "lang/instances.hpp"

namespace saltus::lang {

Target assignment_target(Flattening& f, const ast::Name& name, const Context& c) {
  Target out;
  Member* m = nullptr;
  if (Instance* scope = f.evaluator->scope_of(plain(name.parts.front().name), c); scope != nullptr && name.parts.size() == 1)
    m = f.evaluator->visible(*scope, plain(name.parts.front().name), c);
  if (m == nullptr) {
    out.symbols = f.evaluator->reference(name, c);
    out.valid = out.symbols.valid;
  } else if (f.instances->resolve(*m)) {
    if (m->is_class || m->type == Type::string) {
      f.error("type-mismatch", name.span, fmt::format("`{}` cannot be assigned", name.dotted()));
      return out;
    }
    const Picked picked = f.evaluator->pick(m->shape, name.parts.front().subscripts, c, name.span);
    if (!picked.valid) return out;
    out.valid = true;
    out.varying = picked.varying;
    if (!out.varying.empty()) {
      out.symbols = array_value(m->type, m->shape, m->symbols);
      return out;
    }
    out.symbols = array_value(m->type, picked.shape, {});
    for (const std::size_t k : picked.positions) out.symbols.items.push_back(m->symbols[k]);
  }
  for (const Expr e : out.symbols.items) {
    if (out.valid && e->op() != Op::symbol) {
      f.error("parameter-assigned", name.span, fmt::format("`{}` cannot be assigned", name.dotted()), "not a variable");
      out.valid = false;
    }
  }
  return out;
}

Value fitted(Flattening& f, Value v, Type type, const Shape& shape, std::string_view name, Span span) {
  if (!v.valid) return {};
  if (type == Type::real) make_real(v);
  if (v.type != type) {
    f.error("type-mismatch", span, fmt::format("`{}` is {}, its new value {}", name, name_of(type), name_of(v.type)), "",
            type == Type::integer && v.type == Type::real ? "use integer(...), or declare it Real" : "");
    return {};
  }
  if (v.shape != shape) {
    f.error("shape-mismatch", span, fmt::format("`{}` is {}, its new value {}", name, describe(shape), describe(v.shape)));
    return {};
  }
  return v;
}

std::optional<AssertCall> read_assert(Flattening& f, const ast::CallExpr& call, Span span, const Context& c) {
  if (call.arguments.size() < 2 || call.arguments.size() > 3) {
    f.error("wrong-arguments", span, fmt::format("`assert`: {} arguments given, 2 to 3 needed", call.arguments.size()), "",
            "assert(condition, \"message\")");
    return std::nullopt;
  }
  AssertCall out;
  const Value condition = f.evaluator->value(*call.arguments[0].value, c);
  const Value message = f.evaluator->value(*call.arguments[1].value, c);
  if (!condition.valid || !message.valid) return std::nullopt;
  if (!condition.is_scalar() || condition.type != Type::boolean || !message.is_text()) {
    f.error("type-mismatch", span, "`assert` needs a Boolean condition and a message");
    return std::nullopt;
  }
  if (call.arguments.size() == 3) {
    const auto* level = call.arguments[2].value->as<ast::NameExpr>();
    const std::string text = level != nullptr ? level->name.dotted() : "";
    if (text == "AssertionLevel.warning") {
      out.level = AssertLevel::warning;
    } else if (text != "AssertionLevel.error") {
      f.error("wrong-arguments", call.arguments[2].span, "the level is AssertionLevel.error or AssertionLevel.warning");
      return std::nullopt;
    }
  }
  out.condition = condition.scalar();
  out.message = message.message;
  return out;
}

std::optional<Action> read_set_solver(Flattening& f, const ast::CallExpr& call, Span span, const Context& c) {
  Action out{.kind = Action::Kind::set_solver, .target = {}, .value = {}, .span = span};
  for (const ast::Argument& a : call.arguments) {
    Value v = f.evaluator->value(*a.value, c);
    if (!v.valid) return std::nullopt;
    make_real(v);
    const std::string_view name = a.name ? plain(*a.name) : "solver";
    const bool is_solver = name == "solver" && &a == &call.arguments.front();
    const bool is_plain_text = v.is_text() && v.message.size() == 1 && std::holds_alternative<std::string>(v.message.front());
    if (is_solver && is_plain_text) {
      out.solver.edit().name = std::get<std::string>(v.message.front());
    } else if ((name == "tolerance" || name == "step") && v.is_scalar() && v.type == Type::real) {
      (name == "step" ? out.solver.edit().step : out.solver.edit().tolerance) = v.scalar();
    } else {
      f.error("wrong-arguments", a.span, "`setSolver` takes the name of a solver, `tolerance` and `step`", "",
              "setSolver(\"radau\", tolerance = 1e-8, step = 0.01)");
      return std::nullopt;
    }
  }
  if (!call.arguments.empty()) return out;
  f.error("wrong-arguments", span, "`setSolver` without arguments changes nothing", "",
          "setSolver(\"radau\", tolerance = 1e-8, step = 0.01)");
  return std::nullopt;
}

std::optional<Message> read_terminate(Flattening& f, const ast::CallExpr& call, Span span, const Context& c) {
  const Value message = call.arguments.size() == 1 ? f.evaluator->value(*call.arguments[0].value, c) : Value{};
  if (call.arguments.size() != 1 || (message.valid && !message.is_text())) {
    f.error("wrong-arguments", span, "`terminate` takes one message");
    return std::nullopt;
  }
  if (!message.valid) return std::nullopt;
  return message.message;
}

}  // namespace saltus::lang
