// compile:
//   split the equations into continuous and discrete ones
//   structure of the continuous ones -> definitions of derivatives and algebraic variables
//   order of the discrete ones       -> definitions of discrete variables
//   whens                            -> definitions of conditions, activity and assigned variables
//   lower everything that is wanted; take the one list of operations apart into codes

#include "compile/compile.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "compile/check_assigned.hpp"
#include "compile/codes.hpp"
#include "compile/consistency_systems.hpp"
#include "compile/equation_parts.hpp"
#include "compile/event_classes.hpp"
#include "compile/guard_readers.hpp"
#include "compile/initial_system.hpp"
#include "compile/limits.hpp"
#include "compile/lower_ranges.hpp"
#include "compile/lower_transitions.hpp"
#include "compile/lower_whens.hpp"
#include "compile/lowering.hpp"
#include "compile/shown_edges.hpp"
#include "compile/slot_order.hpp"
#include "compile/state_families.hpp"
#include "expr/node_table.hpp"
#include "model/mode_changes.hpp"
#include "model/sliding.hpp"
#include "structure/analyse.hpp"

namespace saltus {

namespace {

class Compiler {
 public:
  Compiler(const HybridModel& model, const ModeTuple& tuple, Diagnostics& diagnostics)
      : out_(std::make_shared<CompiledModel>()), diagnostics_(diagnostics) {
    out_->model = model;
    out_->tuple = tuple;
  }

  std::shared_ptr<const CompiledModel> compile() {
    if (!check_targets(model(), diagnostics_)) return nullptr;
    parts_ = split_equations(model());
    auto structure = analyse(model(), parts_.continuous, parts_.continuous_unknowns, diagnostics_);
    if (!structure || !require_known_decisions(model(), *structure, diagnostics_)) return nullptr;
    structure_ = std::move(structure);
    const auto discrete_blocks = sort_assignments(model(), parts_.discrete, parts_.discrete_unknowns, diagnostics_);
    if (!discrete_blocks || !require_assignments(model(), parts_.discrete, *discrete_blocks, diagnostics_)) return nullptr;
    const auto initial = initial_system();
    if (!initial) return nullptr;
    const auto section = lower_everything(*discrete_blocks, *initial);
    if (!section) return nullptr;
    parts_ = {};
    make_codes(*section);
    order_slots(*out_);
    return diagnostics_.has_errors() ? nullptr : out_;
  }

 private:
  [[nodiscard]] const HybridModel& model() const { return out_->model; }
  ExprPool& pool() { return *out_->model.pool; }

  // The one list of operations; nothing if transitions contradict each other.
  std::optional<InstructionList> lower_everything(const std::vector<Block>& discrete_blocks, const InitialSystem& initial) {
    make_room();
    out_->time = out_->tape.new_slot();
    out_->is_initial = out_->tape.new_slot();
    out_->is_terminal = out_->tape.new_slot();
    Lowering lowering(*out_, diagnostics_);
    lowering_ = &lowering;
    TransitionLowering transitions(*out_, lowering, diagnostics_);
    WhenLowering whens(*out_, lowering, diagnostics_);
    transitions_ = &transitions;
    if (!transitions.define_inputs()) return std::nullopt;
    for (const Equation& e : parts_.continuous) lowering.expect_equality(e);
    define_parameters();
    define_limits(*out_, lowering);
    define_states();
    define_continuous();
    define_discretes(discrete_blocks);
    whens.define(
        [this](const Variable& v, Expr definition, Span span) { add_discrete(v, definition, Context::event_body, span); });
    lower_initial_system(initial.values);
    find_families(*out_);
    lower_consistency(*out_, lowering, *structure_, initial.implicit, initial.is_implicit, diagnostics_);
    const std::vector<Expr> edges = edges_of_shown_variables(*out_, *structure_, parts_.discrete, lowering);
    structure_.reset();  // large models need the room
    lowering.emit_pending_guards();
    lower_variables();
    check_discrete_equations(model(), parts_.discrete, discrete_blocks, lowering, diagnostics_);
    for (const Expr e : edges) out_->edges.push_back(lowering.lower(e));
    whens.lower(state_places_);
    lower_checks();
    lower_ranges(*out_, lowering,
                 [this](Expr e, Span span, std::string_view what) { return lower_parameter(e, span, what); });
    transitions.lower();
    lower_sliding();
    lowering.collect_fresh_values();
    lowering.collect_pres(out_->pres);
    InstructionList section = lowering.take_section();
    out_->setup = arrange(out_->tape, lowering.take_setup());
    lowering_ = nullptr;
    transitions_ = nullptr;
    return section;
  }

