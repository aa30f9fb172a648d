#pragma once
// The values an event log shows: what each event assigned, and what else jumped at its instant.

#include <algorithm>
#include <cstdint>
#include <span>
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
      : allowance_(std::move(allowance)), values_(wanted ? variables : 0) {}

  /// As newly made: instants are counted on.
  void renew(bool wanted, T allowance, std::size_t variables) {
    allowance_ = std::move(allowance);
    if (const std::size_t size = wanted ? variables : 0; values_.size() != size) {
      values_.assign(size, {});
      listed_ = nullptr;
    }
  }

  /// Left limits; all variables have been evaluated.
  void take_left(const CompiledModel& c, const Flow<T>& flow) {
    if (values_.empty()) return;
    ++instant_;
    for_each_shown(c, flow, [this](Value& v, const T& now) {
      v.left = now;
      v.existed = instant_;
    });
  }

  /// Are there entries of the present instant without values?
  [[nodiscard]] bool pending(const EventLog<T>& log) const {
    return !values_.empty() && log.fired_anything() && !log.entries.back().valued;
  }

  /// The instant, or a microstep of it, is over in the tuple of modes `c`: adds to the entries that have none the values before and after.
  void finish(const CompiledModel& c, const Flow<T>& flow, EventLog<T>& log) {
    if (!pending(log)) return;
    std::size_t first = log.entries.size();
    while (first > log.first && !log.entries[first - 1].valued) --first;
    const std::span<Entry> entries(log.entries.begin() + static_cast<std::ptrdiff_t>(first), log.entries.end());
    const bool switched =
        std::ranges::any_of(entries, [](const Entry& e) { return e.what.source == Occurrence::Source::transition; });
    jumped_.clear();
    for_each_shown(c, flow, [&](Value& v, const T& now) {
      v.right = now;
      v.exists = instant_;
      if (v.existed != instant_ || v.left == now) return;
      if (!switched || abs(now - v.left) > allowance_ * (abs(now) + abs(v.left)))
        jumped_.push_back(static_cast<std::uint32_t>(&v - values_.data()));
    });
    for (const Entry& e : entries) for_each_assigned(e.what, [this](std::size_t place) { values_[place].owned = instant_; });
    for (Entry& e : entries) {
      e.valued = true;
      e.first_change = static_cast<std::uint32_t>(log.changes.size());
      for_each_assigned(e.what, [&](std::size_t place) { add(place, log); });
      for (const std::uint32_t place : jumped_)
        if (values_[place].owned != instant_) add(place, log);
      e.changes = static_cast<std::uint32_t>(log.changes.size()) - e.first_change;
    }
  }

 private:
  using Entry = typename EventLog<T>::Entry;

  /// Of a place. What is said about an instant is said by its number: nothing has to be cleared.
  struct Value {
    T left{}, right{};
    std::uint64_t existed = 0, exists = 0, owned = 0;  // in which instant: before, afterwards, assigned by an event
  };

  /// What has a value and is no parameter, of one tuple of modes.
  struct Shown {
    std::size_t place;
    Slot slot;
  };

  void list(const CompiledModel& c) {
    listed_ = &c;
    shown_.clear();
    shown_.reserve(c.variables.size());
    for (std::size_t i = 0; i < c.variables.size(); ++i) {
      const CompiledVariable& v = c.variables[i];
      if (v.value != no_slot && v.place < values_.size() && c.model.variables[i].variability > Variability::parameter)
        shown_.push_back({v.place, v.value});
    }
  }

  template <class Visit>
  void for_each_shown(const CompiledModel& c, const Flow<T>& flow, Visit&& visit) {
    if (&c != listed_) list(c);
    for (const Shown& v : shown_) visit(values_[v.place], flow.value(v.slot));
  }

  void add(std::size_t place, EventLog<T>& log) const {
    const Value& v = values_[place];
    if (v.exists == instant_)
      log.changes.push_back({static_cast<std::uint32_t>(place), v.left, v.right, v.existed != instant_});
  }

  // By place.
  template <class Visit>
  static void for_each_assigned(const Occurrence& what, Visit&& visit) {
    const CompiledModel& c = *what.compiled;
    if (what.source == Occurrence::Source::branch)
      for (const std::size_t v : c.branches[what.index].assigned) visit(c.variables[v].place);
    if (what.source == Occurrence::Source::transition)
      for (const CompiledTransition::Given& g : c.transitions[what.index].values) visit(g.place);
  }

  T allowance_;
  std::uint64_t instant_ = 0;
  std::vector<Value> values_;  // by place; empty if they are not wanted
  std::vector<std::uint32_t> jumped_;
  const CompiledModel* listed_ = nullptr;  // whose variables are in shown_
  std::vector<Shown> shown_;
};

}  // namespace saltus
