#include "tape/packed_code.hpp"

#include <algorithm>
#include <map>

#include "tape/constant_orders.hpp"
#include "tape/pack_plan.hpp"
#include "tape/packed_fusion.hpp"
#include "tape/packed_width.hpp"
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

#ifdef __x86_64__
PackedKernels packed_kernels_512() { return __builtin_cpu_supports("x86-64-v4") != 0 ? kernels_for_avx512() : PackedKernels{}; }
PackedKernels packed_kernels_256() { return __builtin_cpu_supports("x86-64-v3") != 0 ? kernels_for_avx2() : PackedKernels{}; }
#else
PackedKernels packed_kernels_512() { return {}; }
PackedKernels packed_kernels_256() { return {}; }
#endif

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
      series_size_((static_cast<std::size_t>(jets.order() + 1) | 1) * lanes_),
      whole_(plan.whole),
      room_((plan.groups.size() * series_size_ + 7) / 8) {
  place_groups(plan);
  place_outside(plan);
  add_operations(plan);
  fuse_operations();
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
    const bool is_result = group.origin == made || group.origin == integrated;
    if (group.origin == nothing) std::fill_n(at(g), series_size_, -0.0);
    Leaving at_once{at(g), {}, group.origin == integrated ? 1 : 0, true}, later = at_once;
    bool any = false, any_later = false;
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      const Slot slot = group.slots[lane];
      const bool leaves = is_result && slot != no_slot && plan.leaves[slot], watched = leaves && plan.watched[slot];
      if (slot != no_slot) {
        const Place place{at(g) + lane, jets_[slot]};
        places.push_back(place);
        if (group.origin == made) (watched ? made_watched_ : made_kept_).push_back(place);
        if (group.origin == integrated) (watched ? states_watched_ : states_kept_).push_back(place);
      }
      at_once.series[lane] = watched ? jets_[slot] : nullptr;
      later.series[lane] = leaves && !watched ? jets_[slot] : nullptr;
      any = any || at_once.series[lane] != nullptr;
      any_later = any_later || later.series[lane] != nullptr;
      at_once.all = at_once.all && at_once.series[lane] != nullptr;
      later.all = later.all && later.series[lane] != nullptr;
    }
    if (any) leaving_.push_back(at_once);
    if (any_later) kept_.push_back(later);
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
        const bool absent = !t.absent.empty() && t.absent[lane];
        weights_.push_back({weights + lane, from == no_slot ? nullptr : jets_[from], t.negative && !absent});
      }
      const bool is_one = t.weights.empty() && !t.negative;
      terms_.push_back({is_one ? nullptr : weights, at(t.factor.a), at(t.factor.b), lanes_of(t.factor.picked)});
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

void PackedCode::fuse_operations() {
  std::vector<const double*> read_elsewhere;
  for (const auto* leaving : {&leaving_, &kept_})
    for (const Leaving& l : *leaving) read_elsewhere.push_back(l.group);
  for (const Outside& n : outside_)
    for (const Place& p : n.reads) read_elsewhere.push_back(p.in_group - lane_of(p));
  ops_above_ = fuse_packed(ops_, read_elsewhere);
}

const std::int64_t* PackedCode::lanes_of(const std::vector<std::int64_t>& picked) {
  if (picked.empty()) return nullptr;
  std::ranges::copy(picked, picked_.emplace_back().lanes);
  return picked_.back().lanes;
}

std::size_t PackedCode::lane_of(const Place& p) const {
  return static_cast<std::size_t>(p.in_group - room_.front().numbers) % lanes_;
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
    if (from > 0 || !values_in_groups_) take(integrated_, 0, from);
    if (from > 0) {
      take(made_, 0, from - 1);
      take(picks_, 0, from - 1);
      take(inputs_, 0, from - 1);
    }
  } else if (
      !away_) {  // an event round computes values again and may round them otherwise: single operations go on with those, too
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
  static_assert(constant_orders % 2 == 0);  // no pair is torn
  for (int k = from; k <= to; ++k) {
    const bool in_pair = k % 2 == 0 ? k < to : k > from;
    const PackedKernel kernel = k >= constant_orders ? kernels_.beyond : (in_pair ? kernels_.in_pairs : kernels_.of_order)[k];
    for (const PackedOp* n = (k == 0 ? ops_ : ops_above_).data();;) {
      n = kernel(n, k, jets_.order());
      if (n->kind == PackedKind::end) break;
      run_outside(outside_[n->outside], k);
      ++n;
    }
  }
  write_back(from, to);
}

void PackedCode::write_back(int from, int to) {
  in_groups_ = to + 1;
  if (from == 0)
    for (const Place& p : made_watched_) *p.in_jets = *p.in_group;
  write(leaving_, from, to);
  if (!away_) away_from_ = from;
  if (from == 0) away_from_ = 0;
  away_ = true;
  if (!keeps_back()) write_kept();
}

// In the jets order 0 is complete then, as after single operations.
void PackedCode::write_kept() {
  away_ = false;
  if (values_in_groups_)
    for (const Place& p : states_kept_) *p.in_jets = *p.in_group;
  if (in_groups_ == 0) return;
  if (away_from_ == 0)
    for (const Place& p : made_kept_) *p.in_jets = *p.in_group;
  write(kept_, away_from_, in_groups_ - 1);
}

void PackedCode::write(const std::vector<Leaving>& leaving, int from, int to) const {
  for (const Leaving& l : leaving) {
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

void PackedCode::keep_back(std::span<const Slot> states) {
  states_.clear();
  std::map<const double*, std::uint32_t> numbers;
  for (const Slot s : states) numbers.emplace(jets_[s], static_cast<std::uint32_t>(numbers.size()));
  if (numbers.size() != states.size() || numbers.size() != integrated_.size()) return;
  std::map<double*, StateGroup> groups;
  for (const Place& p : integrated_) {
    const auto number = numbers.find(p.in_jets);
    if (number == numbers.end()) return;
    const std::size_t lane = lane_of(p);
    StateGroup& group = groups[p.in_group - lane];
    group.series = p.in_group - lane;
    group.used |= 1U << lane;
    group.counts[lane] = -1;
    group.state[lane] = number->second;
  }
  for (const auto& [series, group] : groups) states_.push_back(group);
}

bool PackedCode::move(double s, int d) {
  if (!keeps_back() || d < 5 || !(s > 1e-60) || d > in_groups_) return false;
  kernels_.move_states(states_.data(), states_.data() + states_.size(), s, d);
  for (const Place& p : states_watched_) *p.in_jets = *p.in_group;
  in_groups_ = 0;
  away_ = values_in_groups_ = true;
  return true;
}

void PackedCode::run_outside(const Outside& n, int k) {
  const auto order = static_cast<std::size_t>(k);
  for (const Place& p : n.reads) p.in_jets[order] = p.in_group[order * lanes_];
  RareKernel<double>(tape_, jets_, k).execute(n.instruction);
  for (const Place& p : n.writes) p.in_group[order * lanes_] = p.in_jets[order];
}

}  // namespace saltus
