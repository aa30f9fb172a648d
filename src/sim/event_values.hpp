#pragma once
// The values an event log shows: what each event assigned, and what else jumped at its instant.

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/event_log.hpp"
#include "sim/flow.hpp"

namespace saltus {

template <class T>
class EventValues {
 public:
  /// `allowance`: where modes change, a variable may be computed in another way; a relative difference up to this is no jump.
  /// `variables`: of the model; what the compiler added (the weight of a motion that slides) comes after them and is not shown.
  EventValues(bool wanted, T allowance, std::size_t variables)
      : wanted_(wanted), allowance_(std::move(allowance)), left_(wanted ? variables : 0, T(0)), existed_(left_.size(), false) {}

  /// Left limits; all variables have been evaluated.
  void take_left(const CompiledModel& c, const Flow<T>& flow) {
    if (!wanted_) return;
    existed_.assign(left_.size(), false);
    for (const CompiledVariable& v : c.variables) {
      if (!is_shown(v)) continue;
      left_[v.place] = flow.value(v.value);
      existed_[v.place] = true;
    }
  }

  /// The instant is over, in the tuple of modes `c`: adds to its entries the values before and after.
  void finish(const CompiledModel& c, const Flow<T>& flow, EventLog<T>& log) {
    if (!wanted_ || !log.fired_anything()) return;
    jumped_.clear();
    const auto is_transition = [](const auto& e) { return e.what.source == Occurrence::Source::transition; };
    const bool switched =
        std::any_of(log.entries.begin() + static_cast<std::ptrdiff_t>(log.first), log.entries.end(), is_transition);
    slots_.assign(left_.size(), no_slot);
    for (const CompiledVariable& v : c.variables) {
      if (!is_shown(v)) continue;
      slots_[v.place] = v.value;
      const T& right = flow.value(v.value);
      if (!existed_[v.place] || left_[v.place] == right) continue;
      if (!switched || abs(right - left_[v.place]) > allowance_ * (abs(right) + abs(left_[v.place])))
        jumped_.push_back(v.place);
    }
    owned_.assign(left_.size(), false);
    for (std::size_t i = log.first; i < log.entries.size(); ++i)
      for_each_assigned(log.entries[i].what, [this](std::size_t v) { owned_[v] = true; });
    for (std::size_t i = log.first; i < log.entries.size(); ++i) {
      auto& entry = log.entries[i];
      entry.first_change = static_cast<std::uint32_t>(log.changes.size());
      const auto add = [&](std::size_t v) {
        if (slots_[v] != no_slot)
          log.changes.push_back({static_cast<std::uint32_t>(v), left_[v], flow.value(slots_[v]), !existed_[v]});
      };
      for_each_assigned(entry.what, add);
      for (const std::size_t v : jumped_)
        if (!owned_[v]) add(v);
      entry.changes = static_cast<std::uint32_t>(log.changes.size()) - entry.first_change;
    }
  }

 private:
  [[nodiscard]] bool is_shown(const CompiledVariable& v) const { return v.value != no_slot && v.place < left_.size(); }

  // By place.
  template <class Visit>
  static void for_each_assigned(const Occurrence& what, Visit&& visit) {
    const CompiledModel& c = *what.compiled;
    if (what.source == Occurrence::Source::branch)
      for (const std::size_t v : c.branches[what.index].assigned) visit(c.variables[v].place);
    if (what.source == Occurrence::Source::transition)
      for (const CompiledTransition::Given& g : c.transitions[what.index].values) visit(g.place);
  }

  bool wanted_;
  T allowance_;
  std::vector<T> left_;
  std::vector<Slot> slots_;  // in the new tuple, by place
  std::vector<std::size_t> jumped_;
  std::vector<bool> existed_, owned_;
};

}  // namespace saltus
