#include "compile/polynomial_degrees.hpp"

#include <algorithm>

#include "tape/operands.hpp"

namespace saltus {
namespace {

constexpr int highest = 16;  // more is not worth being called small

class Degrees {
 public:
  explicit Degrees(const CompiledModel& c) : c_(c), of_(c.tape.slot_count, 0) {
    for (const Tape::Constant& k : c.tape.constants)
      if (k.value->is_number(0)) of_[k.slot] = -1;
    for (const CompiledState& s : c.states) of_[s.value] = 0;
    of_[c.time] = 1;
  }

  std::vector<std::int8_t> find() {
    // Each pass raises a degree; motions that feed back on themselves raise theirs without end.
    for (int pass = 0; pass <= highest + 1 && run(c_.flow); ++pass) {
    }
    if (run(c_.flow))
      for (const CompiledState& s : c_.states) of_[s.value] = not_polynomial;
    run(c_.guards_code);
    run(c_.outputs);
    return std::move(of_);
  }

 private:
  // Did a state's degree grow?
  bool run(const Code& code) {
    bool grown = false;
    for (const Instruction& i : code.instructions) {
      const std::int8_t degree = degree_of(i);
      if (is_integration(i.op)) {
        const std::int8_t integral = grown_by_one(degree);
        if (integral > of_[i.out]) {
          of_[i.out] = integral;
          grown = true;
        }
        if (i.out2 != no_slot) of_[i.out2] = degree;
        continue;
      }
      for_each_result(c_.tape, i, [&](Slot s) { of_[s] = degree; });
    }
    return grown;
  }

  // The integral of zero is a constant.
  std::int8_t degree_of(const Instruction& i) {
    using enum TapeOp;
    switch (i.op) {
      case copy:
      case neg:
      case integrate: return of_[i.a];
      case add:
      case sub: return std::max(of_[i.a], of_[i.b]);
      case mul: return product(of_[i.a], of_[i.b]);
      case square: return product(of_[i.a], of_[i.a]);
      case div: return of_[i.b] <= 0 ? of_[i.a] : not_polynomial;
      case select: return of_[i.c] <= 0 ? std::max(of_[i.a], of_[i.b]) : not_polynomial;
      case linear:
      case integrate_linear: return of_terms(i);
      default: break;
    }
    std::int8_t most = 0;
    for_each_operand(c_.tape, i, [&](Slot s) { most = std::max(most, of_[s]); });
    return most <= 0 ? std::int8_t{0} : not_polynomial;
  }

  std::int8_t of_terms(const Instruction& i) const {
    std::int8_t most = -1;
    for (std::uint32_t t = i.index; t < i.index + i.count; ++t) {
      const LinearTerm& term = c_.tape.terms[t];
      if (term.weight != no_slot && of_[term.weight] < 0) continue;  // times zero
      if (term.weight != no_slot && of_[term.weight] > 0) return not_polynomial;
      most = std::max(most, term.factor != no_slot ? of_[term.factor] : std::int8_t{0});
    }
    return most;
  }

  static std::int8_t product(std::int8_t a, std::int8_t b) {
    if (a < 0 || b < 0) return a == not_polynomial || b == not_polynomial ? not_polynomial : std::int8_t{-1};
    return a + b > highest ? not_polynomial : static_cast<std::int8_t>(a + b);
  }
  static std::int8_t grown_by_one(std::int8_t a) { return a >= highest ? not_polynomial : static_cast<std::int8_t>(a + 1); }

  const CompiledModel& c_;
  std::vector<std::int8_t> of_;
};

}  // namespace

std::vector<std::int8_t> polynomial_degrees(const CompiledModel& compiled) { return Degrees(compiled).find(); }

}  // namespace saltus
