#pragma once
// Expressions to tape operations.
//
// Every expression gets one slot and one operation, listed after those it needs; the definition of a variable counts as needed
// by its uses. That one list, in one order, is the event round; filtered by rate and by who needs it, it gives the other codes.
//
// What a relation or a kink becomes depends on the context in which it stands:
//   equation    a guard: events
//   no_event    a guard of kind kink
//   event_body  the literal comparison at order 0: bodies of `when` run only at events. A relation on the surface of a guard (in
//               `when {x > 1, x < 0} then on = x < 0;`) is the bit of a guard: at the event x is 0, and on its way below
//   watched     the literal comparison wherever the value is asked for: variables that the run does not depend on
// Operators that are not elementary are rewritten first (`expansion`): floor becomes a buffered integer with two guards, mod,
// rem, div and ceil become floor, edge and change become pre.

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "compile/compiled_model.hpp"
#include "compile/open_keys.hpp"
#include "compile/rate.hpp"
#include "expr/node_table.hpp"
#include "structure/structure.hpp"

namespace saltus {

enum class Context : std::uint8_t { equation, no_event, event_body, watched };

/// floor, and what is made of it.
[[nodiscard]] bool steps(Op op);

struct RatedInstruction {
  Instruction instruction;
  Rate rate = Rate::continuous;
};
/// In order of evaluation. Long ones are not copied while they grow.
using InstructionList = std::deque<RatedInstruction>;

class Lowering {
 public:
  Lowering(CompiledModel& out, Diagnostics& diagnostics);

  /// A continuous variable (or der of a state) that is defined by an expression.
  void define(Expr leaf, Expr value, Span span);
  /// A state: an input of all codes.
  void define_state(Expr symbol, Slot slot);
  /// A discrete variable with its value and pre slots; its definition is lowered in `context`.
  void define_discrete(Expr symbol, Slot value, Slot pre, Expr definition, Context context, Span span);
  /// A Boolean of the compiler that needs no pre (which branch of a `when` is active).
  void define_local(Expr symbol, Expr definition, Context context, Span span);
  void define_parameter(Expr symbol, Expr binding);
  /// A parameter whose value the run puts into the slot before the set-up.
  void define_input(Expr symbol, Slot slot);
  /// The unknowns of a block of `structure`: its assignments, and the tears that one operation finds together.
  void define_block(const Structure& structure, const Block& block);
  /// Of a relation in the body of a `when`: a bit that is false where its sides are equal but for rounding, and not the same number. No slot if
  /// it compares nothing that flows, or is decided as a guard. Of an operator that steps (`floor(x)`) likewise: its argument and the whole number at
  /// which it steps. True where it is not evaluated: `where` says where it is.
  Slot lower_is_beyond_rounding(Expr relation_or_step, Expr where);
  /// Of an Integer: a bit that is false where the numbers of the run do not hold all Integers of its size. True where it is not evaluated.
  Slot lower_is_exact(Expr integer, Expr where);
  /// Relations, and operators such as floor, that stand in equations have event entries of their own.
  void log_relation(Expr relation) { logged_.insert(relation); }

  /// The relation stands where it makes a guard; before anything is lowered.
  void expect_guard(Expr relation);

  /// An equation lhs = rhs of the modes: a relation of its two sides is no guard, their difference is identically zero.
  void expect_equality(const Equation& e);

  /// The slot of `e`, after emitting what it needs.
  Slot lower(Expr e, Context context = Context::equation);

  [[nodiscard]] Slot tear_slot(Expr tear) const { return definitions_.at(tear).slot; }

  /// From here to thaw() discrete variables, bits of guards and the leaves given are inputs: systems that are solved beside the codes.
  void freeze(std::unordered_map<Expr, Slot> inputs);
  void thaw();
  /// Emits the decisions of guards that were only read so far.
  void emit_pending_guards();

  [[nodiscard]] RateAnalysis& rates() { return rates_; }
  /// What was emitted so far in this section, except parameter expressions, and a new section: nothing but parameters and inputs
  /// is known in it. The definitions stay.
  InstructionList take_section();
  /// Continuous variables of which pre() is used; after everything is lowered.
  void collect_pres(std::vector<CompiledPre>& pres);
  /// Slots of the values with which hidden discretes begin; after everything is lowered.
  void collect_fresh_values();
  std::vector<Instruction> take_setup() { return std::move(setup_); }

 private:
  struct Key {
    Expr e;
    Context context;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const noexcept {
      return std::hash<Expr>()(k.e) * 4 + static_cast<std::size_t>(k.context);
    }
  };
  /// What lower() needs on its way.
  struct Descent {
    struct Frame {
      Key key;
      bool expanded;
    };
    OpenKeys<Key, KeyHash> open;
    std::vector<Frame> stack;
    std::vector<Key> needed;
  };
  struct Definition {
    enum class Kind : std::uint8_t { parameter, state, continuous, discrete, local, tear } kind = Kind::continuous;
    Expr value;
    Context context = Context::equation;
    Slot slot = no_slot;
    Slot pre = no_slot;
    Span span;
    std::size_t block = 0;  // tear: in blocks_
    std::uint32_t together = Origin::none;
  };
  /// Equations that one operation solves.
  static constexpr std::size_t no_block = ~std::size_t{0};
  struct SolvedBlock {
    std::vector<Expr> tears, residuals;
    std::vector<Block::Entry> jacobian;
    std::unordered_map<Expr, bool> inside;  // by node: does it depend on the tears? Leaves given by assignments included
    bool linear = false;
    bool reads_time = false;
    bool at_events = false;  // discrete variables: solved in event rounds only, in the context of the bodies of `when`
    bool emitted = false;    // in this section
    std::size_t place = 0;   // in Tape::blocks
    Span span;
  };
  /// A guard of which the bit is read before it is decided: the decision of the round before.
  struct PendingGuard {
    std::size_t guard;
    Expr h;
    Context context;
  };

