#include "lang/imports.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "lang/library.hpp"

namespace saltus::lang {
namespace {

std::vector<std::string_view> joined(std::vector<std::string_view> head, std::span<const std::string_view> tail) {
  head.insert(head.end(), tail.begin(), tail.end());
  return head;
}

/// Has the built-in package `path` a member of this name?
bool offers(const std::vector<std::string_view>& path, std::string_view name) {
  const std::vector<std::string_view> full = joined(path, std::span(&name, 1));
  if (path.size() == 2 && path[0] == "Modelica" && path[1] == "Constants") {
    const std::vector<std::string> names = library_constant_names();
    return std::ranges::find(names, name) != names.end();
  }
  return si_type(full).has_value() && !si_unit(name).empty();
}

}  // namespace

std::vector<std::string_view> parts_of(const ast::Name& name) {
  std::vector<std::string_view> parts;
  parts.reserve(name.parts.size());
  for (const ast::NamePart& p : name.parts) parts.push_back(plain(p.name));
  return parts;
}

std::vector<std::string_view> imported(std::vector<std::string_view> parts, const ClassInfo* lexical) {
  const std::span<const std::string_view> rest = std::span(parts).subspan(1);
  for (; lexical != nullptr; lexical = lexical->outer) {
    for (const ast::ImportClause* import : lexical->imports) {
      const std::vector<std::string_view> path = parts_of(import->name);
      if (import->everything) {
        if (offers(path, parts.front())) return joined(path, parts);
        continue;
      }
      for (const ast::Ident& one : import->selected) {
        if (plain(one) == parts.front()) return joined(path, parts);
      }
      if (!import->selected.empty()) continue;
      const std::string_view short_name = import->alias ? plain(*import->alias) : path.back();
      if (short_name == parts.front()) return joined(path, rest);
    }
  }
  return parts;
}

}  // namespace saltus::lang
