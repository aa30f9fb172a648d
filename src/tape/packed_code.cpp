#include "tape/packed_code.hpp"

#include <algorithm>

#include "tape/constant_orders.hpp"
#include "tape/pack_plan.hpp"
#include "tape/rare_kernel.hpp"

namespace saltus {
namespace {

/// What a plan must promise: estimates are rough.
constexpr double least_gain = 1.4;

/// With what is known about the terms that have a factor.
PackedKind with_terms(const PackPlan::Op& op, std::ptrdiff_t terms) {
  if (op.kind == PackedKind::linear)
    return terms == 2 ? PackedKind::linear_of_two : terms == 3 ? PackedKind::linear_of_three : op.kind;
  if (op.kind == PackedKind::integrate_linear && terms == 2 && op.out2 == PackPlan::none)
    return PackedKind::integrate_linear_of_two;
  return op.kind;
}

}  // namespace

const PackedKernels& packed_kernels() {
  static const PackedKernels widest = [] {
    const PackedKernels wide = packed_kernels_512();
    return wide.lanes > 0 ? wide : packed_kernels_256();
  }();
  return widest;
}

std::unique_ptr<PackedCode> PackedCode::make(const Tape& tape, const Code& code, Jets<double>& jets,
                                             std::span<const Slot> read_elsewhere) {
  if (code.instructions.size() < least_operations || packed_kernels().lanes == 0) return nullptr;
  const auto plan = plan_packing(tape, code, packed_kernels().lanes, read_elsewhere);
  if (!plan || plan->gain < least_gain) return nullptr;
  return std::make_unique<PackedCode>(tape, *plan, packed_kernels(), jets);
}

PackedCode::PackedCode(const Tape& tape, const PackPlan& plan, const PackedKernels& kernels, Jets<double>& jets)
    : tape_(tape),
      jets_(jets),
      kernels_(kernels),
      lanes_(static_cast<std::size_t>(plan.lanes)),
      series_size_((static_cast<std::size_t>(jets.order()) + 1) * lanes_),
      whole_(plan.whole),
      room_((plan.groups.size() * series_size_ + 7) / 8) {
  place_groups(plan);
  place_outside(plan);
  add_operations(plan);
}

PackedCode::~PackedCode() = default;

void PackedCode::place_groups(const PackPlan& plan) {
  for (std::uint32_t g = 0; g < plan.groups.size(); ++g) {
    const PackPlan::SlotGroup& group = plan.groups[g];
    using enum PackPlan::Origin;
    auto& places = group.origin == made         ? made_
                   : group.origin == integrated ? integrated_
                   : group.origin == input      ? inputs_
                                                : picks_;
    Leaving leaving{at(g), {}, group.origin == integrated ? 1 : 0, true};
    bool any = false;
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      const Slot slot = group.slots[lane];
      if (slot != no_slot) places.push_back({at(g) + lane, jets_[slot]});
      const bool leaves = slot != no_slot && plan.leaves[slot] && (group.origin == made || group.origin == integrated);
      leaving.series[lane] = leaves ? jets_[slot] : nullptr;
      leaving.all = leaving.all && leaves;
      any = any || leaves;
    }
    if (any) leaving_.push_back(leaving);
  }
}

void PackedCode::place_outside(const PackPlan& plan) {
  const auto placed = [this](const std::vector<PackPlan::Place>& places) {
    std::vector<Place> result;
    for (const PackPlan::Place& p : places) result.push_back({at(p.group) + p.lane, jets_[p.slot]});
    return result;
  };
  for (const PackPlan::Outside& n : plan.outside) outside_.push_back({n.instruction, placed(n.reads), placed(n.writes)});
}

