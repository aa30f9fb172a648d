// What stands between operators: literals, names, calls, brackets.

#include <fmt/format.h>

#include "lang/parser.hpp"
#include "lang/parser_state.hpp"

namespace saltus::ast {
namespace {

constexpr std::size_t max_number_length = 1000;

}  // namespace

ExprPtr Parser::primary() {
  switch (peek().kind) {
    case TokenKind::number: return number();
    case TokenKind::string: return string();
    case TokenKind::kw_true:
    case TokenKind::kw_false: return boolean();
    case TokenKind::identifier:
    case TokenKind::dot: return name_or_call();
    case TokenKind::kw_der:
    case TokenKind::kw_initial:
    case TokenKind::kw_pure: return call_of_keyword();
    case TokenKind::kw_final:  // a function of measures
      if (peek(1).kind != TokenKind::left_paren) fail_here("an expression");
      return call_of_keyword();
    case TokenKind::left_paren: return parentheses();
    case TokenKind::left_bracket: return matrix();
    case TokenKind::left_brace: return array();
    case TokenKind::kw_end: return end_index();
    case TokenKind::kw_if: fail_here("an operand", "put the if-expression in parentheses");
    case TokenKind::kw_not: fail_here("an operand", "put the `not` and its operand in parentheses");
    default: fail_here("an expression");
  }
}

ExprPtr Parser::number() {
  const Token t = take();
  const std::string written(text(t));
  const std::string padded = written.starts_with('.') ? "0" + written : written;
  auto value = written.size() > max_number_length || t.broken ? std::nullopt : Rational::parse(padded);
  if (!value) {
    report("number-out-of-range", t.span, "this number is too large, too small or too long to be represented",
           "numbers lie between 1e-400 and 1e400 and have at most 1000 characters");
    value = Rational(0);
  }
  const bool integer = written.find_first_of(".eE") == std::string::npos;
  return make(t, NumberExpr{written, std::move(*value), integer});
}

ExprPtr Parser::string() {
  const Token t = take();
  return make(t, StringExpr{string_value(text(t))});
}

ExprPtr Parser::boolean() {
  const Token t = take();
  return make(t, BooleanExpr{t.kind == TokenKind::kw_true});
}

ExprPtr Parser::end_index() {
  if (in_subscript_ == 0) fail_here("an expression", "`end` is a value only in subscripts, as in `x[end]`");
  const Token t = take();
  return make(t, EndExpr{});
}

ExprPtr Parser::name_or_call() {
  const Token first = peek();
  Name n = name(true);
  if (!at(TokenKind::left_paren)) return make(first, NameExpr{std::move(n)});
  CallExpr call{std::move(n), {}, {}};
  call.arguments = arguments(call.indices);
  return element_of(first, make(first, std::move(call)));
}

ExprPtr Parser::element_of(const Token& first, ExprPtr call) {
  while (calls_have_elements_ && at(TokenKind::left_bracket)) {
    const Token bracket = peek();
    CallExpr element;
    element.callee.span = bracket.span;
    element.callee.parts.push_back({{bracket.span, element_call}, {}});
    element.arguments.push_back({call->span, std::nullopt, std::move(call)});
    for (Subscript& s : subscripts()) element.arguments.push_back({s.span, std::nullopt, std::move(s.value)});
    call = make(first, std::move(element));
  }
  return call;
}

/// `der(x)`, `initial()`, `pure(f(x))`: keywords that are called.
ExprPtr Parser::call_of_keyword() {
  const Token first = take();
  if (!at(TokenKind::left_paren)) fail_here(fmt::format("`(` after `{}`", text(first)));
  CallExpr call;
  call.callee.span = first.span;
  call.callee.parts.push_back({{first.span, std::string(text(first))}, {}});
  call.arguments = arguments(call.indices);
  return make(first, std::move(call));
}

std::vector<Argument> Parser::arguments(std::vector<ForIndex>& indices) {
  std::vector<Argument> all;
  expect(TokenKind::left_paren, "before the arguments");
  if (!at(TokenKind::right_paren)) {
    do {
      Argument a = argument();
      if (!a.name && !all.empty() && all.back().name) fail(a.span, "a positional argument cannot follow a named one");
      all.push_back(std::move(a));
    } while (accept(TokenKind::comma));
    if (all.size() == 1 && !all[0].name && accept(TokenKind::kw_for)) indices = for_indices();
  }
  if (at(TokenKind::assign)) fail_here("`,` or `)`", "a named argument is written with `=`");
  if (!at(TokenKind::right_paren)) fail_here("`,` or `)` in the list of arguments");
  take();
  return all;
}

Argument Parser::argument() {
  const Token first = peek();
  Argument a;
  if (at(TokenKind::identifier) && peek(1).kind == TokenKind::equals) {
    a.name = ident("a name");
    take();
  }
  if (at(TokenKind::kw_function)) {
    const Level level(*this);
    const Token head = take();
    PartialFunctionExpr partial{name(false), {}};
    std::vector<ForIndex> none;
    partial.arguments = arguments(none);
    if (!none.empty()) fail(none[0].span, "`for` has no place here");
    a.value = make(head, std::move(partial));
  } else {
    a.value = expression();
  }
  a.span = since(first);
  return a;
}

std::vector<ForIndex> Parser::for_indices() {
  std::vector<ForIndex> all;
  do {
    const Token first = peek();
    ForIndex index;
    index.name = ident("the name of the index");
    if (at(TokenKind::equals)) fail_here("`in`", "a range is written `for i in 1:n`");
    if (accept(TokenKind::kw_in)) index.range = expression();
    index.span = since(first);
    all.push_back(std::move(index));
  } while (accept(TokenKind::comma));
  return all;
}

/// One expression in parentheses is that expression; several, or empty places, are a tuple.
ExprPtr Parser::parentheses() {
  const Token first = take();
  TupleExpr tuple;
  bool more = !at(TokenKind::right_paren);
  while (more) {
    const bool empty = at(TokenKind::comma) || at(TokenKind::right_paren);
    tuple.slots.push_back(empty ? nullptr : expression());
    more = accept(TokenKind::comma);
  }
  if (!at(TokenKind::right_paren)) {
    quiet_ = quiet_ || peek().broken;
    report({.code = "syntax-error",
            .message = fmt::format("expected `)`, found {}", found()),
            .where = {peek().span, {}},
            .also = {{first.span, "opened here"}}});
    throw Abandon{};
  }
  take();
  if (tuple.slots.size() != 1) return make(first, std::move(tuple));
  tuple.slots[0]->span = since(first);
  return std::move(tuple.slots[0]);
}

ExprPtr Parser::matrix() {
  const Token first = take();
  ++open_matrices_;
  MatrixExpr node;
  do {
    std::vector<ExprPtr> row;
    do {
      row.push_back(expression());
    } while (accept(TokenKind::comma));
    node.rows.push_back(std::move(row));
  } while (accept(TokenKind::semicolon));
  if (!at(TokenKind::right_bracket)) fail_here("`,`, `;` or `]` in the matrix");
  take();
  --open_matrices_;
  return make(first, std::move(node));
}

ExprPtr Parser::array() {
  const Token first = take();
  ArrayExpr node;
  if (!at(TokenKind::right_brace)) {
    do {
      node.elements.push_back(expression());
    } while (accept(TokenKind::comma));
    if (node.elements.size() == 1 && accept(TokenKind::kw_for)) node.indices = for_indices();
  }
  if (!at(TokenKind::right_brace)) fail_here("`,` or `}` in the array");
  take();
  return make(first, std::move(node));
}

}  // namespace saltus::ast
