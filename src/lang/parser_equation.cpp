// Equations.

#include <fmt/format.h>

#include "lang/parser_blocks.hpp"

namespace saltus::ast {

std::vector<Equation> Parser::equations(Body* section) {
  return items<Equation>(section, "equation", "the equation", &Parser::equation);
}

Equation Parser::equation() {
  const Level level(*this);
  const Token first = peek();
  Equation e;
  switch (first.kind) {
    case TokenKind::kw_if: e.node = if_block<IfEquation, EquationBranch>(&Parser::equations); break;
    case TokenKind::kw_for: e.node = for_block<ForEquation>(&Parser::equations); break;
    case TokenKind::kw_when: e.node = when_block<WhenEquation, EquationBranch>(&Parser::equations); break;
    case TokenKind::kw_connect: connect_equation(e); break;
    case TokenKind::kw_while: fail_here("an equation", "`while` is for algorithms; equations repeat with `for`");
    default: plain_equation(e);
  }
  e.comment = comment();
  e.span = since(first);
  return e;
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
