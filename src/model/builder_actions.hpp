#pragma once
// What a `when` and a transition do, for models written in C++.

#include <initializer_list>
#include <string>
#include <vector>

#include "model/builder_expression.hpp"
#include "model/statements.hpp"

namespace saltus {

class ModelBuilder;

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

/// What setSolver changes; what is absent stays.
struct SolverSettings {
  std::string solver = {};
  Ex tolerance = {}, step = {};
};

// Checked actions; what does not fit throws BuildError.
[[nodiscard]] Action assign_action(const ModelBuilder& builder, const Var& target, const Ex& value);
[[nodiscard]] Action reinit_action(const ModelBuilder& builder, const Var& state, const Ex& value);
[[nodiscard]] Action assertion_action(const ModelBuilder& builder, const Ex& condition, const MessageText& message,
                                      AssertLevel level);
[[nodiscard]] Action terminate_action(const ModelBuilder& builder, const MessageText& message);
[[nodiscard]] Action solver_action(const ModelBuilder& builder, const SolverSettings& settings);

/// Builders of bodies; `Body` has `builder()` and `actions()`. Refers to its builder, which must outlive it.
template <class Body>
class ActionBuilder {
 public:
  /// A discrete variable, Integer or Boolean.
  Body& assign(const Var& target, const Ex& value) { return add(assign_action(body().builder(), target, value)); }
  /// A continuous Real that is a state.
  Body& reinit(const Var& state, const Ex& value) { return add(reinit_action(body().builder(), state, value)); }
  Body& assertion(const Ex& condition, const MessageText& message, AssertLevel level = AssertLevel::error) {
    return add(assertion_action(body().builder(), condition, message, level));
  }
  Body& terminate(const MessageText& message) { return add(terminate_action(body().builder(), message)); }
  /// Another solver, tolerance or step from here on.
  Body& set_solver(const SolverSettings& settings) { return add(solver_action(body().builder(), settings)); }

 private:
  Body& body() { return static_cast<Body&>(*this); }
  Body& add(Action action) {
    body().actions().push_back(std::move(action));
    return body();
  }
};

}  // namespace saltus
