// Hash-consing: every node is looked up before it is made, beside its latest argument (user_line.hpp), then in one open-addressing table that
// has the leaves and what found no room there. Nodes, their arguments and names lie in blocks that never move.

#include <algorithm>
#include <cassert>
#include <deque>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "expr/expr.hpp"
#include "expr/simplify.hpp"
#include "expr/user_line.hpp"

namespace saltus {

/// What makes a node equal to another.
struct ExprPool::Key {
  Op op;
  Type type;
  int order = 0;
  std::span<const Expr> args = {};
  const Rational* number = nullptr;
  std::string_view name = {};

  /// There is one symbol of a name, whatever its type.
  [[nodiscard]] std::uint32_t hash() const {
    const Type kind = op == Op::symbol ? Type::real : type;
    std::size_t h = static_cast<std::size_t>(op) << 16 ^ static_cast<std::size_t>(kind) << 8 ^ static_cast<std::size_t>(order);
    const auto mix = [&](std::size_t x) { h = (h ^ x ^ (h >> 29)) * 0x9e3779b97f4a7c15ULL; };
    mix(0);
    for (const Expr a : args) mix(a->id());
    if (number != nullptr) mix(number->hash());
    if (!name.empty()) mix(std::hash<std::string_view>{}(name));
    return static_cast<std::uint32_t>(h ^ h >> 32);
  }

  [[nodiscard]] bool matches(const Node& n) const {
    return n.op() == op && (n.type() == type || op == Op::symbol) && n.order() == order && std::ranges::equal(n.args(), args) &&
           ((op != Op::symbol && op != Op::call) || n.name() == name) && (number == nullptr || n.number() == *number);
  }
};

namespace {

/// Arrays that stay where they are, one after the other in large blocks.
template <class T>
class Arrays {
 public:
  std::span<const T> store(std::span<const T> items) {
    const std::span<T> place = make(items.size());
    std::ranges::copy(items, place.begin());
    return place;
  }
  /// To be filled.
  std::span<T> make(std::size_t count) {
    if (count > room_.size()) {
      blocks_.push_back(std::make_unique<T[]>(std::max(count, block_size)));
      room_ = {blocks_.back().get(), std::max(count, block_size)};
    }
    const std::span<T> place = room_.first(count);
    room_ = room_.subspan(count);
    return place;
  }

 private:
  static constexpr std::size_t block_size = 1024;
  std::vector<std::unique_ptr<T[]>> blocks_;
  std::span<T> room_;
};

}  // namespace

struct ExprPool::Table {
  explicit Table(ExprPool& owner) : pool(owner) {}
  ExprPool& pool;
  static constexpr std::uint32_t neighbours = 16;  // share a line; more: too many find no room; fewer: lines stay empty
  struct Block {
    Node nodes[Node::block_size + 1];  // the first one knows the pool
    UserLine users[Node::block_size / neighbours];
  };
  std::vector<std::unique_ptr<Block>> blocks;  // by id
  std::uint32_t count = 0;
  Arrays<Expr> arguments;
  Arrays<char> characters;
  std::deque<Node::Call> calls;
  std::deque<Rational> numbers;  // that are no integers of a machine word
  /// Those that are in no line. With the hash beside the id a search looks at no other node than the one it is for.
  struct Cell {
    std::uint32_t id = empty, hash = 0;
  };
  static constexpr std::uint32_t empty = ~std::uint32_t{0};
  std::vector<Cell> cells = std::vector<Cell>(1024);
  std::uint32_t in_cells = 0;

  [[nodiscard]] const Node& node(std::uint32_t id) const { return blocks[id / Node::block_size]->nodes[id % Node::block_size + 1]; }

  /// The line beside the latest argument; null for leaves.
  [[nodiscard]] UserLine* line(const Key& key) const {
    if (key.args.empty()) return nullptr;
    std::uint32_t latest = 0;
    for (const Expr a : key.args) latest = std::max(latest, a->id());
    return &blocks[latest / Node::block_size]->users[latest % Node::block_size / neighbours];
  }

  /// A blank node with the next id.
  [[nodiscard]] Node& next() {
    if (count % Node::block_size == 0) {
      blocks.push_back(std::make_unique<Block>());
      blocks.back()->nodes[0].pool_ = &pool;
    }
    return blocks.back()->nodes[count++ % Node::block_size + 1];
  }

