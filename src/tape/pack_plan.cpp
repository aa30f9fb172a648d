#include "tape/pack_plan.hpp"

#include <algorithm>
#include <map>

#include "tape/operands.hpp"
#include "tape/pack_levels.hpp"
#include "tape/pack_padding.hpp"

namespace saltus {
namespace {

/// About the time of an order, in additions.
double cost(const Instruction& n) {
  switch (n.op) {
    case TapeOp::mul:
    case TapeOp::div:
    case TapeOp::sqrt:
    case TapeOp::exp:
    case TapeOp::log: return 10;
    case TapeOp::square: return 6;
    case TapeOp::sincos: return 14;
    case TapeOp::linear:
    case TapeOp::integrate_linear: return 1 + n.count;
    case TapeOp::call:
    case TapeOp::solve: return 100;
    default: return packed_kind(n) ? 2 : 20;
  }
}
// An operation on a whole group takes about twice the time of a single one: it moves more, and has fewer others to wait beside.
constexpr double cost_of_packed = 2;
constexpr double cost_of_pick = 4;
constexpr double cost_of_crossing = 1;  // of a slot between jets and groups

class Planner {
 public:
  Planner(const Tape& tape, const PackLevels& levels, int lanes, std::span<const Slot> read_elsewhere)
      : tape_(tape),
        levels_(levels),
        width_(static_cast<std::size_t>(lanes)),
        classes_(join_classes(tape, levels.classes(), width_)),
        places_(tape.slot_count) {
    plan_.lanes = lanes;
    plan_.leaves.resize(tape.slot_count, false);
    for (const Slot s : read_elsewhere) plan_.leaves[s] = levels_.is_made(s);
    plan_.watched = plan_.leaves;
    plan_.whole = levels_.has_all();
  }

  PackPlan plan() {
    // States are known one order ahead: what is integrated has its places before anything else.
    for (const PackClass& c : classes_)
      if (is_integration(c.members.front().instruction->op))
        for_each_pack(c, [&](const Pack& pack) {
          give_places(pack, &Instruction::out, PackPlan::Origin::integrated);
          if (first(pack).out2 != no_slot) give_places(pack, &Instruction::out2, PackPlan::Origin::made);
        });
    std::uint32_t level = 0;
    for (const PackClass& c : classes_) {
      if (c.level != level) end_level();
      level = c.level;
      const std::vector<std::uint32_t> kinds = term_kinds(tape_, c);
      for_each_pack(c, [&](const Pack& pack) { write(pack, kinds); });
      for (const PackMember& m : c.members) before_ += cost(*m.instruction);
    }
    end_level();
    resolve_rates();
    plan_.gain = before_ / (cost_ + cost_of_crossing * static_cast<double>(std::ranges::count(plan_.leaves, true)));
    return std::move(plan_);
  }

 private:
  using Group = PackPlan::Group;
  using Pack = std::vector<const Instruction*>;  // by lane; null: none
  static constexpr Slot nothing = no_slot - 1;   // for the factor of a term that is not there

  struct PlaceInGroup {
    Group group = PackPlan::none;
    std::uint32_t lane = 0;
  };

  static const Instruction& first(const Pack& pack) {
    return **std::ranges::find_if(pack, [](const Instruction* n) { return n != nullptr; });
  }

  /// Each in the lane of its home; side by side if that takes many more packs.
  template <class F>
  void for_each_pack(const PackClass& c, F&& f) {
    std::map<std::size_t, Pack> packs;
    bool clash = false;
    for (const PackMember& m : c.members) {
      Pack& pack = packs[m.home / width_];
      pack.resize(width_, nullptr);
      clash = clash || pack[m.home % width_] != nullptr;
      pack[m.home % width_] = m.instruction;
    }
    const std::size_t least = (c.members.size() + width_ - 1) / width_;
    if (clash || packs.size() > least + 1 + least / 8) {
      packs.clear();
      for (std::size_t i = 0; i < c.members.size(); ++i) packs[i / width_].push_back(c.members[i].instruction);
    }
    for (auto& [index, pack] : packs) {
      pack.resize(width_, nullptr);
      f(pack);
    }
  }

