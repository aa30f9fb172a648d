// Values and attributes of members: from overrides, modifiers and declarations, in this order.

#include <fmt/format.h>

#include "lang/evaluator.hpp"
#include "lang/instances.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {
namespace {

constexpr int max_chain = 300;

bool is_suffix(const Shape& part, const Shape& whole) {
  return part.size() <= whole.size() && std::equal(part.rbegin(), part.rend(), whole.rbegin());
}

std::string near_each(bool scalar) { return scalar ? "write `each` before the name to give all elements this value" : ""; }

/// 0-based position of the element that "m[2,3]..." names; nullopt if it is outside.
std::optional<std::size_t> element_of(std::string_view target, const Shape& shape) {
  std::size_t position = 0;
  std::size_t dimension = 0;
  std::size_t number = 0;
  for (std::size_t i = target.rfind('[') + 1; i < target.size(); ++i) {
    const char c = target[i];
    if (c >= '0' && c <= '9') {
      number = number * 10 + static_cast<std::size_t>(c - '0');
      if (number > max_elements) return std::nullopt;
    } else if (c == ',' || c == ']') {
      if (dimension >= shape.size() || number < 1 || number > shape[dimension]) return std::nullopt;
      position = position * shape[dimension++] + number - 1;
      number = 0;
      if (c == ']') return dimension == shape.size() ? std::optional(position) : std::nullopt;
    } else if (c != ' ') {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

const ModSource* Instances::binding_source(const Member& m) const {
  for (const ModSource& source : m.mods) {
    if (source.modification != nullptr && source.modification->value) return &source;
  }
  return nullptr;
}

const ast::Expr* Instances::binding_expression(const Member& m) const {
  const ModSource* source = binding_source(m);
  return source != nullptr ? source->modification->value.get() : nullptr;
}

Span Instances::value_span(const Member& m) const {
  const FoundOverride found = m.owner->kind == Instance::Kind::model ? f_.overrides.find(path_of(m), "") : FoundOverride{};
  if (found.override != nullptr) return found.override->value->span;
  const ast::Expr* e = binding_expression(m);
  return e != nullptr ? e->span : m.span();
}

bool Instances::reports_its_value(Member& m) {
  return binding_expression(m) != nullptr || (m.owner->kind == Instance::Kind::model && !attribute(m, "start"));
}

bool Instances::is_final(const Member& m) const {
  const ModSource* source = binding_source(m);
  return m.element->prefixes.final || (source != nullptr && source->final);
}

Value Instances::source_value(const ModSource& source, const ast::Expr& e) {
  const Context context{.instance = source.scope, .lexical = source.lexical};
  if (source.indices.empty()) return f_.evaluator->value(e, context);
  const CacheKey key{&e, source.scope};
  if (const auto it = cache_.find(key); it != cache_.end()) return it->second;
  Value v = f_.evaluator->value(e, context);
  return cache_[key] = std::move(v);
}

std::optional<Value> Instances::indexed(Value v, const ModSource& source, Span span) {
  if (!v.valid) return std::nullopt;
  const Shape& extents = source.extents;
  if (v.shape.size() >= extents.size() && std::equal(extents.begin(), extents.end(), v.shape.begin())) {
    return extents.empty() ? v : slice_at(v, source.indices);
  }
  if (first_element(source)) {
    f_.error("shape-mismatch", span, fmt::format("{} is given for {} of components", describe(v.shape), describe(extents)),
             "needs one value per component", near_each(v.shape.empty()));
  }
  return std::nullopt;
}

Value Instances::override_value(const FoundOverride& found, std::size_t rank) {
  Override& o = *found.override;
  o.used = true;
  Value v = f_.evaluator->value(*o.value, {.instance = root_.get(), .lexical = root_->type, .pi_known = true});
  if (!v.valid || v.shape.size() < found.indices.size() + rank || found.indices.empty()) return v;
  for (std::size_t d = 0; d < found.indices.size(); ++d) {
    if (found.indices[d] >= v.shape[d]) {
      f_.error("shape-mismatch", o.value->span, fmt::format("{} is too short for `{}`", describe(v.shape), o.target));
      return {};
    }
  }
  return slice_at(v, found.indices);
}

std::optional<Value> Instances::written_binding(Member& m) {
  if (m.owner->kind == Instance::Kind::model) {
    const FoundOverride found = f_.overrides.find(path_of(m), "");
    if (found.override != nullptr) return override_value(found, 0);
  }
  const ModSource* source = binding_source(m);
  if (source == nullptr) return std::nullopt;
  const ast::Expr& e = *source->modification->value;
  return indexed(source_value(*source, e), *source, e.span).value_or(Value{});
}

bool Instances::conform(Member& m, Value& v, bool broadcast, std::string_view what, Span span) {
  if (!v.valid) return false;
  if (m.type == Type::real) make_real(v);
  if (v.type != m.type) {
    f_.error("type-mismatch", span, fmt::format("{} of `{}` is {}, not {}", what, path_of(m), name_of(v.type), name_of(m.type)),
             "", m.type == Type::integer && v.type == Type::real ? "use integer(...), or declare it Real" : "");
    return false;
  }
  if (v.shape == m.shape) return true;
  if (broadcast && is_suffix(v.shape, m.shape)) {
    const std::vector<Expr> part = v.items;
    const std::size_t n = *element_count(m.shape);
    v.items.resize(n);
    for (std::size_t k = 0; k < n; ++k) v.items[k] = part[k % part.size()];
    v.shape = m.shape;
    return true;
  }
  f_.error("shape-mismatch", span,
           fmt::format("{} of `{}` is {}, but `{}` is {}", what, path_of(m), describe(v.shape), m.name, describe(m.shape)), "",
           near_each(v.shape.empty() && what != "the value"));
  return false;
}

void Instances::apply_element_overrides(Member& m, std::string_view attribute, Value& v) {
  if (f_.overrides.empty() || m.owner->kind != Instance::Kind::model || m.shape.empty()) return;
  for (Override* o : f_.overrides.elements(path_of(m), attribute)) {
    const auto k = element_of(std::string_view(o->target).substr(0, o->target.find(']', path_of(m).size()) + 1), m.shape);
    if (!k) continue;
    Value one = override_value({o, {}}, 0);
    if (!one.valid) continue;
    if (m.type == Type::real) make_real(one);
    if (!one.shape.empty() || one.type != v.type) {
      f_.error("type-mismatch", o->value->span, fmt::format("`{}` needs one {} value", o->target, name_of(v.type)));
      continue;
    }
    v.items[*k] = one.scalar();
  }
}

const Value& Instances::binding(Member& m) {
  if (m.bound == Progress::done || m.bound == Progress::failed) return m.binding;
  if (m.bound == Progress::running) {
    f_.error("cyclic-parameter", m.span(), fmt::format("the value of `{}` depends on itself", path_of(m)));
    m.bound = Progress::failed;
    return m.binding;
  }
  if (binding_ >= max_chain) {
    f_.fatal_error("too-large", m.span(), fmt::format("constants depend on each other in a chain of more than {}", max_chain),
                   "the limit is passed here");
    return m.binding;
  }
  m.bound = Progress::running;
  if (!resolve(m)) {
    m.bound = Progress::failed;
    return m.binding;
  }
  ++binding_;
  auto value = written_binding(m);
  --binding_;
  if (m.bound == Progress::failed) return m.binding;
  const FoundOverride found = m.owner->kind == Instance::Kind::model ? f_.overrides.find(path_of(m), "") : FoundOverride{};
  if (value && conform(m, *value, found.override != nullptr && !found.indices.empty(), "the value", value_span(m))) {
    apply_element_overrides(m, "", *value);
    m.binding = std::move(*value);
  }
  m.bound = Progress::done;
  return m.binding;
}

std::optional<Value> Instances::attribute(Member& m, std::string_view name) {
  std::optional<Value> out;
  const Type expected = name == "fixed" ? Type::boolean : m.type;
  const auto accept = [&](Value v, bool broadcast, Span span) {
    const Type own = m.type;
    m.type = expected;
    if (conform(m, v, broadcast, fmt::format("`{}`", name), span)) out = std::move(v);
    m.type = own;
  };
  const FoundOverride found = m.owner->kind == Instance::Kind::model ? f_.overrides.find(path_of(m), name) : FoundOverride{};
  if (found.override != nullptr) {
    accept(override_value(found, 0), true, found.override->value->span);
  } else {
    for (const ModSource& source : select(m.mods, name)) {
      if (source.modification == nullptr || !source.modification->value) continue;
      const ast::Expr& e = *source.modification->value;
      auto v = indexed(source_value(source, e), source, e.span);
      if (v) accept(std::move(*v), source.broadcast || source.modifier->each, e.span);
      break;
    }
  }
  if (!f_.overrides.empty() && !m.shape.empty() && !f_.overrides.elements(path_of(m), name).empty()) {
    if (!out) {
      const Expr zero = m.type == Type::boolean ? f_.pool.boolean(false) : f_.pool.number(Rational(0), m.type);
      out = array_value(expected, m.shape, std::vector<Expr>(*element_count(m.shape), zero));
    }
    apply_element_overrides(m, name, *out);
  }
  return out;
}

std::string Instances::text_attribute(Member& m, std::string_view name) {
  for (const ModSource& source : select(m.mods, name)) {
    if (source.modification == nullptr || !source.modification->value) continue;
    const ast::Expr& e = *source.modification->value;
    const Value v = f_.evaluator->value(e, {.instance = source.scope, .lexical = source.lexical});
    if (!v.valid) return {};
    if (!v.is_text()) {
      f_.error("type-mismatch", e.span, fmt::format("`{}` of `{}` is {}, not String", name, path_of(m), name_of(v.type)));
      return {};
    }
    std::string out;
    for (const auto& part : v.message) {
      if (const auto* plain_text = std::get_if<std::string>(&part)) out += *plain_text;
    }
    return out;
  }
  return name == "unit" ? m.library_unit : std::string();
}

void Instances::check_override(Member& m) {
  if (f_.overrides.empty() || m.owner->kind != Instance::Kind::model) return;
  const std::string path = path_of(m);
  std::vector<Override*> targets = f_.overrides.elements(path, "");
  if (const FoundOverride found = f_.overrides.find(path, ""); found.override != nullptr) targets.push_back(found.override);
  for (Override* o : targets) {
    const bool element = o->target.size() > path.size() && o->target[path.size()] == '[';
    if (element && !element_of(o->target, m.shape)) continue;  // outside the array: reported as unknown
    if (o->used) continue;
    o->used = true;
    if (m.variability == Variability::parameter && !is_final(m)) continue;
    if (m.variability == Variability::parameter) {
      const std::string& said = m.declaration->comment.description.text;
      f_.error("final-modified", o->target_span, fmt::format("`{}` is final and cannot be set", path), "",
               said.empty() ? "" : fmt::format("its declaration says: {}", said));
    } else {
      f_.error("not-a-parameter", o->target_span,
               fmt::format("`{}` is {} and cannot be set", path,
                           m.variability == Variability::constant ? "a constant" : "a variable"),
               "", m.variability == Variability::constant ? "" : fmt::format("set its start value: {}.start", path));
    }
  }
}

}  // namespace saltus::lang
