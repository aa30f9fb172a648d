#pragma once
// Relations that equations solved together both decide and are decided by: ideal diodes.
//
// A round reads the bits of such guards as they were and decides them anew. The bits are right when both agree:
//   take the new bits and evaluate again, a few times (most circuits need one or two);
//   else try other combinations, those that differ least from the present one first, up to a limit.
// Where such a guard crosses it is on its surface with the old bits and with the new ones, with which it may be many times as steep, and so is what
// rounding has left of it: GuardSigns::note_surface.

#include <cstdint>
#include <vector>

#include "sim/flow.hpp"

namespace saltus {

template <class T>
class MixedLoops {
 public:
  MixedLoops(const CompiledModel& compiled, Flow<T>& flow) : c_(compiled), flow_(flow) {
    for (std::size_t g = 0; g < c_.guards.size(); ++g)
      if (c_.guards[g].in_loop) guards_.push_back(g);
    read_.resize(guards_.size());
  }

  [[nodiscard]] bool any() const { return !guards_.empty(); }

  /// Before a round is evaluated: the bits that it reads.
  void note_bits() {
    for (std::size_t i = 0; i < guards_.size(); ++i) read_[i] = is_set(i);
  }

  /// Sets them again.
  void put_bits() {
    for (std::size_t i = 0; i < guards_.size(); ++i) flow_.jets().set(c_.guards[guards_[i]].bit, T(read_[i] ? 1.0 : 0.0));
  }

  /// After it was: `evaluate()` evaluates it again with the bits that are set. False if no combination was found that agrees with itself.
  template <class Evaluate>
  bool settle(Evaluate&& evaluate) {
    const std::vector<std::uint8_t> first = read_;
    for (std::size_t i = 0; i < 2 * guards_.size() + 4 && is_decided(); ++i) {
      if (agrees()) return true;
      note_bits();
      evaluate();
    }
    if (is_decided() && agrees()) return true;
    tries_ = 0;
    for (std::size_t flips = 0; flips <= guards_.size() && tries_ < most_tries; ++flips)
      if (try_flips(first, first, 0, flips, evaluate)) return true;
    return false;
  }

 private:
  static constexpr int most_tries = 4096;

  [[nodiscard]] std::uint8_t is_set(std::size_t i) const { return flow_.is_set(c_.guards[guards_[i]].bit) ? 1 : 0; }
  /// Combinations for which the equations have no solution decide nothing: all diodes of a bridge conducting.
  [[nodiscard]] bool is_decided() const {
    for (const std::size_t g : guards_)
      if (!is_finite(flow_.value(c_.guards[g].h))) return false;
    return true;
  }
  [[nodiscard]] bool agrees() const {
    for (std::size_t i = 0; i < guards_.size(); ++i)
      if (read_[i] != is_set(i)) return false;
    return true;
  }

  template <class Evaluate>
  bool try_flips(const std::vector<std::uint8_t>& base, std::vector<std::uint8_t> bits, std::size_t from, std::size_t flips,
                 Evaluate& evaluate) {
    if (flips == 0) {
      if (++tries_ > most_tries) return false;
      read_ = bits;
      put_bits();
      evaluate();
      return is_decided() && agrees();
    }
    for (std::size_t i = from; i + flips <= guards_.size() && tries_ < most_tries; ++i) {
      bits[i] = base[i] ? 0 : 1;
      if (try_flips(base, bits, i + 1, flips - 1, evaluate)) return true;
      bits[i] = base[i];
    }
    return false;
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  std::vector<std::size_t> guards_;
  std::vector<std::uint8_t> read_;
  int tries_ = 0;
};

}  // namespace saltus
