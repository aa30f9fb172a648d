#pragma once
// The classes of all files as a tree, and the lookup of class names in it (nested, inherited, enclosing, top level).

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "lang/ast.hpp"

namespace saltus::lang {

/// The name of an identifier: quotes of 'a.x[1]' taken off.
[[nodiscard]] std::string_view plain(const ast::Ident& ident);

struct ClassInfo {
  const ast::Class* node = nullptr;
  const ClassInfo* outer = nullptr;  ///< the enclosing class; null at the top level
  std::string name;                  ///< full, "P.Ball"
  std::unordered_map<std::string_view, const ClassInfo*> nested;
  std::vector<const ast::ExtendsClause*> bases;
  std::vector<const ast::ImportClause*> imports;
  mutable std::unordered_map<std::string, const ClassInfo*> inherited;  ///< lookups in bases, remembered; null while running

  [[nodiscard]] bool is_function() const { return node->kind == ast::ClassKind::function; }
};

class ClassTable {
 public:
  /// Reports classes of the same name. The files outlive the table.
  ClassTable(std::span<const ParsedFile> files, Diagnostics& diagnostics);

  /// The class `parts` names when written in `from` (null: at the top level); null if there is none. No diagnostics.
  [[nodiscard]] const ClassInfo* find(std::span<const std::string_view> parts, const ClassInfo* from,
                                      bool global = false) const;
  [[nodiscard]] const ClassInfo* find(const ast::Name& name, const ClassInfo* from) const;
  /// A full name as the user writes it ("P.Ball").
  [[nodiscard]] const ClassInfo* find_full(std::string_view dotted) const;

  /// A nested or inherited class of `owner`; null if there is none.
  [[nodiscard]] const ClassInfo* member(const ClassInfo& owner, std::string_view name) const;

  /// Names that a class lookup in `from` could find, for "did you mean".
  [[nodiscard]] std::vector<std::string> visible(const ClassInfo* from) const;
  [[nodiscard]] const std::vector<const ClassInfo*>& top_level() const { return top_; }

 private:
  const ClassInfo* add(const ast::Class& node, const ClassInfo* outer, Diagnostics& diagnostics);
  [[nodiscard]] const ClassInfo* member(const ClassInfo& owner, std::string_view name, int depth) const;
  [[nodiscard]] const ClassInfo* inherited_member(const ClassInfo& owner, std::string_view name, int depth) const;
  [[nodiscard]] const ClassInfo* find(std::span<const std::string_view> parts, const ClassInfo* from, bool global,
                                      int depth) const;

  std::deque<ClassInfo> all_;
  std::vector<const ClassInfo*> top_;
  std::unordered_map<std::string_view, const ClassInfo*> top_by_name_;
};

}  // namespace saltus::lang
