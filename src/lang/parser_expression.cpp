// Expressions with operators, one function per precedence (Modelica 3.6, appendix A.2.7):
//
//   expression  = "if" ... | range
//   range       = disjunction [":" disjunction [":" disjunction]]
//   disjunction = conjunction {"or" conjunction}
//   conjunction = negation {"and" negation}
//   negation    = ["not"] relation
//   relation    = sum [("<" | "<=" | ">" | ">=" | "==" | "<>") sum]
//   sum         = [sign] product {sign product}
//   product     = factor {("*" | "/" | ".*" | "./") factor}
//   factor      = primary [("^" | ".^") primary]

#include <fmt/format.h>

#include "lang/parser_state.hpp"

namespace saltus::ast {
namespace {

std::optional<BinaryOp> or_operator(TokenKind kind) {
  return kind == TokenKind::kw_or ? std::optional(BinaryOp::logical_or) : std::nullopt;
}

std::optional<BinaryOp> and_operator(TokenKind kind) {
  return kind == TokenKind::kw_and ? std::optional(BinaryOp::logical_and) : std::nullopt;
}

std::optional<BinaryOp> relation_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::less: return BinaryOp::less;
    case TokenKind::less_equal: return BinaryOp::less_equal;
    case TokenKind::greater: return BinaryOp::greater;
    case TokenKind::greater_equal: return BinaryOp::greater_equal;
    case TokenKind::equal: return BinaryOp::equal;
    case TokenKind::not_equal: return BinaryOp::not_equal;
    default: return std::nullopt;
  }
}

std::optional<BinaryOp> sum_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::plus: return BinaryOp::add;
    case TokenKind::minus: return BinaryOp::sub;
    case TokenKind::dot_plus: return BinaryOp::element_add;
    case TokenKind::dot_minus: return BinaryOp::element_sub;
    default: return std::nullopt;
  }
}

std::optional<BinaryOp> product_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::times: return BinaryOp::mul;
    case TokenKind::divide: return BinaryOp::div;
    case TokenKind::dot_times: return BinaryOp::element_mul;
    case TokenKind::dot_divide: return BinaryOp::element_div;
    default: return std::nullopt;
  }
}

std::optional<BinaryOp> power_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::power: return BinaryOp::pow;
    case TokenKind::dot_power: return BinaryOp::element_pow;
    default: return std::nullopt;
  }
}

UnaryOp sign_operator(BinaryOp op) {
  switch (op) {
    case BinaryOp::sub: return UnaryOp::minus;
    case BinaryOp::element_add: return UnaryOp::element_plus;
    case BinaryOp::element_sub: return UnaryOp::element_minus;
    default: return UnaryOp::plus;
  }
}

}  // namespace

ExprPtr Parser::only_expression() {
  try {
    ExprPtr e = expression();
    if (!at(TokenKind::end_of_file)) fail_here("the end of the expression");
    return peek().broken || quiet_ ? nullptr : std::move(e);
  } catch (const Abandon&) {
    return nullptr;
  }
}

ExprPtr Parser::expression() {
  const Level level(*this);
  return at(TokenKind::kw_if) ? if_expression() : range();
}

/// What stands before `then`: no range, so that a `:` in place of `then` is seen.
ExprPtr Parser::condition() {
  const Level level(*this);
  return at(TokenKind::kw_if) ? if_expression() : disjunction();
}

/// `else if` goes on in the same node: it means the same as `elseif`, and long cascades stay flat.
ExprPtr Parser::if_expression() {
  const Token first = peek();
  IfExpr node;
  bool again = true;
  while (again) {
    const Token head = take();  // if, elseif
    IfBranch branch;
    branch.condition = condition();
    if (!at(TokenKind::kw_then))
      fail_here("`then` after the condition", at(TokenKind::equals) ? "a comparison is written `==`" : "");
    take();
    branch.value = expression();
    branch.span = since(head);
    node.branches.push_back(std::move(branch));
    if (at(TokenKind::kw_elseif)) continue;
    if (!at(TokenKind::kw_else)) fail_here("`else`", "an if-expression has a value in every case, so it needs an `else`");
    take();
    again = at(TokenKind::kw_if);
  }
  node.otherwise = expression();
  return make(first, std::move(node));
}

ExprPtr Parser::range() {
  const Token first = peek();
  ExprPtr a = disjunction();
  if (!accept(TokenKind::colon)) return a;
  RangeExpr node;
  node.first = std::move(a);
  node.last = disjunction();
  if (accept(TokenKind::colon)) {
    node.step = std::move(node.last);
    node.last = disjunction();
  }
  return make(first, std::move(node));
}

