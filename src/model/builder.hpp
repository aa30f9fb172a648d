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
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/builder_expression.hpp"
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

/// Text with values in it: "done", or {"level ", h}.
class MessageText {
 public:
  class Part {
   public:
    Part(const char* text) : text_(text) {}
    Part(std::string text) : text_(std::move(text)) {}
    Part(Ex value) : value_(std::move(value)) {}
    Part(const Var& value) : value_(value) {}

   private:
    friend class MessageText;
    std::string text_;
    Ex value_;
  };
  MessageText(const char* text) : parts_{Part(text)} {}
  MessageText(std::string text) : parts_{Part(std::move(text))} {}
  MessageText(std::initializer_list<Part> parts) : parts_(parts) {}

  [[nodiscard]] Message in(ExprPool& pool) const;

 private:
  std::vector<Part> parts_;
};

class ModelBuilder;

/// The body of the last branch of a `when`. Refers to its builder, which must outlive it.
class WhenBuilder {
 public:
  WhenBuilder& assign(const Var& target, const Ex& value);  ///< a discrete variable, Integer or Boolean
  WhenBuilder& reinit(const Var& state, const Ex& value);   ///< a continuous Real that is a state
  WhenBuilder& assertion(const Ex& condition, const MessageText& message, AssertLevel level = AssertLevel::error);
  WhenBuilder& terminate(const MessageText& message);
  /// A further branch, looked at if no earlier one becomes true at the same time. Its condition names it, as in model text;
  /// a second `when` can have a name of its own.
  WhenBuilder& elsewhen(const Ex& condition);
  WhenBuilder& elsewhen(const std::vector<Ex>& conditions);

 private:
  friend class ModelBuilder;
  WhenBuilder(ModelBuilder& builder, std::size_t when) : builder_(builder), when_(when) {}
  WhenBuilder& add(Action action);
  ModelBuilder& builder_;
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

  struct ExperimentSettings {
    Ex start = {}, stop = {}, tolerance = {}, interval = {};
  };
  ModelBuilder& experiment(const ExperimentSettings& settings);

  /// The model as built so far. Throws if a variable is assigned by two `when`s. Shares its expressions with the builder, so
  /// neither may be used by two threads at once.
  [[nodiscard]] HybridModel build() const;

 private:
  friend class WhenBuilder;
  Var declare(std::string name, Type type, Variability variability, const Ex& binding, const Attributes& attributes);
  Expr optional(const Ex& value, Type type);
  Equation relate(const Ex& lhs, const Ex& rhs);
  WhenBranch branch(std::string name, const std::vector<Ex>& conditions);
  const Variable& variable(const Var& var) const;

  std::shared_ptr<ExprPool> pool_ = std::make_shared<ExprPool>();
  std::unordered_map<Expr, std::size_t> position_;  // of declared symbols in model_.variables
  HybridModel model_;
};

}  // namespace saltus
