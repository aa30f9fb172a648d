#pragma once
// From the numbers of a run to a RunResult with names.

#include <cmath>
#include <type_traits>

#include "sim/hybrid_run.hpp"

namespace saltus {

[[nodiscard]] inline ValueKind value_kind(Type type) {
  switch (type) {
    case Type::integer: return ValueKind::integer;
    case Type::boolean: return ValueKind::boolean;
    default: return ValueKind::real;
  }
}

template <class T>
[[nodiscard]] Value make_value(const T& x, Type type = Type::real) {
  Value v{to_double(x), {}, value_kind(type)};
  if constexpr (!std::is_same_v<T, double>) {
    if (type == Type::real) v.digits = NumberTraits<T>::text(x);
  }
  return v;
}

template <class T>
class ResultMaker {
 public:
  ResultMaker(const CompiledModel& compiled, Flow<T>& flow) : c_(compiled), flow_(flow) {}

  void add_parameters(RunResult& r) const {
    for (std::size_t i = 0; i < c_.variables.size(); ++i)
      if (variable(i).variability <= Variability::parameter && c_.variables[i].value != no_slot)
        r.parameters.push_back({variable(i).name, value_of(i)});
  }

  void add_final(RunResult& r, const T& time) const {
    r.final_values.push_back({"time", make_value(time)});
    for (const RecordedSlot& s : recorded_slots(c_)) r.final_values.push_back({s.name, slot_value(s)});
  }

  void add_events(RunResult& r, const EventLog<T>& log) const {
    for (const auto& e : log.entries) {
      EventEntry entry;
      entry.time = make_value(e.time);
      entry.instant = e.instant;
      const CompiledModel& in = *e.what.compiled;
      if (e.what.source == Occurrence::Source::branch) {
        const CompiledBranch& b = in.branches[e.what.index];
        entry.kind = b.time_only ? EventKind::time : EventKind::when;
        entry.name = b.name;
        entry.classes = names(b.classes);
      } else {
        const CompiledGuard& g = in.guards[e.what.index];
        entry.kind = g.time_only ? EventKind::time : EventKind::relation;
        entry.name = g.text;
        entry.classes = names(g.classes);
      }
      for (std::uint32_t i = e.first_change; i < e.first_change + e.changes; ++i) {
        const auto& change = log.changes[i];
        const Variable& v = variable(change.variable);
        entry.before.push_back({v.name, make_value(change.before, v.type)});
        entry.after.push_back({v.name, make_value(change.after, v.type)});
      }
      r.events.push_back(std::move(entry));
    }
  }

  void add_near_misses(RunResult& r, const NearMisses<T>& misses) const {
    for (const auto& m : misses.closest()) r.near_misses.push_back({make_value(m.time), m.guard->text, make_value(m.distance)});
  }

  void set_status(RunResult& r, const RunEnd<T>& end) const {
    r.status.code = end.code;
    r.status.time = make_value(end.time);
    r.status.message = end.message;
    r.status.variable = end.variable;
    r.status.remedy = end.remedy;
    if (c_.model.sources && end.span.known()) r.status.place = c_.model.sources->describe(end.span);
  }

 private:
  const Variable& variable(std::size_t i) const { return c_.model.variables[i]; }
  Value value_of(std::size_t i) const { return make_value(flow_.value(c_.variables[i].value), variable(i).type); }
  Value slot_value(const RecordedSlot& s) const {
    const Type type = s.kind == ValueKind::integer ? Type::integer : s.kind == ValueKind::boolean ? Type::boolean : Type::real;
    return make_value(flow_.value(s.slot), type);
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
};

}  // namespace saltus
