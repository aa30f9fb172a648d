#pragma once
// Which loop of a user function does not end, where a call has no value.

#include <algorithm>
#include <optional>

#include "tape/function_call.hpp"

namespace saltus {

struct EndlessLoop {
  const FunctionProgram* function = nullptr;
  Span span;
};

/// Looks at the calls in `code`, and at those within them. `jets` hold their arguments and results at order 0; registers of functions are overwritten.
template <class T>
std::optional<EndlessLoop> find_endless_loop(const Tape& tape, const Code& code, Jets<T>& jets) {
  for (const Instruction& n : code.instructions) {
    if (n.op != TapeOp::call || !(jets[n.out][0] != jets[n.out][0])) continue;
    const FunctionCall& call = tape.calls[n.index];
    const FunctionProgram& program = *tape.functions[call.function];
    auto& frame = jets.frame(call.function);
    for (std::uint32_t i = 0; i < call.count; ++i) frame[program.inputs[i]][0] = jets[tape.arguments[call.first + i]][0];
    if (const auto jump = run_steps(program, frame, 0).endless) {
      const auto loop = std::ranges::find(program.loops, *jump, &FunctionProgram::Loop::jump);
      return EndlessLoop{&program, loop == program.loops.end() ? Span{} : loop->span};
    }
    for (const Code& inner : program.codes)
      if (const auto found = find_endless_loop(program.tape, inner, frame)) return found;
  }
  return std::nullopt;
}

}  // namespace saltus
