#include "model/builder.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

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

// WhenBuilder

WhenBuilder& WhenBuilder::add(Action action) {
  builder_.model_.whens[when_].branches.back().actions.push_back(std::move(action));
  return *this;
}

WhenBuilder& WhenBuilder::assign(const Var& target, const Ex& value) {
  const Variable& variable = builder_.variable(target);
  if (variable.variability != Variability::discrete) {
    throw BuildError(
        fmt::format("`{}` is not discrete: declare it by discrete(...), or use reinit for a state", variable.name));
  }
  return add({.kind = Action::Kind::assign, .target = target.symbol(), .value = value.in(*builder_.pool_, variable.type)});
}

WhenBuilder& WhenBuilder::reinit(const Var& state, const Ex& value) {
  const Variable& variable = builder_.variable(state);
  if (variable.variability != Variability::continuous || variable.type != Type::real) {
    throw BuildError(fmt::format("`{}` is no continuous Real: use assign", variable.name));
  }
  return add({.kind = Action::Kind::reinit, .target = state.symbol(), .value = value.in(*builder_.pool_, Type::real)});
}

WhenBuilder& WhenBuilder::assertion(const Ex& condition, const MessageText& message, AssertLevel level) {
  ExprPool& pool = *builder_.pool_;
  return add({.kind = Action::Kind::assertion,
              .target = {},
              .value = condition.in(pool, Type::boolean),
              .message = message.in(pool),
              .level = level});
}

WhenBuilder& WhenBuilder::terminate(const MessageText& message) {
  ExprPool& pool = *builder_.pool_;
  return add({.kind = Action::Kind::terminate, .target = {}, .value = pool.boolean(true), .message = message.in(pool)});
}

WhenBuilder& WhenBuilder::elsewhen(const Ex& condition) { return elsewhen(std::vector<Ex>{condition}); }

WhenBuilder& WhenBuilder::elsewhen(const std::vector<Ex>& conditions) {
  builder_.model_.whens[when_].branches.push_back(builder_.branch({}, conditions));
  return *this;
}

// ModelBuilder: declarations

ModelBuilder::ModelBuilder(std::string name, std::string description) {
  if (name.empty()) throw BuildError("a model needs a name");
  model_.name = std::move(name);
  model_.description = std::move(description);
  model_.pool = pool_;
}

Expr ModelBuilder::optional(const Ex& value, Type type) { return value.absent() ? Expr{} : value.in(*pool_, type); }

Var ModelBuilder::declare(std::string name, Type type, Variability variability, const Ex& binding,
                          const Attributes& attributes) {
  const bool printable = std::ranges::none_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  if (name.empty() || name == "time" || !printable) throw BuildError(fmt::format("`{}` cannot be declared", name));
  if (pool_->find_symbol(name)) throw BuildError(fmt::format("`{}` is declared twice", name));
  Variable variable;
  variable.type = type;
  variable.variability = variability;
  variable.binding = optional(binding, type);
  variable.start = optional(attributes.start, type);
  variable.nominal = optional(attributes.nominal, type);
  variable.min = optional(attributes.min, type);
  variable.max = optional(attributes.max, type);
  variable.fixed = attributes.fixed;
  variable.is_output = attributes.output;
  variable.unit = attributes.unit;
  variable.description = attributes.description;
  variable.symbol = pool_->symbol(name, type);
  variable.name = std::move(name);
  position_.emplace(variable.symbol, model_.variables.size());
  model_.variables.push_back(std::move(variable));
  return Var(model_.variables.back().symbol);
}

Var ModelBuilder::constant(std::string name, const Ex& value, const Attributes& attributes) {
  return declare(std::move(name), Type::real, Variability::constant, value, attributes);
}
Var ModelBuilder::parameter(std::string name, const Ex& value, const Attributes& attributes) {
  return declare(std::move(name), Type::real, Variability::parameter, value, attributes);
}
Var ModelBuilder::integer_parameter(std::string name, const Ex& value, const Attributes& attributes) {
  return declare(std::move(name), Type::integer, Variability::parameter, value, attributes);
}
Var ModelBuilder::boolean_parameter(std::string name, const Ex& value, const Attributes& attributes) {
  return declare(std::move(name), Type::boolean, Variability::parameter, value, attributes);
}
Var ModelBuilder::real(std::string name, const Attributes& attributes) {
  return declare(std::move(name), Type::real, Variability::continuous, {}, attributes);
}
Var ModelBuilder::discrete(std::string name, const Attributes& attributes) {
  return declare(std::move(name), Type::real, Variability::discrete, {}, attributes);
}
Var ModelBuilder::integer(std::string name, const Attributes& attributes) {
  return declare(std::move(name), Type::integer, Variability::discrete, {}, attributes);
}
Var ModelBuilder::boolean(std::string name, const Attributes& attributes) {
  return declare(std::move(name), Type::boolean, Variability::discrete, {}, attributes);
}

std::vector<Var> ModelBuilder::reals(std::string_view name, std::size_t n, const Attributes& attributes) {
  return reals(name, n, [&](std::size_t) { return attributes; });
}

