#include "compile/island_plan.hpp"

#include <algorithm>
#include <array>

#include "compile/idle_kinks.hpp"
#include "compile/operation_cone.hpp"
#include "compile/polynomial_degrees.hpp"

namespace saltus {
namespace {

constexpr std::uint32_t none = IslandPlan::none;
using Kind = SlotReader::Kind;

bool never(const Instruction&) { return false; }

class Planner {
 public:
  explicit Planner(const CompiledModel& c) : c_(c), state_(c.tape.slot_count, none) {
    for (std::uint32_t j = 0; j < c.states.size(); ++j) state_[c.states[j].value] = j;
    most_items_ = 64 * (c.round.instructions.size() + c.flow.instructions.size() + c.values.instructions.size()) + 4096;
  }

  std::optional<IslandPlan> make() {
    if (!fits() || !find_degrees() || !find_parts() || !find_guards() || !find_round() || !find_variables())
      return std::nullopt;
    find_actions();
    list_uses();
    return std::move(plan_);
  }
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  bool no(std::string why) {
    why_ = std::move(why);
    return false;
  }

  bool fits() {
    if (c_.states.empty() || c_.guards.empty()) return no("nothing moves, or nothing can happen");
    if (!c_.model.machines.empty() || !c_.transitions.empty() || !c_.sliding.empty()) return no("there are modes");
    if (!c_.constraints.empty() || !c_.tears.empty() || !c_.tape.blocks.empty()) return no("equations are solved together");
    if (!c_.samples.empty() || !c_.zeno_bits.empty()) return no("samples or limits of events are awaited");
    if (!c_.entered.empty() || !c_.held.empty() || !c_.latches.empty() || c_.entering != no_slot) return no("there are modes");
    if (!c_.edges.empty()) return no("a variable may have a pole");
    if (c_.tape.slot_count > SlotReader::most) return no("too large");
    for (const CompiledBranch& b : c_.branches)
      if (b.solver) return no("an event changes the solver");
    for (const CompiledGuard& g : c_.guards)
      if (g.in_loop || g.reads_time) return no("`" + g.text() + "` is no polynomial in states");
    for (const CompiledPre& p : c_.pres)
      if (state_[p.value] == none) return no("the left limit of a variable that is no state is read");
    return true;
  }

  bool find_degrees() {
    degrees_ = polynomial_degrees(c_);
    for (const CompiledState& s : c_.states) {
      if (degrees_[s.value] > IslandPlan::highest_degree) return no("the motion is no polynomial of small degree");
      plan_.degree = std::max(plan_.degree, static_cast<int>(degrees_[s.value]));
    }
    int kinks = 0;
    for (const CompiledGuard& g : c_.guards) {
      if (g.kink && (g.jumps || ++kinks > 16 || !is_idle_kink(c_, g, degrees_)))
        return no("`" + g.text() + "` is no polynomial in states");
      if (degrees_[g.h] > IslandPlan::highest_guard_degree) return no("`" + g.text() + "` is no polynomial of small degree");
      plan_.guard_degree = std::max(plan_.guard_degree, static_cast<int>(degrees_[g.h]));
    }
    for (const Slot s : c_.shown_only)
      if (degrees_[s] == not_polynomial) return no("a variable that is only shown is no polynomial");
    return true;
  }

  // Islands are numbered by their first state.
  bool find_parts() {
    OperationCone cone(c_.tape, c_.flow);
    std::vector<std::uint32_t> group(c_.states.size());
    for (std::uint32_t j = 0; j < group.size(); ++j) group[j] = j;
    const auto root = [&](std::uint32_t j) {
      while (group[j] != j) j = group[j] = group[group[j]];
      return j;
    };
    // The integration of a state makes it; what that reads, without going through other states, is its derivative.
    const auto derivative = [&](std::uint32_t j) {
      const Slot own = c_.states[j].value;
      cone.begin();
      cone.reach(own, [&](Slot s) { return s != own && (state_[s] != none || degrees_[s] < 0); }, never);
    };
    std::size_t items = 0;
    for (std::uint32_t j = 0; j < group.size(); ++j) {
      derivative(j);
      if ((items += cone.ops().size()) > most_items_) return no("derivatives depend on too much");
      for (const Slot s : cone.ends())
        if (state_[s] != none) group[root(state_[s])] = root(j);
    }
    plan_.island_of.assign(group.size(), none);
    std::uint32_t islands = 0;
    for (std::uint32_t j = 0; j < group.size(); ++j) {
      std::uint32_t& id = plan_.island_of[root(j)];
      if (id == none) id = islands++;
      plan_.island_of[j] = id;
    }
    plan_.states = Lists::of_pairs(islands, [&](auto&& take) {
      for (std::uint32_t j = 0; j < group.size(); ++j) take(plan_.island_of[j], j);
    });
    island_of_flow_.assign(c_.tape.slot_count, none);
    std::vector<std::uint32_t> ops;
    for (std::uint32_t i = 0; i < islands; ++i) {
      ops.clear();
      for (const std::uint32_t j : plan_.states[i]) {
        derivative(j);
        ops.insert(ops.end(), cone.ops().begin(), cone.ops().end());
        for (const Slot s : cone.ends())
          if (s == c_.time)
            return no("the motion reads time");
          else if (state_[s] == none)
            uses_.push_back({s, {Kind::island, i}});
      }
      std::ranges::sort(ops);
      ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
      add_orders(plan_.flow, c_.flow, ops);
      for (const std::uint32_t op : ops) {
        for_each_result(c_.tape, c_.flow.instructions[op], [&](Slot s) { island_of_flow_[s] = i; });
      }
      plan_.flow.end();
    }
    return plan_.flow.items() <= most_items_ || no("derivatives depend on too much");
  }

