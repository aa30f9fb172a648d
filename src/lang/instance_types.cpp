// Types and sizes of members.

#include <fmt/format.h>

#include "lang/evaluator.hpp"
#include "lang/imports.hpp"
#include "lang/instances.hpp"
#include "lang/library.hpp"

namespace saltus::lang {
namespace {

constexpr int max_aliases = 40;

std::optional<Type> builtin_type(std::string_view name) {
  if (name == "Real") return Type::real;
  if (name == "Integer") return Type::integer;
  if (name == "Boolean") return Type::boolean;
  if (name == "String") return Type::string;
  return std::nullopt;
}

/// What other languages call the built-in types.
std::string_view foreign_type(std::string_view name) {
  if (name == "double" || name == "float" || name == "real") return "Real";
  if (name == "int" || name == "long") return "Integer";
  if (name == "bool") return "Boolean";
  return name == "str" ? "String" : "";
}

}  // namespace

TypeRef Instances::resolve_type(const ast::Name& written, const ClassInfo* lexical) {
  TypeRef out;
  const ast::Name* name = &written;
  for (int steps = 0; steps < max_aliases; ++steps) {
    const ClassInfo* info = f_.classes.find(*name, lexical);
    std::vector<std::string_view> parts = parts_of(*name);
    if (info == nullptr) {
      parts = imported(parts, lexical);
      info = f_.classes.find(parts, nullptr, true);
    }
    if (info == nullptr) {
      const auto builtin = parts.size() == 1 ? builtin_type(parts[0]) : std::nullopt;
      const auto si = si_type(parts);
      if (builtin || si) {
        out.known = out.builtin = true;
        out.type = builtin.value_or(Type::real);
        if (si) out.unit = si_unit(*si);
        return out;
      }
      std::vector<std::string> names = f_.classes.visible(lexical);
      names.insert(names.end(), {"Real", "Integer", "Boolean", "String"});
      const std::string_view foreign = foreign_type(name->dotted());
      const std::string near = foreign.empty() ? nearest_name(name->dotted(), names) : std::string(foreign);
      f_.error("unknown-class", name->span, fmt::format("no class `{}`", name->dotted()), "not declared",
               near.empty() ? "a class of another file is known if that file is given too: saltus run A.mo B.mo"
                            : fmt::format("did you mean `{}`?", near));
      return out;
    }
    if (info->node->form != ast::ClassForm::shorthand) {
      out.known = true;
      out.info = info;
      if (info->node->kind == ast::ClassKind::type) {
        f_.not_yet(name->span, info->node->form == ast::ClassForm::enumeration ? "enumerations are" : "types with a body are");
        out.known = false;
      }
      return out;
    }
    const ast::Class& alias = *info->node;
    if (alias.kind == ast::ClassKind::record || alias.kind == ast::ClassKind::connector) {
      if (!usable(*info, name->span)) return out;
    }
    out.mods.push_back({.modification = &alias.modification, .lexical = info, .broadcast = true});
    if (!alias.dimensions.empty()) out.dimensions.push_back({&alias.dimensions, info});
    name = &alias.base;
    lexical = info->outer;
  }
  f_.error("recursive-extends", written.span, fmt::format("the type `{}` is declared by itself", written.dotted()));
  return out;
}

// `Real[3] v[2]` is v[2,3]: the sizes at the name come first (Modelica 3.6, section 10.1).
std::optional<Shape> Instances::shape_of(Member& m, const TypeRef& type) {
  Shape shape;
  if (!add_dimensions(m, m.declaration->dimensions, m.lexical, shape)) return std::nullopt;
  if (!add_dimensions(m, m.clause->dimensions, m.lexical, shape)) return std::nullopt;
  for (const TypeRef::Dimensions& d : type.dimensions) {
    if (!add_dimensions(m, *d.subscripts, d.lexical, shape)) return std::nullopt;
  }
  return shape;
}

bool Instances::add_dimensions(Member& m, const std::vector<ast::Subscript>& subscripts, const ClassInfo* lexical,
                               Shape& shape) {
  for (const ast::Subscript& s : subscripts) {
    if (s.value) {
      const Context context{.instance = m.owner, .lexical = lexical};
      const auto n = f_.evaluator->structural_integer(*s.value, context, "the size of an array");
      if (!n) return false;
      if (*n < 0) {
        f_.error("shape-mismatch", s.span, fmt::format("`{}` has the size {}", path_of(m), *n), "a size is not negative");
        return false;
      }
      shape.push_back(static_cast<std::size_t>(*n));
      continue;
    }
    const auto value = written_binding(m);
    if (!value || !value->valid || value->shape.size() <= shape.size()) {
      if (!value || value->valid) {
        f_.error("missing-value", s.span, fmt::format("the size `:` of `{}` needs a value that has this dimension", path_of(m)),
                 "", "write the size, or give a value");
      }
      return false;
    }
    shape.push_back(value->shape[shape.size()]);
  }
  return true;
}

}  // namespace saltus::lang
