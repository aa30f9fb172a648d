#pragma once
// The values an event log shows (sim/event_values.hpp), where an event reaches few variables: only those are looked at.

#include <algorithm>
#include <vector>

#include "compile/lists.hpp"
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
    std::vector<std::pair<Slot, Shown>> all;
    all.reserve(c_.variables.size());
    for (std::uint32_t v = 0; v < c_.variables.size(); ++v)
      if (c_.variables[v].value != no_slot && c_.model.variables[v].variability > Variability::parameter)
        all.push_back({c_.variables[v].value, {v, false}});
    for (Slot s = 0; s < plan_.uses.size(); ++s)
      for (const std::uint32_t packed : plan_.uses[s])
        if (const SlotReader use = SlotReader::unpacked(packed); use.kind == SlotReader::Kind::variable)
          all.push_back({s, {use.index, true}});
    Slot end = 0;
    for (const auto& [slot, what] : all) end = std::max(end, slot + 1);
    shown_ = Lists::of_pairs(end, [&all](auto&& take) {
      for (const auto& [slot, what] : all) take(slot, what.packed());
    });
  }

  /// `changed`: each slot once, with the value before the instant. bring(island): to the instant.
  template <class Bring>
  void finish(std::vector<Changed<T>>& changed, EventLog<T>& log, Bring&& bring) {
    if (!log.fired_anything()) return;
    jumped_.clear();
    ++instant_;
    for (const Changed<T>& x : changed) {
      if (x.before == flow_.value(x.slot)) continue;
      if (x.slot < shown_.size()) add(x);
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

  // A variable that shows what a slot holds, or is computed from it.
  struct Shown {
    std::uint32_t variable;
    bool computed;
    [[nodiscard]] std::uint32_t packed() const { return (variable << 1U) | (computed ? 1U : 0U); }
    [[nodiscard]] static Shown unpacked(std::uint32_t x) { return {x >> 1U, (x & 1U) != 0}; }
  };

  void add(const Changed<T>& x) {
    for (const std::uint32_t packed : shown_[x.slot]) {
      const auto [v, computed] = Shown::unpacked(packed);
      if (!computed) {
        jumped_.push_back({v, x.before, flow_.value(x.slot)});
      } else if (computed_[v] != instant_) {
        computed_[v] = instant_;
        computed_now_.push_back(v);
      }
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
  Lists shown_;  // by slot, up to the last that something shows: Shown::packed
  std::uint64_t instant_ = 0;
  std::vector<std::uint64_t> computed_;  // by variable: the instant in which it is listed
  std::vector<std::uint32_t> computed_now_;
  std::vector<Jump> jumped_;
};

}  // namespace saltus
