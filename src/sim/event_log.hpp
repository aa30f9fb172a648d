#pragma once
// The event log as the hybrid loop writes it: numbers only; names are added when a result is made of it.

#include <cstdint>
#include <optional>
#include <vector>

#include "compile/compiled_model.hpp"
#include "model/sliding.hpp"
#include "sim/solver_change.hpp"

namespace saltus {

/// Something that fires, and the compiled model whose tables know it.
struct Occurrence {
  enum class Source : std::uint8_t { branch, guard, transition, sliding };
  const CompiledModel* compiled = nullptr;
  Source source = Source::branch;
  std::uint32_t index = 0;  ///< of the branch, guard or transition; sliding: twice its surface, and 1 more where it ends

  [[nodiscard]] std::string name() const {
    switch (source) {
      case Source::guard: return compiled->guards[index].text();
      case Source::transition: return compiled->transitions[index].name;
      case Source::sliding: return sliding_event(compiled->sliding[index / 2].names.front(), index % 2 != 0);
      default: return compiled->branches[index].name();
    }
  }
  [[nodiscard]] bool time_only() const {
    switch (source) {
      case Source::guard: return compiled->guards[index].time_only;
      case Source::transition: return compiled->transitions[index].time_only;
      case Source::sliding: return false;
      default: return compiled->branches[index].time_only;
    }
  }
  /// The same in every tuple of modes.
  [[nodiscard]] std::uint32_t id() const {
    switch (source) {
      case Source::guard: return compiled->guards[index].surface->id();
      case Source::transition: return compiled->transitions[index].id->id();
      case Source::sliding: return compiled->sliding[index / 2].surface->id();
      default: return compiled->branches[index].id->id();
    }
  }
  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

template <class T>
struct EventLog {
  struct Entry {
    T time;
    std::uint32_t instant = 0;
    Occurrence what;
    std::uint32_t first_change = 0, changes = 0;  ///< in `changes`
    EventClasses classes = 0;                     ///< of transitions: they depend on where it leads
    bool valued = false;                          ///< its changes are known
  };
  struct Change {
    std::uint32_t variable = 0;  ///< CompiledVariable::place
    T before, after;
    bool is_new = false;  ///< did not exist before
  };
  std::vector<Entry> entries;
  std::vector<Change> changes;
  std::uint32_t instants = 0;
  std::size_t first = 0;                         ///< entry of the present instant
  std::optional<SolverChange<T>> solver_change;  ///< asked for in the present instant; the last one holds

  /// As newly made; room is kept unless it is very much.
  void renew() {
    constexpr std::size_t much = 100'000;
    if (entries.capacity() > much) entries = {};
    if (changes.capacity() > much) changes = {};
    entries.clear();
    changes.clear();
    instants = 0;
    first = 0;
    solver_change.reset();
  }
  void begin_instant(const T& time) {
    first = entries.size();
    time_ = time;
    solver_change.reset();
  }
  /// Did something fire in the present instant?
  [[nodiscard]] bool fired_anything() const { return entries.size() > first; }
  /// All that did.
  [[nodiscard]] std::vector<Occurrence> fired() const {
    std::vector<Occurrence> result;
    for (std::size_t i = first; i < entries.size(); ++i) result.push_back(entries[i].what);
    return result;
  }
  void add(const Occurrence& what, EventClasses classes = 0) {
    if (entries.size() == first) ++instants;
    if (entries.size() < first + 10000) entries.push_back({time_, instants, what, 0, 0, classes});
  }

 private:
  T time_{};
};

}  // namespace saltus
