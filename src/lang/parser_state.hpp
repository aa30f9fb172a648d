#pragma once
// The recursive-descent parser behind parser.hpp. Not for other users.
//
// Errors: fail() reports and throws Abandon, which is caught where reading can go on (an equation, a statement, an element,
// a class of the file); skip() then looks for the next safe place. Mistakes that have an obvious intention (a missing `;`,
// `:=` for `=`, a wrong name after `end`) are reported without throwing, and reading goes on as if they were right.
// A mistake is reported once: tokens that the lexer marked as broken silence what follows until the next safe place.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "lang/ast.hpp"
#include "lang/lexer.hpp"
#include "lang/token.hpp"

namespace saltus::ast {

class Parser {
 public:
  Parser(std::uint32_t file, const Sources& sources, Diagnostics& diagnostics);

  ParsedFile file();
  ExprPtr only_expression();
  /// `f(x)[1]`
  void let_calls_have_elements() { calls_have_elements_ = true; }

 private:
  struct Abandon {};

  /// An `end` is awaited for each of these. `word` is if, for, when, while, transition, or for classes, modes and regions
  /// the name (empty if it could not be read: then any will do).
  struct OpenBlock {
    std::string word;
    Span head;
  };

  /// Counts a level of nesting; beyond max_nesting it reports, gives up the file and throws.
  class Level {
   public:
    explicit Level(Parser& parser);
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  // parser_state.cpp: tokens, errors, recovery
  [[nodiscard]] const Token& peek(std::size_t ahead = 0);
  [[nodiscard]] bool at(TokenKind kind) { return peek().kind == kind; }
  [[nodiscard]] bool at_word(std::string_view word, std::size_t ahead = 0);  ///< an identifier spelled so
  [[nodiscard]] std::string_view text(const Token& token) const;
  Token take();
  bool accept(TokenKind kind);
  bool accept_word(std::string_view word);
  Token expect(TokenKind kind, std::string_view after);
  void report(std::string code, Span span, std::string message, std::string help = {});
  void report(Diagnostic d);
  [[noreturn]] void fail(Span span, std::string message, std::string help = {});
  [[noreturn]] void fail_here(std::string_view wanted, std::string help = {});
  void give_up();
  [[nodiscard]] std::string decimal_comma();
  [[nodiscard]] std::string found();
  [[nodiscard]] Span after_previous() const;
  [[nodiscard]] Span since(const Token& first) const;
  [[nodiscard]] bool new_line(std::size_t ahead = 0);
  [[nodiscard]] bool at_block_end();
  [[nodiscard]] bool at_section_word();
  [[nodiscard]] bool may_begin_item();
  void semicolon(std::string_view after);
  void skip();
  /// Runs `read`; after an error in it goes to the next safe place.
  template <class Read>
  void guarded(Read read) {
    const std::size_t open = open_.size();
    quiet_ = false;
    try {
      read();
    } catch (const Abandon&) {
      open_.resize(open);
      skip();
    }
  }
  void keyword_between(TokenKind kind, std::string_view after);
  void skip_header(TokenKind until);
  ExprPtr header_condition(TokenKind until);
  std::vector<ForIndex> header_indices();
  void close_block(std::string hint = {});

  // parser_names.cpp
  Ident ident(std::string_view what);
  Name name(bool subscripts);
  std::vector<Subscript> subscripts();
  Subscript subscript();
  Comment comment();
  Description description();

  // parser_expression.cpp
  ExprPtr expression();
  ExprPtr condition();
  ExprPtr if_expression();
  ExprPtr range();
  ExprPtr disjunction();
  ExprPtr conjunction();
  ExprPtr negation();
  ExprPtr relation();
  ExprPtr sum();
  ExprPtr product();
  ExprPtr factor();
  void reject_sign(std::string_view after);
  using OperatorOf = std::optional<BinaryOp> (*)(TokenKind);
  ExprPtr chain(ExprPtr (Parser::*operand)(), OperatorOf operator_of);

