#include "compile/event_classes.hpp"

#include <unordered_map>
#include <unordered_set>

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

// How the motion reads a slot: as the condition of a choice between expressions (other equations) or as a quantity in them.
class MotionReaders {
 public:
  MotionReaders(const CompiledModel& compiled, const std::vector<RatedInstruction>& round) : tape_(compiled.tape) {
    for (const Code* code : {&compiled.flow, &compiled.guards_code})
      for (const Instruction& i : code->instructions) {
        const bool choice = i.op == TapeOp::select;
        for_each_operand(compiled.tape, i, [&](Slot s) { note(s, choice && s == i.c); });
      }
    for (const CompiledState& s : compiled.states) note(s.derivative, false);
    std::unordered_set<Slot> made;
    for (const RatedInstruction& r : round) {
      for_each_result(compiled.tape, r.instruction, [&](Slot s) { made.insert(s); });
      if (r.rate == Rate::discrete) note_discrete(r.instruction);
    }
    // Fusion makes operations of its own on what holds between events (1/k for x/k).
    for (const Instruction& i : compiled.round.instructions) {
      bool own = true;
      for_each_result(compiled.tape, i, [&](Slot s) { own = own && !made.contains(s); });
      if (own) note_discrete(i);
    }
  }

  // Classes of a change of the slots `changed`, followed through the discrete operations of the round.
  EventClasses classes_of(std::vector<Slot> changed) const {
    EventClasses result = 0;
    std::unordered_map<Slot, bool> seen;
    while (!changed.empty()) {
      const Slot s = changed.back();
      changed.pop_back();
      if (!seen.emplace(s, true).second) continue;
      if (const auto it = motion_.find(s); it != motion_.end()) result |= it->second;
      if (const auto it = users_.find(s); it != users_.end())
        for (const std::size_t user : it->second)
          if (discrete_[user].op != TapeOp::relation)
            for_each_result(tape_, discrete_[user], [&](Slot made) { changed.push_back(made); });
    }
    return result;
  }

 private:
  void note_discrete(const Instruction& instruction) {
    const std::size_t index = discrete_.size();
    discrete_.push_back(instruction);
    for_each_operand(tape_, instruction, [&](Slot s) { users_[s].push_back(index); });
  }
  void note(Slot s, bool choice) { motion_[s] |= bit(choice ? EventClass::equations : EventClass::parameter); }

  const Tape& tape_;
  std::unordered_map<Slot, EventClasses> motion_;
  std::unordered_map<Slot, std::vector<std::size_t>> users_;
  std::vector<Instruction> discrete_;
};

}  // namespace

void infer_event_classes(CompiledModel& compiled, const std::vector<RatedInstruction>& round) {
  const MotionReaders readers(compiled, round);
  for (CompiledGuard& g : compiled.guards) {
    g.classes = readers.classes_of({g.bit});
    if (!g.classes) g.classes = bit(EventClass::output);
    if (g.time_only) g.classes |= bit(EventClass::input);
  }
  for (CompiledDiscrete& d : compiled.discretes) d.classes = readers.classes_of({d.value});
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
