#pragma once
// The syntax tree of a model file: what was written, nothing resolved. Here its classes and modes, with all they hold.
//
// Guarantees for those who walk it:
//   - every node has the Span of its text; a tree from text with errors is still well-formed (broken parts are left out,
//     a broken condition is `false`, a broken loop has no indices);
//   - depth is bounded: brackets, blocks and classes together nest at most `max_nesting` levels, and one level adds at most
//     about eight nodes (or, and, not, relation, range, sum, sign, product, power), so plain recursion is safe;
//   - chains such as `a + b - c` are one flat node of any length (ChainExpr), never a deep left-leaning tree;
//   - pointers are non-null unless a comment says that they may be.

#include "lang/ast_declaration.hpp"
#include "lang/ast_equation.hpp"
#include "lang/ast_expression.hpp"

namespace saltus::ast {

inline constexpr int max_nesting = 256;

struct Mode;

struct EquationSection {
  Span span;  ///< of the heading word(s)
  bool initial = false;
  std::vector<Equation> equations;
};

struct AlgorithmSection {
  Span span;
  bool initial = false;
  std::vector<Statement> statements;
};

/// `transition a, b -> c when guard priority 2 resume then ... end transition "text";`
struct Transition {
  Span span;
  bool from_any = false;  ///< `*`; then `from` is empty
  std::vector<Ident> from;
  Ident to;  ///< `self` stays the word "self"
  ExprPtr guard;
  std::optional<long long> priority;
  bool resume = false;
  std::vector<Equation> body;  ///< as in a `when`
  Comment comment;
};

struct Machine {
  std::vector<Mode> modes;
  std::vector<Transition> transitions;
};

/// `modes r ... end r;`: machines side by side.
struct Region {
  Span span;
  Ident name;
  Description description;
  Machine machine;
};

/// What a class and a mode have in common. Items of one kind stand in the order of the text.
struct Body {
  std::vector<Element> elements;
  std::vector<EquationSection> equations;
  std::vector<AlgorithmSection> algorithms;
  Machine machine;
  std::vector<Region> regions;
  std::vector<Modifier> annotation;
};

struct Mode {
  Span span;
  bool initial = false;
  Ident name;
  Description description;
  Body body;
};

enum class ClassKind : std::uint8_t { model, block, klass, type, function, package, record, connector, operator_class };
enum class ClassForm : std::uint8_t {
  full,         ///< model A ... end A;
  extended,     ///< model extends A(..) ... end A;
  shorthand,    ///< type A = B(..);
  enumeration,  ///< type A = enumeration(..);
  derivative,   ///< function A = der(f, x);
};

struct EnumLiteral {
  Ident name;
  Comment comment;
};

/// `external "C" y = f(x) annotation(..);`
struct External {
  Span span;
  std::string language;
  ExprPtr result;  ///< may be null
  ExprPtr call;    ///< may be null
};

struct Class {
  Span span;
  Span head;  ///< from the first word to the name
  ClassKind kind = ClassKind::model;
  ClassForm form = ClassForm::full;
  bool partial = false;
  bool encapsulated = false;
  bool expandable = false;
  bool pure = false;
  bool impure = false;
  bool is_operator = false;  ///< `operator function`, `operator record`
  Ident name;
  Description description;
  Body body;                              ///< full and extended
  std::optional<External> external;       ///< functions
  Causality causality = Causality::none;  ///< shorthand: `type A = input Real`
  Name base;                              ///< shorthand, derivative (the function); for extended same as `name`
  std::vector<Subscript> dimensions;      ///< shorthand: `type A = Real[3]`
  Modification modification;              ///< shorthand and extended
  std::vector<EnumLiteral> literals;      ///< enumeration
  bool any_literals = false;              ///< `enumeration(:)`
  std::vector<Ident> derivative_by;       ///< derivative: with respect to what
};

[[nodiscard]] std::string_view text(ClassKind kind);

}  // namespace saltus::ast

namespace saltus {

struct ParsedFile {
  std::uint32_t file = 0;
  std::optional<ast::Name> within;  ///< `within A.B;`; no parts for a bare `within;`
  Span within_span;                 ///< unknown if there was none
  std::vector<ast::Class> classes;  ///< those at the top level; `Element::prefixes.final` is dropped there
};

}  // namespace saltus