  /// Picks stand before the operations of their level, so that equal operations stand together.
  void end_level() {
    for (Written& w : level_) {
      if (!w.rate.empty()) rates_.push_back({plan_.ops.size(), std::move(w.rate)});
      plan_.ops.push_back(std::move(w.op));
    }
    level_.clear();
  }

  void write(const Pack& pack, const std::vector<std::uint32_t>& kinds) {
    const Instruction& n = first(pack);
    const auto kind = packed_kind(n);
    cost_ += (kind ? cost_of_packed : 1.0) * cost(n);
    if (!kind) return write_outside(n);
    PackPlan::Op op{.kind = *kind};
    for (const Instruction* i : pack) op.used.push_back(i != nullptr);
    op.a = operand(pack, &Instruction::a);
    std::vector<Slot> rate;
    if (reads_rate(n))
      rate = slots_of(pack, [](const Instruction& i) { return i.b; });
    else
      op.b = operand(pack, &Instruction::b);
    if (n.op == TapeOp::select) op.c = operand(pack, &Instruction::c);
    if (is_linear(n.op)) op.terms = terms(pack, kinds);
    if (!is_integration(n.op)) {
      give_places(pack, &Instruction::out, PackPlan::Origin::made);
      if (n.out2 != no_slot) give_places(pack, &Instruction::out2, PackPlan::Origin::made);
    }
    op.out = places_[n.out].group;
    if (n.out2 != no_slot) op.out2 = places_[n.out2].group;
    level_.push_back({std::move(op), std::move(rate)});
  }

  // Known when all operations are written. What is picked for them is picked at the end of an order, for the next one.
  void resolve_rates() {
    for (const auto& [index, slots] : rates_) {
      const Group group = group_of(slots);
      plan_.ops[index].b = group;
    }
  }

  void write_outside(const Instruction& n) {
    PackPlan::Outside outside{.instruction = n, .reads = {}, .writes = {}};
    for_each_operand(tape_, n, [&](Slot s) {
      const PlaceInGroup& p = places_[s];
      if (p.group != PackPlan::none) outside.reads.push_back({p.group, p.lane, s});
    });
    std::vector<Slot> results;
    for_each_result(tape_, n, [&](Slot s) { results.push_back(s); });
    for (std::size_t i = 0; i < results.size(); i += width_) {
      std::vector<Slot> part(results.begin() + static_cast<std::ptrdiff_t>(i),
                             results.begin() + static_cast<std::ptrdiff_t>(std::min(i + width_, results.size())));
      part.resize(width_, no_slot);
      const Group group = new_group(part, PackPlan::Origin::made);
      for (const PackPlan::Place& p : give_places(group)) outside.writes.push_back(p);
    }
    level_.push_back({{.kind = PackedKind::outside, .outside = static_cast<std::uint32_t>(plan_.outside.size())}, {}});
    plan_.outside.push_back(std::move(outside));
  }

  /// The results are a group, in the lanes of their operations.
  void give_places(const Pack& pack, Slot Instruction::* result, PackPlan::Origin origin) {
    give_places(new_group(slots_of(pack, [result](const Instruction& n) { return n.*result; }), origin));
  }
  std::vector<PackPlan::Place> give_places(Group group) {
    std::vector<PackPlan::Place> given;
    const std::vector<Slot>& slots = plan_.groups[group].slots;
    for (std::uint32_t lane = 0; lane < width_; ++lane) {
      if (slots[lane] == no_slot) continue;
      places_[slots[lane]] = {group, lane};
      given.push_back({group, lane, slots[lane]});
      if (plan_.groups[group].origin == PackPlan::Origin::integrated) plan_.leaves[slots[lane]] = true;
    }
    return given;
  }

