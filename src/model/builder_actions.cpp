#include "model/builder_actions.hpp"

#include <fmt/format.h>

#include "model/builder.hpp"

namespace saltus {

Message MessageText::in(ExprPool& pool) const {
  Message message;
  for (const Part& part : parts_) {
    if (part.value_.absent()) {
      message.emplace_back(part.text_);
    } else {
      const Expr value = part.value_.expr();
      message.emplace_back(part.value_.in(pool, value ? value->type() : Type::real));
    }
  }
  return message;
}

Action assign_action(const ModelBuilder& builder, const Var& target, const Ex& value) {
  const Variable& variable = builder.variable(target);
  if (variable.variability != Variability::discrete) {
    throw BuildError(
        fmt::format("`{}` is not discrete: declare it by discrete(...), or use reinit for a state", variable.name));
  }
  return {.kind = Action::Kind::assign, .target = target.symbol(), .value = value.in(builder.pool(), variable.type)};
}

Action reinit_action(const ModelBuilder& builder, const Var& state, const Ex& value) {
  const Variable& variable = builder.variable(state);
  if (variable.variability != Variability::continuous || variable.type != Type::real)
    throw BuildError(fmt::format("`{}` is no continuous Real: use assign", variable.name));
  return {.kind = Action::Kind::reinit, .target = state.symbol(), .value = value.in(builder.pool(), Type::real)};
}

Action assertion_action(const ModelBuilder& builder, const Ex& condition, const MessageText& message, AssertLevel level) {
  ExprPool& pool = builder.pool();
  return {.kind = Action::Kind::assertion,
          .target = {},
          .value = condition.in(pool, Type::boolean),
          .message = message.in(pool),
          .level = level};
}

Action terminate_action(const ModelBuilder& builder, const MessageText& message) {
  ExprPool& pool = builder.pool();
  return {.kind = Action::Kind::terminate, .target = {}, .value = pool.boolean(true), .message = message.in(pool)};
}

Action solver_action(const ModelBuilder& builder, const SolverSettings& settings) {
  if (settings.solver.empty() && settings.tolerance.absent() && settings.step.absent())
    throw BuildError("set_solver without a solver, tolerance or step changes nothing");
  const auto number = [&](const Ex& value) { return value.absent() ? Expr() : value.in(builder.pool(), Type::real); };
  return {.kind = Action::Kind::set_solver,
          .target = {},
          .value = {},
          .solver = SolverWish{settings.solver, number(settings.tolerance), number(settings.step)}};
}

}  // namespace saltus
