// activeState, timeInState, zeno, and what is known where activeState(m) has been asked.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lang/active_modes.hpp"
#include "lang/builtin_calls.hpp"
#include "lang/instances.hpp"

namespace saltus::lang {
namespace {

bool always_alive(const MachineScope& machine) {
  for (const Instance* i = machine.around; i != nullptr; i = i->parent) {
    if (i->machine != nullptr) return false;
  }
  return true;
}

void mode_names(const Instance& in, std::vector<std::string>& out) {
  for (const auto& machine : in.machines)
    for (const ModeScope& mode : machine->modes) out.emplace_back(mode.name);
}

}  // namespace

Instance* Evaluator::mode_below(Instance& in, const ast::Name& n, std::size_t part, const Context& c) {
  const std::string_view name = plain(n.parts[part].name);
  const std::size_t rest = n.parts.size() - part - 1;
  for (const auto& machine : in.machines) {
    if (const ModeScope* mode = machine->find(name)) {
      if (rest == 0) return mode->scope.get();
      if (Instance* found = mode_below(*mode->scope, n, part + 1, c)) return found;
    }
    if (rest == 0 || name != (machine->region.empty() ? "mode" : machine->region)) continue;
    const ModeScope* mode = machine->find(plain(n.parts[part + 1].name));
    if (mode == nullptr) continue;
    if (rest == 1) return mode->scope.get();
    if (Instance* found = mode_below(*mode->scope, n, part + 2, c)) return found;
  }
  Member* m = rest > 0 ? visible(in, name, c) : nullptr;
  if (m == nullptr || !f_.instances->resolve(*m) || !m->is_class) return nullptr;
  std::size_t element = 0;
  if (!m->shape.empty()) {
    const Picked picked = pick(m->shape, n.parts[part].subscripts, c, n.span);
    if (!picked.valid || !picked.shape.empty() || !picked.varying.empty()) return nullptr;
    element = picked.positions.front();
  }
  return mode_below(*m->instances[element], n, part + 1, c);
}

Instance* Evaluator::find_mode(const ast::Name& n, const Context& c) {
  for (Instance* in = c.instance; in != nullptr; in = in->around) {
    if (Instance* found = mode_below(*in, n, 0, c)) return found;
  }
  return nullptr;
}

void ActiveModesBelow::assume(const ast::Expr& condition, bool truth) {
  if (const auto* negated = condition.as<ast::UnaryExpr>()) {
    if (negated->op == ast::UnaryOp::logical_not) assume(*negated->operand, !truth);
  } else if (const auto* chain = condition.as<ast::ChainExpr>()) {
    if (chain->links.front().op != (truth ? ast::BinaryOp::logical_and : ast::BinaryOp::logical_or)) return;
    assume(*chain->first, truth);
    for (const ast::ChainLink& link : chain->links) assume(*link.operand, truth);
  } else if (const auto* call = condition.as<ast::CallExpr>()) {
    const auto* name = call->arguments.size() == 1 ? call->arguments.front().value->as<ast::NameExpr>() : nullptr;
    if (name == nullptr || !call->callee.is("activeState")) return;
    if (Instance* mode = evaluator_.find_mode(name->name, c_)) know(*mode, truth);
  }
}

void ActiveModesBelow::know(Instance& mode, bool active) {
  if (active) {
    known_.push_back({.any_of = {&mode}, .outer = top_});
    top_ = &known_.back();
    return;
  }
  const MachineScope& machine = *mode.machine;
  std::vector<Instance*> others;
  for (const ActiveModes* a = top_; a != nullptr && others.empty(); a = a->outer) {
    if (a->any_of.front()->machine == &machine) others = a->any_of;
  }
  if (others.empty() && always_alive(machine))
    for (const ModeScope& m : machine.modes) others.push_back(m.scope.get());
  std::erase(others, &mode);
  if (others.empty()) return;
  known_.push_back({.any_of = std::move(others), .outer = top_});
  top_ = &known_.back();
}

Value BuiltinCalls::active_state(Arguments& a) {
  if (a.context.in_function) {
    f_.error("misplaced", a.span, "`activeState` in a function", "functions know no modes");
    return {};
  }
  const auto* name = a.call.arguments.front().value->as<ast::NameExpr>();
  if (name == nullptr) return wrong(a, "the argument is the name of a mode");
  const std::size_t errors = f_.diagnostics->error_count();
  const Instance* mode = e_.find_mode(name->name, a.context);
  if (mode != nullptr) {
    const auto& modes = mode->machine->modes;
    const auto it = std::ranges::find(modes, mode, [](const ModeScope& m) { return m.scope.get(); });
    return scalar_value(active_symbol(f_.pool, mode->machine->name, it->name));
  }
  if (f_.diagnostics->error_count() > errors) return {};
  std::vector<std::string> names;
  for (const Instance* in = a.context.instance; in != nullptr; in = in->around) mode_names(*in, names);
  const std::string near = nearest_name(name->name.dotted(), names);
  f_.error("unknown-mode", name->name.span, fmt::format("no mode `{}`", name->name.dotted()), "not declared",
           !near.empty()   ? fmt::format("did you mean `{}`?", near)
           : names.empty() ? ""
                           : fmt::format("modes here are {}", fmt::join(names, ", ")));
  return {};
}

Value BuiltinCalls::time_in_state(Arguments& a) {
  if (a.context.machine == nullptr) {
    f_.error("misplaced", a.span, "`timeInState()` stands outside of modes and transitions", "in which mode?",
             "move it into a mode or into the condition of a transition");
    return {};
  }
  return scalar_value(f_.pool.make(Op::sub, {f_.pool.time(), entered_symbol(f_.pool, a.context.machine->name)}));
}

Value BuiltinCalls::zeno(Arguments& a) {
  if (a.context.in_function) {
    f_.error("misplaced", a.span, "`zeno` in a function", "functions know no events");
    return {};
  }
  const auto* name = a.call.arguments.front().value->as<ast::StringExpr>();
  if (name == nullptr) return wrong(a, "the first argument is the name of an event, in quotes");
  std::optional<std::int64_t> index;
  if (a.call.arguments.size() == 2) {
    const auto written = e_.structural_integer(*a.call.arguments[1].value, a.context, "the index of an event");
    if (!written) return {};
    index = *written;
  }
  const std::string& within = a.context.instance->path;
  f_.late.zenos.push_back({within, name->value, index, a.call.arguments.front().span});
  return scalar_value(zeno_symbol(f_.pool, within, name->value, index));
}

}  // namespace saltus::lang
