#pragma once
// The syntax tree: what a class declares, and what modifies it. What holds of all nodes is in ast.hpp.
//
// A class may be declared inside another: who makes or destroys an Element includes ast.hpp.

#include "lang/ast_expression.hpp"

namespace saltus::ast {

struct Class;
struct Element;
struct Modifier;

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

}  // namespace saltus::ast
