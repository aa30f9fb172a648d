#pragma once
// The values an event log shows (sim/event_values.hpp), where an event reaches few variables: only those are looked at.

#include <algorithm>
#include <vector>

#include "sim/event_log.hpp"
#include "sim/island_motion.hpp"

namespace saltus {

/// A state, discrete variable or bit of a guard that changed in the present instant.
template <class T>
struct Changed {
  Slot slot = no_slot;
  T before{};
};

template <class T>
class IslandValues {
 public:
  IslandValues(const IslandPlan& plan, Flow<T>& flow, IslandMotion<T>& islands)
      : plan_(plan), c_(flow.compiled()), flow_(flow), islands_(islands), computed_(flow.compiled().variables.size(), 0) {
    variable_of_.reserve(c_.variables.size());
    for (std::uint32_t v = 0; v < c_.variables.size(); ++v)
      if (c_.variables[v].value != no_slot && c_.model.variables[v].variability > Variability::parameter)
        variable_of_.push_back({c_.variables[v].value, v});
    std::ranges::sort(variable_of_);
  }

  /// `changed`: each slot once, with the value before the instant. bring(island): to the instant.
  template <class Bring>
  void finish(std::vector<Changed<T>>& changed, EventLog<T>& log, Bring&& bring) {
    if (!log.fired_anything()) return;
    jumped_.clear();
    ++instant_;
    for (const Changed<T>& x : changed) {
      if (x.before == flow_.value(x.slot)) continue;
      for_each_variable(x.slot, [&](std::uint32_t v) { jumped_.push_back({v, x.before, flow_.value(x.slot)}); });
      add_computed(x.slot);
    }
    if (!computed_now_.empty()) evaluate_computed(changed, bring);
    std::ranges::sort(jumped_, {}, &Jump::variable);
    write(log);
  }

 private:
  struct Jump {
    std::uint32_t variable;
    T left, right;
    bool owned = false;
  };

  template <class Visit>
  void for_each_variable(Slot s, Visit&& visit) const {
    for (auto it = std::ranges::lower_bound(variable_of_, std::pair{s, std::uint32_t{0}});
         it != variable_of_.end() && it->first == s; ++it)
      visit(it->second);
  }

  void add_computed(Slot s) {
    for (const std::uint32_t packed : plan_.uses[s]) {
      const SlotReader use = SlotReader::unpacked(packed);
      if (use.kind != SlotReader::Kind::variable || computed_[use.index] == instant_) continue;
      computed_[use.index] = instant_;
      computed_now_.push_back(use.index);
    }
  }

  // With the values before, then with those after the instant, which stay.
  template <class Bring>
  void evaluate_computed(std::vector<Changed<T>>& changed, Bring&& bring) {
    for (const std::uint32_t v : computed_now_)
      for (const std::uint32_t i : plan_.variable_islands[v]) bring(i);
    const auto exchange = [&] {
      for (Changed<T>& x : changed) std::swap(flow_.jets()[x.slot][0], x.before);
    };
    const auto evaluate = [&](std::uint32_t v) -> const T& {
      islands_.evaluate(c_.values, plan_.variable_code[v]);
      islands_.evaluate(c_.round, plan_.variable_round_code[v]);
      return flow_.value(c_.variables[v].value);
    };
    exchange();
    const std::size_t first = jumped_.size();
    for (const std::uint32_t v : computed_now_) jumped_.push_back({v, evaluate(v), T(0)});
    exchange();
    for (std::size_t i = 0; i < computed_now_.size(); ++i) jumped_[first + i].right = evaluate(computed_now_[i]);
    std::erase_if(jumped_, [](const Jump& j) { return j.left == j.right; });
    computed_now_.clear();
  }

  void write(EventLog<T>& log) {
    for (std::size_t e = log.first; e < log.entries.size(); ++e)
      for_each_assigned(log.entries[e], [this](std::uint32_t v) {
        if (Jump* j = find(v)) j->owned = true;
      });
    for (std::size_t e = log.first; e < log.entries.size(); ++e) {
      auto& entry = log.entries[e];
      entry.valued = true;
      entry.first_change = static_cast<std::uint32_t>(log.changes.size());
      for_each_assigned(entry, [&](std::uint32_t v) {
        const Jump* j = find(v);
        const T now = flow_.value(c_.variables[v].value);
        log.changes.push_back({place(v), j ? j->left : now, now, false});
      });
      for (const Jump& j : jumped_)
        if (!j.owned) log.changes.push_back({place(j.variable), j.left, j.right, false});
      entry.changes = static_cast<std::uint32_t>(log.changes.size()) - entry.first_change;
    }
  }

  template <class Visit>
  void for_each_assigned(const typename EventLog<T>::Entry& e, Visit&& visit) const {
    if (e.what.source != Occurrence::Source::branch) return;
    for (const std::size_t v : c_.branches[e.what.index].assigned)
      if (c_.variables[v].value != no_slot) visit(static_cast<std::uint32_t>(v));
  }
  [[nodiscard]] std::uint32_t place(std::uint32_t v) const { return static_cast<std::uint32_t>(c_.variables[v].place); }
  [[nodiscard]] Jump* find(std::uint32_t v) {
    const auto it = std::ranges::lower_bound(jumped_, v, {}, &Jump::variable);
    return it != jumped_.end() && it->variable == v ? &*it : nullptr;
  }

  const IslandPlan& plan_;
  const CompiledModel& c_;
  Flow<T>& flow_;
  IslandMotion<T>& islands_;
  std::vector<std::pair<Slot, std::uint32_t>> variable_of_;  // by slot
  std::uint64_t instant_ = 0;
  std::vector<std::uint64_t> computed_;  // by variable: the instant in which it is listed
  std::vector<std::uint32_t> computed_now_;
  std::vector<Jump> jumped_;
};

}  // namespace saltus
