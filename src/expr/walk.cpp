#include "expr/walk.hpp"

#include <algorithm>

#include "expr/node_map.hpp"

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

std::vector<Expr> reachable(std::span<const Expr> roots) {
  std::vector<Expr> order;
  std::vector<Frame> stack;
  NodeMap<char> seen;
  for (const Expr root : roots) {
    if (seen.insert(root, 1)) stack.push_back({root, 0});
    while (!stack.empty()) {
      Frame& f = stack.back();
      const auto below = children(f.node);
      if (f.next == below.size()) {
        order.push_back(f.node);
        stack.pop_back();
      } else if (const Expr child = below[f.next++]; seen.insert(child, 1)) {
        stack.push_back({child, 0});
      }
    }
  }
  return order;
}

Expr rebuilt(Expr e, std::span<const Expr> args) {
  ExprPool& pool = e->pool();
  if (e->op() == Op::der) return pool.der(args[0], e->order());
  if (e->op() == Op::call) return pool.call(e->name(), args, e->order(), e->type());
  return args.empty() ? e : pool.make(e->op(), args);
}

void for_each_node(std::span<const Expr> roots, const std::function<void(Expr)>& visit) {
  for (const Expr e : reachable(roots)) visit(e);
}

Expr substitute(Expr root, const std::function<Expr(Expr)>& replace) { return Substitution(replace)(root); }

bool depends_on(Expr root, Expr leaf) {
  std::vector<Expr> stack{root};
  NodeMap<char> seen;
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (e == leaf) return true;
    for (const Expr child : children(e))  // users have larger ids than what they use
      if (child->id() >= leaf->id() && seen.insert(child, 1)) stack.push_back(child);
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
