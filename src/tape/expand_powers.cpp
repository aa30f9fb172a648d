#include "tape/expand_powers.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace saltus {
namespace {

constexpr long long max_expanded_power = 64;

class PowerExpansion {
 public:
  explicit PowerExpansion(Tape& tape) : tape_(tape) {
    for (const Tape::Constant& c : tape.constants) {
      if (c.value->op() == Op::number) literals_.emplace(c.slot, c.value);
    }
  }

  std::vector<Instruction> expand(const std::vector<Instruction>& list) {
    for (const Instruction& i : list) {
      if (i.op == TapeOp::mul && i.a == i.b)
        emit(TapeOp::square, i.out, i.a);
      else if (i.op != TapeOp::pow || !expand_power(i))
        out_.push_back(i);
    }
    return std::move(out_);
  }

 private:
  void emit(TapeOp op, Slot out, Slot a, Slot b = no_slot) {
    Instruction i;
    i.op = op;
    i.out = out;
    i.a = a;
    i.b = b;
    out_.push_back(i);
  }

  bool expand_power(const Instruction& i) {
    const auto literal = literals_.find(i.b);
    if (literal == literals_.end()) return false;
    const Rational& p = literal->second->number();
    if (p == *Rational::ratio(1, 2)) {
      emit(TapeOp::sqrt, i.out, i.a);
      return true;
    }
    const auto n = p.to_integer();
    if (!n || *n < 1 || *n > max_expanded_power) return false;
    if (*n == 1)
      emit(TapeOp::copy, i.out, i.a);
    else
      multiply_out(static_cast<std::uint64_t>(*n), i);
    return true;
  }

  // From the leading bit down: square, and multiply by a where the bit is set. The last operation writes the result.
  void multiply_out(std::uint64_t n, const Instruction& i) {
    Slot power = i.a;
    for (int bit = static_cast<int>(std::bit_width(n)) - 2; bit >= 0; --bit) {
      const bool odd = ((n >> bit) & 1u) != 0;
      const Slot squared = bit == 0 && !odd ? i.out : tape_.new_slot();
      emit(TapeOp::square, squared, power);
      power = squared;
      if (odd) {
        const Slot product = bit == 0 ? i.out : tape_.new_slot();
        emit(TapeOp::mul, product, power, i.a);
        power = product;
      }
    }
  }

  Tape& tape_;
  std::unordered_map<Slot, Expr> literals_;
  std::vector<Instruction> out_;
};

}  // namespace

std::vector<Instruction> expand_powers(Tape& tape, std::vector<Instruction> list) {
  const auto is_power = [](const Instruction& i) { return i.op == TapeOp::pow || (i.op == TapeOp::mul && i.a == i.b); };
  return std::ranges::any_of(list, is_power) ? PowerExpansion(tape).expand(list) : list;
}

}  // namespace saltus
