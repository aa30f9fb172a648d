// Names with subscripts, and the comments after items.

#include <fmt/format.h>

#include "lang/parser_state.hpp"

namespace saltus::ast {

Ident Parser::ident(std::string_view what) {
  if (at(TokenKind::identifier)) {
    const Token t = take();
    return {t.span, std::string(text(t))};
  }
  if (peek().kind >= TokenKind::kw_algorithm)
    fail_here(what, fmt::format("`{0}` is a word of the language; a name can be written `'{0}'`", spelling(peek().kind)));
  fail_here(what);
}

Name Parser::name(bool with_subscripts) {
  const Token first = peek();
  Name n;
  n.global = accept(TokenKind::dot);
  do {
    NamePart part{ident("a name"), {}};
    if (with_subscripts && at(TokenKind::left_bracket)) part.subscripts = subscripts();
    n.parts.push_back(std::move(part));
  } while (accept(TokenKind::dot));
  n.span = since(first);
  return n;
}

std::vector<Subscript> Parser::subscripts() {
  expect(TokenKind::left_bracket, "before the subscripts");
  ++in_subscript_;
  std::vector<Subscript> all;
  do {
    all.push_back(subscript());
  } while (accept(TokenKind::comma));
  expect(TokenKind::right_bracket, "after the subscripts");
  --in_subscript_;
  return all;
}

Subscript Parser::subscript() {
  const Token first = peek();
  Subscript s;
  if (!accept(TokenKind::colon)) s.value = expression();
  s.span = since(first);
  return s;
}

Description Parser::description() {
  Description d;
  if (!at(TokenKind::string)) return d;
  const Token first = peek();
  d.text = string_value(text(take()));
  while (at(TokenKind::plus) && peek(1).kind == TokenKind::string) {
    take();
    d.text += string_value(text(take()));
  }
  d.span = since(first);
  return d;
}

Comment Parser::comment() {
  Comment c;
  c.description = description();
  if (at(TokenKind::kw_annotation)) {
    const Token first = peek();
    c.annotation = annotation();
    c.annotation_span = since(first);
  }
  return c;
}

std::string Name::dotted() const {
  std::string all = global ? "." : "";
  for (const NamePart& part : parts) {
    if (&part != &parts.front()) all += '.';
    all += part.name.text;
  }
  return all;
}

bool Name::is(std::string_view text) const {
  return !global && parts.size() == 1 && parts[0].subscripts.empty() && parts[0].name.text == text;
}

}  // namespace saltus::ast
