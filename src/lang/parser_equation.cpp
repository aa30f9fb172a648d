// Equations.

#include <fmt/format.h>

#include "lang/parser_state.hpp"

namespace saltus::ast {

/// Equations of a section (then `section` takes misplaced declarations) or of a block (then it is null).
std::vector<Equation> Parser::equations(Body* section) {
  std::vector<Equation> all;
  while (stray_end() || stray_branch() || !ends_items(section)) {
    if (ends_items(section)) continue;
    guarded([&] {
      if (at_declaration()) {
        misplaced_declaration(section, "equation");
      } else if (at(TokenKind::semicolon)) {
        superfluous_semicolons();
      } else {
        Equation e = equation();
        all.push_back(std::move(e));
        semicolon("the equation");
      }
    });
  }
  return all;
}

Equation Parser::equation() {
  const Level level(*this);
  const Token first = peek();
  Equation e;
  switch (first.kind) {
    case TokenKind::kw_if: if_equation(e); break;
    case TokenKind::kw_for: for_equation(e); break;
    case TokenKind::kw_when: when_equation(e); break;
    case TokenKind::kw_connect: connect_equation(e); break;
    case TokenKind::kw_while: fail_here("an equation", "`while` is for algorithms; equations repeat with `for`");
    default: plain_equation(e);
  }
  e.comment = comment();
  e.span = since(first);
  return e;
}

void Parser::if_equation(Equation& e) {
  IfEquation node;
  open_.push_back({"if", peek().span});
  bool else_if = false;
  do {
    const Token head = take();
    EquationBranch branch;
    if (head.kind == TokenKind::kw_else) {
      else_if = else_if || (at(TokenKind::kw_if) && !new_line());
    } else {
      branch.condition = header_condition(TokenKind::kw_then);
    }
    branch.body = equations(nullptr);
    branch.span = since(head);
    const bool last = head.kind == TokenKind::kw_else;
    node.branches.push_back(std::move(branch));
    if (last) break;
  } while (at(TokenKind::kw_elseif) || at(TokenKind::kw_else));
  close_block(else_if_hint(else_if));
  e.node = std::move(node);
}

std::string Parser::else_if_hint(bool seen) {
  return seen ? "`else if` opens a second `if` with an `end if` of its own; you may mean `elseif`" : "";
}

void Parser::for_equation(Equation& e) {
  ForEquation node;
  open_.push_back({"for", take().span});
  node.indices = header_indices();
  node.body = equations(nullptr);
  close_block();
  e.node = std::move(node);
}

void Parser::when_equation(Equation& e) {
  WhenEquation node;
  open_.push_back({"when", peek().span});
  do {
    const Token head = take();
    EquationBranch branch;
    branch.condition = header_condition(TokenKind::kw_then);
    branch.body = equations(nullptr);
    branch.span = since(head);
    node.branches.push_back(std::move(branch));
  } while (at(TokenKind::kw_elsewhen));
  close_block();
  e.node = std::move(node);
}

void Parser::connect_equation(Equation& e) {
  take();
  ConnectEquation node;
  expect(TokenKind::left_paren, "after `connect`");
  node.left = name(true);
  expect(TokenKind::comma, "between the connectors");
  node.right = name(true);
  expect(TokenKind::right_paren, "after the connectors");
  e.node = std::move(node);
}

void Parser::plain_equation(Equation& e) {
  ExprPtr left = range();
  if (at(TokenKind::equals) || at(TokenKind::assign)) {
    const Token sign = take();
    if (sign.kind == TokenKind::assign)
      report("wrong-assignment", sign.span, "an equation is written with `=`; `:=` is for algorithms", "write `=`");
    e.node = EqualEquation{std::move(left), expression()};
  } else {
    equation_without_sign(e, std::move(left));
  }
}

/// A call is an equation of its own; `a == b` is a slip for `a = b`.
void Parser::equation_without_sign(Equation& e, ExprPtr left) {
  if (std::holds_alternative<CallExpr>(left->node)) {
    e.node = CallEquation{std::move(left)};
    return;
  }
  auto* relation = std::get_if<ChainExpr>(&left->node);
  if (relation != nullptr && relation->links[0].op == BinaryOp::equal) {
    report("wrong-assignment", relation->links[0].op_span, "`==` compares; an equation is written with `=`", "write `=`");
    e.node = EqualEquation{std::move(relation->first), std::move(relation->links[0].operand)};
    return;
  }
  const auto* word = left->as<NameExpr>();
  if (word != nullptr && word->name.is("endif")) fail(left->span, "unknown word `endif`", "write `end if;`");
  fail_here("`=` in the equation");
}

}  // namespace saltus::ast
