// Inheritance and the members of instances.

#include "lang/instances.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/evaluator.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {
namespace {

constexpr int max_depth = 60;
constexpr std::size_t max_chain = 200;

bool inside(const Instance& instance, const ClassInfo& type) {
  for (const Instance* i = &instance; i != nullptr; i = i->parent) {
    if (i->type == &type) return true;
  }
  return false;
}

}  // namespace

bool Instances::usable(const ClassInfo& info, Span span) {
  const ast::Class& c = *info.node;
  std::string_view feature;
  if (c.kind == ast::ClassKind::record) feature = "records are";
  if (c.kind == ast::ClassKind::connector) feature = "connectors are";
  if (c.kind == ast::ClassKind::operator_class || c.is_operator) feature = "operator overloading is";
  if (c.form == ast::ClassForm::enumeration) feature = "enumerations are";
  if (c.form == ast::ClassForm::extended) feature = "`extends` of an inherited class is";
  if (c.form == ast::ClassForm::derivative) feature = "functions declared as derivatives are";
  if (c.external) feature = "external functions are";
  if (feature.empty()) return true;
  f_.not_yet(span.known() ? span : c.head, feature);
  return false;
}

Instance* Instances::make_root(const ClassInfo& info) {
  if (info.is_function() || info.node->kind == ast::ClassKind::package || info.node->kind == ast::ClassKind::type) {
    f_.error("not-a-model", info.node->name.span,
             fmt::format("`{}` is a {}, which cannot be run", info.name, ast::text(info.node->kind)));
    return nullptr;
  }
  root_ = std::make_unique<Instance>();
  root_->type = &info;
  ModEnv env;
  if (info.node->form == ast::ClassForm::shorthand) {
    TypeRef type = resolve_type(info.node->base, info.outer);
    if (!type.known) return nullptr;
    if (type.builtin || !type.dimensions.empty()) {
      f_.error("not-a-model", info.node->name.span, fmt::format("`{}` is no model", info.name));
      return nullptr;
    }
    env.push_back({.modification = &info.node->modification, .lexical = &info});
    env.insert(env.end(), type.mods.begin(), type.mods.end());
    root_->type = type.info;
  }
  if (!usable(*root_->type, {})) return nullptr;
  if (root_->type->node->partial) {
    f_.error("partial-class", info.node->name.span, fmt::format("`{}` is partial, which cannot be run", info.name), "",
             "extend it in a model that completes it");
    return nullptr;
  }
  return fill(*root_, env) ? root_.get() : nullptr;
}

Instance* Instances::package(const ClassInfo& info) {
  auto& slot = packages_[&info];
  if (!slot) {
    slot = std::make_unique<Instance>();
    slot->kind = Instance::Kind::package;
    slot->path = info.name;
    slot->type = &info;
    Trial trial(f_);  // what is wrong with the class is reported where it is used
    if (info.node->form == ast::ClassForm::full) fill(*slot, {});
  }
  return slot.get();
}

std::unique_ptr<Instance> Instances::make_function(const ClassInfo& info, std::string path) {
  auto instance = std::make_unique<Instance>();
  instance->kind = Instance::Kind::function;
  instance->path = std::move(path);
  instance->type = &info;
  if (!fill(*instance, {})) return nullptr;
  return instance;
}

bool Instances::fill(Instance& instance, const ModEnv& env) {
  std::vector<const ClassInfo*> chain;
  const bool ok = collect(instance, *instance.type, env, false, chain);
  check_modifier_names(env, instance);
  return ok;
}

bool Instances::collect(Instance& into, const ClassInfo& info, const ModEnv& env, bool hidden,
                        std::vector<const ClassInfo*>& chain) {
  if (std::ranges::find(chain, &info) != chain.end()) {
    f_.fatal_error("recursive-extends", info.node->name.span, fmt::format("`{}` extends itself", info.name), "",
                   "remove one of the `extends` clauses of the circle");
    return false;
  }
  if (chain.size() >= max_chain) {
    f_.fatal_error("too-large", info.node->name.span,
                   fmt::format("classes extend each other in a chain of more than {}", max_chain), "the limit is passed here");
    return false;
  }
  if (!f_.spend(base_work, info.node->name.span)) return false;
  chain.push_back(&info);
  const bool ok = collect_body(into, info.node->body, info, env, hidden, chain);
  chain.pop_back();
  return ok;
}

bool Instances::collect_body(Instance& into, const ast::Body& body, const ClassInfo& info, const ModEnv& env, bool hidden,
                             std::vector<const ClassInfo*>& chain) {
  bool ok = true;
  for (const ast::Element& element : body.elements) {
    const bool element_hidden = hidden || element.prefixes.is_protected;
    if (const auto* clause = element.as<ast::ComponentClause>()) {
      for (const ast::Declaration& d : clause->declarations) add_member(into, info, element, *clause, d, env, element_hidden);
    } else if (const auto* extends = element.as<ast::ExtendsClause>()) {
      ok = extend(into, info, *extends, env, element_hidden, chain) && ok;
    }
  }
  for (const ast::EquationSection& s : body.equations) into.sections.push_back({&s, nullptr, &info});
  for (const ast::AlgorithmSection& s : body.algorithms) into.sections.push_back({nullptr, &s, &info});
  ok = add_machine(into, body.machine, "", {}, info, env, hidden, chain) && ok;
  for (const ast::Region& r : body.regions)
    ok = add_machine(into, r.machine, plain(r.name), r.name.span, info, env, hidden, chain) && ok;
  return ok;
}

