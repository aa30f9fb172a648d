#pragma once
// What models are made of: equations, assertions, and whens with their actions.

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/source.hpp"
#include "expr/expr.hpp"
#include "model/seldom.hpp"

namespace saltus {

/// lhs = rhs, both Real, Integer or Boolean.
struct Equation {
  Expr lhs, rhs;
  Span span;
};

/// Text with values in it: "level " + String(h).
using Message = std::vector<std::variant<std::string, Expr>>;

enum class AssertLevel : std::uint8_t { error, warning };

struct Assertion {
  Expr condition;
  Message message;
  AssertLevel level = AssertLevel::error;
  Span span;
};

/// What `setSolver` asks for.
struct SolverWish {
  std::string name;                ///< empty: as before
  Expr tolerance = {}, step = {};  ///< null: as before
};

/// One statement of a `when` body. Small, since a large model has millions.
struct Action {
  enum class Kind : std::uint8_t { assign, reinit, assertion, terminate, set_solver };
  Kind kind = Kind::assign;
  Expr target;  ///< assign, reinit: the symbol
  Expr value;   ///< assign, reinit: the new value; assertion, terminate: the condition under which it acts (terminate)
                ///< or that must hold (assertion)
  Seldom<Message> message = {};
  Seldom<SolverWish> solver = {};  ///< set_solver
  AssertLevel level = AssertLevel::error;
  Span span = {};
};

/// `when {c1, c2} then ... ` or an `elsewhen` branch: active when one of its conditions becomes true.
struct WhenBranch {
  std::vector<Expr> conditions;
  std::string name;  ///< its description string, with loop indices (`hit[2]`), else the condition as written
  std::vector<Action> actions;
  Span span;
};

/// The branches of one `when`: the first that becomes true wins.
struct When {
  std::vector<WhenBranch> branches;
  Span span;
  std::size_t id = 0;  ///< the same in every tuple of modes it belongs to (in_modes.hpp)
};

}  // namespace saltus