  LeafMeaning meaning(Expr leaf) const;
  Key canonical(Expr e, Context context);
  /// What watched comparisons decide changes between events.
  Rate rate_of(const Key& k) {
    const Rate rate = rates_.of(k.e).rate;
    return k.context == Context::watched && rate == Rate::discrete ? Rate::continuous : rate;
  }
  static Context without_events(Context context) {
    return context == Context::event_body || context == Context::watched ? context : Context::no_event;
  }
  bool known(const Key& k) const { return parameters_.contains(k.e) || section_slots(k.context).contains(k.e); }
  Slot slot(const Key& k) const;
  NodeTable<Slot>& section_slots(Context context) { return slots_[static_cast<std::size_t>(context)]; }
  const NodeTable<Slot>& section_slots(Context context) const { return slots_[static_cast<std::size_t>(context)]; }
  Slot slot(Expr e, Context context) { return slot(canonical(e, context)); }

  /// What must have a slot before k, appended to `keys`.
  void add_needs(const Key& k, std::vector<Key>& keys);
  void emit(const Key& k);
  Slot emit_leaf(const Key& k);
  Slot emit_operation(const Key& k);
  Slot emit_relation(const Key& k);
  Slot emit_kink(const Key& k);
  Slot emit_power(const Key& k);
  Slot emit_call(const Key& k);
  Slot emit_sample(Expr e);

  /// `e` in terms of simpler operators, or null if it is elementary.
  Expr expansion(const Key& k);
  Expr expanded(const Key& k);
  Expr expand_floor(const Key& k);
  Expr floor_for(Expr original, Expr x);  ///< floor(x) that stands for `original` in the log
  struct GuardName {
    std::string text;
    int logged_side = 0;
  };
  bool is_literal(const Key& k);  ///< relations and kinks are computed at order 0, no guard
  bool is_on_surface(Expr e);     ///< a relation whose difference is that of a guard
  bool is_zero(Expr difference);  ///< the difference, either way, of the sides of an equation

  Slot guard_bit(Expr h, Context context, bool kink, Expr relation);
  void fill_guard(std::size_t index, Expr h, Context context);
  bool is_inside(SolvedBlock& block, Expr e);
  std::vector<Key> inputs_of_block(std::size_t b);
  void emit_block(std::size_t b);
  std::optional<Key> break_loop(std::span<const Key> loop);
  bool solve_loop(std::span<const Key> loop);
  /// Of an expression inside block `within`, or of one outside of all: what blocks solve for counts with the size of its rounding.
  std::vector<Slot> terms_of(Expr h, Context context, std::size_t within = no_block);
  Slot rounded_size(Expr tear);
  void find_surface_state(CompiledGuard& g, Expr h);
  Slot constant(Expr e);
  Slot instruction(TapeOp op, Rate rate, Slot a, Slot b = no_slot, Slot c = no_slot);
  Slot size_of(Slot a, Rate rate);
  Slot or_not_evaluated(Slot bit, Expr where, Rate rate);
  Slot pair_instruction(TapeOp op, Rate rate, Slot a, Slot b, bool second);
  void append(const Instruction& i, Rate rate);
  Slot pre_slot(Expr symbol);
  void report_loop(const std::vector<Key>& path);

  CompiledModel& out_;
  ExprPool& pool_;
  Diagnostics& diagnostics_;
  RateAnalysis rates_;
  NodeRecords<Definition> definitions_;
  NodeSet logged_;
  std::vector<std::uint64_t> equalities_;  // the sides of all equations, as pairs of ids
  bool equalities_sorted_ = true;
  NodeSet surfaces_;                                  // a - b of all relations a < b, ... that make guards
  std::unordered_map<Expr, std::string> written_as_;  // floor(...) that the compiler made -> the operator as written
  std::unordered_map<Expr, GuardName> guard_names_;   // relations that the compiler made
  NodeTable<Slot> parameters_;                        // slots of expressions of rate parameter: valid in every section
  std::array<NodeTable<Slot>, 4> slots_;              // of this section, by context
  std::unordered_map<Key, Expr, KeyHash> expansions_;
  struct Pair {
    Slot first, second;
  };
  std::unordered_map<std::uint64_t, Pair> pairs_;               // (operation, argument) -> both results
  std::unordered_map<std::uint64_t, std::size_t> guard_index_;  // (h node, kink) -> guard
  std::unordered_map<std::string, std::size_t> function_index_;
  std::unordered_map<Expr, Slot> sample_bits_;
  std::vector<Instruction> setup_;
  InstructionList section_;
  std::vector<std::pair<std::size_t, Expr>> fresh_;  // hidden discretes and what they begin with
  std::vector<std::pair<Expr, Slot>> left_limits_;   // continuous variables with a pre slot
  bool loop_reported_ = false;
  std::vector<SolvedBlock> blocks_;
  std::vector<PendingGuard> pending_;
  std::unordered_map<Expr, Slot> inputs_;  // while frozen
  bool frozen_ = false;                    // discrete variables are inputs
  bool reads_bits_ = false;                // bits of guards are inputs
  bool postponed_ = false;  // sections that do not decide guards are being made: pending guards wait for the next one
  std::vector<Key>* emitted_ = nullptr;  // what is emitted is noted here
  int depth_ = 0;                        // of lower()
  Descent descent_;                      // empty; its room is used again
};

}  // namespace saltus
