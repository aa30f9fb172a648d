#include "lang/models_in.hpp"

#include <unordered_set>

#include "lang/class_table.hpp"
#include "lang/parser.hpp"

namespace saltus {

bool lang::can_be_run(const ast::Class& c) {
  return (c.kind == ast::ClassKind::model || c.kind == ast::ClassKind::block || c.kind == ast::ClassKind::klass) && !c.partial;
}

namespace {

using lang::ClassInfo;

/// The classes that components are declared of.
class Parts {
 public:
  explicit Parts(const lang::ClassTable& table) : table_(table) {
    for (const ClassInfo* info : table.top_level()) look_at(*info);
  }

  [[nodiscard]] bool contains(const ClassInfo& info) const { return parts_.contains(&info); }

 private:
  void look_at(const ClassInfo& info) {
    look_at(info.node->body, info);
    for (const auto& [name, nested] : info.nested) look_at(*nested);
  }

  void look_at(const ast::Body& body, const ClassInfo& from) {
    for (const ast::Element& element : body.elements)
      if (const auto* component = element.as<ast::ComponentClause>())
        if (const ClassInfo* type = table_.find(component->type, &from)) parts_.insert(type);
    look_at(body.machine, from);
    for (const ast::Region& region : body.regions) look_at(region.machine, from);
  }

  void look_at(const ast::Machine& machine, const ClassInfo& from) {
    for (const ast::Mode& mode : machine.modes) look_at(mode.body, from);
  }

  const lang::ClassTable& table_;
  std::unordered_set<const ClassInfo*> parts_;
};

void add_models(const ClassInfo& info, const Parts& parts, std::vector<std::string>& names) {
  if (lang::can_be_run(*info.node) && !parts.contains(info)) names.push_back(info.name);
  if (info.node->kind != ast::ClassKind::package) return;
  for (const ast::Element& element : info.node->body.elements) {
    const auto* nested = element.as<std::unique_ptr<ast::Class>>();
    if (nested == nullptr) continue;
    const auto found = info.nested.find(lang::plain((*nested)->name));
    if (found != info.nested.end() && found->second->node == nested->get()) add_models(*found->second, parts, names);
  }
}

}  // namespace

std::vector<std::string> models_in(const Sources& sources, std::span<const std::uint32_t> files) {
  Diagnostics diagnostics;
  std::vector<ParsedFile> parsed;
  for (const std::uint32_t file : files) parsed.push_back(parse(file, sources, diagnostics));
  std::vector<std::string> names;
  if (diagnostics.has_errors()) return names;
  const lang::ClassTable table(parsed, diagnostics);
  if (diagnostics.has_errors()) return names;
  const Parts parts(table);
  for (const ClassInfo* info : table.top_level()) add_models(*info, parts, names);
  return names;
}

}  // namespace saltus
