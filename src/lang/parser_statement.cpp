// Statements of algorithms.

#include <fmt/format.h>

#include "lang/parser_state.hpp"

namespace saltus::ast {

std::vector<Statement> Parser::statements(Body* section) {
  std::vector<Statement> all;
  while (stray_end() || stray_branch() || !ends_items(section)) {
    if (ends_items(section)) continue;
    guarded([&] {
      if (at_declaration()) {
        misplaced_declaration(section, "algorithm");
      } else if (at(TokenKind::semicolon)) {
        superfluous_semicolons();
      } else {
        Statement s = statement();
        all.push_back(std::move(s));
        semicolon("the statement");
      }
    });
  }
  return all;
}

Statement Parser::statement() {
  const Level level(*this);
  const Token first = peek();
  Statement s;
  switch (first.kind) {
    case TokenKind::kw_if: if_statement(s); break;
    case TokenKind::kw_for: for_statement(s); break;
    case TokenKind::kw_while: while_statement(s); break;
    case TokenKind::kw_when: when_statement(s); break;
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

void Parser::if_statement(Statement& s) {
  IfStatement node;
  open_.push_back({"if", peek().span});
  bool else_if = false;
  do {
    const Token head = take();
    StatementBranch branch;
    if (head.kind == TokenKind::kw_else) {
      else_if = else_if || (at(TokenKind::kw_if) && !new_line());
    } else {
      branch.condition = header_condition(TokenKind::kw_then);
    }
    branch.body = statements(nullptr);
    branch.span = since(head);
    const bool last = head.kind == TokenKind::kw_else;
    node.branches.push_back(std::move(branch));
    if (last) break;
  } while (at(TokenKind::kw_elseif) || at(TokenKind::kw_else));
  close_block(else_if_hint(else_if));
  s.node = std::move(node);
}

void Parser::for_statement(Statement& s) {
  ForStatement node;
  open_.push_back({"for", take().span});
  node.indices = header_indices();
  node.body = statements(nullptr);
  close_block();
  s.node = std::move(node);
}

void Parser::while_statement(Statement& s) {
  WhileStatement node;
  open_.push_back({"while", take().span});
  node.condition = header_condition(TokenKind::kw_loop);
  node.body = statements(nullptr);
  close_block();
  s.node = std::move(node);
}

void Parser::when_statement(Statement& s) {
  WhenStatement node;
  open_.push_back({"when", peek().span});
  do {
    const Token head = take();
    StatementBranch branch;
    branch.condition = header_condition(TokenKind::kw_then);
    branch.body = statements(nullptr);
    branch.span = since(head);
    node.branches.push_back(std::move(branch));
  } while (at(TokenKind::kw_elsewhen));
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
