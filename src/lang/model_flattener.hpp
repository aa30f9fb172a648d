#pragma once
// An instance tree to the flat model: variables, declaration equations, sections, late checks.

#include "lang/equations.hpp"

namespace saltus::lang {

class ModelFlattener {
 public:
  explicit ModelFlattener(Flattening& f) : f_(f), owners_(f) {}

  /// Fills f.model from the class. Mistakes are reported.
  void flatten(const ClassInfo& info);

 private:
  /// What an instance, or a mode, says for itself.
  struct Contents {
    Flat flat;
    Flat initial;
    std::vector<Variable> hidden;
    std::optional<ModeRef> home = {};
  };
  void instance(Instance& in);
  /// `if` equations that are machines. `prefix` counts for those nested in another.
  void alternatives(std::vector<Alternatives>& list, const std::string* prefix, std::optional<ModeRef> inside);
  /// The machines of an instance and of its components: their own ones first, so that printed models read back in order.
  void machines(Instance& in);
  void machine(MachineScope& scope);
  bool choose_initial(MachineScope& scope);
  void mode(ModeRef place, const ModeScope& scope);
  void transition(std::size_t machine, const MachineScope& scope, const WrittenTransition& written);
  std::optional<std::size_t> mode_named(const MachineScope& scope, const ast::Ident& name);
  void member(Member& m);
  void variable(Member& m);
  void declaration_equation(Member& m);
  void sections(Instance& in);
  Value parameter_binding(Member& m);
  std::optional<Value> fixed_attribute(Member& m, std::string_view name);
  void experiment(const ClassInfo& info);
  void discrete_variables();
  void late_checks();
  void check_limits();
  void check_machine_names();
  void check_overrides();
  void check_parameters();

  Flattening& f_;
  WhenOwners owners_;
  Contents model_;
  Contents* here_ = &model_;
};

}  // namespace saltus::lang