  Group new_group(std::vector<Slot> slots, PackPlan::Origin origin) {
    plan_.groups.push_back({std::move(slots), origin});
    return static_cast<Group>(plan_.groups.size() - 1);
  }

  template <class F>
  static std::vector<Slot> slots_of(const Pack& pack, F&& f) {
    std::vector<Slot> slots;
    for (const Instruction* n : pack) slots.push_back(n == nullptr ? no_slot : f(*n));
    return slots;
  }

  Group operand(const Pack& pack, Slot Instruction::* which) {
    if (first(pack).*which == no_slot) return PackPlan::none;
    return group_of(slots_of(pack, [which](const Instruction& n) { return n.*which; }));
  }

  std::vector<PackPlan::Term> terms(const Pack& pack, const std::vector<std::uint32_t>& kinds) {
    std::vector<std::vector<const LinearTerm*>> by_lane;
    for (const Instruction* n : pack)
      by_lane.push_back(n == nullptr ? std::vector<const LinearTerm*>() : terms_in_places(tape_, *n, kinds));
    std::vector<PackPlan::Term> result;
    for (std::size_t t = 0; t < kinds.size(); ++t) {
      std::vector<Slot> weights(width_, no_slot), factors = weights;
      std::vector<bool> absent(width_, false);
      const LinearTerm* any = nullptr;
      for (std::size_t lane = 0; lane < width_; ++lane) {
        if (pack[lane] == nullptr) continue;
        const LinearTerm* const term = by_lane[lane][t];
        absent[lane] = term == nullptr;
        weights[lane] = term == nullptr ? no_slot : term->weight;
        factors[lane] = term == nullptr ? nothing : term->factor;
        any = term == nullptr ? any : term;
      }
      if (any == nullptr) continue;
      if (std::ranges::find(absent, true) == absent.end()) absent.clear();
      if (any->weight == no_slot) weights.clear();
      result.push_back({std::move(weights), any->negative,
                        any->factor == no_slot ? PackPlan::Source() : source_of(factors), std::move(absent)});
    }
    return result;
  }

  /// A group with these slots in their lanes; made if there is none.
  Group group_of(const std::vector<Slot>& slots) {
    const Slot any = *std::ranges::find_if(slots, is_slot);
    if (const Group g = places_[any].group; g != PackPlan::none && has(g, slots)) return g;
    if (const auto it = gathered_.find(slots); it != gathered_.end()) return it->second;
    const bool given = std::ranges::all_of(slots, [this](Slot s) { return s == no_slot || is_input(s); });
    const Group group = given ? input(slots) : pick(slots);
    gathered_[slots] = group;
    return group;
  }
  [[nodiscard]] bool has(Group group, const std::vector<Slot>& slots) const {
    for (std::size_t lane = 0; lane < width_; ++lane)
      if (slots[lane] != no_slot && slots[lane] != plan_.groups[group].slots[lane]) return false;
    return true;
  }

  static bool is_slot(Slot s) { return s != no_slot && s != nothing; }
  [[nodiscard]] bool is_input(Slot s) const { return is_slot(s) && !levels_.is_made(s); }

  Group input(const std::vector<Slot>& slots) {
    cost_ += cost_of_crossing * static_cast<double>(slots.size());
    return new_group(slots, PackPlan::Origin::input);
  }

