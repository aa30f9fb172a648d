// Exact values, bottom up, through the bindings of symbols; a symbol bound to itself on the way has no value.

#include <algorithm>
#include <vector>

#include "expr/evaluate.hpp"
#include "expr/node_map.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"

namespace saltus {
namespace {

class ExactValue {
 public:
  explicit ExactValue(const std::function<Expr(Expr)>& value_of) : value_of_(value_of) {}

  std::optional<Rational> operator()(Expr root) {
    open(root);
    while (!stack_.empty()) {
      Frame& f = stack_.back();
      if (f.next < f.below.size())
        open(f.below[f.next++]);
      else
        close();
    }
    return values_.at(root);
  }

 private:
  struct Frame {
    Expr node;
    std::vector<Expr> below;  ///< the arguments, or the expression a symbol is bound to
    std::size_t next = 0;
  };

  /// A node met again before it is finished stays without a value: that is a cycle of bindings.
  void open(Expr e) {
    if (!values_.insert(e, {})) return;
    Frame f{e, {}, 0};
    if (e->op() == Op::symbol) {
      if (const Expr bound = value_of_ ? value_of_(e) : Expr()) f.below.push_back(bound);
    } else {
      f.below.assign(children(e).begin(), children(e).end());
    }
    stack_.push_back(std::move(f));
  }

  void close() {
    const Frame f = std::move(stack_.back());
    stack_.pop_back();
    *values_.find(f.node) = value(f);
  }

  std::optional<Rational> value(const Frame& f) const {
    switch (f.node->op()) {
      case Op::number:
      case Op::boolean: return f.node->number();
      case Op::symbol: return f.below.empty() ? std::nullopt : values_.at(f.below[0]);
      case Op::if_: return branch(f);
      case Op::sample:
      case Op::call:
      case Op::edge:
      case Op::change: return std::nullopt;
      default: break;
    }
    std::vector<Rational> values;
    for (const Expr a : f.below) {
      const auto& x = values_.at(a);
      if (!x) return std::nullopt;
      values.push_back(*x);
    }
    return fold(f.node->op(), values);
  }

  /// The branch not taken need not have a value.
  std::optional<Rational> branch(const Frame& f) const {
    const auto& condition = values_.at(f.below[0]);
    if (!condition) return std::nullopt;
    return values_.at(f.below[condition->sign() != 0 ? 1 : 2]);
  }

  const std::function<Expr(Expr)>& value_of_;
  NodeMap<std::optional<Rational>> values_;
  std::vector<Frame> stack_;
};

}  // namespace

bool may_have_exact_value(Expr e) {
  NodeMap<bool> may;
  for_each_node({&e, 1}, [&](Expr n) {  // arguments come first
    const auto below = children(n);
    const auto may_be = [&](Expr a) { return may.at(a); };
    switch (n->op()) {
      case Op::pi:
      case Op::sample:
      case Op::call:
      case Op::edge:
      case Op::change: may.insert(n, false); break;
      case Op::if_: may.insert(n, may_be(below[0]) && (may_be(below[1]) || may_be(below[2]))); break;
      default: may.insert(n, std::ranges::all_of(below, may_be)); break;
    }
  });
  return may.at(e);
}

std::optional<Rational> exact_value(Expr e, const std::function<Expr(Expr)>& value_of) { return ExactValue(value_of)(e); }

}  // namespace saltus
