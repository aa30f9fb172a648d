// Modifiers and annotations, which have the same form.

#include <fmt/format.h>

#include "lang/parser_state.hpp"

namespace saltus::ast {

/// `(...)`, `(...) = value`, `= value` or nothing. Local variables of functions may take `:=`.
Modification Parser::modification() {
  const Token first = peek();
  Modification m;
  if (at(TokenKind::left_paren)) m.modifiers = class_modification();
  if (at(TokenKind::equals) || at(TokenKind::assign)) {
    const Token sign = take();
    if (sign.kind == TokenKind::assign && !in_function_)
      report("wrong-assignment", sign.span, "a declaration gives its value with `=`, not `:=`", "write `=`");
    m.value = expression();
  } else if (at(TokenKind::equal)) {
    report("wrong-assignment", peek().span, "a declaration gives its value with `=`; `==` compares", "write `=`");
    take();
    m.value = expression();
  }
  if (m.value || first.kind == TokenKind::left_paren) m.span = since(first);
  return m;
}

std::vector<Modifier> Parser::class_modification() {
  const Level level(*this);
  expect(TokenKind::left_paren, "before the modifiers");
  std::vector<Modifier> all;
  if (!at(TokenKind::right_paren)) {
    do {
      all.push_back(modifier());
    } while (accept(TokenKind::comma));
  }
  if (!at(TokenKind::right_paren)) fail_here("`,` or `)` in the list of modifiers");
  take();
  return all;
}

Modifier Parser::modifier() {
  const Token first = peek();
  if (at(TokenKind::kw_redeclare) || at(TokenKind::kw_replaceable)) return redeclaring_modifier(first);
  Modifier m;
  m.each = accept(TokenKind::kw_each);
  m.final = accept(TokenKind::kw_final);
  if (at(TokenKind::kw_redeclare) || at(TokenKind::kw_replaceable)) return redeclaring_modifier(first);
  m.name = name(false);
  m.modification = modification();
  m.description = description();
  m.span = since(first);
  return m;
}

/// `redeclare model M = N(..)`, `redeclare replaceable Resistor r(..) constrainedby R`.
Modifier Parser::redeclaring_modifier(const Token& first) {
  Modifier m;
  auto e = std::make_unique<Element>();
  e->prefixes.redeclare = accept(TokenKind::kw_redeclare);
  m.each = accept(TokenKind::kw_each);
  m.final = accept(TokenKind::kw_final);
  e->prefixes.final = m.final;
  e->prefixes.replaceable = accept(TokenKind::kw_replaceable);
  Ident declared;
  if (at_class()) {
    auto c = std::make_unique<Class>(class_definition());
    declared = c->name;
    e->node = std::move(c);
  } else {
    component_clause(*e, true);
    declared = e->as<ComponentClause>()->declarations.at(0).name;
  }
  constraint(*e);
  e->span = since(first);
  m.name.span = declared.span;
  m.name.parts.push_back({std::move(declared), {}});
  m.redeclaration = std::move(e);
  m.span = since(first);
  return m;
}

std::vector<Modifier> Parser::annotation() {
  expect(TokenKind::kw_annotation, "before an annotation");
  return class_modification();
}

}  // namespace saltus::ast
