#include "sim/sharp_arguments.hpp"

#include <algorithm>
#include <ranges>

#include "tape/operands.hpp"

namespace saltus {

namespace {

void add(std::vector<SharpArgument>& found, SharpArgument::Kind kind, Slot slot, Slot exponent = no_slot) {
  const auto same = [&](const SharpArgument& a) { return a.kind == kind && a.slot == slot && a.exponent == exponent; };
  if (std::ranges::none_of(found, same)) found.push_back({kind, slot, exponent});
}

void look_at(const Instruction& i, std::vector<SharpArgument>& found) {
  using Kind = SharpArgument::Kind;
  switch (i.op) {
    case TapeOp::sincos:
    case TapeOp::tan:
    case TapeOp::sinhcosh: return add(found, Kind::span, i.a);
    case TapeOp::exp: return add(found, Kind::rising, i.a);
    case TapeOp::tanh: return add(found, Kind::step, i.a);
    case TapeOp::div: return add(found, Kind::ratio, i.b);
    case TapeOp::sqrt:
    case TapeOp::log:
    case TapeOp::log10: return add(found, Kind::ratio, i.a);
    case TapeOp::pow: return add(found, Kind::ratio, i.a, i.b);
    default: return;
  }
}

bool switches_at_once(TapeOp op) { return op >= TapeOp::less && op != TapeOp::relation; }

/// Calls f(instruction) for all operations of the outputs that the slot needs, last first.
template <class F>
void for_each_needed(const CompiledModel& c, Slot slot, F&& f) {
  std::vector<bool> needed(c.tape.slot_count, false);
  needed[slot] = true;
  const auto& list = c.outputs.instructions;
  for (std::size_t k = list.size(); k-- > 0;) {
    const Instruction& i = list[k];
    bool used = false;
    for_each_result(c.tape, i, [&](Slot s) { used = used || needed[s]; });
    if (!used) continue;
    for_each_operand(c.tape, i, [&](Slot s) { needed[s] = true; });
    f(i);
    if (i.op != TapeOp::solve) continue;
    for (const Instruction& inner : c.tape.blocks[i.index].residual_code.instructions) f(inner);
  }
}

}  // namespace

std::vector<SharpArgument> sharp_arguments(const CompiledModel& c, Slot slot) {
  std::vector<SharpArgument> found;
  for_each_needed(c, slot, [&](const Instruction& i) { look_at(i, found); });
  return found;
}

std::vector<Slot> switches(const CompiledModel& c, Slot slot) {
  std::vector<Slot> found;
  for_each_needed(c, slot, [&](const Instruction& i) {
    if (switches_at_once(i.op)) found.push_back(i.out);
  });
  return found;
}

std::vector<WeightedTerm> summed_terms(const CompiledModel& c, Slot slot, bool with_setup) {
  std::vector<WeightedTerm> terms;
  std::vector<bool> is_sum(c.tape.slot_count, false);
  is_sum[slot] = true;
  const auto take = [&](Slot s) {
    is_sum[s] = true;
    terms.push_back({no_slot, s});
  };
  const auto look_at = [&](const Instruction& i) {
    if (i.out == no_slot || !is_sum[i.out]) return;
    if (i.op == TapeOp::add || i.op == TapeOp::sub) {
      take(i.a);
      take(i.b);
    } else if (i.op == TapeOp::neg || i.op == TapeOp::copy) {
      take(i.a);
    } else if (i.op == TapeOp::linear) {
      for (std::uint32_t t = i.index; t < i.index + i.count; ++t) {
        const LinearTerm& term = c.tape.terms[t];
        if (term.weight == no_slot)
          take(term.factor);
        else
          terms.push_back({term.weight, term.factor});
      }
    }
  };
  for (const Instruction& i : std::views::reverse(c.outputs.instructions)) look_at(i);
  if (with_setup)
    for (const Instruction& i : std::views::reverse(c.setup.instructions)) look_at(i);
  return terms;
}

}  // namespace saltus
