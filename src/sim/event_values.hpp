#pragma once
// The values an event log shows: what each event assigned, and what else jumped at its instant.

#include <span>
#include <vector>

#include "sim/event_log.hpp"
#include "sim/flow.hpp"

namespace saltus {

template <class T>
class EventValues {
 public:
  explicit EventValues(bool wanted) : wanted_(wanted) {}

  /// Left limits; all variables have been evaluated.
  void take_left(const CompiledModel& c, const Flow<T>& flow) {
    if (!wanted_) return;
    left_.resize(c.variables.size(), T(0));
    for (std::size_t v = 0; v < left_.size(); ++v)
      if (c.variables[v].value != no_slot) left_[v] = flow.value(c.variables[v].value);
  }

  /// The instant is over: adds to its entries the values before and after.
  void finish(const CompiledModel& c, const Flow<T>& flow, EventLog<T>& log) {
    if (!wanted_ || !log.fired_anything()) return;
    jumped_.clear();
    for (std::size_t v = 0; v < left_.size(); ++v)
      if (c.variables[v].value != no_slot && !(left_[v] == flow.value(c.variables[v].value)))
        jumped_.push_back(static_cast<std::uint32_t>(v));
    owned_.assign(left_.size(), false);
    for (std::size_t i = log.first; i < log.entries.size(); ++i)
      for (const std::size_t v : assigned(log.entries[i].what)) owned_[v] = true;
    for (std::size_t i = log.first; i < log.entries.size(); ++i) {
      auto& entry = log.entries[i];
      entry.first_change = static_cast<std::uint32_t>(log.changes.size());
      const auto add = [&](std::size_t v) {
        log.changes.push_back({static_cast<std::uint32_t>(v), left_[v], flow.value(c.variables[v].value)});
      };
      for (const std::size_t v : assigned(entry.what)) add(v);
      for (const std::uint32_t v : jumped_)
        if (!owned_[v]) add(v);
      entry.changes = static_cast<std::uint32_t>(log.changes.size()) - entry.first_change;
    }
  }

 private:
  [[nodiscard]] static std::span<const std::size_t> assigned(const Occurrence& what) {
    if (what.source != Occurrence::Source::branch) return {};
    return what.compiled->branches[what.index].assigned;
  }

  bool wanted_;
  std::vector<T> left_;
  std::vector<std::uint32_t> jumped_;
  std::vector<bool> owned_;
};

}  // namespace saltus
