// Hash-consing: every node is looked up in one open-addressing table before it is made.

#include <algorithm>
#include <cassert>
#include <deque>
#include <string>

#include "expr/expr.hpp"
#include "expr/simplify.hpp"

namespace saltus {

/// What makes a node equal to another.
struct ExprPool::Key {
  Op op;
  Type type;
  int order = 0;
  std::span<const Expr> args = {};
  const Rational* number = nullptr;
  std::string_view name = {};

  [[nodiscard]] std::size_t hash() const {
    std::size_t h = static_cast<std::size_t>(op) << 16 ^ static_cast<std::size_t>(type) << 8 ^ static_cast<std::size_t>(order);
    const auto mix = [&](std::size_t x) { h = (h ^ x ^ (h >> 29)) * 0x9e3779b97f4a7c15ULL; };
    mix(0);
    for (const Expr a : args) mix(a->id());
    if (number != nullptr) mix(number->hash());
    if (!name.empty()) mix(std::hash<std::string_view>{}(name));
    return h ^ h >> 32;
  }

  [[nodiscard]] bool matches(const Node& n) const {
    return n.op() == op && n.type() == type && n.order() == order && std::ranges::equal(n.args(), args) && n.name() == name &&
           (number == nullptr || n.number() == *number);
  }
};

struct ExprPool::Table {
  std::deque<Node> nodes;  // addresses stay
  std::vector<std::size_t> hashes;
  std::vector<std::uint32_t> cells = std::vector<std::uint32_t>(1024, empty);
  static constexpr std::uint32_t empty = ~std::uint32_t{0};

  /// The cell that holds the node, or the empty one where it would be.
  [[nodiscard]] std::size_t find(const Key& key, std::size_t hash) const {
    const std::size_t mask = cells.size() - 1;
    std::size_t i = hash & mask;
    while (cells[i] != empty && !(hashes[cells[i]] == hash && key.matches(nodes[cells[i]]))) i = (i + 1) & mask;
    return i;
  }

  void grow() {
    cells.assign(cells.size() * 2, empty);
    const std::size_t mask = cells.size() - 1;
    for (std::uint32_t id = 0; id < hashes.size(); ++id) {
      std::size_t i = hashes[id] & mask;
      while (cells[i] != empty) i = (i + 1) & mask;
      cells[i] = id;
    }
  }
};

ExprPool::ExprPool() : table_(std::make_unique<Table>()) {}
ExprPool::~ExprPool() = default;

Expr ExprPool::intern(const Key& key) {
  Table& t = *table_;
  const std::size_t hash = key.hash();
  std::size_t cell = t.find(key, hash);
  if (t.cells[cell] != Table::empty) return Expr(&t.nodes[t.cells[cell]]);
  if (2 * (t.nodes.size() + 1) > t.cells.size()) {
    t.grow();
    cell = t.find(key, hash);
  }
  Node n;
  n.op_ = key.op;
  n.type_ = key.type;
  n.order_ = key.order;
  n.id_ = static_cast<std::uint32_t>(t.nodes.size());
  n.args_.assign(key.args.begin(), key.args.end());
  if (key.number != nullptr) n.number_ = *key.number;
  n.name_ = key.name;
  n.pool_ = this;
  t.cells[cell] = n.id_;
  t.hashes.push_back(hash);
  t.nodes.push_back(std::move(n));
  return Expr(&t.nodes.back());
}

std::size_t ExprPool::size() const { return table_->nodes.size(); }

Expr ExprPool::node(std::uint32_t id) const {
  assert(id < size());
  return Expr(&table_->nodes[id]);
}

Expr ExprPool::number(const Rational& value, Type type) {
  assert(type == Type::real || (type == Type::integer && value.is_integer()));
  return intern({.op = Op::number, .type = type, .number = &value});
}

Expr ExprPool::boolean(bool value) {
  const Rational bit(value ? 1 : 0);
  return intern({.op = Op::boolean, .type = Type::boolean, .number = &bit});
}

Expr ExprPool::pi() { return intern({.op = Op::pi, .type = Type::real}); }
Expr ExprPool::time() { return intern({.op = Op::time, .type = Type::real}); }
Expr ExprPool::initial() { return intern({.op = Op::initial, .type = Type::boolean}); }
Expr ExprPool::terminal() { return intern({.op = Op::terminal, .type = Type::boolean}); }

Expr ExprPool::find_symbol(std::string_view name) const {
  for (const Type type : {Type::real, Type::integer, Type::boolean, Type::string}) {
    const Key key{.op = Op::symbol, .type = type, .name = name};
    const std::uint32_t id = table_->cells[table_->find(key, key.hash())];
    if (id != Table::empty) return node(id);
  }
  return {};
}

Expr ExprPool::symbol(std::string_view name, Type type) {
  if (const Expr known = find_symbol(name)) return known;
  return intern({.op = Op::symbol, .type = type, .name = name});
}

Expr ExprPool::der(Expr symbol, int order) {
  assert(order >= 1);
  assert(symbol->op() == Op::symbol || symbol->op() == Op::der);
  if (symbol->op() == Op::der) return der(symbol->symbol(), symbol->order() + order);
  return intern({.op = Op::der, .type = Type::real, .order = order, .args = {&symbol, 1}, .name = symbol->name()});
}

Expr ExprPool::pre(Expr symbol) {
  assert(symbol->op() == Op::symbol);
  return intern({.op = Op::pre, .type = symbol->type(), .args = {&symbol, 1}, .name = symbol->name()});
}

Expr ExprPool::call(std::string_view function, std::span<const Expr> args, int output, Type type) {
  return intern({.op = Op::call, .type = type, .order = output, .args = args, .name = function});
}

Expr ExprPool::make(Op op, std::initializer_list<Expr> args) { return make(op, std::span(args.begin(), args.size())); }

Expr ExprPool::make(Op op, std::span<const Expr> args) {
  switch (op) {
    case Op::pi: return pi();
    case Op::time: return time();
    case Op::initial: return initial();
    case Op::terminal: return terminal();
    case Op::der: return der(args[0]);
    case Op::pre: return pre(args[0]);
    default: break;
  }
  assert(args.size() == arity(op));
  if (const Expr simpler = simplified(*this, op, args)) return simpler;
  const bool of_symbol = op == Op::edge || op == Op::change;
  assert(!of_symbol || args[0]->op() == Op::symbol);
  return intern(
      {.op = op, .type = result_type(op, args), .args = args, .name = of_symbol ? args[0]->name() : std::string_view{}});
}

}  // namespace saltus