  /// Where each of the slots is, and in which groups they all are.
  struct Scattered {
    std::vector<PlaceInGroup> from;
    std::vector<Group> groups;
  };
  Scattered find(const std::vector<Slot>& slots) {
    std::vector<Slot> inputs(width_, no_slot);
    for (std::size_t lane = 0; lane < width_; ++lane)
      if (is_input(slots[lane])) inputs[lane] = slots[lane];
    const bool any_input = std::ranges::any_of(inputs, [](Slot s) { return s != no_slot; });
    const Group input_group = any_input ? input(inputs) : PackPlan::none;
    Scattered found{std::vector<PlaceInGroup>(width_), {}};
    for (std::uint32_t lane = 0; lane < width_; ++lane) {
      if (slots[lane] == no_slot) continue;
      found.from[lane] = slots[lane] == nothing     ? PlaceInGroup{nothing_group(), lane}
                         : inputs[lane] == no_slot ? places_[slots[lane]]
                                                   : PlaceInGroup{input_group, lane};
      if (std::ranges::find(found.groups, found.from[lane].group) == found.groups.end())
        found.groups.push_back(found.from[lane].group);
    }
    return found;
  }

  /// Lanes of `before` and of group number `second`; `before` is the first group, or has all lanes of the groups before in their
  /// places.
  PackPlan::Source merge(const Scattered& s, Group before, std::size_t second) const {
    PackPlan::Source source{before, s.groups[second], {}};
    for (std::size_t lane = 0; lane < width_; ++lane) {
      const PlaceInGroup& p = s.from[lane];
      const bool is_first = second <= 1 && p.group == s.groups.front();
      source.picked.push_back(static_cast<std::int64_t>(is_first                      ? p.lane
                                                        : p.group == s.groups[second] ? p.lane + width_
                                                                                      : lane));
    }
    return source;
  }

  Group nothing_group() {
    if (nothing_ == PackPlan::none) nothing_ = new_group(std::vector<Slot>(width_, no_slot), PackPlan::Origin::nothing);
    return nothing_;
  }

  /// From two groups at a time.
  Group pick(const std::vector<Slot>& slots) {
    const Scattered scattered = find(slots);
    Group result = scattered.groups.front();
    std::vector<Slot> places = slots;
    std::ranges::replace(places, nothing, no_slot);
    for (std::size_t g = scattered.groups.size() > 1 ? 1 : 0; g < scattered.groups.size(); ++g) {
      PackPlan::Source source = merge(scattered, result, g);
      result = new_group(places, PackPlan::Origin::picked);
      plan_.ops.push_back(
          {.kind = PackedKind::pick, .out = result, .a = source.a, .b = source.b, .picked = std::move(source.picked)});
      cost_ += cost_of_pick;
    }
    return result;
  }

  /// For a linear term, which reads one order only: shuffled when it is read, without a group of its own, if two groups are enough.
  PackPlan::Source source_of(const std::vector<Slot>& slots) {
    const bool any_input = std::ranges::any_of(slots, [this](Slot s) { return is_input(s); });
    if (any_input || gathered_.contains(slots)) return {group_of(slots)};
    const Scattered scattered = find(slots);
    if (scattered.groups.size() > 2 || has(scattered.groups.front(), slots)) return {group_of(slots)};
    cost_ += cost_of_pick / 2;
    return merge(scattered, scattered.groups.front(), scattered.groups.size() - 1);
  }

  const Tape& tape_;
  const PackLevels& levels_;
  std::size_t width_;
  std::vector<PackClass> classes_;
  std::vector<PlaceInGroup> places_;
  Group nothing_ = PackPlan::none;
  std::map<std::vector<Slot>, Group> gathered_;
  struct Written {
    PackPlan::Op op;
    std::vector<Slot> rate;  // operand b, if that is a derivative
  };
  struct Rate {
    std::size_t op;
    std::vector<Slot> slots;
  };
  std::vector<Written> level_;  // operations of the present level
  std::vector<Rate> rates_;
  PackPlan plan_;
  double before_ = 0, cost_ = 0;
};

}  // namespace

std::optional<PackPlan> plan_packing(const Tape& tape, const Code& code, int lanes, std::span<const Slot> read_elsewhere) {
  const PackLevels levels(tape, code);
  if (!levels.good()) return std::nullopt;
  return Planner(tape, levels, lanes, read_elsewhere).plan();
}

}  // namespace saltus
