#pragma once
// The syntax tree of a model file: what was written, nothing resolved.
//
// Guarantees for those who walk it:
//   - every node has the Span of its text; a tree from text with errors is still well-formed (broken parts are left out,
//     a broken condition is `false`, a broken loop has no indices);
//   - depth is bounded: brackets, blocks and classes together nest at most `max_nesting` levels, and one level adds at most
//     about eight nodes (or, and, not, relation, range, sum, sign, product, power), so plain recursion is safe;
//   - chains such as `a + b - c` are one flat node of any length (ChainExpr), never a deep left-leaning tree;
//   - pointers are non-null unless a comment says that they may be.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/source.hpp"
#include "number/rational.hpp"

namespace saltus::ast {

inline constexpr int max_nesting = 256;

struct Expr;
struct Class;
struct Element;
struct Equation;
struct Statement;
struct Modifier;
struct Mode;
using ExprPtr = std::unique_ptr<Expr>;

// ---------------------------------------------------------------- names

/// A quoted identifier ('a.x[1]') keeps its quotes in `text`: it is never equal to an unquoted one.
struct Ident {
  Span span;
  std::string text;
};

/// One index of `a[i, :, end]`; `value` is null for the whole range `:`.
struct Subscript {
  Span span;
  ExprPtr value;
};

struct NamePart {
  Ident name;
  std::vector<Subscript> subscripts;
};

/// `a.b[i].c`; `global` for a leading dot. At least one part. Names of types have no subscripts.
struct Name {
  Span span;
  bool global = false;
  std::vector<NamePart> parts;

  /// "a.b.c", without subscripts.
  [[nodiscard]] std::string dotted() const;
  /// A single unsubscripted identifier equal to `text`.
  [[nodiscard]] bool is(std::string_view text) const;
};

// ---------------------------------------------------------------- expressions

struct NumberExpr {
  std::string text;  ///< as written
  Rational value;
  bool integer = false;  ///< written without point and exponent: an Integer literal
};

struct StringExpr {
  std::string value;  ///< escapes replaced
};

struct BooleanExpr {
  bool value = false;
};

struct NameExpr {
  Name name;
};

/// `end` inside a subscript.
struct EndExpr {};

/// `i in range`; `range` is null when left out (`for i loop`).
struct ForIndex {
  Span span;
  Ident name;
  ExprPtr range;
};

/// An argument; `name` is absent for a positional one. Positional ones come first.
struct Argument {
  Span span;
  std::optional<Ident> name;
  ExprPtr value;
};

/// `f(a, b, n = c)`. Everything in call form is one, `der`, `pre`, `initial`, `size` included.
/// A reduction `sum(e for i in r)` has exactly one positional argument and `indices`.
struct CallExpr {
  Name callee;
  std::vector<Argument> arguments;
  std::vector<ForIndex> indices;
};

/// `function f(a = 1)` as an argument.
struct PartialFunctionExpr {
  Name callee;
  std::vector<Argument> arguments;
};

/// `{a, b}`, or `{e for i in r, j in s}`: then one element and `indices`.
struct ArrayExpr {
  std::vector<ExprPtr> elements;
  std::vector<ForIndex> indices;
};

/// `[a, b; c, d]`.
struct MatrixExpr {
  std::vector<std::vector<ExprPtr>> rows;
};

/// `first : last` or `first : step : last`; `step` may be null.
struct RangeExpr {
  ExprPtr first;
  ExprPtr step;
  ExprPtr last;
};

struct IfBranch {
  Span span;
  ExprPtr condition;
  ExprPtr value;
};

/// `if c then a elseif d then b else e`.
struct IfExpr {
  std::vector<IfBranch> branches;
  ExprPtr otherwise;
};

enum class UnaryOp : std::uint8_t { plus, minus, element_plus, element_minus, logical_not };

struct UnaryExpr {
  UnaryOp op{};
  ExprPtr operand;
};

enum class BinaryOp : std::uint8_t {
  add,
  sub,
  element_add,
  element_sub,
  mul,
  div,
  element_mul,
  element_div,
  pow,
  element_pow,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
};

struct ChainLink {
  BinaryOp op{};
  Span op_span;
  ExprPtr operand;
};

/// first op1 operand1 op2 operand2 ..., grouped from the left. The operators of one chain have the same precedence:
/// sums (`+ - .+ .-`), products (`* / .* ./`), `and`, `or` have one or more links; a relation or a power exactly one.
struct ChainExpr {
  ExprPtr first;
  std::vector<ChainLink> links;
};

/// `(a, , b)`: the left side of a call with several results; null for a slot left empty. Plain parentheses leave no node.
struct TupleExpr {
  std::vector<ExprPtr> slots;
};

struct Expr {
  Span span;
  std::variant<NumberExpr, StringExpr, BooleanExpr, NameExpr, EndExpr, CallExpr, PartialFunctionExpr, ArrayExpr, MatrixExpr,
               RangeExpr, IfExpr, UnaryExpr, ChainExpr, TupleExpr>
      node;

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&node);
  }
};