  // Modes that are only reached get their values from where they are entered. Where conditions of `if` equations decide, the run may
  // or may not start in this tuple: what is wrong with a start is kept for that case.
  std::optional<InitialSystem> initial_system() {
    if (!may_start(model(), out_->tuple)) return InitialSystem{};
    if (std::ranges::none_of(model().machines, &Machine::follows_condition))
      return solve_initial_system(model(), *structure_, diagnostics_);
    Diagnostics at_start;
    auto initial = solve_initial_system(model(), *structure_, at_start);
    if (!initial) out_->start_problems = at_start.all();
    return initial ? initial : InitialSystem{};
  }

  // Lists that grow in steps of twice their size leave half of it unused, or copied.
  void make_room() {
    std::size_t branches = 0;
    for (const When& when : model().whens) branches += when.branches.size();
    out_->branches.reserve(branches);
    out_->guards.reserve(branches);
    out_->conditions.reserve(branches);
    out_->discretes.reserve(branches + parts_.discrete.size());
    out_->origins.reserve(parts_.continuous.size());
    out_->states.reserve(parts_.continuous_unknowns.size());
  }

  void define_parameters() {
    for (const Variable& v : model().variables) {
      if (v.variability > Variability::parameter || v.type == Type::string || !v.exists) continue;
      lowering_->define_parameter(v.symbol, v.binding ? v.binding : v.start);
    }
    if (!model().free) return;
    for (const Expr symbol : model().free->symbols) {
      out_->inputs.push_back(out_->tape.new_slot());
      lowering_->define_input(symbol, out_->inputs.back());
    }
  }

  Slot lower_parameter(Expr e, Span span, std::string_view what) {
    if (lowering_->rates().of(e).rate != Rate::parameter) {
      diagnostics_.error("not-constant", span, fmt::format("{} must be constant", what), "depends on a variable",
                         "use parameters and constants only");
      e = pool().number(0);
    }
    return lowering_->lower(e, Context::event_body);
  }

  Slot start_slot(const Variable& v) {
    const Expr start = v.start ? v.start : pool().number(0);
    return lower_parameter(start, v.span, fmt::format("the start value of `{}`", v.name));
  }

  void define_states() {
    for (const Expr leaf : structure_->states()) {
      const Expr symbol = leaf->op() == Op::der ? leaf->symbol() : leaf;
      CompiledState s;
      s.variable = static_cast<std::uint32_t>(model().index_of(symbol));
      s.order = leaf->op() == Op::der ? leaf->order() : 0;
      s.value = out_->tape.new_slot();
      lowering_->define_state(leaf, s.value);
      state_places_[leaf] = static_cast<std::uint32_t>(state_leaves_.size());
      state_leaves_.push_back(leaf);
      out_->states.push_back(s);
    }
  }

  void define_continuous() {
    for (const Block& b : structure_->blocks) {
      lowering_->define_block(*structure_, b);
      for (const std::size_t i : b.equations) log_relations(structure_->equations[i]);
    }
  }

  void log_relations(const Equation& e) {
    const Variable* v = e.lhs->op() == Op::symbol ? model().find(e.lhs) : nullptr;
    if (v && v->is_watched) return;
    const Expr sides[] = {e.lhs, e.rhs};
    for_each_node(sides, [&](Expr n) {
      if (n->is_relation()) lowering_->expect_guard(n);
      if (n->is_relation() || steps(n->op())) lowering_->log_relation(n);
    });
  }

  void add_discrete(const Variable& v, Expr definition, Context context, Span span) {
    CompiledDiscrete d;
    d.variable = static_cast<std::uint32_t>(model().index_of(v.symbol));
    d.value = out_->tape.new_slot();
    d.pre = out_->tape.new_slot();
    d.start = no_slot;
    lowering_->define_discrete(v.symbol, d.value, d.pre, definition, context, span);
    if (!discrete_places_.contains(v.symbol)) discrete_places_[v.symbol] = static_cast<std::uint32_t>(out_->discretes.size());
    out_->discretes.push_back(d);
  }

  void define_discretes(const std::vector<Block>& blocks) {
    for (const Block& b : blocks) {
      const Equation& e = parts_.discrete[b.equations[0]];
      const Expr held = transitions_->held(e, b.unknowns[0]);
      add_discrete(*model().find(b.unknowns[0]), held ? held : b.value, Context::equation, e.span);
      log_relations(e);
    }
  }