bool Instances::extend(Instance& into, const ClassInfo& info, const ast::ExtendsClause& extends, const ModEnv& env, bool hidden,
                       std::vector<const ClassInfo*>& chain) {
  const TypeRef base = resolve_type(extends.base, &info);
  if (!base.known) return false;
  if (base.builtin) {
    f_.not_yet(extends.base.span, "a class that extends a built-in type is");
    return false;
  }
  if (!usable(*base.info, extends.base.span)) return false;
  if (base.info->is_function() != info.is_function()) {
    f_.error("type-mismatch", extends.base.span,
             fmt::format("a {} cannot extend the {} `{}`", ast::text(info.node->kind), ast::text(base.info->node->kind),
                         base.info->name));
    return false;
  }
  ModEnv inner = env;
  inner.push_back({.modification = &extends.modification, .scope = &into, .lexical = &info});
  inner.insert(inner.end(), base.mods.begin(), base.mods.end());
  const std::size_t before = into.members.size();
  const bool ok = collect(into, *base.info, inner, hidden, chain);
  if (into.members.size() >= before)
    check_modifier_names({inner.begin() + static_cast<std::ptrdiff_t>(env.size()), inner.end()}, into);
  return ok;
}

void Instances::add_member(Instance& into, const ClassInfo& info, const ast::Element& element,
                           const ast::ComponentClause& clause, const ast::Declaration& d, const ModEnv& env, bool hidden) {
  const ast::Prefixes& p = element.prefixes;
  if (p.inner || p.outer) f_.not_yet(element.span, "`inner` and `outer` are");
  if (p.replaceable || p.redeclare) f_.not_yet(element.span, "`replaceable` and `redeclare` are");
  if (clause.connection != ast::Connection::none) f_.not_yet(element.span, "connectors with `flow` or `stream` are");
  const std::string_view name = plain(d.name);
  if (name == "time" && d.name.text == name) {
    f_.error("duplicate-name", d.name.span, "`time` is the time of the run and cannot be declared", "", "rename it");
    return;
  }
  if (const Member* other = into.find(name)) {
    if (other->declaration == &d) return;  // the same base reached twice
    f_.diagnostics->add({Severity::error,
                         "duplicate-name",
                         fmt::format("`{}` is declared twice", name),
                         {d.name.span, "declared again here"},
                         {{other->span(), "first declared here"}},
                         "rename one of them"});
    return;
  }
  Member& m = into.members.emplace_back();
  m.name = name;
  m.element = &element;
  m.clause = &clause;
  m.declaration = &d;
  m.lexical = &info;
  m.owner = &into;
  m.mods = select(env, name);
  if (p.final && !m.mods.empty() && m.mods.front().modifier != nullptr) {
    f_.error("final-modified", m.mods.front().modifier->span, fmt::format("`{}` is final and cannot be modified", name),
             "modified here", "remove this modifier, or the `final`");
  }
  m.mods.push_back({.modification = &d.modification, .scope = &into, .lexical = &info});
  into.by_name.emplace(m.name, &m);
  m.is_protected = hidden || into.is_protected;
}

std::string Instances::path_of(const Member& m) {
  if (m.owner->path.empty()) return m.name;
  return m.owner->path + (m.owner->kind == Instance::Kind::function ? ":" : ".") + m.name;
}

bool Instances::resolve(Member& m) {
  if (m.resolved == Progress::done) return !m.absent;
  if (m.resolved == Progress::failed || f_.stopped()) return false;
  if (m.resolved == Progress::running) {
    f_.error("cyclic-parameter", m.span(), fmt::format("the type or size of `{}` depends on itself", path_of(m)));
    m.resolved = Progress::failed;
    return false;
  }
  if (resolving_ >= max_chain) {
    f_.fatal_error("too-large", m.span(),
                   fmt::format("sizes and types depend on each other in a chain of more than {}", max_chain),
                   "the limit is passed here");
    return false;
  }
  m.resolved = Progress::running;
  ++resolving_;
  const bool ok = do_resolve(m);
  --resolving_;
  m.resolved = ok ? Progress::done : Progress::failed;
  return ok && !m.absent;
}

bool Instances::present(Member& m) {
  if (!m.declaration->condition) return true;
  const Context context{.instance = m.owner, .lexical = m.lexical};
  const auto condition = f_.evaluator->structural_truth(*m.declaration->condition, context, "the condition of a component");
  if (!condition) return false;
  m.absent = !*condition;
  return true;
}

