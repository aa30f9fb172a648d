// Elements of a class: components, local classes, extends, import.

#include <fmt/format.h>

#include "lang/parser_state.hpp"

namespace saltus::ast {

bool Parser::at_class() {
  switch (peek().kind) {
    case TokenKind::kw_encapsulated:
    case TokenKind::kw_partial:
    case TokenKind::kw_class:
    case TokenKind::kw_model:
    case TokenKind::kw_operator:
    case TokenKind::kw_record:
    case TokenKind::kw_block:
    case TokenKind::kw_expandable:
    case TokenKind::kw_connector:
    case TokenKind::kw_type:
    case TokenKind::kw_package:
    case TokenKind::kw_function:
    case TokenKind::kw_pure:
    case TokenKind::kw_impure: return true;
    default: return false;
  }
}

/// One element without its `;`.
Element Parser::element(bool is_protected) {
  const Token first = peek();
  Element e;
  e.prefixes.is_protected = is_protected;
  if (at(TokenKind::kw_import)) {
    e.node = import_clause();
  } else if (at(TokenKind::kw_extends)) {
    e.node = extends_clause();
  } else {
    e.prefixes.redeclare = accept(TokenKind::kw_redeclare);
    e.prefixes.final = accept(TokenKind::kw_final);
    e.prefixes.inner = accept(TokenKind::kw_inner);
    e.prefixes.outer = accept(TokenKind::kw_outer);
    e.prefixes.replaceable = accept(TokenKind::kw_replaceable);
    if (at_class()) {
      e.node = std::make_unique<Class>(class_definition());
    } else {
      component_clause(e, false);
    }
    constraint(e);
  }
  e.span = since(first);
  return e;
}

void Parser::constraint(Element& e) {
  if (!accept(TokenKind::kw_constrainedby)) return;
  ExtendsClause c;
  c.base = name(false);
  c.modification = modification();
  e.constraint = std::move(c);
  comment();
}

/// `paramter Real k`: three words in a row, the first nearly a prefix.
void Parser::mend_prefix_word() {
  static const std::vector<std::string> words = {"parameter", "constant", "discrete", "input", "output", "flow", "final"};
  if (!at(TokenKind::identifier) || peek(1).kind != TokenKind::identifier || peek(2).kind != TokenKind::identifier) return;
  std::string word(text(peek()).substr(0, 20));
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const std::string near = nearest_name(word, words);
  if (near.empty() || new_line(1) || new_line(2)) return;
  report("syntax-error", peek().span, fmt::format("unknown word `{}`", text(peek())), fmt::format("did you mean `{}`?", near));
  take();
}

void Parser::component_clause(Element& e, bool single) {
  ComponentClause clause;
  mend_prefix_word();
  component_prefixes(clause);
  clause.type = name(false);
  if (at(TokenKind::left_bracket)) clause.dimensions = subscripts();
  do {
    clause.declarations.push_back(declaration());
  } while (!single && accept(TokenKind::comma));
  e.node = std::move(clause);
}

/// In any order, each sort once.
void Parser::component_prefixes(ComponentClause& clause) {
  const auto set = [&](auto& property, auto value) {
    if (property != decltype(value){} && property != value)
      fail_here("a type", fmt::format("`{}` contradicts the prefix before it", text(peek())));
    property = value;
    take();
  };
  while (true) {
    switch (peek().kind) {
      case TokenKind::kw_flow: set(clause.connection, Connection::flow); break;
      case TokenKind::kw_stream: set(clause.connection, Connection::stream); break;
      case TokenKind::kw_discrete: set(clause.variability, Variability::discrete); break;
      case TokenKind::kw_parameter: set(clause.variability, Variability::parameter); break;
      case TokenKind::kw_constant: set(clause.variability, Variability::constant); break;
      case TokenKind::kw_input: set(clause.causality, Causality::input); break;
      case TokenKind::kw_output: set(clause.causality, Causality::output); break;
      case TokenKind::kw_final:
      case TokenKind::kw_inner:
      case TokenKind::kw_outer:
      case TokenKind::kw_replaceable:
      case TokenKind::kw_redeclare:
        fail_here("a type", fmt::format("`{}` comes first, before `parameter`, `input` and the like", text(peek())));
      default: return;
    }
  }
}

Declaration Parser::declaration() {
  const Token first = peek();
  Declaration d;
  d.name = ident("the name of a component");
  if (at(TokenKind::left_bracket)) d.dimensions = subscripts();
  d.modification = modification();
  if (accept(TokenKind::kw_if)) d.condition = expression();
  d.comment = comment();
  d.span = since(first);
  return d;
}

ExtendsClause Parser::extends_clause() {
  take();
  ExtendsClause e;
  e.base = name(false);
  if (at(TokenKind::left_paren)) {
    const Token first = peek();
    e.modification.modifiers = class_modification();
    e.modification.span = since(first);
  }
  if (at(TokenKind::kw_annotation)) e.annotation = annotation();
  return e;
}

ImportClause Parser::import_clause() {
  take();
  ImportClause clause;
  if (at(TokenKind::identifier) && peek(1).kind == TokenKind::equals) {
    clause.alias = ident("a name");
    take();
  }
  const Token first = peek();
  clause.name.global = accept(TokenKind::dot);
  clause.name.parts.push_back({ident("the name of a class"), {}});
  while (at(TokenKind::dot) && peek(1).kind != TokenKind::left_brace) {
    take();
    clause.name.parts.push_back({ident("a name"), {}});
  }
  clause.name.span = since(first);
  if (accept(TokenKind::dot_times)) {
    clause.everything = true;
  } else if (accept(TokenKind::dot)) {
    expect(TokenKind::left_brace, "before the list of names");
    do {
      clause.selected.push_back(ident("a name"));
    } while (accept(TokenKind::comma));
    expect(TokenKind::right_brace, "after the list of names");
  }
  comment();
  return clause;
}

}  // namespace saltus::ast
