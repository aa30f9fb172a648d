#include "structure/leaf_scan.hpp"

#include <algorithm>

namespace saltus {
namespace {

bool makes_steps(const Node& node) {
  switch (node.op()) {
    case Op::floor:
    case Op::ceil:
    case Op::div_trunc:
    case Op::sign: return true;
    default: return node.type() != Type::real;
  }
}

}  // namespace

void LeafScan::enter(Expr node, bool discrete) {
  const std::size_t key = 2 * std::size_t{node->id()} + (discrete ? 1 : 0);
  if (key >= seen_.size()) seen_.resize(std::max(key + 1, 2 * seen_.size()), 0);
  if (seen_[key] == scan_) return;
  seen_[key] = scan_;
  stack_.push_back({node, discrete});
}

void LeafScan::operator()(std::span<const Expr> roots, bool discrete, const Visit& visit) {
  ++scan_;
  for (const Expr root : roots) enter(root, discrete);
  while (!stack_.empty()) {
    const Item item = stack_.back();
    stack_.pop_back();
    const Node& node = *item.node;
    switch (node.op()) {
      case Op::symbol:
      case Op::der:
      case Op::pre: visit(item.node, item.discrete); break;
      case Op::edge:
      case Op::change:
        enter(node.symbol(), true);
        enter(node.pool().pre(node.symbol()), true);
        break;
      default:
        for (const Expr arg : node.args()) enter(arg, item.discrete || makes_steps(node));
    }
  }
}

}  // namespace saltus