void PackedCode::add_operations(const PackPlan& plan) {
  std::size_t terms = 0, picks = 0;
  for (const PackPlan::Op& op : plan.ops) {
    terms += op.terms.size();
    picks += op.picked.empty() ? 0 : 1;
    for (const PackPlan::Term& t : op.terms) picks += t.factor.picked.empty() ? 0 : 1;
  }
  weight_room_.resize((terms * lanes_ + 7) / 8);
  terms_.reserve(2 * terms);
  picked_.reserve(picks);
  double* weights = weight_room_.empty() ? nullptr : weight_room_.front().numbers;
  for (const PackPlan::Op& op : plan.ops) {
    PackedOp p{};
    p.out = at(op.out);
    p.out2 = at(op.out2);
    p.a = at(op.a);
    p.b = at(op.b);
    p.c = at(op.c);
    p.outside = op.outside;
    for (std::size_t lane = 0; lane < op.used.size(); ++lane)
      if (op.used[lane]) p.used = static_cast<std::uint8_t>(p.used | 1U << lane);
    p.picked = lanes_of(op.picked);
    p.all_terms = terms_.data() + terms_.size();
    for (const PackPlan::Term& t : op.terms) {
      for (std::size_t lane = 0; lane < lanes_; ++lane) {
        const Slot from = t.weights.empty() ? no_slot : t.weights[lane];
        weights_.push_back({weights + lane, from == no_slot ? nullptr : jets_[from], t.negative});
      }
      terms_.push_back({weights, at(t.factor.a), at(t.factor.b), lanes_of(t.factor.picked)});
      weights += lanes_;
    }
    p.all_terms_end = terms_.data() + terms_.size();
    p.terms = p.all_terms_end;
    for (const PackedTerm* t = p.all_terms; t != p.all_terms_end; ++t)
      if (t->factor != nullptr) terms_.push_back(*t);
    p.terms_end = terms_.data() + terms_.size();
    p.kind = with_terms(op, p.terms_end - p.terms);
    ops_.push_back(p);
  }
  ops_.emplace_back().kind = PackedKind::end;
}

const std::int64_t* PackedCode::lanes_of(const std::vector<std::int64_t>& picked) {
  if (picked.empty()) return nullptr;
  std::ranges::copy(picked, picked_.emplace_back().lanes);
  return picked_.back().lanes;
}

double* PackedCode::at(std::uint32_t group) {
  return group == PackPlan::none ? nullptr : room_.data()->numbers + group * series_size_;
}

void PackedCode::forget_weights() { weighted_ = false; }

// What the orders from..to read that they do not make.
void PackedCode::take_orders(int from, int to) {
  const auto take = [this](const std::vector<Place>& places, int first, int last) {
    for (auto k = static_cast<std::size_t>(first); k <= static_cast<std::size_t>(last); ++k)
      for (const Place& p : places) p.in_group[k * lanes_] = p.in_jets[k];
  };
  if (in_jets_ == from) {
    take(integrated_, 0, from);
    if (from > 0) {
      take(made_, 0, from - 1);
      take(picks_, 0, from - 1);
      take(inputs_, 0, from - 1);
    }
  } else {  // an event round computes values again and may round them otherwise: single operations go on with those, too
    take(made_, 0, 0);
    take(picks_, 0, 0);
  }
  take(inputs_, from, to);
  in_jets_ = -1;
}

void PackedCode::take_weights() {
  for (const Weight& w : weights_) {
    const double weight = w.from == nullptr ? 1.0 : *w.from;
    *w.to = w.negative ? -weight : weight;
  }
}

void PackedCode::run_packed(int from, int to) {
  take_orders(from, to);
  if (!weighted_) take_weights();
  weighted_ = true;
  for (int k = from; k <= to; ++k) {
    const PackedKernel kernel = k < constant_orders ? kernels_.of_order[k] : kernels_.beyond;
    for (const PackedOp* n = ops_.data();;) {
      n = kernel(n, k, jets_.order());
      if (n->kind == PackedKind::end) break;
      run_outside(outside_[n->outside], k);
      ++n;
    }
  }
  write_back(from, to);
}

void PackedCode::write_back(int from, int to) {
  if (from == 0)  // in the jets order 0 is complete, as after single operations
    for (const Place& p : made_) *p.in_jets = *p.in_group;
  for (const Leaving& l : leaving_) {
    const int first = from + l.ahead, last = std::min(to + l.ahead, jets_.order());
    if (l.all) {
      kernels_.write_group(l.group, l.series, first, last);
      continue;
    }
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      double* const series = l.series[lane];
      const double* const group = l.group + lane;
      if (series == nullptr) continue;
      for (auto k = static_cast<std::size_t>(first); k <= static_cast<std::size_t>(last); ++k) series[k] = group[k * lanes_];
    }
  }
}

void PackedCode::run_outside(const Outside& n, int k) {
  const auto order = static_cast<std::size_t>(k);
  for (const Place& p : n.reads) p.in_jets[order] = p.in_group[order * lanes_];
  RareKernel<double>(tape_, jets_, k).execute(n.instruction);
  for (const Place& p : n.writes) p.in_group[order * lanes_] = p.in_jets[order];
}

}  // namespace saltus
