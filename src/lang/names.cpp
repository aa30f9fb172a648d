// Names in expressions: loop variables, members of the instance, constants of classes around it, the built-in library.

#include <fmt/format.h>

#include <algorithm>

#include "lang/evaluator.hpp"
#include "lang/imports.hpp"
#include "lang/instances.hpp"
#include "lang/library.hpp"

namespace saltus::lang {

Value Evaluator::reference(const ast::Name& n, const Context& c) { return name(n, c, false); }

Value Evaluator::target(const ast::Name& n, const Context& c) {
  Context where = c;
  if (c.entered != nullptr) where.active = c.entered;
  return name(n, where, false);
}

Member* Evaluator::visible(Instance& in, std::string_view name, const Context& c) {
  if (Member* m = in.find(name)) return m;
  const auto below = [&](Instance* mode) -> Member* {
    Member* found = nullptr;
    for (; mode != nullptr && mode != &in; mode = mode->around) {
      if (found == nullptr) found = mode->find(name);
    }
    return mode == &in ? found : nullptr;
  };
  for (const ActiveModes* a = c.active; a != nullptr; a = a->outer) {
    Member* first = below(a->any_of.front());
    if (first != nullptr && std::ranges::all_of(a->any_of, [&](Instance* mode) { return below(mode) != nullptr; }))
      return first;
  }
  return nullptr;
}

Instance* Evaluator::scope_of(std::string_view name, const Context& c) {
  for (Instance* in = c.instance; in != nullptr; in = in->around) {
    if (visible(*in, name, c) != nullptr) return in;
  }
  return nullptr;
}

Value Evaluator::name(const ast::Name& n, const Context& c, bool reading) {
  const std::string_view first = plain(n.parts.front().name);
  if (!n.global) {
    for (const Loop* loop = n.parts.size() == 1 ? c.loops : nullptr; loop != nullptr; loop = loop->outer) {
      if (loop->name != first) continue;
      if (n.parts.front().subscripts.empty()) return loop->value;
      const Picked p = pick(loop->value.shape, n.parts.front().subscripts, c, n.span);
      if (!p.valid || !p.varying.empty()) return {};
      Value v = array_value(loop->value.type, p.shape, {});
      for (const std::size_t k : p.positions) v.items.push_back(loop->value.items[k]);
      return v;
    }
    if (Instance* scope = scope_of(first, c)) {
      Value v = walk(*scope, n, 0, c);
      if (reading && v.valid && c.state != nullptr) read_state(v, c, n);
      return v;
    }
    if (n.is("time")) return scalar_value(f_.pool.time());
  }
  if (auto constant = outer_constant(n, c)) return *constant;
  if (c.pi_known && n.is("pi")) return scalar_value(f_.pool.pi());
  unknown_name(n, c);
  return {};
}

std::optional<Value> Evaluator::outer_constant(const ast::Name& n, const Context& c) {
  const std::string_view first = plain(n.parts.front().name);
  for (const ClassInfo* scope = n.global || c.lexical == nullptr ? nullptr : c.lexical; scope != nullptr;
       scope = scope->outer) {
    if (c.instance != nullptr && c.instance->type == scope) continue;
    Instance* package = f_.instances->package(*scope);
    if (const Member* m = package->find(first); m != nullptr && m->clause->variability == ast::Variability::constant) {
      return walk(*package, n, 0, c);
    }
  }
  std::vector<std::string_view> parts = parts_of(n);
  for (const bool use_imports : {false, true}) {
    std::size_t extra = 0;
    if (use_imports) {
      const std::size_t before = parts.size();
      parts = imported(std::move(parts), c.lexical);
      extra = parts.size() - before;
    }
    for (std::size_t k = parts.size() - 1; k >= 1; --k) {
      const ClassInfo* info =
          f_.classes.find(std::span(parts).first(k), use_imports ? nullptr : c.lexical, n.global || use_imports);
      if (info == nullptr) continue;
      Instance* package = f_.instances->package(*info);
      if (const Member* m = package->find(parts[k]); m != nullptr && m->clause->variability == ast::Variability::constant) {
        return walk(*package, n, k - extra, c);
      }
      break;
    }
  }
  if (parts.size() == 3 && parts[0] == "Modelica" && parts[1] == "Constants") {
    if (const Expr e = library_constant(f_.pool, parts[2])) return scalar_value(e);
    const std::string near = nearest_name(parts[2], library_constant_names());
    f_.error("unknown-name", n.span, fmt::format("no constant `{}`", n.dotted()), "",
             near.empty() ? "" : fmt::format("did you mean `Modelica.Constants.{}`?", near));
    return Value{};
  }
  return std::nullopt;
}

// A name that only modes declare which are not active here.
bool Evaluator::inactive(const ast::Name& n, std::size_t part, Instance& in, const Context& c) {
  const std::string_view name = plain(n.parts[part].name);
  if (in.find(name) != nullptr || !in.declares_anywhere(name)) return false;
  std::string modes;
  std::string_view one;
  for (const auto& machine : in.machines) {
    for (const ModeScope& mode : machine->modes) {
      if (!mode.scope->declares_anywhere(name)) continue;
      modes += fmt::format("{}`{}`", modes.empty() ? "" : ", ", mode.name);
      one = mode.name;
    }
  }
  const bool entering = c.entered != nullptr && c.active == c.entered;
  f_.error("inactive-variable", n.parts[part].name.span, fmt::format("`{}` lives in mode {} only", n.dotted(), modes),
           entering               ? "not in the mode that is entered"
           : c.entered != nullptr ? "not in every mode that is left"
                                  : "may not exist",
           entering               ? ""
           : c.entered != nullptr ? "right-hand sides are read in the mode that is left"
                                  : fmt::format("guard it: if activeState({}) then {} else ...", one, n.dotted()));
  return true;
}

void Evaluator::unknown_name(const ast::Name& n, const Context& c) {
  for (Instance* in = c.instance; in != nullptr && !n.global; in = in->around) {
    if (inactive(n, 0, *in, c)) return;
  }
  std::vector<std::string> names;
  for (const Loop* loop = c.loops; loop != nullptr; loop = loop->outer) names.emplace_back(loop->name);
  std::string where = "here";
  if (c.instance != nullptr) {
    for (const Instance* in = c.instance; in != nullptr; in = in->around)
      for (const Member& m : in->members) names.push_back(m.name);
    where = fmt::format("in `{}`", c.instance->type->name);
  }
  const std::string_view first = plain(n.parts.front().name);
  const std::string near = nearest_name(first, names);
  std::string help = near.empty() ? "" : fmt::format("did you mean `{}`?", near);
  Instance* scope = near.empty() ? nullptr : scope_of(near, c);
  if (const Member* m = scope == nullptr ? nullptr : visible(*scope, near, c)) {
    const Place place = f_.sources.place(m->span().file, m->span().begin);
    help += fmt::format(" (declared at {}:{})", place.line, place.column);
  }
  if (n.is("t")) help = near.empty() ? "the time is written `time`" : help + "; the time is written `time`";
  if (n.is("pi")) help = "write Modelica.Constants.pi";
  if (n.is("True") || n.is("False")) help = n.is("True") ? "write true" : "write false";
  if (first.size() > 1 && first[0] == 'd' && scope_of(first.substr(1), c) != nullptr)
    help = fmt::format("the derivative of `{0}` is written `der({0})`", first.substr(1));
  if (n.parts.front().name.text != first || n.parts.size() == 1) {
    f_.error("unknown-name", n.span, fmt::format("no variable `{}` {}", n.dotted(), where), "not declared here", help);
  } else {
    f_.error("unknown-name", n.span, fmt::format("no component or package `{}` {}", first, where), "not declared here", help);
  }
}

Value Evaluator::walk(Instance& in, const ast::Name& n, std::size_t part, const Context& c) {
  const std::string_view name = plain(n.parts[part].name);
  Member* m = visible(in, name, c);
  if (m == nullptr) {
    if (inactive(n, part, in, c)) return {};
    std::vector<std::string> names;
    for (const Member& other : in.members) names.push_back(other.name);
    const std::string near = nearest_name(name, names);
    f_.error("unknown-name", n.parts[part].name.span, fmt::format("no component `{}` in `{}`", name, in.type->name),
             "not declared there", near.empty() ? "" : fmt::format("did you mean `{}`?", near));
    return {};
  }
  if (!f_.instances->resolve(*m)) {
    if (m->absent && m->resolved == Progress::done) {
      f_.error("unknown-name", n.span, fmt::format("`{}` is switched off by its condition", Instances::path_of(*m)),
               "does not exist here");
    }
    return {};
  }
  return enter(*m, n, part, c);
}

Value Evaluator::enter(Member& m, const ast::Name& n, std::size_t part, const Context& c) {
  const ast::NamePart& p = n.parts[part];
  const bool last = part + 1 == n.parts.size();
  if (m.is_class == last) {
    if (last) {
      f_.error("type-mismatch", n.span, fmt::format("`{}` is a component, not a variable", n.dotted()), "",
               "name one of its variables");
    } else {
      f_.error("unknown-name", n.parts[part + 1].name.span,
               fmt::format("`{}` is a variable and has no parts", Instances::path_of(m)));
    }
    return {};
  }
  if (last) {
    Value all;
    if (p.subscripts.empty()) return symbols_value(m, c, n.span);
    const bool direct = m.owner->kind != Instance::Kind::package && m.type != Type::string;
    if (const auto position = direct ? quick_position(m.shape, p.subscripts, c) : std::nullopt)
      return scalar_value(m.symbols[*position]);
    const Picked picked = pick(m.shape, p.subscripts, c, n.span);
    if (!picked.valid) return {};
    if (!picked.varying.empty()) {
      all = symbols_value(m, c, n.span);
      if (all.valid && c.state != nullptr) read_state(all, c, n);
      if (!all.valid) return {};
      check_index(all.shape, picked.varying, n, c);
      return dynamic_element(all, picked.varying);
    }
    if (!direct && !f_.instances->binding(m).valid) return symbols_value(m, c, n.span);  // reports it
    const std::vector<Expr>& items = direct ? m.symbols : f_.instances->binding(m).items;
    Value v = array_value(m.type, picked.shape, {});
    v.items.reserve(picked.positions.size());
    for (const std::size_t k : picked.positions) v.items.push_back(items[k]);
    return v;
  }
  if (m.shape.empty() && p.subscripts.empty()) return walk(*m.instances.front(), n, part + 1, c);
  const Picked picked = pick(m.shape, p.subscripts, c, n.span);
  if (!picked.valid) return {};
  if (!picked.varying.empty()) {
    f_.error("not-constant", n.span, "the index of an array of components must be a constant");
    return {};
  }
  if (picked.shape.empty()) return walk(*m.instances[picked.positions.front()], n, part + 1, c);
  std::vector<Value> parts;
  for (const std::size_t k : picked.positions) {
    parts.push_back(walk(*m.instances[k], n, part + 1, c));
    if (!parts.back().valid) return {};
    if (parts.back().shape != parts.front().shape) {
      f_.error("shape-mismatch", n.span, fmt::format("`{}` has not the same size in all elements", n.dotted()));
      return {};
    }
  }
  Value v = array_value(parts.empty() ? Type::real : parts.front().type, picked.shape, {});
  if (!parts.empty()) v.shape.insert(v.shape.end(), parts.front().shape.begin(), parts.front().shape.end());
  for (const Value& one : parts) v.items.insert(v.items.end(), one.items.begin(), one.items.end());
  return v;
}

Value Evaluator::symbols_value(Member& m, const Context& c, Span span) {
  if (m.owner->kind == Instance::Kind::function && m.type == Type::string) {
    f_.not_yet(span, "String variables in functions are");
    return {};
  }
  static_cast<void>(c);
  if (m.owner->kind != Instance::Kind::package && m.type != Type::string) return array_value(m.type, m.shape, m.symbols);
  const Value& v = f_.instances->binding(m);
  if (!v.valid && f_.instances->binding_expression(m) == nullptr) {
    f_.error("missing-value", m.span(), fmt::format("the constant `{}` has no value", Instances::path_of(m)));
  }
  return v;
}

void Evaluator::read_state(Value& v, const Context& c, const ast::Name& n) {
  for (Expr& e : v.items) {
    if (e->op() != Op::symbol) continue;
    const Expr* current = c.state->find(e);
    if (current == nullptr) continue;
    if (!*current) {
      f_.error("unassigned", n.span, fmt::format("`{}` is used before it has a value", n.dotted()), "", "assign it first");
      v = {};
      return;
    }
    e = *current;
  }
}

}  // namespace saltus::lang
