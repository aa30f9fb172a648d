#include "compile/codes.hpp"

#include <unordered_map>

#include "tape/operands.hpp"

namespace saltus {

namespace {

enum class Need : std::uint8_t { none, flow, guards, outputs };

class Needs {
 public:
  Needs(const Tape& tape, const std::vector<RatedInstruction>& all) : tape_(tape), all_(all), need_(all.size(), Need::none) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].rate == Rate::continuous) for_each_result(all[i].instruction, [&](Slot s) { producer_[s] = i; });
  }

  // Everything `slot` depends on is needed by `who`, unless somebody before it needs it already.
  void mark(Slot slot, Need who) {
    std::vector<Slot> stack{slot};
    while (!stack.empty()) {
      const auto it = producer_.find(stack.back());
      stack.pop_back();
      if (it == producer_.end() || need_[it->second] != Need::none) continue;
      need_[it->second] = who;
      for_each_operand(tape_, all_[it->second].instruction, [&](Slot s) { stack.push_back(s); });
    }
  }

  std::vector<Instruction> list(Need who) const {
    std::vector<Instruction> result;
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (need_[i] == who) result.push_back(all_[i].instruction);
    return result;
  }

 private:
  const Tape& tape_;
  const std::vector<RatedInstruction>& all_;
  std::vector<Need> need_;
  std::unordered_map<Slot, std::size_t> producer_;
};

}  // namespace

void split_into_codes(CompiledModel& c, const std::vector<RatedInstruction>& all) {
  Needs needs(c.tape, all);
  for (const CompiledState& s : c.states) needs.mark(s.derivative, Need::flow);
  for (const CompiledGuard& g : c.guards) {
    needs.mark(g.h, Need::guards);
    for (const Slot s : g.terms) needs.mark(s, Need::guards);
  }
  for (const CompiledVariable& v : c.variables)
    if (v.value != no_slot) needs.mark(v.value, Need::outputs);

  std::vector<Instruction> flow = needs.list(Need::flow);
  for (const CompiledState& s : c.states) flow.push_back({.op = TapeOp::integrate, .out = s.value, .a = s.derivative});
  c.flow = arrange(std::move(flow));
  c.guards_code = arrange(needs.list(Need::guards));
  c.outputs = arrange(needs.list(Need::outputs));
  std::vector<Instruction> round;
  for (const RatedInstruction& r : all) round.push_back(r.instruction);
  c.round = arrange(std::move(round));
}

}  // namespace saltus
