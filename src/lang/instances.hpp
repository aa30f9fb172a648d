#pragma once
// Makes instances of classes: inheritance, merging of modifiers, types, sizes, symbols, bindings, attributes.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/flattening.hpp"

namespace saltus::lang {

/// A type name followed through its aliases.
struct TypeRef {
  bool known = false;
  bool builtin = false;
  Type type = Type::real;           ///< builtin
  const ClassInfo* info = nullptr;  ///< a full class otherwise
  ModEnv mods;                      ///< from aliases, nearest first
  struct Dimensions {
    const std::vector<ast::Subscript>* subscripts;
    const ClassInfo* lexical;
  };
  std::vector<Dimensions> dimensions;  ///< from aliases
  std::string unit;
};

/// Is this the first element of the arrays of components? Mistakes are reported there only.
[[nodiscard]] bool first_element(const ModSource& s);

class Instances {
 public:
  explicit Instances(Flattening& f) : f_(f) {}

  /// The model to be flattened; null after an error.
  Instance* make_root(const ClassInfo& info);
  /// The constants of a class, for names such as `P.g`.
  Instance* package(const ClassInfo& info);
  /// A function, its members not resolved.
  std::unique_ptr<Instance> make_function(const ClassInfo& info, std::string path);

  /// Type, sizes and symbols of a member. False if it does not exist here or an error was found (and reported).
  bool resolve(Member& m);
  /// The value of a parameter or constant, conforming to its type and shape; the declaration equation of a variable.
  const Value& binding(Member& m);
  /// An attribute, conforming to the shape; nullopt if it is not given (or wrong).
  std::optional<Value> attribute(Member& m, std::string_view name);
  /// A text attribute (unit ...), "" if not given.
  std::string text_attribute(Member& m, std::string_view name);
  /// The modification that gives the value, for its place; null if there is none.
  [[nodiscard]] const ast::Expr* binding_expression(const Member& m) const;

  /// The place of the value that counts: that of --set, of the modification, or of the declaration.
  [[nodiscard]] Span value_span(const Member& m) const;
  /// Is a parameter without a valid value reported at its declaration, so that its users need not?
  [[nodiscard]] bool reports_its_value(Member& m);

  /// Declared `final`, or its value given by a `final` modifier.
  [[nodiscard]] bool is_final(const Member& m) const;
  /// Makes the symbols of a variable whose type and shape are set; false after an error.
  bool declare_symbols(Member& m);
  TypeRef resolve_type(const ast::Name& name, const ClassInfo* lexical);
  /// "a.b.x" of a member.
  [[nodiscard]] static std::string path_of(const Member& m);

  struct Owner {
    Member* member = nullptr;
    std::size_t element = 0;
  };
  /// Which member a symbol belongs to; null member for none.
  [[nodiscard]] Owner owner(Expr symbol) const;
  void set_owner(Expr symbol, Owner o) { owners_[symbol] = o; }
  [[nodiscard]] bool is_fixed_value(Expr symbol) const;
  /// Scopes for the branches of an `if` equation that is a machine: they exclude each other as modes do.
  const MachineScope* branch_machine();
  Instance* branch_scope(Instance& around, const MachineScope& machine);
  /// Has any class in use modes?
  [[nodiscard]] bool has_modes() const { return has_modes_; }

 private:
  bool collect(Instance& into, const ClassInfo& info, const ModEnv& env, bool hidden, std::vector<const ClassInfo*>& chain);
  bool collect_body(Instance& into, const ast::Body& body, const ClassInfo& info, const ModEnv& env, bool hidden,
                    std::vector<const ClassInfo*>& chain);
  bool add_machine(Instance& into, const ast::Machine& written, std::string_view region, Span span, const ClassInfo& info,
                   const ModEnv& env, bool hidden, std::vector<const ClassInfo*>& chain);
  bool add_mode(MachineScope& machine, const ast::Mode& mode, const ClassInfo& info, const ModEnv& env, bool hidden,
                std::vector<const ClassInfo*>& chain);
  bool live_together(const Member& m, const Member& other);
  void add_member(Instance& into, const ClassInfo& info, const ast::Element& element, const ast::ComponentClause& clause,
                  const ast::Declaration& declaration, const ModEnv& env, bool hidden);
  bool extend(Instance& into, const ClassInfo& info, const ast::ExtendsClause& extends, const ModEnv& env, bool hidden,
              std::vector<const ClassInfo*>& chain);
  bool fill(Instance& instance, const ModEnv& env);
  bool usable(const ClassInfo& info, Span span);
  void check_modifier_names(const ModEnv& env, const Instance& instance);
  void check_attribute_names(const Member& m);
  ModEnv select(const ModEnv& env, std::string_view name);

  bool present(Member& m);
  std::optional<Shape> shape_of(Member& m, const TypeRef& type);
  bool add_dimensions(Member& m, const std::vector<ast::Subscript>& subscripts, const ClassInfo* lexical, Shape& shape);
  bool make_elements(Member& m, const TypeRef& type);
  bool do_resolve(Member& m);
  void check_override(Member& m);

  std::optional<Value> written_binding(Member& m);
  Value source_value(const ModSource& source, const ast::Expr& e);
  std::optional<Value> indexed(Value v, const ModSource& source, Span span);
  bool conform(Member& m, Value& v, bool broadcast, std::string_view what, Span span);
  void apply_element_overrides(Member& m, std::string_view attribute, Value& v);
  Value override_value(const FoundOverride& found, std::size_t rank);
  const ModSource* binding_source(const Member& m) const;

  struct CacheKey {
    const ast::Expr* expr;
    const Instance* scope;
    bool operator==(const CacheKey&) const = default;
  };
  struct CacheHash {
    std::size_t operator()(const CacheKey& k) const {
      return std::hash<const void*>()(k.expr) * 31 + std::hash<const void*>()(k.scope);
    }
  };

  Flattening& f_;
  std::unique_ptr<Instance> root_;
  std::unordered_map<const ClassInfo*, std::unique_ptr<Instance>> packages_;
  std::unordered_map<Expr, Owner> owners_;
  std::unordered_map<CacheKey, Value, CacheHash> cache_;
  std::size_t scalars_ = 0;
  std::size_t resolving_ = 0;  ///< depth of recursion
  int binding_ = 0;
  bool has_modes_ = false;
  std::vector<std::unique_ptr<MachineScope>> branch_machines_;
  std::vector<std::unique_ptr<Instance>> branch_scopes_;
};

}  // namespace saltus::lang
