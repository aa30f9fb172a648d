// Modifiers: which of them reach a component, and whether what they name exists.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/instances.hpp"

namespace saltus::lang {
namespace {

constexpr std::array attribute_names = {"start", "fixed",       "min",      "max",         "nominal",
                                        "unit",  "displayUnit", "quantity", "stateSelect", "unbounded"};

bool is_dotted(const ModSource& s) { return s.modification == nullptr; }

std::string_view first_name(const ast::Modifier& m) { return plain(m.name.parts.front().name); }

/// The source one level further down, at `modifier` with `used` of its name parts.
ModSource child_of(const ModSource& source, const ast::Modifier& modifier, std::size_t used) {
  ModSource child = source;
  child.modifier = &modifier;
  child.parts_used = used;
  child.modification = used == modifier.name.parts.size() ? &modifier.modification : nullptr;
  child.final = source.final || modifier.final;
  if (modifier.each) {
    child.indices.clear();
    child.extents.clear();
  }
  return child;
}

}  // namespace

bool first_element(const ModSource& s) {
  return std::ranges::all_of(s.indices, [](std::size_t i) { return i == 0; });
}

ModEnv Instances::select(const ModEnv& env, std::string_view name) {
  ModEnv out;
  for (const ModSource& source : env) {
    const std::size_t outer = out.size();
    if (is_dotted(source)) {
      if (plain(source.modifier->name.parts[source.parts_used].name) == name) {
        out.push_back(child_of(source, *source.modifier, source.parts_used + 1));
      }
    } else {
      const ast::Modifier* value_at = nullptr;
      for (const ast::Modifier& m : source.modification->modifiers) {
        if (m.redeclaration || first_name(m) != name) continue;
        if (m.modification.value && m.name.parts.size() == 1) {
          if (value_at != nullptr && first_element(source)) {
            f_.error("bad-modifier", m.span, fmt::format("`{}` is modified twice", name), "second value");
          }
          value_at = &m;
        }
        out.push_back(child_of(source, m, 1));
      }
    }
    if (outer > 0 && out.size() > outer && out.back().final && first_element(out.front()) && out.front().modifier != nullptr) {
      f_.error("final-modified", out.front().modifier->span, fmt::format("`{}` is final and cannot be modified", name),
               "modified here", "remove this modifier, or the `final`");
      out.erase(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(outer));
    }
  }
  return out;
}

void Instances::check_modifier_names(const ModEnv& env, const Instance& instance) {
  const auto check = [&](const ast::Ident& ident, Span span) {
    const std::string_view name = plain(ident);
    if (instance.declares_anywhere(name)) return;
    std::vector<std::string> names;
    for (const Member& m : instance.members) names.push_back(m.name);
    const std::string near = nearest_name(name, names);
    f_.error("bad-modifier", span, fmt::format("no component `{}` in `{}`", name, instance.type->name), "nothing of this name",
             near.empty() ? "" : fmt::format("did you mean `{}`?", near));
  };
  for (const ModSource& source : env) {
    if (!first_element(source)) continue;
    if (is_dotted(source)) {
      check(source.modifier->name.parts[source.parts_used].name, source.modifier->name.span);
      continue;
    }
    if (source.modification->value && source.modifier != nullptr) {
      f_.error("bad-modifier", source.modification->span, fmt::format("`{}` is a component and has no value", instance.path),
               "", "modify its parts: (a = ..., b = ...)");
    }
    for (const ast::Modifier& m : source.modification->modifiers) {
      if (m.redeclaration) {
        f_.not_yet(m.span, "`redeclare` is");
      } else {
        check(m.name.parts.front().name, m.name.span);
      }
    }
  }
}

void Instances::check_attribute_names(const Member& m) {
  for (const ModSource& source : m.mods) {
    if (!first_element(source)) continue;
    const auto check = [&](const ast::Modifier& modifier, std::size_t used) {
      const std::string_view name = plain(modifier.name.parts[used].name);
      if (std::ranges::find(attribute_names, name) != attribute_names.end() && modifier.name.parts.size() == used + 1) return;
      const std::string near = nearest_name(name, {attribute_names.begin(), attribute_names.end()});
      f_.error("bad-modifier", modifier.span, fmt::format("`{}` is no attribute of a variable", modifier.name.dotted()), "",
               near.empty() ? "" : fmt::format("did you mean `{}`?", near));
    };
    if (is_dotted(source)) {
      check(*source.modifier, source.parts_used);
      continue;
    }
    for (const ast::Modifier& modifier : source.modification->modifiers) check(modifier, 0);
  }
}

}  // namespace saltus::lang
