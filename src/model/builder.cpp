#include "model/builder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/expression_text.hpp"
#include "model/mode_access.hpp"

namespace saltus {

// WhenBuilder

When& WhenBuilder::when() const {
  return home_ ? builder_.model_.machines[home_->machine].modes[home_->mode].whens[when_] : builder_.model_.whens.edit()[when_];
}

WhenBuilder& WhenBuilder::elsewhen(const Ex& condition) { return elsewhen(std::vector<Ex>{condition}); }

WhenBuilder& WhenBuilder::elsewhen(const std::vector<Ex>& conditions) {
  when().branches.push_back(builder_.branch({}, conditions));
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

void ModelBuilder::require_name(std::string_view name) {
  const bool printable = std::ranges::none_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  if (name.empty() || name == "time" || !printable) throw BuildError(fmt::format("`{}` cannot be declared", name));
}

bool ModelBuilder::exclude_each_other(ModeRef a, ModeRef b) const {
  for (std::optional<ModeRef> p = a; p; p = model_.machines[p->machine].inside)
    for (std::optional<ModeRef> q = b; q; q = model_.machines[q->machine].inside)
      if (p->machine == q->machine && p->mode != q->mode) return true;
  return false;
}

// A name may come again in a mode that excludes those in which it is declared.
void ModelBuilder::require_alike(const Variable& variable) const {
  for (const Variable& other : model_.variables) {
    if (other.name != variable.name) continue;
    if (!other.home || !variable.home || !exclude_each_other(*other.home, *variable.home))
      throw BuildError(fmt::format("`{}` is declared twice", variable.name));
    if (other.type != variable.type || other.variability != variable.variability)
      throw BuildError(fmt::format("`{}` is one variable in all modes of a machine, but declared differently", variable.name));
  }
}

Var ModelBuilder::declare(std::string name, Type type, Variability variability, const Ex& binding, const Attributes& attributes,
                          std::optional<ModeRef> home) {
  require_name(name);
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
  variable.home = home;
  variable.name = std::move(name);
  if (pool_->find_symbol(variable.name)) require_alike(variable);
  variable.symbol = pool_->symbol(variable.name, type);
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
    ExpressionText text(model_);
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
  return {*this, std::nullopt, model_.whens.size() - 1};
}

Ex ModelBuilder::zeno(std::string_view event, std::optional<std::int64_t> index) {
  if (event.empty()) throw BuildError("zeno of events without a name");
  return Ex(zeno_symbol(*pool_, "", event, index));
}

MachineBuilder ModelBuilder::add_machine(std::string_view name, std::optional<ModeRef> inside) {
  require_name(name);
  Machine machine;
  if (inside) {
    const Machine& outer = model_.machines[inside->machine];
    machine.name = fmt::format("{}.{}.", outer.name, outer.modes[inside->mode].name);
  }
  machine.name += name;
  machine.inside = inside;
  if (std::ranges::find(model_.machines, machine.name, &Machine::name) != model_.machines.end())
    throw BuildError(fmt::format("there are two machines `{}`", machine.name));
  model_.machines.push_back(std::move(machine));
  return {*this, model_.machines.size() - 1};
}

ModelBuilder& ModelBuilder::experiment(const ExperimentSettings& settings) {
  model_.experiment = {optional(settings.start, Type::real), optional(settings.stop, Type::real),
                       optional(settings.tolerance, Type::real), optional(settings.interval, Type::real)};
  return *this;
}

// Two `when`s may assign one variable only in modes that exclude each other.
void ModelBuilder::check_whens() const {
  struct Place {
    const When* when;
    std::optional<ModeRef> home;
  };
  std::unordered_map<Expr, std::vector<Place>> places;
  const auto add = [&](const std::vector<When>& whens, std::optional<ModeRef> home) {
    for (const When& when : whens)
      for (const WhenBranch& branch : when.branches)
        for (const Action& action : branch.actions) {
          if (action.kind != Action::Kind::assign) continue;
          for (const Place& p : places[action.target]) {
            if (p.when == &when || (home && p.home && exclude_each_other(*home, *p.home))) continue;
            throw BuildError(
                fmt::format("`{}` is assigned by two `when`s: use one with several branches", action.target->name()));
          }
          places[action.target].push_back({&when, home});
        }
  };
  add(model_.whens, std::nullopt);
  for (std::size_t m = 0; m < model_.machines.size(); ++m)
    for (std::size_t k = 0; k < model_.machines[m].modes.size(); ++k) add(model_.machines[m].modes[k].whens, ModeRef{m, k});
}

HybridModel ModelBuilder::build() const {
  check_whens();
  for (std::size_t m = 0; m < model_.machines.size(); ++m)
    if (!begun_.contains(m)) throw BuildError(fmt::format("`{}` has no initial mode", model_.machines[m].name));
  if (const auto wrong = model_.machines.empty() ? std::nullopt : forbidden_access(model_)) throw BuildError(*wrong);
  HybridModel model = model_;
  model.index();
  model.number_whens();
  return model;
}

}  // namespace saltus