  void set_name(Node& symbol, std::string_view name) {
    const auto length = static_cast<std::uint32_t>(name.size());
    const std::span<char> place = characters.make(sizeof length + name.size());
    std::memcpy(place.data(), &length, sizeof length);
    std::ranges::copy(name, place.begin() + sizeof length);
    symbol.name_ = place.data();
  }
  void set_number(Node& n, const Rational& number) {
    const std::optional<long long> whole = number.to_integer();
    n.is_whole_ = whole.has_value();
    if (whole)
      n.whole_ = *whole;
    else
      n.number_ = &numbers.emplace_back(number);
  }
  void set_call(Node& n, const Key& key) {
    const std::span<const char> function = characters.store(key.name);
    n.call_ = &calls.emplace_back(Node::Call{{function.data(), function.size()}, arguments.store(key.args), key.order});
  }
  void set_arguments(Node& n, const Key& key) {
    n.order_ = static_cast<std::uint16_t>(key.order);
    n.count_ = key.args.size() & 31;  // three at most
    n.args_ = arguments.store(key.args).data();
  }

  [[nodiscard]] bool is_full() const { return 4 * (std::size_t{in_cells} + 1) > 3 * cells.size(); }

  /// The cell that holds the node, or the empty one where it would be.
  [[nodiscard]] std::size_t find(const Key& key, std::uint32_t hash) const {
    const std::size_t mask = cells.size() - 1;
    std::size_t i = hash & mask;
    while (cells[i].id != empty && !(cells[i].hash == hash && key.matches(node(cells[i].id)))) i = (i + 1) & mask;
    return i;
  }

  /// The next node, at the empty cell where a search for it ends.
  void add(std::size_t cell, std::uint32_t hash) {
    cells[cell] = {count, hash};
    ++in_cells;
    if (is_full()) grow();
  }

  void grow() {
    const std::vector<Cell> old = std::exchange(cells, std::vector<Cell>(cells.size() * 2));
    const std::size_t mask = cells.size() - 1;
    for (const Cell& cell : old) {
      if (cell.id == empty) continue;
      std::size_t i = cell.hash & mask;
      while (cells[i].id != empty) i = (i + 1) & mask;
      cells[i] = cell;
    }
  }
};

ExprPool::ExprPool() : table_(std::make_unique<Table>(*this)) {}
ExprPool::~ExprPool() = default;

Expr ExprPool::intern(const Key& key) {
  Table& t = *table_;
  const std::uint32_t hash = key.hash();
  UserLine* const line = t.line(key);
  if (line) {
    const std::uint32_t id = line->find(hash, [&](std::uint32_t other) { return key.matches(t.node(other)); });
    if (id != UserLine::none) return Expr(&t.node(id));
  }
  if (line && !line->is_full()) {
    line->add(t.count, hash);
  } else {
    const std::size_t cell = t.find(key, hash);
    if (t.cells[cell].id != Table::empty) return Expr(&t.node(t.cells[cell].id));
    t.add(cell, hash);
  }
  Node& n = t.next();
  n.op_ = key.op;
  n.type_ = key.type;
  n.id_ = t.count - 1;
  if (key.number != nullptr)
    t.set_number(n, *key.number);
  else if (key.op == Op::symbol)
    t.set_name(n, key.name);
  else if (key.op == Op::call)
    t.set_call(n, key);
  else
    t.set_arguments(n, key);
  return Expr(&n);
}

std::size_t ExprPool::size() const { return table_->count; }

Expr ExprPool::node(std::uint32_t id) const {
  assert(id < size());
  return Expr(&table_->node(id));
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
  const Key key{.op = Op::symbol, .type = Type::real, .name = name};
  const std::uint32_t id = table_->cells[table_->find(key, key.hash())].id;
  return id == Table::empty ? Expr() : node(id);
}

Expr ExprPool::symbol(std::string_view name, Type type) { return intern({.op = Op::symbol, .type = type, .name = name}); }

Expr ExprPool::der(Expr symbol, int order) {
  assert(order >= 1 && order <= std::numeric_limits<std::uint16_t>::max());
  assert(symbol->op() == Op::symbol || symbol->op() == Op::der);
  if (symbol->op() == Op::der) return der(symbol->symbol(), symbol->order() + order);
  return intern({.op = Op::der, .type = Type::real, .order = order, .args = {&symbol, 1}});
}

Expr ExprPool::pre(Expr symbol) {
  assert(symbol->op() == Op::symbol);
  return intern({.op = Op::pre, .type = symbol->type(), .args = {&symbol, 1}});
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
  assert((op != Op::edge && op != Op::change) || args[0]->op() == Op::symbol);
  return intern({.op = op, .type = result_type(op, args), .args = args});
}

}  // namespace saltus
