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
  void instance(Instance& in);
  void member(Member& m);
  void variable(Member& m);
  void declaration_equation(Member& m);
  void sections(Instance& in);
  Value parameter_binding(Member& m);
  std::optional<Value> fixed_attribute(Member& m, std::string_view name);
  void experiment(const ClassInfo& info);
  void discrete_variables();
  void late_checks();
  void check_overrides();
  void check_parameters();

  Flattening& f_;
  WhenOwners owners_;
  Flat flat_;
  Flat initial_;
  std::vector<Variable> hidden_;
};

}  // namespace saltus::lang
