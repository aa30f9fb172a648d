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
  Value v{to_double(x) + 0.0, {}, value_kind(type)};  // -0 is 0
  if constexpr (!is_machine_number<T>) {
    if (type == Type::real) v.digits = NumberTraits<T>::text(x);
  }
  return v;
}

template <class T>
class ResultMaker {
 public:
  explicit ResultMaker(const HybridModel& model) : model_(model) {}

  void add_modes(RunResult& r, const ModeTuple& tuple) const {
    for (std::size_t m = 0; m < tuple.modes.size(); ++m)
      if (tuple.modes[m] != ModeTuple::none)
        r.modes.emplace_back(model_.machines[m].name, model_.machines[m].modes[tuple.modes[m]].name);
  }

  void add_parameters(RunResult& r, const Motion<T>& m) const {
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      const Slot slot = m.compiled.variables[i].value;
      if (variable(i).variability <= Variability::parameter && slot != no_slot)
        r.parameters.push_back({variable(i).name, make_value(m.flow.value(slot), variable(i).type)});
    }
  }

  void add_final(RunResult& r, const Motion<T>& m, const T& time) const {
    std::size_t count = 1;
    for_each_recorded(m.compiled, [&](const Variable&, const CompiledVariable&, bool) { ++count; });
    r.final_values.reserve(count);
    r.final_values.push_back({"time", make_value(time)});
    for_each_recorded(m.compiled, [&](const Variable& v, const CompiledVariable& compiled, bool of_derivative) {
      if (of_derivative)
        r.final_values.push_back({fmt::format("der({})", v.name), make_value(m.flow.value(compiled.derivative))});
      else
        r.final_values.push_back({v.name, make_value(m.flow.value(compiled.value), v.type)});
    });
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
        entry.name = b.name();
        entry.classes = names(b.classes);
      } else if (e.what.source == Occurrence::Source::transition) {
        describe_transition(entry, in, in.transitions[e.what.index]);
        entry.classes = names(e.classes);
      } else if (e.what.source == Occurrence::Source::sliding) {
        entry.kind = EventKind::relation;
        entry.name = e.what.name();
        entry.classes = names(e.classes);
      } else {
        const CompiledGuard& g = in.guards[e.what.index];
        entry.kind = g.time_only ? EventKind::time : EventKind::relation;
        entry.name = g.text();
        entry.classes = names(g.classes);
      }
      for (std::uint32_t i = e.first_change; i < e.first_change + e.changes; ++i) {
        const auto& change = log.changes[i];
        const Variable& v = variable(change.variable);
        if (!change.is_new) entry.before.push_back({v.name, make_value(change.before, v.type)});
        entry.after.push_back({v.name, make_value(change.after, v.type)});
      }
      r.events.push_back(std::move(entry));
    }
  }

  /// The derivatives that the numbers of a run carry.
  [[nodiscard]] Sensitivity sensitivity(Motion<T>* m, const EventLog<T>& log, const Recorder<T>& recorder) const
    requires has_derivative<T>
  {
    Sensitivity s;
    for (const auto& e : log.entries) s.event_times.push_back(e.time.d());
    s.columns = recorder.derivatives();
    if (!m) return s;
    for (const RecordedSlot& slot : recorded_slots(m->compiled))
      if (slot.kind == ValueKind::real) s.final_values.push_back({slot.name, Value::real(m->flow.value(slot.slot).d())});
    return s;
  }

  void add_near_misses(RunResult& r, const NearMisses<T>& misses) const {
    for (const auto& m : misses.closest())
      r.near_misses.push_back({make_value(m.time), m.guard->text(), make_value(m.distance)});
  }

  void set_status(RunResult& r, const RunEnd<T>& end) const {
    r.status.code = end.code;
    r.status.time = make_value(end.time);
    r.status.message = end.message;
    r.status.variable = end.variable;
    r.status.remedy = end.remedy;
    r.status.reason = end.reason;
    if (model_.sources && end.span.known()) r.status.place = model_.sources->describe(end.span);
    r.diagnostics = end.diagnostics;
  }

  void add_warnings(RunResult& r, const std::vector<RunWarning>& warnings) const {
    for (const RunWarning& w : warnings) {
      r.warnings.push_back({.code = w.code, .text = w.text, .times = w.times, .first = w.first, .last = w.last});
      if (model_.sources && w.span.known()) r.warnings.back().place = model_.sources->describe(w.span);
    }
  }

  /// The places of the status and of the warnings, as text with carets.
  void add_excerpts(RunResult& r, const RunEnd<T>& end, const std::vector<RunWarning>& warnings) const {
    if (!model_.sources) return;
    r.status.excerpt = render_place(end.span, *model_.sources);
    for (std::size_t i = 0; i < warnings.size(); ++i) r.warnings[i].excerpt = render_place(warnings[i].span, *model_.sources);
  }

 private:
  const Variable& variable(std::size_t i) const { return model_.variables[i]; }

  void describe_transition(EventEntry& entry, const CompiledModel& in, const CompiledTransition& t) const {
    const Machine& machine = model_.machines[t.machine];
    const std::size_t from = in.tuple.modes[t.machine];
    entry.kind = EventKind::transition;
    entry.name = t.name;
    entry.machine = machine.name;
    entry.from = machine.modes[from].name;
    entry.to = machine.modes[machine.transitions[t.transition].to.value_or(from)].name;
  }

  const HybridModel& model_;
};

}  // namespace saltus
