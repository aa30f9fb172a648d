#include "lang/parser_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/parser.hpp"

namespace saltus {
namespace {

constexpr std::size_t max_bytes = 64U << 20U;

bool too_large(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics) {
  if (sources.text(file).size() <= max_bytes) return false;
  diagnostics.error("file-too-large", {file, 0, 0}, fmt::format("the file has more than {} MiB", max_bytes >> 20U));
  return true;
}

}  // namespace

ParsedFile parse(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics) {
  ParsedFile nothing;
  nothing.file = file;
  if (too_large(file, sources, diagnostics)) return nothing;
  return ast::Parser(file, sources, diagnostics).file();
}

ast::ExprPtr parse_expression(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics) {
  if (too_large(file, sources, diagnostics)) return nullptr;
  return ast::Parser(file, sources, diagnostics).only_expression();
}

ast::ExprPtr parse_measure(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics) {
  if (too_large(file, sources, diagnostics)) return nullptr;
  ast::Parser parser(file, sources, diagnostics);
  parser.let_calls_have_elements();
  return parser.only_expression();
}

}  // namespace saltus

namespace saltus::ast {
namespace {

constexpr int max_errors = 20;
constexpr std::size_t max_tokens = 4'000'000;  // bounds the memory of the tree to about a gigabyte

bool ends_with_name(std::string_view word) {
  return word != "if" && word != "for" && word != "when" && word != "while" && word != "transition";
}

}  // namespace

Parser::Parser(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics)
    : sources_(sources), diagnostics_(diagnostics), file_(file), text_(sources.text(file)), lexer_(file, text_, diagnostics) {
  previous_.span = {file, 0, 0};
}

Parser::Level::Level(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ <= max_nesting) return;
  parser_.report("nesting-too-deep", parser_.peek().span, fmt::format("more than {} levels of nesting", max_nesting),
                 "split the expression with auxiliary variables, or the block into smaller ones");
  parser_.give_up();
  --parser_.depth_;  // the destructor does not run
  throw Abandon{};
}

// ---------------------------------------------------------------- tokens

const Token& Parser::peek(std::size_t ahead) {
  while (ahead_.size() <= ahead) {
    ahead_.push_back(given_up_ ? Token{TokenKind::end_of_file, true, previous_.span} : lexer_.next());
  }
  return ahead_[ahead];
}

std::string_view Parser::text(const Token& token) const {
  return text_.substr(token.span.begin, token.span.end - token.span.begin);
}

bool Parser::at_word(std::string_view word, std::size_t ahead) {
  return peek(ahead).kind == TokenKind::identifier && text(peek(ahead)) == word;
}

Token Parser::take() {
  const Token t = peek();
  if (t.kind == TokenKind::end_of_file) return t;
  ahead_.pop_front();
  previous_ = t;
  quiet_ = quiet_ || t.broken;
  if (++taken_ > max_tokens && !given_up_) {
    report("file-too-large", t.span, fmt::format("the file has more than {} words and signs", max_tokens));
    give_up();
  }
  return t;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

bool Parser::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  take();
  return true;
}

Token Parser::expect(TokenKind kind, std::string_view after) {
  if (!at(kind)) fail_here(fmt::format("`{}` {}", spelling(kind), after));
  return take();
}

// ---------------------------------------------------------------- errors

void Parser::report(Diagnostic d) {
  if (quiet_ || given_up_) return;
  diagnostics_.add(std::move(d));
  if (++errors_ >= max_errors) give_up();
}

void Parser::report(std::string code, Span span, std::string message, std::string help) {
  report(Diagnostic{.code = std::move(code), .message = std::move(message), .where = {span, {}}, .help = std::move(help)});
}

void Parser::fail(Span span, std::string message, std::string help) {
  report("syntax-error", span, std::move(message), std::move(help));
  throw Abandon{};
}

void Parser::fail_here(std::string_view wanted, std::string help) {
  quiet_ = quiet_ || peek().broken;
  if (help.empty()) help = decimal_comma();
  fail(peek().span, fmt::format("expected {}, found {}", wanted, found()), std::move(help));
}