  // parser_primary.cpp
  ExprPtr primary();
  ExprPtr number();
  ExprPtr string();
  ExprPtr boolean();
  ExprPtr end_index();
  ExprPtr name_or_call();
  ExprPtr call_of_keyword();
  ExprPtr element_of(const Token& first, ExprPtr call);
  ExprPtr parentheses();
  ExprPtr matrix();
  ExprPtr array();
  std::vector<Argument> arguments(std::vector<ForIndex>& indices);
  Argument argument();
  std::vector<ForIndex> for_indices();
  template <class T>
  ExprPtr make(const Token& first, T node) {
    return std::make_unique<Expr>(Expr{since(first), std::move(node)});
  }

  // parser_modifier.cpp
  Modification modification();
  std::vector<Modifier> class_modification();
  Modifier modifier();
  Modifier redeclaring_modifier(const Token& first);
  std::vector<Modifier> annotation();

  // parser_element.cpp
  Element element(bool is_protected);
  void component_clause(Element& element, bool single);
  void mend_prefix_word();
  void component_prefixes(ComponentClause& clause);
  Declaration declaration();
  ExtendsClause extends_clause();
  ImportClause import_clause();
  void constraint(Element& element);
  [[nodiscard]] bool at_class();

  // parser_class.cpp
  [[noreturn]] void fail_outside();
  Class class_definition();
  void class_kind(Class& c);
  void full_class(Class& c, const Token& first);
  void short_class(Class& c);
  void enumeration(Class& c);
  void derivative(Class& c);
  void external(Class& c);

  // parser_body.cpp
  void body(Body& body, Class* owner);
  void body_item(Body& body, Class* owner, bool& is_protected);
  void section(Body& body, bool& is_protected);
  void equation_section(Body& body, Span head, bool initial);
  void algorithm_section(Body& body, Span head, bool initial);
  [[nodiscard]] TokenKind misspelt_section(std::size_t ahead = 0);
  [[nodiscard]] std::size_t name_length();
  [[nodiscard]] bool at_equation_or_statement();
  [[nodiscard]] bool at_declaration();
  void misplaced_equations(Body& body, const Class* owner);
  void misplaced_declaration(Body* body, std::string_view section);
  void superfluous_semicolons();
  bool stray_end();
  bool stray_branch();
  void mend_branch_word();
  [[nodiscard]] bool block_goes_on();
  [[nodiscard]] bool ends_items(const Body* section);

  // parser_blocks.hpp
  template <class Item>
  std::vector<Item> items(Body* section, std::string_view where, std::string_view what, Item (Parser::*one)());
  template <class Node, class Branch, class Item>
  Node if_block(std::vector<Item> (Parser::*items)(Body*));
  template <class Node, class Branch, class Item>
  Node when_block(std::vector<Item> (Parser::*items)(Body*));
  template <class Node, class Item>
  Node for_block(std::vector<Item> (Parser::*items)(Body*));

  // parser_equation.cpp
  std::vector<Equation> equations(Body* section);
  Equation equation();
  void connect_equation(Equation& e);
  void plain_equation(Equation& e);
  void equation_without_sign(Equation& e, ExprPtr left);

  // parser_statement.cpp
  std::vector<Statement> statements(Body* section);
  Statement statement();
  void while_statement(Statement& s);
  void plain_statement(Statement& s);

  // parser_modes.cpp
  [[nodiscard]] bool at_mode_item();
  [[nodiscard]] bool at_mode();
  [[nodiscard]] bool at_region();
  [[nodiscard]] bool at_transition();
  void mode_item(Machine& machine, std::vector<Region>* regions);
  Mode mode();
  Region region();
  Transition transition();
  void transition_head(Transition& t);

  const Sources& sources_;
  Diagnostics& diagnostics_;
  std::uint32_t file_;
  std::string_view text_;
  Lexer lexer_;
  std::deque<Token> ahead_;
  Token previous_;
  std::vector<OpenBlock> open_;
  int depth_ = 0;
  int in_subscript_ = 0;
  int open_matrices_ = 0;
  int errors_ = 0;
  std::size_t taken_ = 0;
  bool in_function_ = false;
  bool calls_have_elements_ = false;
  bool quiet_ = false;
  bool given_up_ = false;
};

}  // namespace saltus::ast