  [[nodiscard]] std::uint32_t island_of(Slot s) const {
    return state_[s] != none ? plan_.island_of[state_[s]] : island_of_flow_[s];
  }

  // Beyond the degree of what they make operations would make zeros, which are there already.
  void add_orders(Lists& lists, const Code& code, const std::vector<std::uint32_t>& ops) const {
    for (int order = 0; order <= IslandPlan::highest_guard_degree; ++order)
      for (const std::uint32_t op : ops) {
        const Instruction& i = code.instructions[op];
        const int last = is_integration(i.op) && i.out2 == no_slot ? degrees_[i.out] - 1 : degrees_[i.out];
        if (order <= std::max(last, 0)) lists.add(OrderedOp{op, order}.packed());
      }
  }

  static void close_with(Lists& lists, std::vector<std::uint32_t>& items) {
    std::ranges::sort(items);
    items.erase(std::unique(items.begin(), items.end()), items.end());
    for (const std::uint32_t x : items) lists.add(x);
    lists.end();
  }

  bool find_guards() {
    OperationCone cone(c_.tape, c_.guards_code);
    std::vector<std::uint32_t> islands;
    for (std::uint32_t g = 0; g < c_.guards.size(); ++g) {
      cone.begin();
      const auto is_state = [&](Slot s) { return state_[s] != none; };
      if (!c_.guards[g].kink) {  // an idle one is never looked at
        cone.reach(c_.guards[g].h, is_state, never);
        for (const Slot s : c_.guards[g].terms) cone.reach(s, is_state, never);
      }
      islands.clear();
      for (const Slot s : cone.ends()) {
        const std::uint32_t island = island_of(s);
        if (island != none) islands.push_back(island);
        if (state_[s] == none) uses_.push_back({s, {Kind::guard, g}});
      }
      add_orders(plan_.guard_code, c_.guards_code, cone.ops());
      plan_.guard_code.end();
      close_with(plan_.islands, islands);
      if (plan_.guard_code.items() + plan_.islands.items() > most_items_) return no("guards depend on too much");
    }
    plan_.guards = Lists::of_pairs(plan_.states.size(), [&](auto&& take) {
      for (std::uint32_t g = 0; g < c_.guards.size(); ++g)
        for (const std::uint32_t i : plan_.islands[g]) take(i, g);
    });
    return true;
  }

  // What moves may enter conditions through relations only; actions read it where their branch is active.
  bool find_round() {
    const auto& ops = c_.round.instructions;
    std::vector<std::uint8_t> moves(c_.tape.slot_count, 0);
    moves[c_.time] = 1;
    for (Slot s = 0; s < moves.size(); ++s)
      if (island_of(s) != none) moves[s] = 1;
    std::vector<std::uint8_t> is_discrete(c_.tape.slot_count, 0);
    for (const CompiledDiscrete& d : c_.discretes) is_discrete[d.value] = 1;
    for (const CompiledPre& p : c_.pres) moves[p.pre] = 1;
    for (const Instruction& i : ops) {
      bool any = false;
      for_each_operand(c_.tape, i, [&](Slot s) { any = any || moves[s] != 0; });
      if (!any || i.op == TapeOp::relation) continue;
      if (is_stepped(i.op)) return no("an event looks at what moves other than by a relation");
      for_each_result(c_.tape, i, [&](Slot s) { moves[s] = is_discrete[s] ? 0 : 1; });
    }
    for (const CompiledBranch& b : c_.branches)
      if (moves[b.active]) return no("a condition reads what moves other than by a relation");
    for (const CompiledCheck& k : c_.checks)
      if ((k.active != no_slot && moves[k.active]) || (k.condition != no_slot && moves[k.condition]))
        return no("a check reads what moves other than by a relation");
    plan_.relations = Lists::of_pairs(c_.guards.size(), [&](auto&& take) {
      for (std::uint32_t i = 0; i < ops.size(); ++i)
        if (ops[i].op == TapeOp::relation) take(ops[i].index, i);
    });
    is_discrete_ = std::move(is_discrete);
    return find_reads();
  }

