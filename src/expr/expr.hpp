#pragma once
// Expressions: a hash-consed DAG. Equal expressions are the same node, so equality is pointer equality and common
// subexpressions are shared by construction. Nodes are immutable and live as long as their pool.
//
// Expressions mean what the model text says: `abs`, relations, `floor` and `noEvent` are kept as written; what creates
// events is decided when a model is compiled. Building simplifies lightly (exact constant folding over rationals,
// x+0, x*1, x*0 for literal zero, double negation, not(not b), if with a literal condition); values never change (but the sign
// of a zero may).

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "number/rational.hpp"

namespace saltus {

enum class Type : std::uint8_t { real, integer, boolean, string };

enum class Op : std::uint8_t {
  // leaves
  number,   ///< exact value; integer or real by type
  boolean,  ///< true or false
  pi,       ///< the circle constant, symbolic
  symbol,   ///< a variable, parameter or constant of the model, by name
  der,      ///< k-th time derivative of a symbol: der(x) has order() == 1
  pre,      ///< left limit / value of the previous round of a symbol
  time,
  initial,
  terminal,
  sample,  ///< sample(start, interval): arguments are the two
  // arithmetic
  add,
  sub,
  mul,
  div,
  neg,
  pow,
  // elementary functions
  abs,
  sign,
  sqrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  log10,
  min,
  max,
  floor,
  ceil,  ///< Real arguments create events
  div_trunc,
  mod,
  rem,      ///< the operators div(x,y), mod(x,y), rem(x,y) of Modelica
  integer,  ///< integer(x): floor as an Integer
  to_real,  ///< an Integer used as Real
  // relations of numbers
  lt,
  le,
  gt,
  ge,
  eq,
  ne,
  // Booleans
  not_,
  and_,
  or_,
  edge,
  change,  ///< of a symbol
  // structure
  if_,  ///< condition, then, else
  no_event,
  smooth,  ///< no_event(x); smooth(x) keeps only its expression
  call,    ///< call of a user function that is not inlined: function() and output()
};

class ExprPool;
class Node;

/// A reference to a node; null when default-constructed. Cheap to copy, hash and compare.
class Expr {
 public:
  Expr() = default;
  explicit Expr(const Node* node) : node_(node) {}

  explicit operator bool() const { return node_ != nullptr; }
  const Node* operator->() const { return node_; }
  const Node& operator*() const { return *node_; }
  friend bool operator==(Expr, Expr) = default;

 private:
  const Node* node_ = nullptr;
};

/// Small, since a large model has tens of millions: arguments, names and numbers lie elsewhere in the pool. Never copied.
class Node {
 public:
  [[nodiscard]] Op op() const { return op_; }
  [[nodiscard]] Type type() const { return type_; }
  [[nodiscard]] std::span<const Expr> args() const {
    if (op_ == Op::call) return call_->args;
    return {args_, count_};
  }
  [[nodiscard]] Expr arg(std::size_t i) const { return args()[i]; }
  /// Op::number; Op::boolean as 0 or 1; of any other 0
  [[nodiscard]] Rational number() const {
    if (is_whole_) return whole_;
    return op_ == Op::number ? *number_ : Rational();
  }
  [[nodiscard]] std::string_view name() const {
    if (op_ == Op::symbol) return symbol_name();
    if (op_ == Op::call) return call_->function;
    return op_ == Op::der || op_ == Op::pre || op_ == Op::edge || op_ == Op::change ? args_[0]->name() : std::string_view{};
  }  ///< symbol, der, pre, edge, change: the symbol; call: the function
  [[nodiscard]] Expr symbol() const { return args().empty() ? Expr(this) : arg(0); }    ///< of der, pre, edge, change
  [[nodiscard]] int order() const { return op_ == Op::call ? call_->output : order_; }  ///< der: >= 1; call: which output
  [[nodiscard]] std::uint32_t id() const { return id_; }  ///< dense, in order of creation: arguments first
  [[nodiscard]] ExprPool& pool() const { return *(this - 1 - id_ % block_size)->pool_; }

  [[nodiscard]] bool is_number() const { return op_ == Op::number; }
  [[nodiscard]] bool is_number(long long n) const { return op_ == Op::number && is_whole_ && whole_ == n; }
  [[nodiscard]] bool is_relation() const { return op_ >= Op::lt && op_ <= Op::ne; }

 private:
  friend class ExprPool;

  struct Call {
    std::string_view function;
    std::span<const Expr> args;
    int output = 0;
  };
  /// Its length is before its letters.
  [[nodiscard]] std::string_view symbol_name() const {
    std::uint32_t length;
    std::memcpy(&length, name_, sizeof length);
    return {name_ + sizeof length, length};
  }

  // Nodes lie in blocks in the order of their ids. Before the nodes of a block is one that knows the pool.
  static constexpr std::uint32_t block_size = 1024;

