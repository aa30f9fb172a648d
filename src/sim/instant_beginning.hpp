#pragma once
// What an instant began with, where it may have to be taken back: a motion that comes to slide on a surface has crossed it in no sense, so the
// `when`s that ask about the surface, and fired at every turn from one side to the other, have not happened.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/event_log.hpp"
#include "sim/round_guards.hpp"

namespace saltus {

template <class T>
class InstantBeginning {
 public:
  /// All outlive it.
  InstantBeginning(const CompiledModel& compiled, Flow<T>& flow, RoundGuards<T>& guards, EventLog<T>& log)
      : c_(compiled),
        flow_(flow),
        guards_(guards),
        log_(log),
        is_wanted_(compiled.sliding.empty() && !compiled.branches.empty() &&
                   std::ranges::any_of(compiled.guards, [](const CompiledGuard& g) { return g.logged || g.kink; })) {}

  /// Before the first round.
  void note() {
    if (!is_wanted_) return;
    entries_ = log_.entries.size();
    is_known_ = std::ranges::none_of(c_.samples, [this](const CompiledSample& s) { return flow_.is_set(s.bit); });
    if (slots_.empty()) make_room();
    const Jets<T>& jets = flow_.jets();
    for (std::size_t i = 0, count = slots_.size(); i < count; ++i) values_[i] = jets[slots_[i]][0];
    std::ranges::copy(guards_.bits(), bits_.begin());
  }

  [[nodiscard]] bool is_known() const { return is_wanted_ && is_known_; }

  /// All is as it was then. Precondition: is_known().
  void take_back() {
    for (std::size_t i = 0; i < slots_.size(); ++i) flow_.jets().set(slots_[i], values_[i]);
    for (std::size_t g = 0; g < bits_.size(); ++g) {
      guards_.set_bit(g, bits_[g] != 0);
      flow_.jets().set(c_.guards[g].bit, T(static_cast<double>(bits_[g])));
    }
    flow_.restart();
    if (log_.entries.size() <= entries_) return;
    log_.entries.resize(entries_);
    if (!log_.fired_anything()) --log_.instants;
  }

 private:
  void make_room() {
    for (const CompiledState& s : c_.states) slots_.push_back(s.value);
    for (const CompiledDiscrete& d : c_.discretes) slots_.insert(slots_.end(), {d.value, d.pre});
    values_.resize(slots_.size(), T(0));
    bits_.resize(c_.guards.size(), 0);
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  RoundGuards<T>& guards_;
  EventLog<T>& log_;
  bool is_wanted_, is_known_ = false;
  std::size_t entries_ = 0;
  std::vector<Slot> slots_;  // of states, discrete values and their `pre`; empty before the first note()
  std::vector<T> values_;    // theirs
  std::vector<std::int8_t> bits_;
};

}  // namespace saltus
