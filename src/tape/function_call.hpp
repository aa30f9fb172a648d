#pragma once
// Runs the program of a user function over series, in the frame of registers that the jets keep for it.

#include <cstdint>
#include <limits>

#include "tape/function_program.hpp"
#include "tape/jets.hpp"

namespace saltus {

/// Runs the steps for series of length k+1. False if the limit of iterations was reached.
template <class T>
bool run_steps(const FunctionProgram& program, Jets<T>& frame, int k) {
  using Kind = FunctionProgram::Step::Kind;
  std::uint32_t iterations = 0;
  for (std::size_t at = 0; at < program.steps.size();) {
    const FunctionProgram::Step& step = program.steps[at];
    std::size_t next = at + 1;
    switch (step.kind) {
      case Kind::evaluate: run(program.tape, program.codes[step.target], frame, 0, k); break;
      case Kind::move:
        for (int j = 0; j <= k; ++j) frame[step.to][j] = frame[step.from][j];
        break;
      case Kind::jump: next = step.target; break;
      case Kind::jump_unless:
        if (!(to_double(value(frame[step.from][0])) > 0.5)) next = step.target;
        break;
      case Kind::leave: return true;
    }
    if (next <= at && ++iterations > FunctionProgram::max_iterations) return false;
    at = next;
  }
  return true;
}

/// Coefficient k of one output of a call; control flow follows order 0.
template <class T>
void call_function(const Tape& tape, const Instruction& call, Jets<T>& jets, int k) {
  const FunctionProgram& program = *tape.functions[call.index];
  Jets<T>& frame = jets.frame(call.index);
  for (std::uint32_t i = 0; i < call.count; ++i) {
    const T* const from = jets[tape.arguments[call.index2 + i]];
    T* const to = frame[program.inputs[i]];
    for (int j = 0; j <= k; ++j) to[j] = from[j];
  }
  const bool ended = run_steps(program, frame, k);
  jets[call.out][k] = ended ? frame[program.outputs[call.output]][k] : T(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace saltus
