#include "expr/walk.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "expr/node_map.hpp"
#include "expr/node_table.hpp"

namespace saltus {
namespace {

struct Frame {
  Expr node;
  std::size_t next = 0;
};

bool is_of_symbol(Op op) { return op == Op::der || op == Op::pre || op == Op::edge || op == Op::change; }

class Substitution {
 public:
  explicit Substitution(const std::function<Expr(Expr)>& replace) : replace_(replace) {}

  Expr operator()(Expr root) {
    open(root);
    while (!stack_.empty()) {
      Frame& f = stack_.back();
      const auto below = children(f.node);
      if (f.next < below.size())
        open(below[f.next++]);
      else
        close();
    }
    return done_.at(root);
  }

 private:
  /// Finished at once if it is known, replaced, or der/pre/edge/change of a symbol.
  void open(Expr e) {
    if (done_.contains(e)) return;
    if (const Expr other = replace_(e))
      done_.insert(e, other);
    else if (is_of_symbol(e->op()))
      done_.insert(e, followed(e));
    else
      stack_.push_back({e, 0});
  }

  Expr followed(Expr e) {
    const Expr other = replace_(e->symbol());
    if (!other || other->op() != Op::symbol) return e;
    return rebuilt(e, {&other, 1});
  }

  void close() {
    const Expr e = stack_.back().node;
    stack_.pop_back();
    std::vector<Expr> args;
    for (const Expr a : e->args()) args.push_back(done_.at(a));
    done_.insert(e, std::ranges::equal(args, e->args()) ? e : rebuilt(e, args));
  }

  const std::function<Expr(Expr)>& replace_;
  NodeMap<Expr> done_;
  std::vector<Frame> stack_;
};

}  // namespace

namespace {

/// The nodes that a walk has seen. Most walks see a few; some see all of a pool.
class Seen {
 public:
  /// False if it was seen before.
  bool insert(Expr e) {
    if (all_) return all_->insert(e);
    if (count_ < few_.size()) {
      if (std::find(few_.begin(), few_.begin() + static_cast<std::ptrdiff_t>(count_), e) !=
          few_.begin() + static_cast<std::ptrdiff_t>(count_))
        return false;
      few_[count_++] = e;
      return true;
    }
    if (count_ == few_.size())
      for (const Expr f : few_) many_.insert(f, 1);
    if (!many_.insert(e, 1)) return false;
    if (++count_ > most_many) take_all();
    return true;
  }

 private:
  static constexpr std::size_t most_many = 10'000;

  void take_all() {
    all_.emplace();
    many_.for_each([this](Expr e) { all_->insert(e); });
    many_ = {};
  }

  std::array<Expr, 16> few_;
  std::size_t count_ = 0;
  NodeMap<char> many_{NodeMap<char>::no_room};
  std::optional<NodeSet> all_;  // by id: a bit for each node of the pool
};

/// Calls visit(node) for each node reachable from the roots, arguments before users.
template <class Visit>
void walk(std::span<const Expr> roots, const Visit& visit) {
  std::vector<Frame> stack;
  Seen seen;
  for (const Expr root : roots) {
    if (seen.insert(root)) stack.push_back({root, 0});
    while (!stack.empty()) {
      Frame& f = stack.back();
      const auto below = children(f.node);
      if (f.next == below.size()) {
        const Expr done = f.node;
        stack.pop_back();
        visit(done);
      } else if (const Expr child = below[f.next++]; seen.insert(child)) {
        stack.push_back({child, 0});
      }
    }
  }
}

}  // namespace

std::vector<Expr> reachable(std::span<const Expr> roots) {
  std::vector<Expr> order;
  walk(roots, [&](Expr e) { order.push_back(e); });
  return order;
}

Expr rebuilt(Expr e, std::span<const Expr> args) {
  ExprPool& pool = e->pool();
  if (e->op() == Op::der) return pool.der(args[0], e->order());
  if (e->op() == Op::call) return pool.call(e->name(), args, e->order(), e->type());
  return args.empty() ? e : pool.make(e->op(), args);
}

void for_each_node(std::span<const Expr> roots, const std::function<void(Expr)>& visit) { walk(roots, visit); }

Expr substitute(Expr root, const std::function<Expr(Expr)>& replace) { return Substitution(replace)(root); }

bool depends_on(Expr root, Expr leaf) {
  if (root == leaf) return true;
  if (root->id() < leaf->id()) return false;  // users have larger ids than what they use
  std::vector<Expr> stack{root};
  Seen seen;
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (e == leaf) return true;
    for (const Expr child : children(e))
      if (child->id() >= leaf->id() && seen.insert(child)) stack.push_back(child);
  }
  return false;
}

bool is_closed(Expr root) {
  const auto needs_value = [](Expr e) {
    switch (e->op()) {
      case Op::symbol:
      case Op::der:
      case Op::pre:
      case Op::time:
      case Op::initial:
      case Op::terminal:
      case Op::sample:
      case Op::edge:
      case Op::change:
      case Op::call: return true;
      default: return false;
    }
  };
  return std::ranges::none_of(reachable({&root, 1}), needs_value);
}

}  // namespace saltus