  void lower_initial_system(const std::vector<InitialValue>& values) {
    for (CompiledState& s : out_->states) {
      const std::size_t index = static_cast<std::size_t>(&s - out_->states.data());
      const Variable& v = model().variables[s.variable];
      const bool is_derivative = state_leaves_[index]->op() == Op::der;
      s.start = is_derivative ? lowering_->lower(pool().number(0)) : start_slot(v);
      if (v.nominal && !is_derivative)
        s.nominal = lower_parameter(v.nominal, v.span, fmt::format("the nominal value of `{}`", v.name));
    }
    for (CompiledDiscrete& d : out_->discretes)
      if (d.variable != CompiledDiscrete::npos) d.start = start_slot(model().variables[d.variable]);
    if (values.empty()) return;
    std::vector<std::pair<Slot, Expr>> results;
    for (const InitialValue& v : values) results.emplace_back(lowering_->lower(v.value, Context::event_body), v.leaf);
    for (const auto& [slot, leaf] : results) {
      if (const std::uint32_t* state = state_places_.find(leaf)) {
        out_->initial_states.emplace_back(slot, *state);
      } else {
        out_->initial_discretes.emplace_back(slot, discrete_places_.at(leaf));
      }
    }
    std::vector<Instruction> code;
    for (const RatedInstruction& r : lowering_->take_section()) code.push_back(r.instruction);
    out_->initial = arrange(out_->tape, std::move(code));
  }

  void lower_variables() {
    out_->variables.resize(model().variables.size());
    for (std::size_t j = 0; j < state_leaves_.size(); ++j) {
      const Expr leaf = state_leaves_[j];
      const Expr next = leaf->op() == Op::der ? pool().der(leaf->symbol(), leaf->order() + 1) : pool().der(leaf);
      out_->states[j].derivative = lowering_->lower(next);
    }
    NodeTable<std::uint32_t> places;
    for (std::size_t i = 0; i < model().variables.size(); ++i) {
      const Variable& v = model().variables[i];
      if (!places.contains(v.symbol)) places[v.symbol] = static_cast<std::uint32_t>(i);
      out_->variables[i].place = places.at(v.symbol);
      if (v.type == Type::string || !v.exists || is_weight(v.symbol)) continue;
      out_->variables[i].value = lowering_->lower(v.symbol);
    }
    // floor(...) may stand in constraints only: derivatives do not have it.
    for (std::size_t i = 0; i < out_->discretes.size(); ++i)
      if (out_->discretes[i].variable == CompiledDiscrete::npos && out_->discretes[i].key)
        lowering_->lower(out_->discretes[i].key);
    for (const CompiledState& s : out_->states)
      if (out_->variables[s.variable].value == s.value) out_->variables[s.variable].derivative = s.derivative;
  }

  void lower_checks() {
    for (const Assertion& a : model().assertions) {
      CompiledCheck c = lower_check(*lowering_, a.message, a.level, a.span);
      c.condition = lowering_->lower(a.condition, Context::equation);
      out_->checks.push_back(std::move(c));
    }
  }

  void lower_sliding() {
    for (const SlidingSurface& s : model().sliding) {
      const Slot above = lowering_->lower(greater(s.weight, pool().number(1)));
      const Slot below = lowering_->lower(less(s.weight, pool().number(0)));
      out_->sliding.push_back({s.surface, s.weight, above, below, s.names});
      for (CompiledGuard& g : out_->guards)
        if (depends_on(g.surface, s.weight)) g.named = sliding_event(s.names.front(), true);
    }
  }
  [[nodiscard]] bool is_weight(Expr symbol) const {
    return std::ranges::find(model().sliding, symbol, &SlidingSurface::weight) != model().sliding.end();
  }

  void make_codes(const InstructionList& section) {
    split_into_codes(*out_, section);
    find_guard_readers(*out_, section);
    infer_event_classes(*out_, section);
  }

  std::shared_ptr<CompiledModel> out_;
  Diagnostics& diagnostics_;
  Lowering* lowering_ = nullptr;
  TransitionLowering* transitions_ = nullptr;
  std::optional<Structure> structure_;
  std::vector<Expr> state_leaves_;
  NodeTable<std::uint32_t> state_places_;     // leaf -> state
  NodeTable<std::uint32_t> discrete_places_;  // symbol -> the first discrete
  EquationParts parts_;
};

}  // namespace

std::shared_ptr<const CompiledModel> compile(const HybridModel& model, const ModeTuple& tuple, Diagnostics& diagnostics) {
  return Compiler(model, tuple, diagnostics).compile();
}

}  // namespace saltus
