#pragma once
// Models written in C++.
//
//   ModelBuilder m("Ball", "bounces until it rests");
//   const Var g = m.parameter("g", "9.81", {.unit = "m/s2"});
//   const Var mu = m.parameter("mu", "0.9");
//   const Var h = m.real("h", {.start = 10, .fixed = true});
//   const Var v = m.real("v", {.start = 0, .fixed = true});
//   m.equation(der(h), v);
//   m.equation(der(v), -g);
//   m.when("bounce", h <= 0 && v < 0).reinit(v, -mu * v);
//   const HybridModel model = m.build();
//
// Misuse throws BuildError (builder_expression.hpp) at the call that is wrong and leaves the builder as it was.

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/builder_actions.hpp"
#include "model/builder_expression.hpp"
#include "model/builder_modes.hpp"
#include "model/hybrid_model.hpp"

namespace saltus {

/// Attributes of a declaration; what is absent has Modelica's default.
struct Attributes {
  Ex start = {};  ///< value at the start: binding if `fixed`, else a guess
  bool fixed = false;
  Ex nominal = {}, min = {}, max = {};
  bool output = false;
  std::string unit = {};
  std::string description = {};
};

/// The body of the last branch of a `when`.
class WhenBuilder : public ActionBuilder<WhenBuilder> {
 public:
  /// A further branch, looked at if no earlier one becomes true at the same time. Its condition names it, as in model text;
  /// a second `when` can have a name of its own.
  WhenBuilder& elsewhen(const Ex& condition);
  WhenBuilder& elsewhen(const std::vector<Ex>& conditions);

 private:
  friend class ModelBuilder;
  friend class ModeBuilder;
  friend class ActionBuilder<WhenBuilder>;
  WhenBuilder(ModelBuilder& builder, std::optional<ModeRef> home, std::size_t when)
      : builder_(builder), home_(home), when_(when) {}
  [[nodiscard]] const ModelBuilder& builder() const { return builder_; }
  [[nodiscard]] When& when() const;
  [[nodiscard]] std::vector<Action>& actions() const { return when().branches.back().actions; }
  ModelBuilder& builder_;
  std::optional<ModeRef> home_;
  std::size_t when_;
};

class ModelBuilder {
 public:
  explicit ModelBuilder(std::string name, std::string description = {});
  ModelBuilder(const ModelBuilder&) = delete;
  ModelBuilder& operator=(const ModelBuilder&) = delete;

  // Declarations. A name is used once; it may have dots and brackets, but no control characters.
  Var constant(std::string name, const Ex& value, const Attributes& attributes = {});
  Var parameter(std::string name, const Ex& value, const Attributes& attributes = {});
  Var integer_parameter(std::string name, const Ex& value, const Attributes& attributes = {});
  Var boolean_parameter(std::string name, const Ex& value, const Attributes& attributes = {});
  Var real(std::string name, const Attributes& attributes = {});      ///< continuous
  Var discrete(std::string name, const Attributes& attributes = {});  ///< a Real that changes only at events
  Var integer(std::string name, const Attributes& attributes = {});
  Var boolean(std::string name, const Attributes& attributes = {});
  /// Continuous Reals name[1] ... name[n]; attributes may depend on the index, which counts from 1. reals(...)[0] is name[1].
  std::vector<Var> reals(std::string_view name, std::size_t n, const Attributes& attributes = {});
  std::vector<Var> reals(std::string_view name, std::size_t n, const std::function<Attributes(std::size_t)>& attributes);
  std::vector<Var> parameters(std::string_view name, const std::vector<Ex>& values, const Attributes& attributes = {});

  // Values without arguments.
  Ex time();
  Ex pi();
  Ex initial();
  Ex terminal();
  Ex sample(const Ex& start, const Ex& interval);  ///< true at start, start + interval, ...

  /// lhs = rhs, both numbers or both Booleans.
  ModelBuilder& equation(const Ex& lhs, const Ex& rhs);
  ModelBuilder& initial_equation(const Ex& lhs, const Ex& rhs);
  ModelBuilder& assertion(const Ex& condition, const MessageText& message, AssertLevel level = AssertLevel::error);
  /// Acts when a condition becomes true; `name` is what the event log shows (the condition, if empty).
  WhenBuilder when(std::string name, const Ex& condition);
  WhenBuilder when(std::string name, const std::vector<Ex>& conditions);
  WhenBuilder when(const Ex& condition) { return when({}, condition); }

  /// The modes of the model; machines with names of their own are alive side by side.
  MachineBuilder machine(std::string_view name = "mode") { return add_machine(name, std::nullopt); }
  /// zeno("name"), zeno("name", i): true at the limit point of the events named.
  Ex zeno(std::string_view event, std::optional<std::int64_t> index = {});

  struct ExperimentSettings {
    Ex start = {}, stop = {}, tolerance = {}, interval = {};
  };
  ModelBuilder& experiment(const ExperimentSettings& settings);

  /// The model as built so far. Throws if a variable is assigned by two `when`s, a machine has no initial mode, or a variable of a
  /// mode is used where it may not exist. Shares its expressions with the builder, so
  /// neither may be used by two threads at once.
  [[nodiscard]] HybridModel build() const;

 private:
  friend class WhenBuilder;
  friend class ModeBuilder;
  friend class MachineBuilder;
  friend class TransitionBuilder;
  friend Action assign_action(const ModelBuilder&, const Var&, const Ex&);
  friend Action reinit_action(const ModelBuilder&, const Var&, const Ex&);
  friend Action assertion_action(const ModelBuilder&, const Ex&, const MessageText&, AssertLevel);
  friend Action terminate_action(const ModelBuilder&, const MessageText&);
  friend Action solver_action(const ModelBuilder&, const SolverSettings&);
  [[nodiscard]] ExprPool& pool() const { return *pool_; }
  Var declare(std::string name, Type type, Variability variability, const Ex& binding, const Attributes& attributes,
              std::optional<ModeRef> home = {});
  static void require_name(std::string_view name);
  void require_alike(const Variable& variable) const;
  [[nodiscard]] bool exclude_each_other(ModeRef a, ModeRef b) const;
  MachineBuilder add_machine(std::string_view name, std::optional<ModeRef> inside);
  void check_whens() const;
  Expr optional(const Ex& value, Type type);
  Equation relate(const Ex& lhs, const Ex& rhs);
  WhenBranch branch(std::string name, const std::vector<Ex>& conditions);
  const Variable& variable(const Var& var) const;

  std::shared_ptr<ExprPool> pool_ = std::make_shared<ExprPool>();
  std::unordered_map<Expr, std::size_t> position_;  // of declared symbols in model_.variables
  HybridModel model_;
  std::set<std::size_t> begun_;  // machines that have an initial mode
};

}  // namespace saltus
