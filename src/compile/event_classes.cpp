#include "compile/event_classes.hpp"

#include <span>
#include <vector>

#include "tape/operands.hpp"

namespace saltus {

std::vector<std::string> names(EventClasses classes) {
  constexpr const char* all[] = {"SE-P", "SE-I", "SE-X", "SE-F", "SE-S", "SE-O", "SE-A"};
  std::vector<std::string> result;
  for (unsigned i = 0; i < 7; ++i)
    if (classes & (1U << i)) result.emplace_back(all[i]);
  return result;
}

namespace {

constexpr EventClasses bit(EventClass c) { return static_cast<EventClasses>(c); }

// Classes of a change of each slot: how the motion reads it, as the condition of a choice between expressions (other equations) or as a
// quantity in them; directly, or through the discrete operations of the round. Found for all slots at once, from results to operands.
class MotionReaders {
 public:
  MotionReaders(const CompiledModel& compiled, const InstructionList& round)
      : tape_(compiled.tape), classes_(compiled.tape.slot_count, 0) {
    for (const Code* code : {&compiled.flow, &compiled.guards_code})
      for (const Instruction& i : code->instructions) {
        const bool choice = i.op == TapeOp::select;
        for_each_operand(compiled.tape, i, [&](Slot s) { note(s, choice && s == i.c); });
      }
    for (const CompiledState& s : compiled.states) note(s.derivative, false);
    std::vector<bool> made(compiled.tape.slot_count, false);
    for (const RatedInstruction& r : round) {
      for_each_result(compiled.tape, r.instruction, [&](Slot s) { made[s] = true; });
      if (r.rate == Rate::discrete && r.instruction.op != TapeOp::relation) discrete_.push_back(&r.instruction);
    }
    // Fusion makes operations of its own on what holds between events (1/k for x/k).
    for (const Instruction& i : compiled.round.instructions) {
      bool own = true;
      for_each_result(compiled.tape, i, [&](Slot s) { own = own && !made[s]; });
      if (own && i.op != TapeOp::relation) discrete_.push_back(&i);
    }
    // Operations stand after what they need, so one pass backwards does it, but for those that read what a later one leaves.
    while (pass()) {
    }
  }

  EventClasses classes_of(std::span<const Slot> changed) const {
    EventClasses result = 0;
    for (const Slot s : changed) result |= classes_[s];
    return result;
  }

 private:
  void note(Slot s, bool choice) { classes_[s] |= bit(choice ? EventClass::equations : EventClass::parameter); }

  /// False if nothing changed.
  bool pass() {
    bool changed = false;
    for (auto i = discrete_.rbegin(); i != discrete_.rend(); ++i) {
      EventClasses found = 0;
      for_each_result(tape_, **i, [&](Slot s) { found |= classes_[s]; });
      if (found == 0) continue;
      for_each_operand(tape_, **i, [&](Slot s) {
        changed = changed || (classes_[s] | found) != classes_[s];
        classes_[s] |= found;
      });
    }
    return changed;
  }

  const Tape& tape_;
  std::vector<EventClasses> classes_;
  std::vector<const Instruction*> discrete_;
};

}  // namespace

void infer_event_classes(CompiledModel& compiled, const InstructionList& round) {
  const MotionReaders readers(compiled, round);
  for (CompiledGuard& g : compiled.guards) {
    g.classes = readers.classes_of({&g.bit, 1});
    if (!g.classes) g.classes = bit(EventClass::output);
    if (g.time_only) g.classes |= bit(EventClass::input);
  }
  for (CompiledDiscrete& d : compiled.discretes) d.classes = readers.classes_of({&d.value, 1});
  for (CompiledBranch& b : compiled.branches) {
    std::vector<Slot> assigned;
    for (const std::size_t v : b.assigned) assigned.push_back(compiled.variables[v].value);
    for (const CompiledReinit& r : b.reinits) std::erase(assigned, compiled.states[r.state].value);
    b.classes = readers.classes_of(assigned);
    if (!b.reinits.empty()) b.classes |= bit(EventClass::state);
    if (b.solver) b.classes |= bit(EventClass::algorithm);
    if (!b.classes) b.classes = bit(EventClass::output);
    if (b.time_only) b.classes |= bit(EventClass::input);
  }
}

}  // namespace saltus
