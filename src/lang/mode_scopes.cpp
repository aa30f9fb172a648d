// Modes as scopes: their members live in instances of their own, which stand in the instance of the class.

#include <fmt/format.h>

#include <algorithm>

#include "lang/instances.hpp"

namespace saltus::lang {
namespace {

struct Place {
  const MachineScope* machine;
  const Instance* mode;
};

/// The modes that something stands in, innermost first.
std::vector<Place> modes_around(const Instance& in) {
  std::vector<Place> out;
  for (const Instance* i = &in; i != nullptr; i = i->parent) {
    if (i->machine != nullptr) out.push_back({i->machine, i});
  }
  return out;
}

std::unique_ptr<Instance> scope_in(Instance& around, const MachineScope& machine) {
  auto scope = std::make_unique<Instance>();
  scope->path = around.path;
  scope->type = around.type;
  scope->parent = scope->around = &around;
  scope->machine = &machine;
  scope->machine_prefix = around.machine_prefix;
  scope->depth = around.depth;
  scope->is_protected = around.is_protected;
  scope->at_most = around.at_most;
  return scope;
}

}  // namespace

const MachineScope* Instances::branch_machine() {
  return branch_machines_.emplace_back(std::make_unique<MachineScope>()).get();
}

Instance* Instances::branch_scope(Instance& around, const MachineScope& machine) {
  return branch_scopes_.emplace_back(scope_in(around, machine)).get();
}

const ModeScope* MachineScope::find(std::string_view mode) const {
  const auto it = std::ranges::find(modes, mode, &ModeScope::name);
  return it == modes.end() ? nullptr : &*it;
}

bool Instance::declares_anywhere(std::string_view name) const {
  if (find(name) != nullptr) return true;
  return std::ranges::any_of(machines, [&](const auto& machine) {
    return std::ranges::any_of(machine->modes, [&](const ModeScope& mode) { return mode.scope->declares_anywhere(name); });
  });
}

bool exclude_each_other(const Instance& a, const Instance& b) {
  const std::vector<Place> other = modes_around(b);
  return std::ranges::any_of(modes_around(a), [&](const Place& p) {
    return std::ranges::any_of(other, [&](const Place& q) { return p.machine == q.machine && p.mode != q.mode; });
  });
}

bool Instances::add_machine(Instance& into, const ast::Machine& written, std::string_view region, Span span,
                            const ClassInfo& info, const ModEnv& env, bool hidden, std::vector<const ClassInfo*>& chain) {
  if (written.modes.empty() && written.transitions.empty() && region.empty()) return true;
  if (info.is_function()) {
    f_.error("misplaced", written.modes.empty() ? written.transitions.front().span : written.modes.front().name.span,
             "a function has no modes", "functions know no time");
    return false;
  }
  const auto known = std::ranges::find(into.machines, region, [](const auto& m) { return m->region; });
  MachineScope& machine =
      known != into.machines.end() ? **known : *into.machines.emplace_back(std::make_unique<MachineScope>());
  if (machine.around == nullptr) {
    has_modes_ = true;
    machine.name = into.machine_prefix + (region.empty() ? std::string("mode") : std::string(region));
    machine.region = region;
    machine.around = &into;
    machine.span = span.known()            ? span
                   : written.modes.empty() ? written.transitions.front().span
                                           : written.modes.front().name.span;
  }
  const auto again = [&](const auto& part) { return part.first == &info && part.second != &written; };
  if (!region.empty() && std::ranges::any_of(machine.written, again)) {
    f_.diagnostics->add({Severity::error,
                         "duplicate-name",
                         fmt::format("there are two regions `{}`", region),
                         {span, "declared again here"},
                         {{machine.span, "first declared here"}},
                         "rename one of them, or write all modes into one region"});
    return false;
  }
  machine.written.emplace_back(&info, &written);
  bool ok = true;
  for (const ast::Mode& mode : written.modes) ok = add_mode(machine, mode, info, env, hidden, chain) && ok;
  for (const ast::Transition& t : written.transitions) machine.transitions.push_back({&t, &info});
  return ok;
}

bool Instances::add_mode(MachineScope& machine, const ast::Mode& mode, const ClassInfo& info, const ModEnv& env, bool hidden,
                         std::vector<const ClassInfo*>& chain) {
  const std::string_view name = plain(mode.name);
  if (name == "self") {
    f_.error("duplicate-name", mode.name.span, "a mode cannot be called `self`", "means the present mode in a transition",
             "rename it");
    return false;
  }
  if (const ModeScope* other = machine.find(name)) {
    if (other->node == &mode) return true;  // the same base reached twice
    f_.diagnostics->add({Severity::error,
                         "duplicate-name",
                         fmt::format("there are two modes `{}`", name),
                         {mode.name.span, "declared again here"},
                         {{other->node->name.span, "first declared here"}},
                         "rename one of them"});
    return false;
  }
  for (const ast::Element& e : mode.body.elements) {
    if (e.as<std::unique_ptr<ast::Class>>() == nullptr) continue;
    f_.error("misplaced", e.span, "a class is declared in a mode", "", "declare it outside");
    return false;
  }
  auto scope = scope_in(*machine.around, machine);
  scope->machine_prefix = fmt::format("{}.{}.", machine.name, name);
  const bool ok = collect_body(*scope, mode.body, info, env, hidden, chain);
  machine.modes.push_back({&mode, name, std::move(scope)});
  return ok;
}

// One name in modes of one machine is one variable; then type and variability must agree. Otherwise both would be there at once.
bool Instances::live_together(const Member& m, const Member& other) {
  const bool apart = exclude_each_other(*m.owner, *other.owner);
  const bool alike = m.type == other.type && m.variability == other.variability && !m.is_fixed_value();
  if (apart && alike) return false;
  f_.diagnostics->add({Severity::error,
                       "duplicate-name",
                       apart
                           ? fmt::format("`{}` is one variable in all modes of a machine, but declared differently", path_of(m))
                           : fmt::format("`{}` is declared twice", path_of(m)),
                       {m.span(), "declared again here"},
                       {{other.span(), "first declared here"}},
                       "rename one of them"});
  return true;
}

}  // namespace saltus::lang
