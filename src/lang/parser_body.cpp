// The inside of a class or mode: elements and sections in any order, and what stands in the wrong place.

#include <fmt/format.h>

#include <algorithm>

#include "lang/parser_state.hpp"

namespace saltus::ast {
namespace {

bool is_control_word(std::string_view word) {
  return word == "if" || word == "for" || word == "when" || word == "while" || word == "transition";
}

}  // namespace

void Parser::body(Body& body, Class* owner) {
  bool is_protected = false;
  while (!at(TokenKind::end_of_file)) {
    if (stray_end()) continue;
    if (at_block_end()) return;
    guarded([&] { body_item(body, owner, is_protected); });
  }
}

void Parser::body_item(Body& body, Class* owner, bool& is_protected) {
  if (at_section_word() || misspelt_section() != TokenKind::identifier ||
      (at(TokenKind::kw_initial) && misspelt_section(1) != TokenKind::identifier)) {
    section(body, is_protected);
  } else if (at_mode_item()) {
    mode_item(body.machine, &body.regions);
  } else if (at(TokenKind::kw_external) && owner != nullptr) {
    external(*owner);
  } else if (at(TokenKind::kw_annotation)) {
    for (Modifier& m : annotation()) body.annotation.push_back(std::move(m));
    semicolon("the annotation");
  } else if (at_equation_or_statement()) {
    misplaced_equations(body, owner);
  } else if (at(TokenKind::semicolon)) {
    superfluous_semicolons();
  } else {
    body.elements.push_back(element(is_protected));
    semicolon("the declaration");
  }
}

void Parser::section(Body& body, bool& is_protected) {
  const Token first = peek();
  const bool initial = accept(TokenKind::kw_initial);
  TokenKind kind = misspelt_section();
  if (kind == TokenKind::identifier) {
    kind = peek().kind;
  } else {
    report("syntax-error", peek().span, fmt::format("unknown section word `{}`", text(peek())),
           fmt::format("did you mean `{}`?", spelling(kind)));
  }
  take();
  if (at(TokenKind::colon)) {
    report("syntax-error", peek().span, fmt::format("no `:` follows `{}`", spelling(kind)), "remove it");
    take();
  }
  switch (kind) {
    case TokenKind::kw_equation: equation_section(body, since(first), initial); break;
    case TokenKind::kw_algorithm: algorithm_section(body, since(first), initial); break;
    default: is_protected = kind == TokenKind::kw_protected;
  }
}

void Parser::equation_section(Body& body, Span head, bool initial) {
  EquationSection s;
  s.span = head;
  s.initial = initial;
  s.equations = equations(&body);
  body.equations.push_back(std::move(s));
}

void Parser::algorithm_section(Body& body, Span head, bool initial) {
  AlgorithmSection s;
  s.span = head;
  s.initial = initial;
  s.statements = statements(&body);
  body.algorithms.push_back(std::move(s));
}

/// The section that a word alone on its line is likely meant to begin (`equations`, `Algorithm`), else identifier.
TokenKind Parser::misspelt_section(std::size_t ahead) {
  if (peek(ahead).kind != TokenKind::identifier || text(peek(ahead)).size() > 12) return TokenKind::identifier;
  std::string word(text(peek(ahead)));
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (word.ends_with('s')) word.pop_back();
  const TokenKind kind = keyword_kind(word);
  const bool section = kind == TokenKind::kw_equation || kind == TokenKind::kw_algorithm ||
                       (ahead == 0 && (kind == TokenKind::kw_public || kind == TokenKind::kw_protected));
  return section && new_line(ahead + 1) ? kind : TokenKind::identifier;
}

// ---------------------------------------------------------------- what stands in the wrong place

/// Number of tokens of the dotted name that begins here, 0 if none does.
std::size_t Parser::name_length() {
  std::size_t n = at(TokenKind::dot) ? 1 : 0;
  constexpr std::size_t far = 40;
  while (n < far && peek(n).kind == TokenKind::identifier) {
    if (peek(n + 1).kind != TokenKind::dot) return n + 1;
    n += 2;
  }
  return 0;
}

bool Parser::at_equation_or_statement() {
  switch (peek().kind) {
    case TokenKind::kw_if:
    case TokenKind::kw_for:
    case TokenKind::kw_when:
    case TokenKind::kw_while:
    case TokenKind::kw_connect:
    case TokenKind::kw_der:
    case TokenKind::left_paren:
    case TokenKind::kw_return:
    case TokenKind::kw_break: return true;
    default: break;
  }
  const std::size_t n = name_length();
  const TokenKind next = peek(n).kind;
  return n > 0 &&
         (next == TokenKind::equals || next == TokenKind::assign || next == TokenKind::left_paren || next == TokenKind::equal);
}

bool Parser::at_declaration() {
  switch (peek().kind) {
    case TokenKind::kw_parameter:
    case TokenKind::kw_constant:
    case TokenKind::kw_discrete:
    case TokenKind::kw_input:
    case TokenKind::kw_output:
    case TokenKind::kw_flow:
    case TokenKind::kw_stream:
    case TokenKind::kw_final:
    case TokenKind::kw_inner:
    case TokenKind::kw_outer:
    case TokenKind::kw_replaceable:
    case TokenKind::kw_redeclare:
    case TokenKind::kw_extends:
    case TokenKind::kw_import: return true;
    default: break;
  }
  const std::size_t n = name_length();
  return at_class() || (n > 0 && peek(n).kind == TokenKind::identifier && !peek(n).broken && !new_line(n));
}

/// Equations before any section word: one complaint, then they are read as a section.
void Parser::misplaced_equations(Body& body, const Class* owner) {
  const bool function = owner != nullptr && owner->kind == ClassKind::function;
  const bool assigns = function || peek(name_length()).kind == TokenKind::assign;
  report("syntax-error", peek().span,
         assigns ? "a statement outside of an algorithm section" : "an equation outside of an equation section",
         assigns ? "write `algorithm` before the first statement" : "write `equation` before the first equation");
  if (assigns) {
    algorithm_section(body, peek().span, false);
  } else {
    equation_section(body, peek().span, false);
  }
}

void Parser::misplaced_declaration(Body* body, std::string_view section) {
  report("syntax-error", peek().span, fmt::format("a declaration in an {} section", section),
         fmt::format("declarations come before `{}`, or after `public` or `protected`", section));
  Element e = element(false);
  if (body != nullptr) body->elements.push_back(std::move(e));
  semicolon("the declaration");
}

void Parser::superfluous_semicolons() {
  const Token first = take();
  while (accept(TokenKind::semicolon)) {
  }
  report("syntax-error", since(first), "nothing stands before this `;`", "remove it");
}

/// `end if;` and the like where no such block is open.
bool Parser::stray_end() {
  if (!at_block_end() || !is_control_word(text(peek(1))) || open_.empty() || is_control_word(open_.back().word)) return false;
  const auto same = [&](const OpenBlock& o) { return o.word == text(peek(1)); };
  if (std::any_of(open_.begin(), open_.end(), same)) return false;
  take();
  report("mismatched-end", join(previous_.span, peek().span), fmt::format("`end {0}` without an open `{0}`", text(peek())));
  take();
  description();
  accept(TokenKind::semicolon);
  quiet_ = false;
  return true;
}

/// Whether `else`, `elseif` or `elsewhen` here belongs to an open block (the innermost or one around it).
bool Parser::block_goes_on() {
  const std::string_view word = at(TokenKind::kw_elsewhen) ? "when" : "if";
  for (auto open = open_.rbegin(); open != open_.rend() && is_control_word(open->word); ++open) {
    if (open->word == word) return true;
  }
  return false;
}

/// Reads `elif` and its like as `elseif`, and `else when` in a `when` as `elsewhen`.
void Parser::mend_branch_word() {
  if (at(TokenKind::kw_else) && peek(1).kind == TokenKind::kw_when && !open_.empty() && open_.back().word == "when") {
    report("syntax-error", join(peek().span, peek(1).span), "`else when` is one word", "write `elsewhen`");
    if (given_up_) return;
    ahead_.pop_front();
    ahead_.front().kind = TokenKind::kw_elsewhen;
    return;
  }
  if (!at_word("elif") && !at_word("elsif") && !at_word("elseIf")) return;
  report("syntax-error", peek().span, fmt::format("unknown word `{}`", text(peek())), "write `elseif`");
  if (!given_up_) ahead_.front().kind = TokenKind::kw_elseif;
}

bool Parser::stray_branch() {
  mend_branch_word();
  if (!at(TokenKind::kw_else) && !at(TokenKind::kw_elseif) && !at(TokenKind::kw_elsewhen)) return false;
  if (block_goes_on()) return false;
  const bool in_when = !open_.empty() && open_.back().word == "when";
  const Token word = take();
  report("syntax-error", word.span, fmt::format("`{}` does not belong to an open block", text(word)),
         in_when ? "a `when` goes on with `elsewhen`; it has no `else`" : "");
  if (word.kind != TokenKind::kw_else) skip_header(TokenKind::kw_then);
  return true;
}

/// Where a list of equations or statements ends. `section` is null inside of blocks.
bool Parser::ends_items(const Body* section) {
  switch (peek().kind) {
    case TokenKind::end_of_file:
    case TokenKind::kw_else:
    case TokenKind::kw_elseif:
    case TokenKind::kw_elsewhen: return true;
    case TokenKind::kw_external:
    case TokenKind::kw_annotation: return section != nullptr;
    default: break;
  }
  return at_block_end() || at_section_word() ||
         (section != nullptr && (at_mode_item() || misspelt_section() != TokenKind::identifier));
}

}  // namespace saltus::ast
