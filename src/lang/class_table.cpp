#include "lang/class_table.hpp"

#include <fmt/format.h>

namespace saltus::lang {
namespace {

// Chains of bases are short; a longer one is a cycle, which the flattening reports.
constexpr int max_base_depth = 40;

bool is_builtin_type(std::string_view name) {
  return name == "Real" || name == "Integer" || name == "Boolean" || name == "String";
}

std::vector<std::string_view> parts_of(const ast::Name& name) {
  std::vector<std::string_view> parts;
  for (const ast::NamePart& p : name.parts) parts.push_back(plain(p.name));
  return parts;
}

}  // namespace

std::string_view plain(const ast::Ident& ident) {
  std::string_view text = ident.text;
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') text = text.substr(1, text.size() - 2);
  return text;
}

ClassTable::ClassTable(std::span<const ParsedFile> files, Diagnostics& diagnostics) {
  for (const ParsedFile& file : files) {
    for (const ast::Class& node : file.classes) {
      const ClassInfo* info = add(node, nullptr, diagnostics);
      const auto [it, fresh] = top_by_name_.emplace(plain(node.name), info);
      if (fresh) {
        top_.push_back(info);
      } else {
        diagnostics.add({Severity::error,
                         "duplicate-name",
                         fmt::format("class `{}` is declared twice", it->first),
                         {node.name.span, "declared again here"},
                         {{it->second->node->name.span, "first declared here"}},
                         "rename one of them"});
      }
    }
  }
}

const ClassInfo* ClassTable::add(const ast::Class& node, const ClassInfo* outer, Diagnostics& diagnostics) {
  ClassInfo& info = all_.emplace_back();
  info.node = &node;
  if (is_builtin_type(plain(node.name))) {
    diagnostics.error("duplicate-name", node.name.span,
                      fmt::format("`{}` is a type of the language and cannot be declared", plain(node.name)), "", "rename it");
  }
  info.outer = outer;
  info.name = (outer != nullptr ? outer->name + "." : std::string()) + std::string(plain(node.name));
  for (const ast::Element& element : node.body.elements) {
    if (const auto* base = element.as<ast::ExtendsClause>()) info.bases.push_back(base);
    if (const auto* import = element.as<ast::ImportClause>()) info.imports.push_back(import);
    const auto* nested = element.as<std::unique_ptr<ast::Class>>();
    if (nested == nullptr) continue;
    const ClassInfo* child = add(**nested, &info, diagnostics);
    const auto [it, fresh] = info.nested.emplace(plain((*nested)->name), child);
    if (!fresh) {
      diagnostics.add({Severity::error,
                       "duplicate-name",
                       fmt::format("class `{}` is declared twice", it->first),
                       {(*nested)->name.span, "declared again here"},
                       {{it->second->node->name.span, "first declared here"}},
                       "rename one of them"});
    }
  }
  return &info;
}

const ClassInfo* ClassTable::member(const ClassInfo& owner, std::string_view name) const { return member(owner, name, 0); }

const ClassInfo* ClassTable::member(const ClassInfo& owner, std::string_view name, int depth) const {
  if (depth > max_base_depth) return nullptr;
  if (const auto it = owner.nested.find(name); it != owner.nested.end()) return it->second;
  const auto [memo, fresh] = owner.inherited.emplace(std::string(name), nullptr);
  if (!fresh) return memo->second;
  const ClassInfo* found = inherited_member(owner, name, depth);
  owner.inherited[std::string(name)] = found;
  return found;
}

const ClassInfo* ClassTable::inherited_member(const ClassInfo& owner, std::string_view name, int depth) const {
  const auto in_base = [&](const ast::Name& base) -> const ClassInfo* {
    if (plain(base.parts.front().name) == name) return nullptr;  // the base itself is not its own member
    const auto parts = parts_of(base);
    const ClassInfo* info = find(parts, owner.outer, base.global, depth + 1);
    return info != nullptr && info != &owner ? member(*info, name, depth + 1) : nullptr;
  };
  if (owner.node->form == ast::ClassForm::shorthand) return in_base(owner.node->base);
  for (const ast::ExtendsClause* extends : owner.bases) {
    if (const ClassInfo* found = in_base(extends->base)) return found;
  }
  return nullptr;
}

const ClassInfo* ClassTable::find(std::span<const std::string_view> parts, const ClassInfo* from, bool global,
                                  int depth) const {
  const ClassInfo* found = nullptr;
  for (const ClassInfo* scope = global ? nullptr : from; scope != nullptr && found == nullptr; scope = scope->outer) {
    found = member(*scope, parts.front(), depth);
  }
  if (found == nullptr) {
    const auto it = top_by_name_.find(parts.front());
    if (it == top_by_name_.end()) return nullptr;
    found = it->second;
  }
  for (const std::string_view part : parts.subspan(1)) {
    if (found == nullptr) return nullptr;
    found = member(*found, part, depth);
  }
  return found;
}

const ClassInfo* ClassTable::find(std::span<const std::string_view> parts, const ClassInfo* from, bool global) const {
  return find(parts, from, global, 0);
}

const ClassInfo* ClassTable::find(const ast::Name& name, const ClassInfo* from) const {
  return find(parts_of(name), from, name.global);
}

const ClassInfo* ClassTable::find_full(std::string_view dotted) const {
  if (const auto it = top_by_name_.find(dotted); it != top_by_name_.end()) return it->second;
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t dot = dotted.find('.');
    parts.push_back(dotted.substr(0, dot));
    if (dot == std::string_view::npos) break;
    dotted.remove_prefix(dot + 1);
  }
  return find(parts, nullptr);
}

std::vector<std::string> ClassTable::visible(const ClassInfo* from) const {
  std::vector<std::string> names;
  for (; from != nullptr; from = from->outer) {
    for (const auto& [name, info] : from->nested) names.emplace_back(name);
  }
  for (const ClassInfo* info : top_) names.emplace_back(plain(info->node->name));
  return names;
}

}  // namespace saltus::lang
