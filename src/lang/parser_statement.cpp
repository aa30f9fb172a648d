// Statements of algorithms.

#include <fmt/format.h>

#include "lang/parser_blocks.hpp"

namespace saltus::ast {

std::vector<Statement> Parser::statements(Body* section) {
  return items<Statement>(section, "algorithm", "the statement", &Parser::statement);
}

Statement Parser::statement() {
  const Level level(*this);
  const Token first = peek();
  Statement s;
  switch (first.kind) {
    case TokenKind::kw_if: s.node = if_block<IfStatement, StatementBranch>(&Parser::statements); break;
    case TokenKind::kw_for: s.node = for_block<ForStatement>(&Parser::statements); break;
    case TokenKind::kw_while: while_statement(s); break;
    case TokenKind::kw_when: s.node = when_block<WhenStatement, StatementBranch>(&Parser::statements); break;
    case TokenKind::kw_connect: fail_here("a statement", "`connect` is for equation sections");
    case TokenKind::kw_break:
      take();
      s.node = BreakStatement{};
      break;
    case TokenKind::kw_return:
      take();
      s.node = ReturnStatement{};
      break;
    default: plain_statement(s);
  }
  s.comment = comment();
  s.span = since(first);
  return s;
}

void Parser::while_statement(Statement& s) {
  WhileStatement node;
  open_.push_back({"while", take().span});
  node.condition = header_condition(TokenKind::kw_loop);
  node.body = statements(nullptr);
  close_block();
  s.node = std::move(node);
}

/// `target := value`, `(a, b) := f(x)` or a call.
void Parser::plain_statement(Statement& s) {
  const bool tuple = at(TokenKind::left_paren);
  ExprPtr left = primary();
  if (at(TokenKind::assign) || at(TokenKind::equals) || at(TokenKind::equal)) {
    const Token sign = take();
    if (sign.kind != TokenKind::assign)
      report("wrong-assignment", sign.span,
             fmt::format("a statement assigns with `:=`; `{}` is for {}", text(sign),
                         sign.kind == TokenKind::equals ? "equations" : "comparisons"),
             "write `:=`");
    if (!left->as<NameExpr>() && !left->as<TupleExpr>()) fail(left->span, "only variables can be assigned to");
    ExprPtr value = expression();
    if (tuple && !value->as<CallExpr>()) fail(value->span, "several variables can be assigned only from a function call");
    s.node = AssignStatement{std::move(left), std::move(value)};
  } else if (left->as<CallExpr>()) {
    s.node = CallStatement{std::move(left)};
  } else {
    fail_here("`:=` in the statement");
  }
}

}  // namespace saltus::ast
