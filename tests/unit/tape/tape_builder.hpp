#pragma once
// Writes tapes for the tests: slots and operations by name, inputs as polynomials in time.

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "expr/expr.hpp"
#include "tape/jets.hpp"
#include "tape/tape.hpp"

namespace saltus::test {

struct TapeBuilder {
  ExprPool pool;
  Tape tape;
  std::vector<Instruction> list;

  Slot slot() { return tape.new_slot(); }

  Slot number(const Rational& r) {
    const Slot s = slot();
    tape.constants.push_back({s, pool.number(r)});
    return s;
  }

  Slot op(TapeOp op, Slot a, Slot b = no_slot, Slot c = no_slot) {
    Instruction i;
    i.op = op;
    i.a = a;
    i.b = b;
    i.c = c;
    i.out = slot();
    list.push_back(i);
    return i.out;
  }

  /// Both results of operations that have two.
  std::pair<Slot, Slot> pair(TapeOp which, Slot a, Slot b = no_slot) {
    const Slot first = op(which, a, b);
    list.back().out2 = slot();
    return {first, list.back().out2};
  }

  void integrate(Slot state, Slot derivative) {
    Instruction i;
    i.op = TapeOp::integrate;
    i.out = state;
    i.a = derivative;
    list.push_back(i);
  }

  [[nodiscard]] Code code() const { return arrange(tape, list); }
};

/// Random coefficients that fall like 2^-k, the first one as given.
inline std::vector<double> random_series(std::mt19937& random, double first, int order) {
  std::uniform_real_distribution<double> in(-1.0, 1.0);
  std::vector<double> c{first};
  for (int k = 1; k <= order; ++k) c.push_back(in(random) / static_cast<double>(1ull << k));
  return c;
}

template <class T>
void set_series(Jets<T>& jets, Slot s, const std::vector<double>& c) {
  for (std::size_t k = 0; k < c.size(); ++k) jets[s][k] = T(c[k]);
}

/// The same bits, or no numbers both.
inline bool same(double x, double y) {
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y) || (std::isnan(x) && std::isnan(y));
}

}  // namespace saltus::test