/// `0,5` where the text goes wrong at its comma or behind it: what to write; else nothing.
std::string Parser::decimal_comma() {
  const auto is_digit = [&](std::size_t i) { return i < text_.size() && text_[i] >= '0' && text_[i] <= '9'; };
  const std::size_t comma = at(TokenKind::comma) ? peek().span.begin : peek().span.begin - std::size_t{1};
  if (comma >= text_.size() || text_[comma] != ',' || !is_digit(comma - 1) || !is_digit(comma + 1)) return {};
  std::size_t begin = comma, end = comma + 1;
  while (is_digit(begin - 1)) --begin;
  while (is_digit(end)) ++end;
  if (end - begin > 40) return {};
  return fmt::format("decimals follow a point: `{}.{}`", text_.substr(begin, comma - begin),
                     text_.substr(comma + 1, end - comma - 1));
}

/// From here on the text seems to end, so that all loops do.
void Parser::give_up() {
  given_up_ = true;
  ahead_.clear();
}

std::string Parser::found() {
  const Token& t = peek();
  const std::string_view word = text(t);
  if (t.kind == TokenKind::end_of_file) return "the end of the file";
  if (t.kind == TokenKind::string) return "a string";
  return word.size() > 40 ? fmt::format("a long {}", spelling(t.kind)) : fmt::format("`{}`", word);
}

Span Parser::after_previous() const { return {file_, previous_.span.end, previous_.span.end}; }

Span Parser::since(const Token& first) const {
  return {file_, first.span.begin, std::max(previous_.span.end, first.span.begin)};
}

// ---------------------------------------------------------------- recovery

/// Whether the token stands on a later line than the one before it.
bool Parser::new_line(std::size_t ahead) {
  const std::uint32_t begin = peek(ahead).span.begin;
  const std::uint32_t end = ahead == 0 ? previous_.span.end : peek(ahead - 1).span.end;
  return begin > end && text_.substr(end, begin - end).find('\n') != std::string_view::npos;
}

/// `end` that closes a block, not the last index of an array.
bool Parser::at_block_end() {
  if (!at(TokenKind::kw_end)) return false;
  switch (peek(1).kind) {
    case TokenKind::identifier:
    case TokenKind::kw_if:
    case TokenKind::kw_for:
    case TokenKind::kw_when:
    case TokenKind::kw_while:
    case TokenKind::semicolon:
    case TokenKind::end_of_file: return true;
    default: return false;
  }
}

bool Parser::at_section_word() {
  switch (peek().kind) {
    case TokenKind::kw_equation:
    case TokenKind::kw_algorithm:
    case TokenKind::kw_public:
    case TokenKind::kw_protected: return true;
    case TokenKind::kw_initial: return peek(1).kind == TokenKind::kw_equation || peek(1).kind == TokenKind::kw_algorithm;
    default: return false;
  }
}

bool Parser::may_begin_item() {
  const TokenKind kind = peek().kind;
  return kind == TokenKind::identifier || kind == TokenKind::left_paren || kind == TokenKind::end_of_file ||
         (kind >= TokenKind::kw_algorithm && kind != TokenKind::kw_then && kind != TokenKind::kw_loop);
}

/// The `;` after an item. Where the next item visibly begins, a missing one is reported and taken as written.
void Parser::semicolon(std::string_view after) {
  if (accept(TokenKind::semicolon)) {
    quiet_ = false;
    return;
  }
  if (may_begin_item() && (new_line() || at_block_end() || at_section_word() || at(TokenKind::end_of_file))) {
    quiet_ = quiet_ || peek().broken;
    report("missing-semicolon", after_previous(), fmt::format("missing `;` after {}", after));
    quiet_ = quiet_ && at(TokenKind::end_of_file);
    return;
  }
  fail_here(fmt::format("`;` after {}", after));
}

