// Files and class definitions.

#include <fmt/format.h>

#include "lang/parser_state.hpp"

namespace saltus::ast {

/// At most one complaint per file about text outside of classes: one wrong word makes many.
ParsedFile Parser::file() {
  ParsedFile f;
  f.file = file_;
  bool lost = false;
  while (!at(TokenKind::end_of_file)) {
    try {
      quiet_ = lost && !at_class();
      if (at(TokenKind::kw_within) && f.classes.empty() && !f.within) {
        const Token first = take();
        f.within = at(TokenKind::semicolon) ? Name{} : name(false);
        f.within_span = since(first);
        semicolon("`within`");
        continue;
      }
      accept(TokenKind::kw_final);
      if (!at_class()) fail_outside();
      f.classes.push_back(class_definition());
      semicolon(fmt::format("`end {}`", f.classes.back().name.text));
    } catch (const Abandon&) {
      lost = true;
      open_.clear();
      while (!at(TokenKind::end_of_file) && !at_class()) take();
    }
  }
  return f;
}

void Parser::fail_outside() {
  static const std::vector<std::string> words = {"model",   "block",  "class",     "type",   "function",
                                                 "package", "record", "connector", "partial"};
  std::string word(at(TokenKind::identifier) ? text(peek()) : "");
  if (word.size() > 12) word.clear();
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const std::string near = nearest_name(word, words);
  fail_here("a class such as `model`", near.empty() ? std::string() : fmt::format("did you mean `{}`?", near));
}

Class Parser::class_definition() {
  const Level level(*this);
  const Token first = peek();
  Class c;
  class_kind(c);
  if (accept(TokenKind::kw_extends)) {
    c.form = ClassForm::extended;
    c.name = ident("the name of the class");
    c.base.span = c.name.span;
    c.base.parts.push_back({c.name, {}});
    c.head = since(first);
    c.modification = modification();
    full_class(c, first);
    return c;
  }
  if (at(TokenKind::identifier)) {
    c.name = ident("the name of the class");
  } else {  // the body is worth reading without a name
    quiet_ = quiet_ || peek().broken;
    report("syntax-error", peek().span, fmt::format("expected the name of the {}, found {}", ast::text(c.kind), found()));
    if (at(TokenKind::number)) take();
  }
  c.head = since(first);
  if (at(TokenKind::colon)) {
    report("syntax-error", peek().span, fmt::format("no `:` follows the name of a {}", ast::text(c.kind)), "remove it");
    take();
  }
  if (accept(TokenKind::equals)) {
    short_class(c);
  } else {
    full_class(c, first);
  }
  c.span = since(first);
  return c;
}

void Parser::class_kind(Class& c) {
  c.encapsulated = accept(TokenKind::kw_encapsulated);
  c.partial = accept(TokenKind::kw_partial);
  c.pure = accept(TokenKind::kw_pure);
  c.impure = accept(TokenKind::kw_impure);
  c.expandable = accept(TokenKind::kw_expandable);
  c.is_operator = accept(TokenKind::kw_operator);
  switch (peek().kind) {
    case TokenKind::kw_model: c.kind = ClassKind::model; break;
    case TokenKind::kw_block: c.kind = ClassKind::block; break;
    case TokenKind::kw_class: c.kind = ClassKind::klass; break;
    case TokenKind::kw_type: c.kind = ClassKind::type; break;
    case TokenKind::kw_function: c.kind = ClassKind::function; break;
    case TokenKind::kw_package: c.kind = ClassKind::package; break;
    case TokenKind::kw_record: c.kind = ClassKind::record; break;
    case TokenKind::kw_connector: c.kind = ClassKind::connector; break;
    default:
      if (!c.is_operator) fail_here("a class such as `model`");
      c.kind = ClassKind::operator_class;
      return;
  }
  take();
}

void Parser::full_class(Class& c, const Token& first) {
  open_.push_back({c.name.text, c.head});
  const bool outer = std::exchange(in_function_, c.kind == ClassKind::function);
  c.description = description();
  body(c.body, &c);
  in_function_ = outer;
  close_block();
  c.span = since(first);
}

void Parser::short_class(Class& c) {
  if (at(TokenKind::kw_enumeration)) {
    enumeration(c);
  } else if (at(TokenKind::kw_der)) {
    derivative(c);
  } else {
    c.form = ClassForm::shorthand;
    if (accept(TokenKind::kw_input)) c.causality = Causality::input;
    if (accept(TokenKind::kw_output)) c.causality = Causality::output;
    c.base = name(false);
    if (at(TokenKind::left_bracket)) c.dimensions = subscripts();
    if (at(TokenKind::left_paren)) {
      const Token first = peek();
      c.modification.modifiers = class_modification();
      c.modification.span = since(first);
    }
  }
  Comment after = comment();
  c.description = std::move(after.description);
  c.body.annotation = std::move(after.annotation);
}

void Parser::enumeration(Class& c) {
  take();
  c.form = ClassForm::enumeration;
  expect(TokenKind::left_paren, "after `enumeration`");
  c.any_literals = accept(TokenKind::colon);
  if (!c.any_literals && !at(TokenKind::right_paren)) {
    do {
      EnumLiteral literal;
      literal.name = ident("the name of a literal");
      literal.comment = comment();
      c.literals.push_back(std::move(literal));
    } while (accept(TokenKind::comma));
  }
  expect(TokenKind::right_paren, "after the literals");
}

void Parser::derivative(Class& c) {
  take();
  c.form = ClassForm::derivative;
  expect(TokenKind::left_paren, "after `der`");
  c.base = name(false);
  while (accept(TokenKind::comma)) c.derivative_by.push_back(ident("the name of an input"));
  expect(TokenKind::right_paren, "after the inputs");
}

/// `external ["C"] [[result =] f(arguments)] [annotation(..)];`
void Parser::external(Class& c) {
  const Token first = take();
  External e;
  if (at(TokenKind::string)) e.language = string_value(text(take()));
  if (at(TokenKind::identifier) || at(TokenKind::dot)) {
    e.call = name_or_call();
    if (accept(TokenKind::equals)) {
      e.result = std::move(e.call);
      e.call = name_or_call();
    }
  }
  if (at(TokenKind::kw_annotation)) annotation();
  e.span = since(first);
  c.external = std::move(e);
  semicolon("`external`");
}

std::string_view text(ClassKind kind) {
  switch (kind) {
    case ClassKind::model: return "model";
    case ClassKind::block: return "block";
    case ClassKind::klass: return "class";
    case ClassKind::type: return "type";
    case ClassKind::function: return "function";
    case ClassKind::package: return "package";
    case ClassKind::record: return "record";
    case ClassKind::connector: return "connector";
    case ClassKind::operator_class: return "operator";
  }
  return "";
}

}  // namespace saltus::ast