std::vector<Var> ModelBuilder::reals(std::string_view name, std::size_t n,
                                     const std::function<Attributes(std::size_t)>& attributes) {
  std::vector<Var> elements;
  for (std::size_t i = 1; i <= n; ++i) elements.push_back(real(fmt::format("{}[{}]", name, i), attributes(i)));
  return elements;
}

std::vector<Var> ModelBuilder::parameters(std::string_view name, const std::vector<Ex>& values, const Attributes& attributes) {
  std::vector<Var> elements;
  for (std::size_t i = 0; i < values.size(); ++i)
    elements.push_back(parameter(fmt::format("{}[{}]", name, i + 1), values[i], attributes));
  return elements;
}

// ModelBuilder: values

Ex ModelBuilder::time() { return Ex(pool_->time()); }
Ex ModelBuilder::pi() { return Ex(pool_->pi()); }
Ex ModelBuilder::initial() { return Ex(pool_->initial()); }
Ex ModelBuilder::terminal() { return Ex(pool_->terminal()); }
Ex ModelBuilder::sample(const Ex& start, const Ex& interval) {
  return Ex(pool_->make(Op::sample, {start.in(*pool_, Type::real), interval.in(*pool_, Type::real)}));
}

// ModelBuilder: equations and events

const Variable& ModelBuilder::variable(const Var& var) const {
  if (&var.symbol()->pool() != pool_.get()) throw BuildError(fmt::format("`{}` belongs to another model", var.name()));
  return model_.variables[position_.at(var.symbol())];
}

Equation ModelBuilder::relate(const Ex& lhs, const Ex& rhs) {
  const auto type_of = [](const Ex& side) {
    if (side.expr()) return side.expr()->type();
    return side.number() ? Type::integer : Type::boolean;  // a number fits whatever the other side is
  };
  if (lhs.absent() || rhs.absent()) throw BuildError("an equation with an absent side");
  if (lhs.is_literal() && rhs.is_literal()) throw BuildError("an equation between two literals");
  const Type a = type_of(lhs), b = type_of(rhs);
  const Type type = a == Type::real || b == Type::real ? Type::real : a;
  if ((a == Type::boolean) != (b == Type::boolean)) {
    throw BuildError(fmt::format("an equation between a number and a Boolean: {} and {}", lhs.describe(), rhs.describe()));
  }
  return {lhs.in(*pool_, type), rhs.in(*pool_, type), {}};
}

ModelBuilder& ModelBuilder::equation(const Ex& lhs, const Ex& rhs) {
  model_.equations.push_back(relate(lhs, rhs));
  return *this;
}

ModelBuilder& ModelBuilder::initial_equation(const Ex& lhs, const Ex& rhs) {
  model_.initial_equations.push_back(relate(lhs, rhs));
  return *this;
}

ModelBuilder& ModelBuilder::assertion(const Ex& condition, const MessageText& message, AssertLevel level) {
  model_.assertions.push_back({condition.in(*pool_, Type::boolean), message.in(*pool_), level, {}});
  return *this;
}

WhenBranch ModelBuilder::branch(std::string name, const std::vector<Ex>& conditions) {
  if (conditions.empty()) throw BuildError("a `when` without a condition");
  WhenBranch branch;
  for (const Ex& condition : conditions) branch.conditions.push_back(condition.in(*pool_, Type::boolean));
  branch.name = std::move(name);
  if (branch.name.empty()) {
    for (const Expr condition : branch.conditions) branch.name += (branch.name.empty() ? "" : ", ") + text(condition);
    if (branch.conditions.size() > 1) branch.name = "{" + branch.name + "}";
  }
  return branch;
}

WhenBuilder ModelBuilder::when(std::string name, const Ex& condition) {
  return when(std::move(name), std::vector<Ex>{condition});
}

WhenBuilder ModelBuilder::when(std::string name, const std::vector<Ex>& conditions) {
  When when;
  when.branches.push_back(branch(std::move(name), conditions));
  model_.whens.push_back(std::move(when));
  return {*this, model_.whens.size() - 1};
}

ModelBuilder& ModelBuilder::experiment(const ExperimentSettings& settings) {
  model_.experiment = {optional(settings.start, Type::real), optional(settings.stop, Type::real),
                       optional(settings.tolerance, Type::real), optional(settings.interval, Type::real)};
  return *this;
}

HybridModel ModelBuilder::build() const {
  std::set<std::uint32_t> assigned;
  for (const When& when : model_.whens) {
    std::set<std::uint32_t> here;
    for (const WhenBranch& branch : when.branches) {
      for (const Action& action : branch.actions) {
        if (action.kind != Action::Kind::assign) continue;
        if (assigned.contains(action.target->id())) {
          throw BuildError(
              fmt::format("`{}` is assigned by two `when`s: use one with several branches", action.target->name()));
        }
        here.insert(action.target->id());
      }
    }
    assigned.merge(here);
  }
  HybridModel model = model_;
  model.index();
  return model;
}

}  // namespace saltus
