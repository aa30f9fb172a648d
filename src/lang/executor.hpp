#pragma once
// Symbolic execution of statements: values of variables are expressions, `for` is unrolled, `if` with a varying condition
// is carried out on both sides and merged, `while` must have conditions that are known.

#include <string>
#include <unordered_map>
#include <vector>

#include "lang/flattening.hpp"

namespace saltus::lang {

enum class Flow : std::uint8_t {
  normal,
  broke,
  returned,
  undecided,  ///< control flow depends on values that are not known: this code cannot be executed symbolically
  failed,     ///< an error was reported
};

/// What an assignment writes to.
struct Target {
  bool valid = false;
  Value symbols;              ///< the scalars written (all elements, if an index varies)
  std::vector<Expr> varying;  ///< one Integer expression per dimension, if an index varies
};

Target assignment_target(Flattening& f, const ast::Name& name, const Context& c);

/// `v` as a value for a variable of this type and shape; invalid after a report.
Value fitted(Flattening& f, Value v, Type type, const Shape& shape, std::string_view name, Span span);

/// assert(condition, message, level) of a call; false after an error.
struct AssertCall {
  Expr condition;
  Message message;
  AssertLevel level = AssertLevel::error;
};
std::optional<AssertCall> read_assert(Flattening& f, const ast::CallExpr& call, Span span, const Context& c);
/// setSolver("radau", tolerance = 1e-8, step = 0.01) of a call.
std::optional<Action> read_set_solver(Flattening& f, const ast::CallExpr& call, Span span, const Context& c);
std::optional<Message> read_terminate(Flattening& f, const ast::CallExpr& call, Span span, const Context& c);

class Executor {
 public:
  explicit Executor(Flattening& f) : f_(f), path_(f.pool.boolean(true)) {}
  virtual ~Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// `c.state` holds the values.
  Flow run(const std::vector<ast::Statement>& statements, const Context& c);

 protected:
  virtual Flow when(const ast::WhenStatement& w, const ast::Statement& s, const Context& c) = 0;
  virtual Flow called(const ast::CallExpr& call, Span span, const Context& c) = 0;
  /// Truth of a condition that steers `while`; nullopt if it is not known.
  virtual std::optional<bool> decide(Expr condition) = 0;
  virtual void written(Expr, Span) {}
  /// Reports that a symbol must not be written; true if it may.
  virtual bool may_write(Expr symbol, Span span) = 0;

  Flattening& f_;
  Expr path_;  ///< the condition under which the present statement is reached
  int loop_depth_ = 0;

 private:
  Flow statement(const ast::Statement& s, const Context& c);
  Flow assign(const ast::AssignStatement& a, Span span, const Context& c);
  bool store(const ast::Expr& target, Value v, Span span, const Context& c);
  Flow if_statement(const ast::IfStatement& s, const Context& c);
  Flow for_statement(const ast::ForStatement& s, std::size_t level, const Context& c);
  Flow while_statement(const ast::WhileStatement& s, Span span, const Context& c);
  Expr merged(Expr condition, Expr yes, Expr no);
};

}  // namespace saltus::lang
