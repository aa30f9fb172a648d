#pragma once
// Runs the program of a user function over series, in the frame of registers that the jets keep for it.

#include <cstdint>
#include <limits>

#include "number/lanes.hpp"
#include "tape/function_program.hpp"
#include "tape/jets.hpp"
#include "tape/sure_bits.hpp"

namespace saltus {

/// How a call ended.
enum class CallEnd : std::uint8_t {
  left,
  left_unsure,  ///< of numbers with derivatives: the way it took hangs on what is varied (tape/sure_bits.hpp)
  endless,      ///< the limit of iterations was reached
};

/// Runs the steps for series of length k+1.
template <class T>
CallEnd run_steps(const FunctionProgram& program, Jets<T>& frame, int k) {
  using Kind = FunctionProgram::Step::Kind;
  std::uint32_t iterations = 0;
  CallEnd end = CallEnd::left;
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
        if constexpr (has_derivative<T>)
          if (!is_sure(frame[step.from][0])) end = CallEnd::left_unsure;
        if (!(to_double(value(frame[step.from][0])) > 0.5)) next = step.target;
        break;
      case Kind::leave: return end;
    }
    if (next <= at && ++iterations > FunctionProgram::max_iterations) return CallEnd::endless;
    at = next;
  }
  return end;
}

/// Coefficient k of one output, for the arguments argument(i)[0..k]; control flow follows order 0.
template <class T, class Argument>
T call_once(const FunctionCall& call, const FunctionProgram& program, Jets<T>& frame, int k, const Argument& argument) {
  for (std::uint32_t i = 0; i < call.count; ++i) {
    T* const to = frame[program.inputs[i]];
    for (int j = 0; j <= k; ++j) to[j] = argument(i, j);
  }
  const CallEnd end = run_steps(program, frame, k);
  if (end == CallEnd::endless) return T(std::numeric_limits<double>::quiet_NaN());
  const T& result = frame[program.outputs[call.output]][k];
  if constexpr (has_derivative<T>)
    if (end == CallEnd::left_unsure) return unsure(result);
  return result;
}

template <class T>
void call_function(const Tape& tape, const Instruction& n, Jets<T>& jets, int k) {
  const FunctionCall& call = tape.calls[n.index];
  const Slot* const arguments = tape.arguments.data() + call.first;
  jets[n.out][k] = call_once(call, *tape.functions[call.function], jets.frame(call.function), k,
                             [&](std::uint32_t i, int j) { return jets[arguments[i]][j]; });
}

/// Lanes may take different branches: one after the other.
template <int N>
void call_function(const Tape& tape, const Instruction& n, Jets<Lanes<double, N>>& jets, int k) {
  const FunctionCall& call = tape.calls[n.index];
  const Slot* const arguments = tape.arguments.data() + call.first;
  for (int lane = 0; lane < N; ++lane) {
    const double x = call_once(call, *tape.functions[call.function], jets.frame(call.function), k,
                               [&](std::uint32_t i, int j) { return jets[arguments[i]][j][lane]; });
    jets[n.out][k].set(lane, x);
  }
}

}  // namespace saltus