// ---------------------------------------------------------------- modifiers and comments

/// The string after a declaration or equation, parts joined; `span` is unknown if there was none.
struct Description {
  Span span;
  std::string text;
};

/// `(start = 1, each fixed = true) = value`. Annotations are kept in the same form.
struct Modification {
  Span span;  ///< unknown if nothing was written
  std::vector<Modifier> modifiers;
  ExprPtr value;  ///< null if there is none
};

struct Comment {
  Description description;
  std::vector<Modifier> annotation;
  Span annotation_span;  ///< unknown if there was none
};

/// One argument of a modification.
struct Modifier {
  Span span;
  bool each = false;
  bool final = false;
  Name name;  ///< what is modified; for `redeclare` and `replaceable` the declared name
  Modification modification;
  Description description;
  std::unique_ptr<Element> redeclaration;  ///< of `redeclare`/`replaceable`; else null
};

// ---------------------------------------------------------------- declarations

enum class Variability : std::uint8_t { continuous, discrete, parameter, constant };
enum class Causality : std::uint8_t { none, input, output };
enum class Connection : std::uint8_t { none, flow, stream };

/// What may stand before an element.
struct Prefixes {
  bool is_protected = false;  ///< in a `protected` section
  bool redeclare = false;
  bool final = false;
  bool inner = false;
  bool outer = false;
  bool replaceable = false;
};

/// One name of a component clause: `x[3](start = 1) = 5 if c "text"`.
struct Declaration {
  Span span;
  Ident name;
  std::vector<Subscript> dimensions;
  Modification modification;
  ExprPtr condition;  ///< of a conditional component; else null
  Comment comment;
};

/// `parameter Real[2] a = .., b = ..;`
struct ComponentClause {
  Connection connection = Connection::none;
  Variability variability = Variability::continuous;
  Causality causality = Causality::none;
  Name type;
  std::vector<Subscript> dimensions;  ///< written at the type; they come before those of the name
  std::vector<Declaration> declarations;
};

struct ExtendsClause {
  Name base;
  Modification modification;
  std::vector<Modifier> annotation;
};

/// `import A.B;` `import X = A.B;` `import A.*;` `import A.{b, c};`
struct ImportClause {
  std::optional<Ident> alias;
  Name name;
  bool everything = false;
  std::vector<Ident> selected;
};

struct Element {
  Span span;
  Prefixes prefixes;
  std::variant<ComponentClause, std::unique_ptr<Class>, ExtendsClause, ImportClause> node;
  /// After `constrainedby`; absent otherwise.
  std::optional<ExtendsClause> constraint;

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&node);
  }
};

// ---------------------------------------------------------------- equations

/// `left = right`; `left` may be a TupleExpr.
struct EqualEquation {
  ExprPtr left;
  ExprPtr right;
};

/// A branch of `if` or `when`: `condition` is null for `else`.
struct EquationBranch {
  Span span;
  ExprPtr condition;
  std::vector<Equation> body;
};

struct IfEquation {
  std::vector<EquationBranch> branches;  ///< if, elseif ..., then possibly else
};

struct ForEquation {
  std::vector<ForIndex> indices;
  std::vector<Equation> body;
};

/// First `when`, then `elsewhen`s; every branch has a condition.
struct WhenEquation {
  std::vector<EquationBranch> branches;
};

struct ConnectEquation {
  Name left;
  Name right;
};

/// `assert(..)`, `terminate(..)`, `reinit(..)` or any other call; `call` holds a CallExpr.
struct CallEquation {
  ExprPtr call;
};

struct Equation {
  Span span;
  std::variant<EqualEquation, IfEquation, ForEquation, WhenEquation, ConnectEquation, CallEquation> node;
  Comment comment;  ///< for blocks what follows `end when`

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&node);
  }
};

// ---------------------------------------------------------------- statements

/// `target := value`; `target` is a NameExpr or a TupleExpr (then `value` is a CallExpr).
struct AssignStatement {
  ExprPtr target;
  ExprPtr value;
};

struct StatementBranch {
  Span span;
  ExprPtr condition;  ///< null for `else`
  std::vector<Statement> body;
};

struct IfStatement {
  std::vector<StatementBranch> branches;
};

struct ForStatement {
  std::vector<ForIndex> indices;
  std::vector<Statement> body;
};

struct WhileStatement {
  ExprPtr condition;
  std::vector<Statement> body;
};

struct WhenStatement {
  std::vector<StatementBranch> branches;
};

struct BreakStatement {};
struct ReturnStatement {};

struct CallStatement {
  ExprPtr call;
};

struct Statement {
  Span span;
  std::variant<AssignStatement, IfStatement, ForStatement, WhileStatement, WhenStatement, BreakStatement, ReturnStatement,
               CallStatement>
      node;
  Comment comment;

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&node);
  }
};

// ---------------------------------------------------------------- classes and modes

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

[[nodiscard]] std::string_view text(BinaryOp op);  ///< ".+"
[[nodiscard]] std::string_view text(UnaryOp op);   ///< "not"
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
