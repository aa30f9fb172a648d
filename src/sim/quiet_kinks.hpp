#pragma once
// Kinks that concern the motion alone: abs(v) in the drag of a ball.
//
// Where no operation of a round, no guard and no check reads the bit of a kink, an instant at which only such kinks cross needs no rounds: the
// bits turn, and the motion goes on at the other side, if that is where it leads. Everything else is as it was: conditions of `when` and discrete
// values follow from bits and discrete values that stay. A guard on its surface, or a kink that the new motion comes back to, is left to
// the rounds.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/guard_signs.hpp"
#include "tape/operands.hpp"

namespace saltus {

template <class T>
class QuietKinks {
 public:
  QuietKinks(const CompiledModel& compiled, Flow<T>& flow, GuardSigns<T>& signs)
      : c_(compiled), flow_(flow), signs_(signs), quiet_(find(compiled)) {}

  /// The guards `forced` cross, each to its sign in `signs`; `bits` are those of all guards so far. Turns the bits and begins the series of the
  /// new motion; false: nothing was done.
  bool pass(std::span<const std::uint32_t> forced, std::span<const std::int8_t> signs, std::span<std::int8_t> bits) {
    if (forced.empty() || quiet_.empty()) return false;
    for (const std::uint32_t g : forced)
      if (!quiet_[g] || (signs[g] > 0) == (bits[g] != 0)) return false;
    flow_.extend(flow_.sign_order());
    for (std::size_t g = 0; g < bits.size(); ++g)
      if (signs[g] == 0 && (signs_.is_tied(g) || (flow_.guard(g)[0] > T(0)) != (bits[g] != 0))) return false;
    turn(forced, bits);
    flow_.extend(flow_.sign_order());
    const auto stays = [&](std::uint32_t g) { return signs_.is_tied(g) && signs_.sign_of_tied(g).sign == signs[g]; };
    if (std::ranges::all_of(forced, stays)) return true;
    turn(forced, bits);
    return false;
  }

 private:
  void turn(std::span<const std::uint32_t> guards, std::span<std::int8_t> bits) {
    for (const std::uint32_t g : guards) {
      bits[g] = bits[g] != 0 ? 0 : 1;
      flow_.jets().set(c_.guards[g].bit, T(static_cast<double>(bits[g])));
    }
    flow_.restart_if_inputs_changed();
  }

  // By guard; empty: none.
  static std::vector<bool> find(const CompiledModel& c) {
    const bool rare = !c.transitions.empty() || !c.checks.empty() || !c.pres.empty() || !c.sliding.empty() ||
                      std::ranges::any_of(c.guards, &CompiledGuard::in_loop);
    if (rare || std::ranges::none_of(c.guards, &CompiledGuard::kink)) return {};
    std::vector<bool> read(c.tape.slot_count, false);
    for (const Code* code : {&c.round, &c.guards_code})
      for (const Instruction& i : code->instructions) for_each_operand(c.tape, i, [&](Slot s) { read[s] = true; });
    for (const CompiledDiscrete& d : c.discretes) read[d.value] = true;
    std::vector<bool> quiet;
    for (const CompiledGuard& g : c.guards) quiet.push_back(g.kink && !read[g.bit]);
    for (const CompiledGuard& g : c.guards)
      for (const std::uint32_t other : g.reads) quiet[other] = false;
    return quiet;
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  GuardSigns<T>& signs_;
  std::vector<bool> quiet_;
};

}  // namespace saltus