  static bool is_stepped(TapeOp op) {
    using enum TapeOp;
    static constexpr std::array stepped = {less, less_equal, greater, greater_equal, equal, not_equal,
                                           not_, and_,       or_,     floor,         sign};
    return std::ranges::find(stepped, op) != stepped.end();
  }

  // Everything that the actions of a branch are computed from, in one round.
  void reach_actions(OperationCone& cone, const CompiledBranch& b) const {
    cone.begin();
    const auto reach = [&](Slot s) {
      cone.reach(
          s, [&](Slot x) { return state_[x] != none || (x != s && is_discrete_[x]); },
          [](const Instruction& i) { return i.op == TapeOp::relation; });
    };
    for (const CompiledReinit& r : b.reinits) {
      reach(r.value);
      if (r.gives != no_slot) reach(r.gives);
    }
    for (const std::size_t v : b.assigned)
      if (discrete_of_[v] != none) reach(c_.discretes[discrete_of_[v]].value);
  }

  bool find_reads() {
    OperationCone cone(c_.tape, c_.round);
    discrete_of_.assign(c_.model.variables.size(), none);
    for (std::uint32_t d = 0; d < c_.discretes.size(); ++d)
      if (c_.discretes[d].variable != CompiledDiscrete::npos) discrete_of_[c_.discretes[d].variable] = d;
    std::vector<std::uint32_t> left_of(c_.tape.slot_count, none), islands;
    for (const CompiledPre& p : c_.pres) left_of[p.pre] = plan_.island_of[state_[p.value]];
    std::size_t items = 0;
    for (const CompiledBranch& b : c_.branches) {
      reach_actions(cone, b);
      islands.clear();
      for (const Slot s : cone.ends()) {
        if (island_of(s) != none) islands.push_back(island_of(s));
        if (left_of[s] != none) islands.push_back(left_of[s]);
      }
      if ((items += cone.ops().size() + islands.size()) > most_items_) return no("events read too much");
      close_with(plan_.branch_islands, islands);
    }
    return true;
  }

  // When a branch is active its actions are computed: what nothing else needs, and what reads time.
  void find_actions() {
    find_lazy();
    OperationCone cone(c_.tape, c_.round);
    std::vector<std::uint32_t> run;
    for (const CompiledBranch& b : c_.branches) {
      reach_actions(cone, b);
      run.clear();
      for (const std::uint32_t op : cone.ops()) {
        bool wanted = lazy_[op] != 0;
        for_each_operand(c_.tape, c_.round.instructions[op], [&](Slot s) { wanted = wanted || s == c_.time; });
        if (wanted) run.push_back(op);
      }
      close_with(plan_.branch_clocks, run);
    }
  }

  // Operations that only values of `reinit`, or relations that guards alone decide, are computed from. A guard that reads nothing a round
  // makes is evaluated by its own code where it takes part.
  void find_lazy() {
    const auto& ops = c_.round.instructions;
    std::vector<std::uint32_t> maker(c_.tape.slot_count, none);
    for (std::uint32_t i = 0; i < ops.size(); ++i) for_each_result(c_.tape, ops[i], [&](Slot s) { maker[s] = i; });
    std::vector<std::uint8_t> needed(c_.tape.slot_count, 0), reads_round(c_.guards.size(), 0);
    const auto need = [&](Slot s) {
      if (s != no_slot) needed[s] = 1;
    };
    for (const auto& [slot, use] : uses_) {
      need(slot);
      if (use.kind == Kind::guard && maker[slot] != none) reads_round[use.index] = 1;
    }
    for (const CompiledBranch& b : c_.branches) need(b.active);
    for (const CompiledGuard& g : c_.guards) need(g.bit);
    for (const CompiledDiscrete& d : c_.discretes) need(d.value);
    for (const CompiledCheck& k : c_.checks) {
      need(k.active);
      need(k.condition);
    }
    lazy_.assign(ops.size(), 0);
    std::vector<std::uint32_t> first_reader(c_.tape.slot_count, none);
    for (std::uint32_t i = 0; i < ops.size(); ++i)
      for_each_operand(c_.tape, ops[i], [&](Slot s) { first_reader[s] = std::min(first_reader[s], i); });
    for (std::uint32_t i = static_cast<std::uint32_t>(ops.size()); i-- > 0;) {
      bool lazy = ops[i].op != TapeOp::relation;
      // One that reads what is made later reads it in the next round.
      for_each_result(c_.tape, ops[i], [&](Slot s) { lazy = lazy && needed[s] == 0 && first_reader[s] > i; });
      lazy_[i] = lazy ? 1 : 0;
      if (lazy) continue;
      const bool decided = ops[i].op == TapeOp::relation && ops[i].a == c_.guards[ops[i].index].h && !reads_round[ops[i].index];
      if (!decided) for_each_operand(c_.tape, ops[i], need);
    }
  }

