#include "model/builder_modes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/builder.hpp"
#include "model/expression_text.hpp"

namespace saltus {

// ModeBuilder

Mode& ModeBuilder::mode() const { return builder_->model_.machines[place_.machine].modes[place_.mode]; }

Var ModeBuilder::real(std::string name) { return real(std::move(name), {}); }
Var ModeBuilder::real(std::string name, const Attributes& attributes) {
  return builder_->declare(std::move(name), Type::real, Variability::continuous, {}, attributes, place_);
}
Var ModeBuilder::discrete(std::string name, const Attributes& attributes) {
  return builder_->declare(std::move(name), Type::real, Variability::discrete, {}, attributes, place_);
}
Var ModeBuilder::integer(std::string name, const Attributes& attributes) {
  return builder_->declare(std::move(name), Type::integer, Variability::discrete, {}, attributes, place_);
}
Var ModeBuilder::boolean(std::string name, const Attributes& attributes) {
  return builder_->declare(std::move(name), Type::boolean, Variability::discrete, {}, attributes, place_);
}

ModeBuilder& ModeBuilder::equation(const Ex& lhs, const Ex& rhs) {
  mode().equations.push_back(builder_->relate(lhs, rhs));
  return *this;
}

ModeBuilder& ModeBuilder::initial_equation(const Ex& lhs, const Ex& rhs) {
  mode().initial_equations.push_back(builder_->relate(lhs, rhs));
  return *this;
}

ModeBuilder& ModeBuilder::assertion(const Ex& condition, const MessageText& message, AssertLevel level) {
  ExprPool& pool = builder_->pool();
  mode().assertions.push_back({condition.in(pool, Type::boolean), message.in(pool), level, {}});
  return *this;
}

WhenBuilder ModeBuilder::when(std::string name, const Ex& condition) {
  return when(std::move(name), std::vector<Ex>{condition});
}

WhenBuilder ModeBuilder::when(std::string name, const std::vector<Ex>& conditions) {
  When when;
  when.branches.push_back(builder_->branch(std::move(name), conditions));
  mode().whens.push_back(std::move(when));
  return {*builder_, place_, mode().whens.size() - 1};
}

MachineBuilder ModeBuilder::machine(std::string_view name) { return builder_->add_machine(name, place_); }

Ex ModeBuilder::active() const {
  return Ex(active_symbol(builder_->pool(), builder_->model_.machines[place_.machine].name, mode().name));
}

// TransitionBuilder

Transition& TransitionBuilder::transition() const { return builder_->model_.machines[machine_].transitions[position_]; }

TransitionBuilder& TransitionBuilder::named(std::string name) {
  transition().name = std::move(name);
  return *this;
}

TransitionBuilder& TransitionBuilder::priority(std::int64_t priority) {
  transition().priority = priority;
  return *this;
}

TransitionBuilder& TransitionBuilder::resume() {
  transition().resume = true;
  return *this;
}

// MachineBuilder

Machine& MachineBuilder::machine() const { return builder_->model_.machines[position_]; }

ModeBuilder MachineBuilder::mode(std::string name, std::string description) {
  builder_->require_name(name);
  if (std::ranges::find(machine().modes, name, &Mode::name) != machine().modes.end())
    throw BuildError(fmt::format("`{}` has two modes `{}`", machine().name, name));
  Mode& fresh = machine().modes.emplace_back();
  fresh.name = std::move(name);
  fresh.description = std::move(description);
  return {*builder_, {position_, machine().modes.size() - 1}};
}

ModeBuilder MachineBuilder::initial_mode(std::string name, std::string description) {
  if (!builder_->begun_.insert(position_).second) throw BuildError(fmt::format("`{}` has two initial modes", machine().name));
  try {
    ModeBuilder fresh = mode(std::move(name), std::move(description));
    machine().initial = fresh.place_.mode;
    return fresh;
  } catch (...) {
    builder_->begun_.erase(position_);
    throw;
  }
}

std::size_t MachineBuilder::position_of(const ModeBuilder& mode) const {
  if (mode.builder_ != builder_ || mode.place_.machine != position_)
    throw BuildError(fmt::format("mode `{}` does not belong to `{}`", mode.mode().name, machine().name));
  return mode.place_.mode;
}

TransitionBuilder MachineBuilder::add(const std::vector<ModeBuilder>& from, std::optional<std::size_t> to,
                                      const Ex& condition) {
  Transition t;
  std::string left = from.empty() ? "*" : "";
  for (const ModeBuilder& mode : from) {
    t.from.push_back(position_of(mode));
    left += (left.empty() ? "" : ", ") + mode.mode().name;
  }
  t.to = to;
  t.condition = condition.in(builder_->pool(), Type::boolean);
  t.name = fmt::format("{} -> {} when {}", left, to ? machine().modes[*to].name : "self",
                       ExpressionText(builder_->model_)(t.condition));
  machine().transitions.push_back(std::move(t));
  return {*builder_, position_, machine().transitions.size() - 1};
}

TransitionBuilder MachineBuilder::transition(const ModeBuilder& from, const ModeBuilder& to, const Ex& condition) {
  return add({from}, position_of(to), condition);
}

TransitionBuilder MachineBuilder::transition(const std::vector<ModeBuilder>& from, const ModeBuilder& to, const Ex& condition) {
  if (from.empty()) throw BuildError("a transition from no mode: use transition_from_any");
  return add(from, position_of(to), condition);
}

TransitionBuilder MachineBuilder::transition_from_any(const ModeBuilder& to, const Ex& condition) {
  return add({}, position_of(to), condition);
}

TransitionBuilder MachineBuilder::restart(const std::vector<ModeBuilder>& modes, const Ex& condition) {
  return add(modes, std::nullopt, condition);
}

Ex MachineBuilder::time_in_mode() const {
  ExprPool& pool = builder_->pool();
  return Ex(pool.make(Op::sub, {pool.time(), entered_symbol(pool, machine().name)}));
}

}  // namespace saltus
