#pragma once
// Operations whose series may end or stop converging before those of their operands do. Who runs codes keeps these series in sight
// (sim/flow.hpp), and stretches are shortened by them (sim/convergence_limit.hpp).

#include <algorithm>
#include <vector>

#include "compile/compiled_model.hpp"
#include "tape/operands.hpp"

namespace saltus {

/// What may have singularities off the real axis, or terms beyond those that are computed.
struct SingularResult {
  Slot out = no_slot;
  Slot denominator = no_slot;  ///< of a quotient
  int degree = 0;              ///< of a product of more than a few factors that move; else 0
  double least_size = 0;       ///< its rounding is that of a number of at least this size: a logarithm has that of its argument, relative to it
};

/// Of flow and guards. Quotients by what does not move have none.
[[nodiscard]] inline std::vector<SingularResult> singular_results(const CompiledModel& c) {
  constexpr int few = 8, most = 1'000'000;
  std::vector<int> degrees(c.tape.slot_count, 0);  // as polynomials of states, time, and what is no polynomial of them
  degrees[c.time] = 1;
  for (const CompiledState& s : c.states) degrees[s.value] = 1;
  std::vector<SingularResult> results;
  for (const Code* code : {&c.flow, &c.guards_code})
    for (const Instruction& i : code->instructions) {
      if (is_integration(i.op)) continue;
      int degree = 0;
      for_each_operand(c.tape, i, [&](Slot s) { degree = std::max(degree, degrees[s]); });
      const bool moves = degree > 0;
      switch (i.op) {
        case TapeOp::div:
          if (degrees[i.b] > 0) results.push_back({i.out, i.b});
          break;
        case TapeOp::log:
        case TapeOp::log10:
          if (moves) results.push_back({.out = i.out, .least_size = 1});
          degree = moves ? 1 : 0;
          break;
        case TapeOp::sqrt:
        case TapeOp::asin:
        case TapeOp::acos:
        case TapeOp::atan:
        case TapeOp::atan2:
          if (moves) results.push_back({i.out});
          degree = moves ? 1 : 0;
          break;
        case TapeOp::pow: degree = moves ? most : 0; break;
        case TapeOp::mul: degree = degrees[i.a] + degrees[i.b]; break;
        case TapeOp::square: degree = 2 * degrees[i.a]; break;
        case TapeOp::exp:
        case TapeOp::sincos:
        case TapeOp::sinhcosh:
        case TapeOp::tan:
        case TapeOp::tanh: degree = moves ? 1 : 0; break;
        default: break;
      }
      degree = std::min(degree, most);
      const bool multiplies = i.op == TapeOp::mul || i.op == TapeOp::square || i.op == TapeOp::pow;
      if (multiplies && degree > few) results.push_back({i.out, no_slot, degree});
      for_each_result(c.tape, i, [&](Slot s) { degrees[s] = degree; });
    }
  return results;
}

/// Unknowns of implicit blocks in flow and guards that Newton's method finds.
[[nodiscard]] inline std::vector<Slot> unknowns_by_newton(const CompiledModel& c) {
  std::vector<Slot> result;
  for (const Code* code : {&c.flow, &c.guards_code})
    for (const Instruction& i : code->instructions) {
      if (i.op != TapeOp::solve || c.tape.blocks[i.index].linear) continue;
      const auto& unknowns = c.tape.blocks[i.index].unknowns;
      result.insert(result.end(), unknowns.begin(), unknowns.end());
    }
  return result;
}

}  // namespace saltus
