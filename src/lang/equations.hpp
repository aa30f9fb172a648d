#pragma once
// Equation sections to flat equations, whens and assertions.

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lang/flattening.hpp"

namespace saltus::lang {

struct Alternatives;

/// What a section, or one branch of an `if` equation, says.
struct Flat {
  std::vector<Equation> equations;
  std::vector<When> whens;
  std::vector<Assertion> assertions;
  std::vector<Alternatives> alternatives;
};

/// An `if` equation whose branches differ in structure: the modes of a machine.
struct Alternatives {
  std::string prefix, name;        ///< of the machine
  std::string path;                ///< of the component
  std::vector<Expr> conditions;    ///< of all branches but the last, which is `else`
  std::vector<std::string> texts;  ///< the conditions as written
  std::vector<Flat> branches;
  std::vector<Span> spans;  ///< of the branches
  Span span;
};

/// Remembers which `when` assigns a variable: no two may.
class WhenOwners {
 public:
  explicit WhenOwners(Flattening& f) : f_(f) {}
  /// A number for a `when`; each round of a loop has its own.
  [[nodiscard]] int begin_when() { return ++whens_; }
  /// False (and a report) if another `when` has it.
  bool claim(Expr symbol, Span span, int when, const Instance* where);
  /// Makes the variable discrete without claiming it.
  void mark(Expr symbol) { marked_.insert(symbol); }
  [[nodiscard]] bool has(Expr symbol) const { return owners_.contains(symbol) || marked_.contains(symbol); }

 private:
  struct Place {
    Span span;
    int when;
    const Instance* where;
  };
  Flattening& f_;
  int whens_ = 0;
  std::unordered_map<Expr, std::vector<Place>> owners_;  // several only in modes that exclude each other
  std::unordered_set<Expr> marked_;
};

class Equations {
 public:
  Equations(Flattening& f, WhenOwners& owners) : f_(f), owners_(owners) {}

  void flatten(const std::vector<ast::Equation>& equations, const Context& c, bool initial, Flat& out);
  /// lhs = rhs of any shape; false after an error.
  bool equate(Value lhs, Value rhs, Span span, std::vector<Equation>& out);
  /// The body of a `when` or transition.
  void body(const std::vector<ast::Equation>& equations, const Context& c, std::vector<Action>& out);
  /// False (and a report) if a body assigns or reinitialises something twice. `where` is "`when`" or "transition".
  bool check_once(const std::vector<Action>& actions, std::string_view where);

 private:
  void one(const ast::Equation& e, const Context& c, bool initial, Flat& out);
  void equal(const ast::EqualEquation& e, const ast::Equation& at, const Context& c, bool initial, Flat& out);
  void for_loop(const ast::ForEquation& e, std::size_t level, const Context& c, bool initial, Flat& out);
  void if_equation(const ast::IfEquation& e, const ast::Equation& at, const Context& c, bool initial, Flat& out);
  void varying_if(const ast::IfEquation& e, std::size_t from, const ast::Equation& at, const Context& c, bool initial,
                  Flat& out);
  void merge(const std::vector<Expr>& conditions, std::vector<Flat>& branches, Span span, Flat& out);
  bool align(std::vector<Flat>& branches);
  bool same_count(const Alternatives& a, bool without_else);
  Expr if_condition(const ast::Expr& written, const Context& c);
  void call(const ast::CallEquation& e, const ast::Equation& at, const Context& c, Flat& out);
  /// The results of the call on the right side, at least as many as the slots on the left; none after an error.
  std::vector<Value> results_for(const ast::TupleExpr& tuple, const ast::EqualEquation& e, const Context& c);
  bool check_flows(const ast::Expr& left, const Context& c);
  bool check_assignable(const Value& lhs, Span span, bool initial);

  void when(const ast::WhenEquation& e, const ast::Equation& at, const Context& c, Flat& out);
  void body_equation(const ast::Equation& e, const Context& c, std::vector<Action>& out);
  void body_assign(const ast::EqualEquation& e, Span span, const Context& c, std::vector<Action>& out);
  void body_store(const ast::Expr& target, Value v, Span span, const Context& c, std::vector<Action>& out);
  void body_call(const ast::CallExpr& call, Span span, const Context& c, std::vector<Action>& out);
  void body_if(const ast::IfEquation& e, Span span, const Context& c, std::vector<Action>& out);
  void body_for(const ast::ForEquation& e, std::size_t level, const Context& c, std::vector<Action>& out);
  bool check_branches(const When& w, Span span);
  bool may_stay(Expr symbol, const Context& c) const;

  Flattening& f_;
  WhenOwners& owners_;
};

/// The conditions of a `when`: a Boolean or a vector of them; empty after an error.
std::vector<Expr> when_conditions(Flattening& f, const ast::Expr& condition, const Context& c);
/// "[2,3]" from the loops around; "" without any.
std::string loop_text(const Loop* loops);
/// Name of a branch (model/event_name.hpp): the description with loop indices (a part of it where it has one for each branch), else the condition as
/// written.
std::string when_name(const Flattening& f, const ast::Comment& comment, const ast::Expr& condition, const Context& c,
                      std::size_t branch, std::size_t branches);

}  // namespace saltus::lang
