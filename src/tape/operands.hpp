#pragma once
// Which slots an operation reads and writes.

#include <set>

#include "tape/tape.hpp"

namespace saltus {

[[nodiscard]] inline bool is_integration(TapeOp op) { return op == TapeOp::integrate || op == TapeOp::integrate_linear; }
[[nodiscard]] inline bool is_linear(TapeOp op) { return op == TapeOp::linear || op == TapeOp::integrate_linear; }

/// Are there operands or results that only the tape knows?
[[nodiscard]] inline bool has_list(const Instruction& i) {
  return is_linear(i.op) || i.op == TapeOp::call || i.op == TapeOp::solve;
}

/// Does the operation read more than coefficient 0 of operand a?
[[nodiscard]] inline bool reads_series_of_a(const Instruction& i) {
  return !((i.op == TapeOp::sincos || i.op == TapeOp::exp) && i.b != no_slot);
}

/// Calls f(slot) for the operands named in the instruction itself.
template <class F>
void for_each_named_operand(const Instruction& i, F&& f) {
  if (i.a != no_slot) f(i.a);
  if (i.b != no_slot) f(i.b);
  if (i.c != no_slot && i.op != TapeOp::sincos) f(i.c);
}

/// What the codes of a block read that they do not make; the unknowns do not count: they are guesses.
std::set<Slot> inputs_of(const Tape& tape, const ImplicitBlock& block);
/// The unknowns, and everything that the codes of a block make.
std::set<Slot> results_of(const Tape& tape, const ImplicitBlock& block);

/// Calls f(slot) for every slot read, possibly more than once.
template <class F>
void for_each_operand(const Tape& tape, const Instruction& i, F&& f) {
  for_each_named_operand(i, f);
  if (is_linear(i.op)) {
    for (std::uint32_t t = i.index; t < i.index + i.count; ++t) {
      if (tape.terms[t].weight != no_slot) f(tape.terms[t].weight);
      if (tape.terms[t].factor != no_slot) f(tape.terms[t].factor);
    }
  } else if (i.op == TapeOp::call) {
    const FunctionCall& call = tape.calls[i.index];
    for (std::uint32_t t = call.first; t < call.first + call.count; ++t) f(tape.arguments[t]);
  } else if (i.op == TapeOp::solve) {
    for (const Slot s : inputs_of(tape, tape.blocks[i.index])) f(s);
  }
}

/// Calls f(slot) for the results named in the instruction itself.
template <class F>
void for_each_named_result(const Instruction& i, F&& f) {
  if (i.out != no_slot) f(i.out);
  if (i.out2 != no_slot) f(i.out2);
  if (i.op == TapeOp::sincos && i.c != no_slot) {  // work slots
    f(i.c);
    f(i.c + 1);
  }
}

/// Calls f(slot) for every slot written.
template <class F>
void for_each_result(const Tape& tape, const Instruction& i, F&& f) {
  for_each_named_result(i, f);
  if (i.op == TapeOp::solve)
    for (const Slot s : results_of(tape, tape.blocks[i.index])) f(s);
}

}  // namespace saltus
