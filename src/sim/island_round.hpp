#pragma once
// The operations of an event round, evaluated only where something they read has changed.
//
// Operations are run in the order of the code. One that reads what a later one makes reads it in the next round, as it does where all of
// them are run.

#include <vector>

#include "compile/island_plan.hpp"
#include "sim/flow.hpp"
#include "sim/index_set.hpp"
#include "sim/island_notes.hpp"
#include "tape/kernel.hpp"

namespace saltus {

template <class T>
class IslandRound {
 public:
  IslandRound(const IslandPlan& plan, Flow<T>& flow, CourseNotes<T>& notes)
      : plan_(plan), c_(flow.compiled()), jets_(flow.jets()), notes_(notes), waiting_(c_.round.instructions.size()) {}

  /// What changed since the lists were cleared, in no order, possibly more than once.
  std::vector<std::uint32_t> branches, bits, discretes, checks;
  std::vector<std::uint32_t> islands, guards;  ///< that read what changed, states apart

  /// All operations have been evaluated elsewhere.
  void enter() {
    waiting_.clear();
    later_.clear();
    written_.clear();
    forget();
  }
  void begin_instant() {
    written_.clear();
    forget();
  }
  /// All slots that were written since begin_instant() get back what they had.
  void take_back() {
    for (; !written_.empty(); written_.pop_back()) jets_[written_.back().slot][0] = written_.back().before;
  }
  void begin_round() {
    for (const std::uint32_t i : later_) waiting_.add(i);
    later_.clear();
  }
  /// Nothing is left for the next round.
  [[nodiscard]] bool is_done() const { return waiting_.empty() && later_.empty(); }
  void forget() {
    for (std::vector<std::uint32_t>* list : {&branches, &bits, &discretes, &checks, &islands, &guards}) list->clear();
  }

  /// A slot was changed from outside.
  void changed(Slot s) {
    notes_.look(Look::At::readers, s);
    for (const std::uint32_t packed : plan_.uses[s]) note(SlotReader::unpacked(packed));
  }
  void changed(Slot s, const T& value) {
    if (identical(jets_[s][0], value)) return;
    written_.push_back({s, jets_[s][0]});
    jets_[s][0] = value;
    changed(s);
  }
  /// A number that another slot holds. In an instant of which notes are taken what reads it is computed again though it be the same.
  void copied(Slot s, Slot from) {
    const bool same = identical(jets_[s][0], jets_[from][0]);
    if (!same) {
      written_.push_back({s, jets_[s][0]});
      jets_[s][0] = jets_[from][0];
      changed(s);
    }
    if (!notes_.is_on()) return;
    notes_.copied(s, from, !same);
    if (same) tell_operations(s, 0);
  }
  void again(std::uint32_t operation) { waiting_.add(operation); }
  void next_round(std::uint32_t operation) { later_.push_back(operation); }

  /// decide(guard): false if the relation stays as it is. join(guard, operation): the operation changed something that the guard reads.
  template <class Decide, class Join>
  void evaluate(Decide&& decide, Join&& join) {
    const Kernel<T, std::integral_constant<int, 0>> kernel(c_.tape, jets_, {});
    while (!waiting_.empty()) {
      const std::uint32_t i = waiting_.take();
      const Instruction& n = c_.round.instructions[i];
      if (n.op == TapeOp::relation && !decide(n.index)) continue;
      notes_.look(Look::At::operation, i);
      before_ = jets_[n.out][0];
      const bool second = n.out2 != no_slot;
      if (second) before2_ = jets_[n.out2][0];
      kernel.run(n);
      const std::size_t told = guards.size();
      const bool changed = !identical(before_, jets_[n.out][0]);
      const bool changed2 = second && !identical(before2_, jets_[n.out2][0]);
      if (changed) pass_on(n.out, before_, i);
      if (changed2) pass_on(n.out2, before2_, i);
      if (notes_.is_on()) {
        notes_.operated(i, n, before_ > T(0.5), changed, changed2);
        if (!changed && !notes_.is_logical(n.out)) tell_operations(n.out, i + 1);
        if (second && !changed2) tell_operations(n.out2, i + 1);
      }
      for (std::size_t g = told; g < guards.size(); ++g) join(guards[g], i);
    }
  }

 private:
  void note(const SlotReader& use) {
    using enum SlotReader::Kind;
    switch (use.kind) {
      case round: waiting_.add(use.index); break;
      case island: islands.push_back(use.index); break;
      case guard: guards.push_back(use.index); break;
      case branch: branches.push_back(use.index); break;
      case bit: bits.push_back(use.index); break;
      case discrete: discretes.push_back(use.index); break;
      case check: checks.push_back(use.index); break;
      case left:
      case variable: break;
    }
  }
  void pass_on(Slot s, const T& before, std::uint32_t maker) {
    written_.push_back({s, before});
    notes_.look(Look::At::readers, s);
    for (const std::uint32_t packed : plan_.uses[s]) {
      const SlotReader use = SlotReader::unpacked(packed);
      if (use.kind == SlotReader::Kind::round && use.index <= maker)
        later_.push_back(use.index);
      else
        note(use);
    }
  }

  void tell_operations(Slot s, std::uint32_t from) {
    notes_.look(Look::At::readers, s);
    for (const std::uint32_t packed : plan_.uses[s]) {
      const SlotReader use = SlotReader::unpacked(packed);
      if (use.kind == SlotReader::Kind::round && use.index >= from) waiting_.add(use.index);
    }
  }

  const IslandPlan& plan_;
  const CompiledModel& c_;
  Jets<T>& jets_;
  CourseNotes<T>& notes_;
  IndexSet waiting_;
  std::vector<std::uint32_t> later_;
  struct Written {
    Slot slot;
    T before;
  };
  std::vector<Written> written_;  // in the present instant, in order
  T before_{}, before2_{};
};

}  // namespace saltus
