#pragma once
// The syntax tree: equations, and the statements of algorithms. What holds of all nodes is in ast.hpp.

#include "lang/ast_declaration.hpp"

namespace saltus::ast {

struct Equation;
struct Statement;

// ---------------------------------------------------------------- equations

/// `left = right`; `left` may be a TupleExpr.
struct EqualEquation {
  ExprPtr left;
  ExprPtr right;
};

/// A branch of `if` or `when`: `condition` is null for `else`.
struct EquationBranch {
  Span span;
  ExprPtr condition;
  std::vector<Equation> body;
};

struct IfEquation {
  std::vector<EquationBranch> branches;  ///< if, elseif ..., then possibly else
};

struct ForEquation {
  std::vector<ForIndex> indices;
  std::vector<Equation> body;
};

/// First `when`, then `elsewhen`s; every branch has a condition.
struct WhenEquation {
  std::vector<EquationBranch> branches;
};

struct ConnectEquation {
  Name left;
  Name right;
};

/// `assert(..)`, `terminate(..)`, `reinit(..)` or any other call; `call` holds a CallExpr.
struct CallEquation {
  ExprPtr call;
};

struct Equation {
  Span span;
  std::variant<EqualEquation, IfEquation, ForEquation, WhenEquation, ConnectEquation, CallEquation> node;
  Comment comment;  ///< for blocks what follows `end when`

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&node);
  }
};

// ---------------------------------------------------------------- statements

/// `target := value`; `target` is a NameExpr or a TupleExpr (then `value` is a CallExpr).
struct AssignStatement {
  ExprPtr target;
  ExprPtr value;
};

struct StatementBranch {
  Span span;
  ExprPtr condition;  ///< null for `else`
  std::vector<Statement> body;
};

struct IfStatement {
  std::vector<StatementBranch> branches;
};

struct ForStatement {
  std::vector<ForIndex> indices;
  std::vector<Statement> body;
};

struct WhileStatement {
  ExprPtr condition;
  std::vector<Statement> body;
};

struct WhenStatement {
  std::vector<StatementBranch> branches;
};

struct BreakStatement {};
struct ReturnStatement {};

struct CallStatement {
  ExprPtr call;
};

struct Statement {
  Span span;
  std::variant<AssignStatement, IfStatement, ForStatement, WhileStatement, WhenStatement, BreakStatement, ReturnStatement,
               CallStatement>
      node;
  Comment comment;

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&node);
  }
};

}  // namespace saltus::ast