/// Any number of operands in one node, so that depth does not grow with length.
ExprPtr Parser::chain(ExprPtr (Parser::*operand)(), OperatorOf operator_of) {
  const Token first = peek();
  ExprPtr e = (this->*operand)();
  if (!operator_of(peek().kind)) return e;
  ChainExpr node{std::move(e), {}};
  while (const auto op = operator_of(peek().kind)) {
    const Token sign = take();
    reject_sign(text(sign));
    node.links.push_back({*op, sign.span, (this->*operand)()});
  }
  return make(first, std::move(node));
}

ExprPtr Parser::disjunction() { return chain(&Parser::conjunction, or_operator); }

ExprPtr Parser::conjunction() { return chain(&Parser::negation, and_operator); }

ExprPtr Parser::negation() {
  if (!at(TokenKind::kw_not)) return relation();
  const Token first = take();
  return make(first, UnaryExpr{UnaryOp::logical_not, relation()});
}

ExprPtr Parser::relation() {
  const Token first = peek();
  ExprPtr left = sum();
  const auto op = relation_operator(peek().kind);
  if (!op) return left;
  const Token sign = take();
  ChainExpr node{std::move(left), {}};
  node.links.push_back({*op, sign.span, sum()});
  if (relation_operator(peek().kind)) fail(peek().span, "comparisons cannot be chained", "write `a < b and b < c`");
  return make(first, std::move(node));
}

/// A leading sign belongs to the first product: `-a^2 + b` is `(-(a^2)) + b`.
ExprPtr Parser::sum() {
  const Token first = peek();
  const auto sign = sum_operator(first.kind);
  if (!sign) return chain(&Parser::product, sum_operator);
  take();
  reject_sign(text(first));
  ExprPtr e = make(first, UnaryExpr{sign_operator(*sign), product()});
  if (!sum_operator(peek().kind)) return e;
  ChainExpr node{std::move(e), {}};
  while (const auto op = sum_operator(peek().kind)) {
    const Token link = take();
    reject_sign(text(link));
    node.links.push_back({*op, link.span, product()});
  }
  return make(first, std::move(node));
}

ExprPtr Parser::product() { return chain(&Parser::factor, product_operator); }

ExprPtr Parser::factor() {
  const Token first = peek();
  ExprPtr base = primary();
  const auto op = power_operator(peek().kind);
  if (!op) return base;
  const Token sign = take();
  reject_sign(text(sign));
  ChainExpr node{std::move(base), {}};
  node.links.push_back({*op, sign.span, primary()});
  if (power_operator(peek().kind)) fail(peek().span, "powers cannot be chained", "write `(a^b)^c` or `a^(b^c)`");
  return make(first, std::move(node));
}

/// `a*-b` is not in the language, though many others have it.
void Parser::reject_sign(std::string_view after) {
  if (after == "or" || after == "and" || !sum_operator(peek().kind)) return;
  fail(peek().span, fmt::format("a sign cannot follow `{}`", after),
       fmt::format("put the signed operand in parentheses: `a {} ({}b)`", after, text(peek())));
}

std::string_view text(BinaryOp op) {
  switch (op) {
    case BinaryOp::add: return "+";
    case BinaryOp::sub: return "-";
    case BinaryOp::element_add: return ".+";
    case BinaryOp::element_sub: return ".-";
    case BinaryOp::mul: return "*";
    case BinaryOp::div: return "/";
    case BinaryOp::element_mul: return ".*";
    case BinaryOp::element_div: return "./";
    case BinaryOp::pow: return "^";
    case BinaryOp::element_pow: return ".^";
    case BinaryOp::less: return "<";
    case BinaryOp::less_equal: return "<=";
    case BinaryOp::greater: return ">";
    case BinaryOp::greater_equal: return ">=";
    case BinaryOp::equal: return "==";
    case BinaryOp::not_equal: return "<>";
    case BinaryOp::logical_and: return "and";
    case BinaryOp::logical_or: return "or";
  }
  return "";
}

std::string_view text(UnaryOp op) {
  switch (op) {
    case UnaryOp::plus: return "+";
    case UnaryOp::minus: return "-";
    case UnaryOp::element_plus: return ".+";
    case UnaryOp::element_minus: return ".-";
    case UnaryOp::logical_not: return "not";
  }
  return "";
}

}  // namespace saltus::ast
