#include "sim/logical_slots.hpp"

namespace saltus {
namespace {

class Marks {
 public:
  explicit Marks(const CompiledModel& c) : logical(c.tape.slot_count, false) {}

  void add(Slot s) {
    if (s != no_slot) logical[s] = true;
  }
  void add(const CompiledDiscrete& d) {
    add(d.value);
    add(d.pre);
  }
  std::vector<bool> logical;
};

void mark_parts(const CompiledModel& c, Marks& marks) {
  for (const CompiledGuard& g : c.guards) marks.add(g.bit);
  for (const CompiledBranch& b : c.branches) marks.add(b.active);
  for (const CompiledCheck& k : c.checks) {
    marks.add(k.active);
    marks.add(k.condition);
  }
  for (const CompiledDiscrete& d : c.discretes)
    if (d.variable != CompiledDiscrete::npos && c.model.variables[d.variable].type == Type::boolean) marks.add(d);
  for (const std::size_t i : c.conditions) marks.add(c.discretes[i]);
}

void mark_operations(const CompiledModel& c, Marks& marks) {
  using enum TapeOp;
  for (const Instruction& n : c.round.instructions) {
    const bool between_bits = n.op == not_ || n.op == and_ || n.op == or_;
    if (between_bits) marks.add(n.a);
    if (between_bits && n.op != not_) marks.add(n.b);
    if (n.op == select) marks.add(n.c);
    if (between_bits || (n.op >= less && n.op <= not_equal) || n.op == relation) marks.add(n.out);
  }
  // A number that is no bit is never chosen beside one.
  for (int pass = 0; pass < 2; ++pass)
    for (const Instruction& n : c.round.instructions)
      if ((n.op == copy && marks.logical[n.a]) || (n.op == select && marks.logical[n.a] && marks.logical[n.b]))
        marks.add(n.out);
}

}  // namespace

std::vector<bool> logical_slots(const CompiledModel& compiled) {
  Marks marks(compiled);
  mark_parts(compiled, marks);
  mark_operations(compiled, marks);
  return std::move(marks.logical);
}

}  // namespace saltus
