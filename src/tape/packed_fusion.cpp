#include "tape/packed_fusion.hpp"

#include <map>
#include <utility>

namespace saltus {
namespace {

class Fusion {
 public:
  Fusion(std::span<const PackedOp> ops, std::span<const double* const> read_elsewhere)
      : ops_(ops.begin(), ops.end()), taken_in_(ops.size(), false) {
    for (const double* group : read_elsewhere) ++readers_[group];
    for (std::size_t i = 0; i < ops_.size(); ++i) note(i);
  }

  std::vector<PackedOp> fused() {
    for (PackedOp& n : ops_)
      if (n.kind == PackedKind::integrate_linear_of_two) take_in(n);
    std::vector<PackedOp> result;
    for (std::size_t i = 0; i < ops_.size(); ++i)
      if (!taken_in_[i]) result.push_back(ops_[i]);
    return result;
  }

 private:
  static bool is_sum(PackedKind kind) {
    return kind == PackedKind::linear || kind == PackedKind::linear_of_two || kind == PackedKind::linear_of_three;
  }

  void note(std::size_t i) {
    const PackedOp& n = ops_[i];
    for (const double* operand : {n.a, n.b, n.c})
      if (operand != nullptr) ++readers_[operand];
    for (const PackedTerm* t = n.terms; t != n.terms_end; ++t) {
      ++readers_[t->factor];
      if (t->picked != nullptr && t->other != t->factor) ++readers_[t->other];
    }
    if (is_sum(n.kind)) sums_[n.out] = i;
    if (n.kind == PackedKind::integrate) integrals_[n.a] = i;
  }

  /// The sum that `t` reads, if nobody else does; null: none.
  const PackedOp* sum_of(const PackedTerm& t) {
    const auto sum = sums_.find(t.factor);
    return t.picked == nullptr && sum != sums_.end() && readers_[t.factor] == 1 ? &ops_[sum->second] : nullptr;
  }

  void take_in(PackedOp& n) {
    const PackedTerm *inner = n.terms, *beside = n.terms + 1;
    if (sum_of(*inner) == nullptr) std::swap(inner, beside);
    const PackedOp* const sum = sum_of(*inner);
    if (sum == nullptr || beside->picked != nullptr) return;
    taken_in_[static_cast<std::size_t>(sum - ops_.data())] = true;
    n.kind = sum->kind == PackedKind::linear_of_two     ? PackedKind::integrate_sum_of_two
             : sum->kind == PackedKind::linear_of_three ? PackedKind::integrate_sum_of_three
                                                        : PackedKind::integrate_sum;
    n.a = inner->weight;
    n.b = beside->weight;
    n.c = beside->factor;
    n.terms = sum->terms;
    n.terms_end = sum->terms_end;
    const auto integral = integrals_.find(n.out);
    if (integral == integrals_.end()) return;
    taken_in_[integral->second] = true;
    n.out2 = ops_[integral->second].out;
  }

  std::vector<PackedOp> ops_;
  std::vector<bool> taken_in_;
  std::map<const double*, int> readers_;            // by group: how many
  std::map<const double*, std::size_t> sums_;       // by result
  std::map<const double*, std::size_t> integrals_;  // by derivative
};

}  // namespace

std::vector<PackedOp> fuse_packed(std::span<const PackedOp> ops, std::span<const double* const> read_elsewhere) {
  return Fusion(ops, read_elsewhere).fused();
}

}  // namespace saltus
