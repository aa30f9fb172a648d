#pragma once
// A function that cannot be inlined, as statements over scalars.

#include <optional>
#include <string>
#include <vector>

#include "lang/functions.hpp"

namespace saltus::lang {

/// Reports an assignment to an input or constant of a function; true if the symbol may be written.
bool may_write_local(Flattening& f, Expr symbol, Span span);

class FunctionKeeper {
 public:
  /// `known` holds the inputs whose values are part of the variant.
  FunctionKeeper(Flattening& f, Functions::Variant& v, State& known) : f_(f), v_(v), known_(known) {}

  /// nullopt after an error.
  std::optional<FunctionDef> keep();

 private:
  using Statement = FunctionDef::Statement;
  using Block = std::vector<Statement>;

  bool block(const std::vector<ast::Statement>& statements, const Context& c, Block& out);
  bool statement(const ast::Statement& s, const Context& c, Block& out);
  bool assign(const ast::AssignStatement& a, Span span, const Context& c, Block& out);
  bool store(const std::vector<std::pair<const ast::Expr*, Value>>& what, Span span, const Context& c, Block& out);
  bool if_statement(const ast::IfStatement& s, std::size_t branch, const Context& c, Block& out);
  bool for_statement(const ast::ForStatement& s, std::size_t level, const Context& c, Block& out);
  bool counted_loop(const ast::ForStatement& s, std::size_t level, const Context& c, Block& out);
  bool declarations(FunctionDef& def);
  std::optional<Expr> truth(const ast::Expr& e, const Context& c, std::string_view what);
  Expr local(std::string_view stem, Type type);
  static Statement set(Expr target, Expr value, Span span);

  Flattening& f_;
  Functions::Variant& v_;
  State& known_;
  std::vector<Expr> extra_;  // locals made here
};

}  // namespace saltus::lang