  Op op_ = Op::number;
  Type type_ : 2 = Type::real;
  std::uint8_t count_ : 5 = 0;  // of arguments; not of calls
  bool is_whole_ : 1 = false;   // the number is an integer of a machine word; Booleans are
  std::uint16_t order_ = 0;     // not of calls
  std::uint32_t id_ = 0;
  union {  // by op
    const Expr* args_ = nullptr;
    const Call* call_;
    const Rational* number_;
    long long whole_;
    const char* name_;
    ExprPool* pool_;
  };
};
static_assert(sizeof(Node) == 16);

/// Makes and owns nodes. Not thread-safe. All expressions combined in one call belong to one pool.
class ExprPool {
 public:
  ExprPool();
  ~ExprPool();
  ExprPool(const ExprPool&) = delete;
  ExprPool& operator=(const ExprPool&) = delete;

  Expr number(const Rational& value, Type type = Type::real);
  Expr number(long long value) { return number(Rational(value), Type::real); }
  Expr integer(long long value) { return number(Rational(value), Type::integer); }
  Expr boolean(bool value);
  Expr pi();
  Expr time();
  /// The symbol of this name; the first call fixes the type.
  Expr symbol(std::string_view name, Type type = Type::real);
  [[nodiscard]] Expr find_symbol(std::string_view name) const;  ///< null if there is none
  Expr der(Expr symbol, int order = 1);                         ///< of der(x, k) as well: the orders add up
  Expr pre(Expr symbol);
  Expr make(Op op, std::initializer_list<Expr> args);  ///< any operator with arguments; simplifies
  Expr make(Op op, std::span<const Expr> args);
  Expr if_(Expr condition, Expr then, Expr otherwise) { return make(Op::if_, {condition, then, otherwise}); }
  Expr call(std::string_view function, std::span<const Expr> args, int output, Type type);
  Expr initial();
  Expr terminal();

  [[nodiscard]] std::size_t size() const;  ///< number of nodes
  [[nodiscard]] Expr node(std::uint32_t id) const;

 private:
  struct Key;
  struct Table;
  Expr intern(const Key& key);
  std::unique_ptr<Table> table_;
};

// Operators for Real and Integer expressions of one pool.
Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator-(Expr a);
Expr pow(Expr a, Expr b);
// Relations and Booleans have names: == compares handles.
Expr less(Expr a, Expr b);
Expr less_equal(Expr a, Expr b);
Expr greater(Expr a, Expr b);
Expr greater_equal(Expr a, Expr b);

// der(x) and pre(x) are leaves: the functions below do not look at the symbol inside them, so depends_on(der(x), x) is false.
// edge(b) and change(b) do depend on b. None of them recurses: depth is no matter.

/// Calls `visit` once for each node reachable from `roots`, arguments before users.
void for_each_node(std::span<const Expr> roots, const std::function<void(Expr)>& visit);

/// `root` with every node n for which `replace(n)` is not null replaced by it (not looked into again). der, pre, edge and change
/// of a symbol for which `replace` gives another symbol follow it; they stay as they are if it gives anything else.
Expr substitute(Expr root, const std::function<Expr(Expr)>& replace);

/// Partial derivative with respect to a leaf (symbol, der, time, pre). Piecewise operators differentiate their branches;
/// abs'(x) = sign(x), floor' = 0. Null for calls of user functions.
Expr differentiate(Expr root, Expr leaf);

/// Total time derivative: symbols for which `is_constant(symbol)` is false become der(x), der(x, k) becomes der(x, k+1).
Expr time_derivative(Expr root, const std::function<bool(Expr)>& is_constant);

/// Does it need no value of a variable: only numbers, pi and operators of them?
bool is_closed(Expr root);

/// Solve lhs = rhs for the leaf u where u enters linearly: u = (expression without u); null otherwise (also where the
/// coefficient is a literal zero). A coefficient that is not a literal number is divided by as it is.
Expr solve_linear(Expr lhs, Expr rhs, Expr leaf);

/// Does `leaf` occur in `root`?
bool depends_on(Expr root, Expr leaf);

/// Model text: parse(text(e)) gives e back. Parentheses only where needed. Real literals that would read as Integers get ".0"
/// and pi is written "Modelica.Constants.pi", unless `bare_numbers` (then "3" and "pi": for messages). A text longer than
/// `longest_text` bytes (a DAG may be exponentially longer when written out) is cut and ends with "...".
inline constexpr std::size_t longest_text = std::size_t{1} << 26;
std::string text(Expr e, bool bare_numbers = false);

}  // namespace saltus

template <>
struct std::hash<saltus::Expr> {
  std::size_t operator()(saltus::Expr e) const noexcept { return e ? e->id() : ~std::size_t{0}; }
};