/// Goes behind the next `;`, or in front of what ends or begins a part. A `;` between rows of a matrix is no such place.
void Parser::skip() {
  while (!at(TokenKind::end_of_file) && !at_block_end() && !at_section_word()) {
    const bool stop = at(TokenKind::semicolon) && (open_matrices_ == 0 || new_line(1));
    if (at(TokenKind::right_bracket)) open_matrices_ = std::max(0, open_matrices_ - 1);
    take();
    if (stop) break;
  }
  open_matrices_ = 0;
  in_subscript_ = 0;
  quiet_ = false;
}

/// `then` or `loop`; a missing one at the end of a line is taken as written.
void Parser::keyword_between(TokenKind kind, std::string_view after) {
  if (accept(kind)) return;
  if (at(TokenKind::colon)) {
    report("syntax-error", peek().span, fmt::format("no `:` stands after {}", after),
           fmt::format("write `{}`", spelling(kind)));
    take();
    return;
  }
  if (may_begin_item() && new_line()) {
    report("syntax-error", after_previous(), fmt::format("missing `{}` after {}", spelling(kind), after));
    return;
  }
  fail_here(fmt::format("`{}` after {}", spelling(kind), after), at(TokenKind::equals) ? "a comparison is written `==`" : "");
}

/// Behind a header with an error: goes on after `until`, so that the block and its `end` stay together.
void Parser::skip_header(TokenKind until) {
  while (!at(until) && !at(TokenKind::semicolon) && !at(TokenKind::end_of_file) && !at_block_end() && !at_section_word()) {
    take();
  }
  if (!accept(until)) accept(TokenKind::semicolon);
  open_matrices_ = 0;
  in_subscript_ = 0;
  quiet_ = false;
}

/// The condition before `then` or `loop`; `false` stands for one that could not be read.
ExprPtr Parser::header_condition(TokenKind until) {
  const Token first = peek();
  try {
    ExprPtr e = condition();
    keyword_between(until, "the condition");
    return e;
  } catch (const Abandon&) {
    skip_header(until);
    return std::make_unique<Expr>(Expr{first.span, BooleanExpr{false}});
  }
}

/// `i in r, j in s loop`; empty if it could not be read.
std::vector<ForIndex> Parser::header_indices() {
  try {
    std::vector<ForIndex> indices = for_indices();
    keyword_between(TokenKind::kw_loop, "the range");
    return indices;
  } catch (const Abandon&) {
    skip_header(TokenKind::kw_loop);
    return {};
  }
}

/// Reads the `end` of the innermost open block, which is then closed. An `end` that belongs to a block further out is left
/// where it is.
void Parser::close_block(std::string hint) {
  const OpenBlock open = std::move(open_.back());
  open_.pop_back();
  const auto is_end_of = [&](const OpenBlock& o) { return !o.word.empty() && o.word == text(peek(1)); };
  const bool any_name = open.word.empty() && peek(1).kind == TokenKind::identifier;
  if (at_block_end() && (is_end_of(open) || any_name)) {
    take();
    take();
    return;
  }
  quiet_ = quiet_ || peek().broken;
  const std::string wanted = open.word.empty() ? "end" : "end " + open.word;
  Diagnostic d{.code = "mismatched-end", .message = {}, .where = {peek().span, {}}, .help = std::move(hint)};
  d.also.push_back({open.head, "opened here"});
  // `end B` cannot be meant for an `if`: it is the end of a class, whatever its name.
  const bool of_class = !ends_with_name(open.word) && peek(1).kind == TokenKind::identifier && !at_word("transition", 1);
  if (!at_block_end() || of_class || std::any_of(open_.begin(), open_.end(), is_end_of)) {
    d.message =
        fmt::format("missing `{};` before {}", wanted, at_block_end() ? fmt::format("`end {}`", text(peek(1))) : found());
    report(std::move(d));
    quiet_ = true;  // no `;` follows; and the end of the file may leave more open
    return;
  }
  take();
  const bool bare = at(TokenKind::semicolon) || at(TokenKind::end_of_file);
  d.where.span = join(previous_.span, bare ? previous_.span : peek().span);
  d.message = bare ? fmt::format("this should be `{};`", wanted)
                   : fmt::format("`end {}` stands where `{};` should", text(peek()), wanted);
  if (!bare) take();
  report(std::move(d));
}

}  // namespace saltus::ast
