#pragma once
// The values an event log shows: what each event assigned, and what else jumped at its instant.

#include <vector>

#include "sim/event_log.hpp"
#include "sim/flow.hpp"

namespace saltus {

template <class T>
class EventValues {
 public:
  EventValues(const CompiledModel& compiled, bool wanted)
      : c_(compiled), wanted_(wanted), left_(wanted ? compiled.variables.size() : 0, T(0)) {}

  /// Left limits; all variables have been evaluated.
  void take_left(const Flow<T>& flow) {
    for (std::size_t v = 0; v < left_.size(); ++v)
      if (c_.variables[v].value != no_slot) left_[v] = flow.value(c_.variables[v].value);
  }

  /// The instant is over: adds to its entries, those from `first` on, the values before and after.
  void finish(const Flow<T>& flow, EventLog<T>& log, std::size_t first) {
    if (!wanted_ || first == log.entries.size()) return;
    jumped_.clear();
    for (std::size_t v = 0; v < left_.size(); ++v)
      if (c_.variables[v].value != no_slot && !(left_[v] == flow.value(c_.variables[v].value)))
        jumped_.push_back(static_cast<std::uint32_t>(v));
    owned_.assign(left_.size(), false);
    for (std::size_t i = first; i < log.entries.size(); ++i)
      for (const std::size_t v : assigned(log.entries[i])) owned_[v] = true;
    for (std::size_t i = first; i < log.entries.size(); ++i) {
      auto& entry = log.entries[i];
      entry.first_change = static_cast<std::uint32_t>(log.changes.size());
      for (const std::size_t v : assigned(entry)) add(flow, log, static_cast<std::uint32_t>(v));
      for (const std::uint32_t v : jumped_)
        if (!owned_[v]) add(flow, log, v);
      entry.changes = static_cast<std::uint32_t>(log.changes.size()) - entry.first_change;
    }
  }

 private:
  [[nodiscard]] std::span<const std::size_t> assigned(const typename EventLog<T>::Entry& entry) const {
    if (entry.source != EventLog<T>::Source::branch) return {};
    return c_.branches[entry.index].assigned;
  }

  void add(const Flow<T>& flow, EventLog<T>& log, std::uint32_t v) {
    log.changes.push_back({v, left_[v], flow.value(c_.variables[v].value)});
  }

  const CompiledModel& c_;
  bool wanted_;
  std::vector<T> left_;
  std::vector<std::uint32_t> jumped_;
  std::vector<bool> owned_;
};

}  // namespace saltus
