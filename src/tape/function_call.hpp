#pragma once
// Runs the program of a user function over series, in the frame of registers that the jets keep for it.

#include <cstdint>
#include <limits>
#include <optional>

#include "number/lanes.hpp"
#include "tape/function_program.hpp"
#include "tape/jets.hpp"
#include "tape/sure_bits.hpp"

namespace saltus {

/// How a call ended.
struct CallEnd {
  bool unsure = false;  ///< of numbers with derivatives: the way it took hangs on what is varied (tape/sure_bits.hpp)
  std::optional<std::uint32_t> endless = {};  ///< a limit of passes was reached: at this backward jump
};

/// Runs the steps for series of length k+1.
template <class T>
CallEnd run_steps(const FunctionProgram& program, Jets<T>& frame, int k) {
  using Kind = FunctionProgram::Step::Kind;
  std::uint32_t iterations = 0, passes = 0;
  std::size_t last = program.steps.size();  // backward jump
  CallEnd end;
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
          if (!is_sure(frame[step.from][0])) end.unsure = true;
        if (!(to_double(value(frame[step.from][0])) > 0.5)) next = step.target;
        break;
      case Kind::leave: return end;
    }
    if (next <= at) {
      passes = at == last ? passes + 1 : 1;
      last = at;
      if (passes > FunctionProgram::max_passes || ++iterations > FunctionProgram::max_iterations) {
        end.endless = static_cast<std::uint32_t>(at);
        return end;
      }
    }
    at = next;
  }
  return end;
}

/// Coefficient k of one output, for the arguments argument(i)[0..k]; control flow follows order 0. `first`: coefficient 0, if k is another: where
/// a loop did not end it is not tried again.
template <class T, class Argument>
T call_once(const FunctionCall& call, const FunctionProgram& program, Jets<T>& frame, int k, const T& first,
            const Argument& argument) {
  const T none(std::numeric_limits<double>::quiet_NaN());
  if (k > 0 && first != first) return none;
  for (std::uint32_t i = 0; i < call.count; ++i) {
    T* const to = frame[program.inputs[i]];
    for (int j = 0; j <= k; ++j) to[j] = argument(i, j);
  }
  const CallEnd end = run_steps(program, frame, k);
  if (end.endless) return none;
  const T& result = frame[program.outputs[call.output]][k];
  if constexpr (has_derivative<T>)
    if (end.unsure) return unsure(result);
  return result;
}

template <class T>
void call_function(const Tape& tape, const Instruction& n, Jets<T>& jets, int k) {
  const FunctionCall& call = tape.calls[n.index];
  const Slot* const arguments = tape.arguments.data() + call.first;
  jets[n.out][k] = call_once(call, *tape.functions[call.function], jets.frame(call.function), k, T(jets[n.out][0]),
                             [&](std::uint32_t i, int j) { return jets[arguments[i]][j]; });
}

/// Lanes may take different branches: one after the other.
template <int N>
void call_function(const Tape& tape, const Instruction& n, Jets<Lanes<double, N>>& jets, int k) {
  const FunctionCall& call = tape.calls[n.index];
  const Slot* const arguments = tape.arguments.data() + call.first;
  for (int lane = 0; lane < N; ++lane) {
    const double first = jets[n.out][0][lane];
    const double x = call_once(call, *tape.functions[call.function], jets.frame(call.function), k, first,
                               [&](std::uint32_t i, int j) { return jets[arguments[i]][j][lane]; });
    jets[n.out][k].set(lane, x);
  }
}

}  // namespace saltus