bool Instances::do_resolve(Member& m) {
  if (!present(m)) return false;
  if (m.absent) return true;
  TypeRef type = resolve_type(m.clause->type, m.lexical);
  if (!type.known) return false;
  m.mods.insert(m.mods.end(), type.mods.begin(), type.mods.end());
  m.is_class = !type.builtin;
  m.type = type.type;
  m.library_unit = type.unit;
  switch (m.clause->variability) {
    case ast::Variability::constant: m.variability = Variability::constant; break;
    case ast::Variability::parameter: m.variability = Variability::parameter; break;
    case ast::Variability::discrete: m.variability = Variability::discrete; break;
    case ast::Variability::continuous: m.variability = Variability::continuous; break;
  }
  m.variability = std::min(m.variability, m.owner->at_most);
  if (type.builtin && m.type != Type::real) m.variability = std::min(m.variability, Variability::discrete);
  const bool in_function = m.owner->kind == Instance::Kind::function;
  if (type.builtin && m.type == Type::string && !m.is_fixed_value() && !in_function) {
    f_.not_yet(m.span(), "String variables that are no parameters are");
    return false;
  }
  if (type.builtin) check_attribute_names(m);
  const auto shape = shape_of(m, type);
  if (!shape) return false;
  m.shape = *shape;
  return make_elements(m, type);
}

bool Instances::make_elements(Member& m, const TypeRef& type) {
  if (!f_.fits(m.shape, m.span())) return false;
  if (!m.is_class) {
    if (m.type == Type::string) {
      if (m.shape.empty()) return true;
      f_.not_yet(m.span(), "arrays of String are");
      return false;
    }
    if (!declare_symbols(m)) return false;
    check_override(m);
    return true;
  }
  if (type.info->is_function() || type.info->node->kind == ast::ClassKind::package) {
    f_.error(
        "type-mismatch", m.clause->type.span,
        fmt::format("`{}` is a {} and cannot be the type of a component", type.info->name, ast::text(type.info->node->kind)));
    return false;
  }
  if (!usable(*type.info, m.clause->type.span)) return false;
  if (type.info->node->partial) {
    f_.error("partial-class", m.clause->type.span,
             fmt::format("`{}` is partial and cannot be used as a component", type.info->name));
    return false;
  }
  if (m.owner->depth >= max_depth) {
    const std::string message = fmt::format("components are nested more than {} levels deep", max_depth);
    if (inside(*m.owner, *type.info)) {
      f_.fatal_error("recursive-class", m.span(), message, "", "a class must not contain itself");
    } else {
      f_.fatal_error("too-large", m.span(), message, "the limit is passed here");
    }
    return false;
  }
  const std::string path = path_of(m);
  const std::size_t n = *element_count(m.shape);
  if (!f_.spend(n * component_work, m.span())) return false;
  for (std::size_t k = 0; k < n; ++k) {
    auto child = std::make_unique<Instance>();
    child->path = path + index_text(m.shape, k);
    child->machine_prefix = m.owner->machine_prefix + m.name + index_text(m.shape, k) + ".";
    child->type = type.info;
    child->parent = m.owner;
    child->depth = m.owner->depth + 1;
    child->is_protected = m.is_protected;
    child->at_most = m.is_fixed_value() ? m.variability : m.owner->at_most;
    ModEnv env = m.mods;
    for (ModSource& source : env) {
      if (source.broadcast) continue;
      std::size_t rest = k;
      std::vector<std::size_t> indices(m.shape.size());
      for (std::size_t d = m.shape.size(); d-- > 0; rest /= m.shape[d]) indices[d] = rest % m.shape[d];
      source.indices.insert(source.indices.end(), indices.begin(), indices.end());
      source.extents.insert(source.extents.end(), m.shape.begin(), m.shape.end());
    }
    if (!fill(*child, env)) return false;
    m.instances.push_back(std::move(child));
  }
  return true;
}

bool Instances::declare_symbols(Member& m) {
  const std::size_t n = *element_count(m.shape);
  scalars_ += n;
  if (scalars_ > max_scalars) {
    f_.fatal_error("too-large", m.span(), fmt::format("the model has more than {} scalar variables", max_scalars),
                   "the limit is passed here", "use smaller sizes");
    return false;
  }
  const std::string path = path_of(m);
  m.symbols.clear();
  m.symbols.reserve(n);
  for (std::size_t k = 0; k < n; ++k) {
    m.symbols.push_back(f_.pool.symbol(path + index_text(m.shape, k), m.type));
    const auto [it, fresh] = owners_.try_emplace(m.symbols.back(), Owner{&m, k});
    if (!fresh && live_together(m, *it->second.member)) return false;
  }
  return true;
}

Instances::Owner Instances::owner(Expr symbol) const {
  const auto it = owners_.find(symbol);
  return it == owners_.end() ? Owner{} : it->second;
}

bool Instances::is_fixed_value(Expr symbol) const {
  const Owner o = owner(symbol);
  return o.member != nullptr && o.member->is_fixed_value();
}

}  // namespace saltus::lang