  // Variables that are computed, from what their values follow: after the rounds, or in them.
  bool find_variables() {
    OperationCone cone(c_.tape, c_.values);
    std::optional<OperationCone> in_round;
    std::vector<std::uint32_t> islands;
    std::size_t items = 0;
    const auto is_state = [&](Slot x) { return state_[x] != none; };
    const auto list = [&](OperationCone& from, Lists& code, std::uint32_t v) {
      for (const std::uint32_t op : from.ops()) code.add(op);
      for (const Slot end : from.ends()) {
        if (island_of(end) != none) islands.push_back(island_of(end));
        uses_.push_back({end, {Kind::variable, v}});
      }
      items += from.ops().size() + from.ends().size();
    };
    for (std::uint32_t v = 0; v < c_.variables.size(); ++v) {
      const Slot s = c_.variables[v].value;
      islands.clear();
      if (s == no_slot || c_.model.variables[v].variability <= Variability::parameter || is_state(s)) {
      } else if (cone.maker(s) != none) {
        cone.begin();
        cone.reach(s, is_state, never);
        list(cone, plan_.variable_code, v);
      } else if (!is_discrete_[s]) {
        if (!in_round) in_round.emplace(c_.tape, c_.round);
        const auto is_known = [&](Slot x) { return is_state(x) || is_discrete_[x]; };
        in_round->begin();
        in_round->reach(s, is_known, [](const Instruction& i) { return i.op == TapeOp::relation; });
        list(*in_round, plan_.variable_round_code, v);
      }
      if (items > most_items_) return no("variables depend on too much");
      plan_.variable_code.end();
      plan_.variable_round_code.end();
      close_with(plan_.variable_islands, islands);
    }
    return true;
  }

  void list_uses() {
    plan_.uses = Lists::of_pairs(c_.tape.slot_count, [&](auto&& take) {
      const auto add = [&](Slot s, Kind kind, std::size_t i) {
        if (s != no_slot) take(s, SlotReader{kind, static_cast<std::uint32_t>(i)}.packed());
      };
      for (std::size_t i = 0; i < c_.round.instructions.size(); ++i)
        for_each_operand(c_.tape, c_.round.instructions[i], [&](Slot s) {
          if (s != c_.time && lazy_[i] == 0) add(s, Kind::round, i);
        });
      for (std::size_t i = 0; i < c_.branches.size(); ++i) add(c_.branches[i].active, Kind::branch, i);
      for (std::size_t i = 0; i < c_.guards.size(); ++i) add(c_.guards[i].bit, Kind::bit, i);
      for (std::size_t i = 0; i < c_.discretes.size(); ++i) add(c_.discretes[i].value, Kind::discrete, i);
      for (std::size_t i = 0; i < c_.pres.size(); ++i) add(c_.pres[i].value, Kind::left, i);
      for (std::size_t i = 0; i < c_.checks.size(); ++i) {
        add(c_.checks[i].active, Kind::check, i);
        add(c_.checks[i].condition, Kind::check, i);
      }
      for (const auto& [slot, use] : uses_) take(slot, use.packed());
    });
    uses_.clear();
  }

  const CompiledModel& c_;
  std::vector<std::uint32_t> state_;  // by slot
  std::vector<std::int8_t> degrees_;
  std::vector<std::uint32_t> island_of_flow_;  // by slot: what the motion computes beside states
  std::vector<std::pair<Slot, SlotReader>> uses_;
  std::vector<std::uint8_t> is_discrete_;   // by slot: the value of a discrete
  std::vector<std::uint32_t> discrete_of_;  // by variable
  std::vector<std::uint8_t> lazy_;          // operations of the round that are run where a branch needs them
  std::size_t most_items_;
  IslandPlan plan_;
  std::string why_;
};

}  // namespace

std::optional<IslandPlan> find_islands(const CompiledModel& compiled, std::string* why) {
  Planner planner(compiled);
  auto plan = planner.make();
  if (why) *why = planner.why();
  return plan;
}

std::optional<IslandPlan> find_islands(CompiledTuples& tuples) {
  if (!tuples.model().machines.empty()) return std::nullopt;
  const CompiledModel* compiled = tuples.of(initial_tuple(tuples.model()));
  return compiled ? find_islands(*compiled) : std::nullopt;
}

}  // namespace saltus
