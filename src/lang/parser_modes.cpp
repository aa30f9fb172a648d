// Modes, transitions and regions. `mode`, `modes`, `transition`, `priority`, `resume` are words only where the grammar asks
// for them; everywhere else they are identifiers, so `mode m;` may declare a component of a type called `mode`.

#include <fmt/format.h>

#include "lang/parser_state.hpp"

namespace saltus::ast {

bool Parser::at_mode_item() { return at_mode() || at_region() || at_transition(); }

/// `mode m` is a block unless it goes on as a declaration does.
bool Parser::at_mode() {
  const std::size_t word = at(TokenKind::kw_initial) ? 1 : 0;
  if (!at_word("mode", word)) return false;
  if (word == 1) return true;
  if (peek(1).kind != TokenKind::identifier) return false;
  std::size_t next = 2;
  if (peek(next).kind == TokenKind::string) {
    ++next;
    while (next < 40 && peek(next).kind == TokenKind::plus && peek(next + 1).kind == TokenKind::string) next += 2;
  }
  switch (peek(next).kind) {
    case TokenKind::semicolon:
    case TokenKind::comma:
    case TokenKind::equals:
    case TokenKind::left_paren:
    case TokenKind::left_bracket:
    case TokenKind::kw_annotation:
    case TokenKind::assign:
    case TokenKind::end_of_file:
    case TokenKind::kw_if: return false;
    default: return true;
  }
}

bool Parser::at_region() {
  if (!at_word("modes") || peek(1).kind != TokenKind::identifier) return false;
  const std::size_t next = peek(2).kind == TokenKind::string ? 3 : 2;
  return at_word("mode", next) || at_word("transition", next) || peek(next).kind == TokenKind::kw_initial ||
         peek(next).kind == TokenKind::kw_end;
}

bool Parser::at_transition() {
  if (!at_word("transition")) return false;
  if (peek(1).kind == TokenKind::times) return true;
  std::size_t next = 1;
  while (next < 100'000 && peek(next).kind == TokenKind::identifier && peek(next + 1).kind == TokenKind::comma) next += 2;
  return peek(next).kind == TokenKind::identifier &&
         (peek(next + 1).kind == TokenKind::arrow || peek(next + 1).kind == TokenKind::kw_when);
}

void Parser::mode_item(Machine& machine, std::vector<Region>* regions) {
  if (at_transition()) {
    machine.transitions.push_back(transition());
    semicolon("`end transition`");
  } else if (at_mode()) {
    machine.modes.push_back(mode());
    semicolon("the mode");
  } else if (regions != nullptr && at_region()) {
    regions->push_back(region());
    semicolon("the region");
  } else {
    fail_here("`mode` or `transition`");
  }
}

Mode Parser::mode() {
  const Level level(*this);
  const Token first = peek();
  Mode m;
  m.initial = accept(TokenKind::kw_initial);
  take();
  m.name = ident("the name of the mode");
  open_.push_back({m.name.text, since(first)});
  m.description = description();
  body(m.body, nullptr);
  close_block();
  m.span = since(first);
  return m;
}

Region Parser::region() {
  const Level level(*this);
  const Token first = take();
  Region r;
  r.name = ident("the name of the region");
  open_.push_back({r.name.text, since(first)});
  r.description = description();
  while (!at(TokenKind::end_of_file)) {
    if (stray_end()) continue;
    if (at_block_end() || at_section_word()) break;
    guarded([&] { mode_item(r.machine, nullptr); });
  }
  close_block();
  r.span = since(first);
  return r;
}

/// transition ("*" | a, b) -> c when guard [priority n] [resume] [then ...] end transition [string]
Transition Parser::transition() {
  const Level level(*this);
  const Token first = take();
  Transition t;
  open_.push_back({"transition", first.span});
  try {
    transition_head(t);
  } catch (const Abandon&) {
    skip_header(TokenKind::kw_then);
    if (!t.guard) t.guard = std::make_unique<Expr>(Expr{first.span, BooleanExpr{false}});
  }
  t.body = equations(nullptr);
  close_block();
  t.comment = comment();
  t.span = since(first);
  return t;
}

void Parser::transition_head(Transition& t) {
  t.from_any = accept(TokenKind::times);
  if (!t.from_any) {
    do {
      t.from.push_back(ident("the name of a mode"));
    } while (accept(TokenKind::comma));
  }
  expect(TokenKind::arrow, "between the modes of a transition");
  t.to = ident("the name of a mode");
  expect(TokenKind::kw_when, "before the guard of a transition");
  t.guard = expression();
  if (accept_word("priority")) {
    const bool negative = accept(TokenKind::minus);
    const Token number = expect(TokenKind::number, "after `priority`");
    const auto value = text(number).size() < 19 ? Rational::parse(text(number)) : std::nullopt;
    if (!value || !value->to_integer()) fail(number.span, "a priority is an integer");
    t.priority = negative ? -*value->to_integer() : *value->to_integer();
  }
  t.resume = accept_word("resume");
  if (at_block_end()) return;
  keyword_between(TokenKind::kw_then, "the guard");
}

}  // namespace saltus::ast
