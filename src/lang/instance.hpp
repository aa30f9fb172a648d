#pragma once
// Instances: a class in use, with its components and the modifiers that reach them. Built lazily: a member is resolved
// (type, sizes, symbols) when it is first needed, so that sizes may depend on parameters declared anywhere.

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/class_table.hpp"
#include "lang/value.hpp"

namespace saltus::lang {

struct Instance;

/// One place where a modification was written, and the scope in which its expressions are read.
struct ModSource {
  const ast::Modification* modification = nullptr;  ///< null while a dotted modifier name is only partly used up
  const ast::Modifier* modifier = nullptr;          ///< null for the modification of a declaration or `extends`
  std::size_t parts_used = 0;
  Instance* scope = nullptr;
  const ClassInfo* lexical = nullptr;
  std::vector<std::size_t> indices = {};  ///< which element of the written value applies, from 0
  Shape extents = {};                     ///< of the arrays of components that the indices run over
  bool broadcast = false;                 ///< `each`, or written at a type: the same for all elements
  bool final = false;
};

/// Outermost first: the first that says something wins.
using ModEnv = std::vector<ModSource>;

enum class Progress : std::uint8_t { untouched, running, done, failed };

/// A component of an instance: a variable (or array of them), or an instance (or array of them) of a class.
struct Member {
  // as declared
  std::string name;
  const ast::Element* element = nullptr;
  const ast::ComponentClause* clause = nullptr;
  const ast::Declaration* declaration = nullptr;
  const ClassInfo* lexical = nullptr;
  Instance* owner = nullptr;
  ModEnv mods;
  bool is_protected = false;

  // after Instances::resolve
  Progress resolved = Progress::untouched;
  bool absent = false;  ///< a conditional component that is switched off
  bool is_class = false;
  Type type = Type::real;
  Variability variability = Variability::continuous;
  Shape shape;
  std::vector<Expr> symbols;                         ///< variables: one per element
  std::vector<std::unique_ptr<Instance>> instances;  ///< components: one per element
  std::string library_unit;

  // parameters and constants, after Instances::binding
  Progress bound = Progress::untouched;
  Value binding;  ///< invalid: no value given, or an error

  [[nodiscard]] Span span() const { return declaration->name.span; }
  [[nodiscard]] bool is_fixed_value() const { return variability <= Variability::parameter; }
};

/// Equations or statements, with the class in whose text they stand.
struct Section {
  const ast::EquationSection* equations = nullptr;
  const ast::AlgorithmSection* algorithm = nullptr;
  const ClassInfo* lexical = nullptr;
};

/// A transition, with the class in whose text it stands.
struct WrittenTransition {
  const ast::Transition* node = nullptr;
  const ClassInfo* lexical = nullptr;
};

struct ModeScope {
  const ast::Mode* node = nullptr;
  std::string_view name;
  std::unique_ptr<Instance> scope;  ///< its members and sections
};

/// The modes of a class, or of one of its regions; those of base classes included.
struct MachineScope {
  std::string name;         ///< as in HybridModel
  std::string_view region;  ///< "" for the modes of the class itself
  Instance* around = nullptr;
  Span span;
  std::vector<ModeScope> modes;
  std::vector<WrittenTransition> transitions;
  std::vector<std::pair<const ClassInfo*, const ast::Machine*>> written;  ///< where its parts stand
  std::size_t initial = 0;

  [[nodiscard]] const ModeScope* find(std::string_view mode) const;
};

/// A class in use, or a mode: then names that it does not declare are those of the instance around it.
struct Instance {
  enum class Kind : std::uint8_t { model, package, function };
  Kind kind = Kind::model;
  std::string path;  ///< "" for the model itself
  const ClassInfo* type = nullptr;
  Instance* parent = nullptr;
  int depth = 0;
  bool is_protected = false;
  Variability at_most = Variability::continuous;  ///< from `parameter C c`
  std::deque<Member> members;                     ///< in order of declaration, inherited ones where `extends` stands
  std::unordered_map<std::string_view, Member*> by_name;
  std::vector<Section> sections;
  std::vector<std::unique_ptr<MachineScope>> machines;
  std::string machine_prefix;             ///< before the names of its machines: "pump.", "mode.on."
  Instance* around = nullptr;             ///< of a mode: where it stands
  const MachineScope* machine = nullptr;  ///< of a mode: the machine it belongs to

  [[nodiscard]] Member* find(std::string_view name) const {
    const auto it = by_name.find(name);
    return it == by_name.end() ? nullptr : it->second;
  }
  /// Also in the modes of its machines.
  [[nodiscard]] bool declares_anywhere(std::string_view name) const;
};

/// Modes of one machine, or parts of such modes: never alive at the same time.
[[nodiscard]] bool exclude_each_other(const Instance& a, const Instance& b);

}  // namespace saltus::lang
