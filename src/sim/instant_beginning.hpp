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
    values_.clear();
    for_each_value([this](Slot s) { values_.push_back(flow_.value(s)); });
    bits_.assign(guards_.bits().begin(), guards_.bits().end());
  }

  [[nodiscard]] bool is_known() const { return is_wanted_ && is_known_; }

  /// All is as it was then. Precondition: is_known().
  void take_back() {
    std::size_t i = 0;
    for_each_value([&](Slot s) { flow_.jets().set(s, values_[i++]); });
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
  template <class Visit>
  void for_each_value(Visit&& visit) const {
    for (const CompiledState& s : c_.states) visit(s.value);
    for (const CompiledDiscrete& d : c_.discretes) {
      visit(d.value);
      visit(d.pre);
    }
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  RoundGuards<T>& guards_;
  EventLog<T>& log_;
  bool is_wanted_, is_known_ = false;
  std::size_t entries_ = 0;
  std::vector<T> values_;
  std::vector<std::int8_t> bits_;
};

}  // namespace saltus
