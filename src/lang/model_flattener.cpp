#include "lang/model_flattener.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_set>

#include "lang/algorithms.hpp"
#include "lang/evaluator.hpp"
#include "lang/instances.hpp"
#include "lang/parameters.hpp"
#include "model/event_name.hpp"

namespace saltus::lang {

void ModelFlattener::flatten(const ClassInfo& info) {
  f_.model.name = info.name;
  f_.model.description = info.node->description.text;
  Instance* root = f_.instances->make_root(info);
  if (root == nullptr) return;
  instance(*root);
  alternatives(model_.flat.alternatives, nullptr, std::nullopt);
  machines(*root);
  if (f_.stopped()) return;
  experiment(info);
  HybridModel& m = f_.model;
  m.equations = std::move(model_.flat.equations);
  m.initial_equations = std::move(model_.initial.equations);
  m.whens = std::move(model_.flat.whens);
  m.assertions = std::move(model_.flat.assertions);
  std::ranges::move(f_.late.indices, std::back_inserter(m.assertions));
  std::ranges::move(model_.initial.assertions, std::back_inserter(m.assertions));
  std::ranges::move(model_.hidden, std::back_inserter(m.variables.edit()));
  m.index();
  m.number_whens();
  discrete_variables();
  check_parameters();
  late_checks();
  check_limits();
  check_machine_names();
  check_overrides();
}

void ModelFlattener::instance(Instance& in) {
  for (Member& m : in.members) {
    if (f_.stopped()) return;
    member(m);
  }
  sections(in);
}

void ModelFlattener::member(Member& m) {
  if (!f_.instances->resolve(m)) return;
  if (m.is_class) {
    for (const auto& child : m.instances) instance(*child);
    return;
  }
  if (m.type == Type::string) {
    const Value& v = f_.instances->binding(m);
    if (!v.valid && f_.instances->binding_expression(m) == nullptr) {
      f_.error("missing-value", m.span(), fmt::format("parameter `{}` has no value", Instances::path_of(m)), "no value given");
    }
    return;
  }
  variable(m);
}

std::optional<Value> ModelFlattener::fixed_attribute(Member& m, std::string_view name) {
  auto v = f_.instances->attribute(m, name);
  if (!v) return v;
  for (const Expr e : v->items) {
    if (f_.parameters->is_fixed(e)) continue;
    f_.error("not-constant", m.span(), fmt::format("`{}` of `{}` depends on a variable", name, Instances::path_of(m)), "",
             "use numbers and parameters");
    return std::nullopt;
  }
  return v;
}

Value ModelFlattener::parameter_binding(Member& m) {
  const std::size_t errors = f_.diagnostics->error_count();
  Value v = f_.instances->binding(m);
  const std::string kind = m.variability == Variability::constant ? "constant" : "parameter";
  if (v.valid) {
    for (const Expr e : v.items) {
      if (f_.parameters->is_fixed(e)) continue;
      f_.error("not-constant", f_.instances->value_span(m),
               fmt::format("the value of {} `{}` depends on a variable", kind, Instances::path_of(m)), "varies during the run",
               "declare it without `parameter`");
      return {};
    }
    return v;
  }
  if (f_.diagnostics->error_count() > errors || f_.instances->binding_expression(m) != nullptr || f_.stopped()) return {};
  if (auto start = fixed_attribute(m, "start")) {
    f_.diagnostics->warning("missing-value", m.span(),
                            fmt::format("{} `{}` has no value; its start value is used", kind, Instances::path_of(m)),
                            "no value given");
    m.binding = *start;
    return *start;
  }
  if (m.symbols.empty()) return array_value(m.type, m.shape, {});
  f_.error("missing-value", m.span(), fmt::format("{} `{}` has no value", kind, Instances::path_of(m)), "no value given",
           fmt::format("write `= value`, or set it with --set {}=value", Instances::path_of(m)));
  return {};
}

void ModelFlattener::variable(Member& m) {
  Value binding;
  if (m.is_fixed_value()) binding = parameter_binding(m);
  const auto start = m.is_fixed_value() ? std::nullopt : fixed_attribute(m, "start");
  const auto nominal = fixed_attribute(m, "nominal");
  const auto least = fixed_attribute(m, "min");
  const auto most = fixed_attribute(m, "max");
  const auto fixed = fixed_attribute(m, "fixed");
  Variable v;
  v.type = m.type;
  v.variability = m.variability;
  v.is_protected = m.is_protected;
  v.is_final = m.is_fixed_value() && f_.instances->is_final(m);
  v.is_input = m.clause->causality == ast::Causality::input;
  v.is_output = m.clause->causality == ast::Causality::output;
  v.unit = f_.instances->text_attribute(m, "unit");
  v.display_unit = f_.instances->text_attribute(m, "displayUnit");
  v.quantity = f_.instances->text_attribute(m, "quantity");
  v.description = m.declaration->comment.description.text;
  v.span = m.span();
  if (!m.is_fixed_value()) v.home = here_->home;
  std::vector<Variable>& variables = f_.model.variables.edit();
  if (m.symbols.size() > variables.size()) variables.reserve(variables.size() + m.symbols.size());
  const auto item = [](const std::optional<Value>& value, std::size_t k) { return value ? value->items[k] : Expr(); };
  for (std::size_t k = 0; k < m.symbols.size(); ++k) {
    v.symbol = m.symbols[k];
    v.name = v.symbol->name();
    v.binding = binding.valid ? binding.items[k] : Expr();
    v.start = item(start, k);
    v.nominal = item(nominal, k);
    v.min = item(least, k);
    v.max = item(most, k);
    v.fixed = false;
    if (fixed) {
      const auto truth = f_.parameters->truth(fixed->items[k]);
      v.fixed = truth.value_or(false) && !m.is_fixed_value();
      if (m.is_fixed_value() && truth && !*truth) f_.not_yet(m.span(), "a parameter that is computed by initial equations is");
    }
    variables.push_back(v);
  }
  if (!m.is_fixed_value()) declaration_equation(m);
}

void ModelFlattener::declaration_equation(Member& m) {
  const ast::Expr* e = f_.instances->binding_expression(m);
  if (e == nullptr) return;
  const Value& v = f_.instances->binding(m);
  if (v.valid)
    Equations(f_, owners_).equate(array_value(m.type, m.shape, m.symbols), v, join(m.span(), m.span()), here_->flat.equations);
}

void ModelFlattener::sections(Instance& in) {
  for (const Section& s : in.sections) {
    if (f_.stopped()) return;
    const Context c{.instance = &in, .lexical = s.lexical, .machine = in.machine};
    const bool initial = s.equations != nullptr ? s.equations->initial : s.algorithm->initial;
    Flat& out = initial ? here_->initial : here_->flat;
    if (s.equations != nullptr) {
      Equations(f_, owners_).flatten(s.equations->equations, c, initial, out);
    } else {
      AlgorithmSection(f_, owners_, here_->hidden).flatten(*s.algorithm, c, out);
    }
  }
}

void ModelFlattener::experiment(const ClassInfo& info) {
  for (const ast::Modifier& a : info.node->body.annotation) {
    if (!a.name.is("experiment")) continue;
    for (const ast::Modifier& item : a.modification.modifiers) {
      Expr* slot = item.name.is("StartTime")   ? &f_.model.experiment.start
                   : item.name.is("StopTime")  ? &f_.model.experiment.stop
                   : item.name.is("Tolerance") ? &f_.model.experiment.tolerance
                   : item.name.is("Interval")  ? &f_.model.experiment.interval
                                               : nullptr;
      if (slot == nullptr || !item.modification.value) continue;
      Value v = f_.evaluator->value(*item.modification.value, {.lexical = &info});
      make_real(v);
      if (!v.valid) continue;
      if (!v.is_scalar() || v.type != Type::real || !f_.parameters->is_fixed(v.scalar())) {
        f_.error("not-constant", item.span,
                 fmt::format("`{}` of the experiment must be a constant number", item.name.dotted()));
        continue;
      }
      *slot = v.scalar();
    }
  }
}

void ModelFlattener::discrete_variables() {
  for (Variable& v : f_.model.variables.edit()) {
    if (v.variability == Variability::continuous && owners_.has(v.symbol)) v.variability = Variability::discrete;
  }
}

void ModelFlattener::check_parameters() {
  for (Variable& v : f_.model.variables.edit()) {
    v.is_structural = v.variability == Variability::parameter && f_.parameters->is_structural(v.symbol);
    if (v.variability <= Variability::parameter && v.binding && !v.binding->is_number()) f_.parameters->check(v.symbol);
  }
}

namespace {

// What to write instead of `reinit`.
std::string remedy_for(const Variable* v) {
  if (v == nullptr || v->variability <= Variability::parameter)
    return "parameters keep their value during a run; declare it `discrete` to change it at events";
  if (v->variability == Variability::discrete) return fmt::format("assign it: `{} = ...`", v->name);
  return "its value follows from the equations: reinitialise a state that it depends on";
}

}  // namespace

void ModelFlattener::late_checks() {
  if (f_.diagnostics->has_errors()) return;  // equations may be missing; what looks wrong now may be right
  HybridModel& m = f_.model;
  std::unordered_set<Expr> states;
  if (!f_.late.reinits.empty()) {
    std::vector<Expr> roots;
    const auto add = [&roots](const std::vector<Equation>& equations) {
      for (const Equation& e : equations) roots.insert(roots.end(), {e.lhs, e.rhs});
    };
    add(m.equations);
    for (const Machine& machine : m.machines)
      for (const Mode& mode : machine.modes) add(mode.equations);
    for_each_node(roots, [&states](Expr e) {
      if (e->op() == Op::der) states.insert(e->symbol());
    });
  }
  std::unordered_set<Expr> reported;
  for (const LateChecks::Use& use : f_.late.reinits) {
    if (states.contains(use.symbol) || !reported.insert(use.symbol).second) continue;
    f_.error(
        "not-a-state", use.span,
        fmt::format("`{}` is not a state: its derivative der({}) is in no equation", use.symbol->name(), use.symbol->name()),
        "cannot be reinitialised", remedy_for(m.find(use.symbol)));
  }
  for (const LateChecks::Use& use : f_.late.pre_outside) {
    const Variable* v = m.find(use.symbol);
    if (v == nullptr || v->variability != Variability::continuous || !reported.insert(use.symbol).second) continue;
    f_.error("not-discrete", use.span,
             fmt::format("`{}` is continuous; outside a `when` only discrete variables have a left limit", v->name), "",
             "use it inside a `when`");
  }
}

// Descriptions of `if` equations name machines: they may take the name of a region.
void ModelFlattener::check_machine_names() {
  std::unordered_map<std::string_view, Span> seen;
  for (const Machine& machine : f_.model.machines) {
    const auto [it, fresh] = seen.emplace(machine.name, machine.span);
    if (fresh) continue;
    f_.diagnostics->add({Severity::error,
                         "duplicate-name",
                         fmt::format("two machines are called `{}`", machine.name),
                         {machine.span, "this one"},
                         {{it->second, "and this one"}},
                         "give one of them another name"});
    return;
  }
}

// zeno("name") must name a `when` or transition of its component; with an index, one of a loop.
void ModelFlattener::check_limits() {
  if (f_.late.zenos.empty()) return;
  std::vector<std::string_view> events;
  const auto add_whens = [&events](const std::vector<When>& whens) {
    for (const When& w : whens)
      for (const WhenBranch& b : w.branches) events.emplace_back(b.name);
  };
  add_whens(f_.model.whens);
  for (const Machine& machine : f_.model.machines) {
    for (const Mode& mode : machine.modes) add_whens(mode.whens);
    for (const Transition& t : machine.transitions) events.emplace_back(t.name);
  }
  std::set<std::pair<std::string_view, std::string_view>> known;  // as loops have many of the same
  for (const LateChecks::Limit& limit : f_.late.zenos) {
    if (known.contains({limit.within, limit.event})) continue;
    const auto is_meant = [&](std::string_view event) { return is_event_in(limit.within, event, limit.event, std::nullopt); };
    if (std::ranges::any_of(events, is_meant)) {
      known.emplace(limit.within, limit.event);
      continue;
    }
    std::vector<std::string> names;
    for (const std::string_view event : events) {
      if (limit.within.empty())
        names.emplace_back(event);
      else if (event.starts_with(limit.within + "."))
        names.emplace_back(event.substr(limit.within.size() + 1));
    }
    const std::string near = nearest_name(limit.event, names);
    f_.error("unknown-event", limit.span,
             fmt::format("no event{} is called \"{}\"", limit.within.empty() ? "" : fmt::format(" of `{}`", limit.within), limit.event),
             "",
             !near.empty() ? fmt::format("did you mean \"{}\"?", near)
                           : "the name of an event is the string after `end when` or `end transition`");
    return;
  }
}

void ModelFlattener::check_overrides() {
  for (const Override& o : f_.overrides.all()) {
    if (o.used) continue;
    std::unordered_set<std::string> unique;
    for (const Variable& v : f_.model.variables) {
      const std::string name = v.name.substr(0, v.name.ends_with(']') ? v.name.rfind('[') : v.name.npos);
      if (v.variability == Variability::parameter)
        unique.insert(name);
      else if (o.target.find('.') != std::string::npos)
        unique.insert(name + ".start");
    }
    const std::string near = nearest_name(o.target, {unique.begin(), unique.end()});
    f_.error("unknown-parameter", o.target_span, fmt::format("no parameter `{}` in `{}`", o.target, f_.model.name),
             "not declared", near.empty() ? "" : fmt::format("did you mean `{}`?", near));
  }
}

}  // namespace saltus::lang
