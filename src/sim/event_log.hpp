#pragma once
// The event log as the hybrid loop writes it: numbers only; names are added when a result is made of it.

#include <cstdint>
#include <vector>

#include "compile/compiled_model.hpp"

namespace saltus {

/// Something that fires, and the compiled model whose tables know it.
struct Occurrence {
  enum class Source : std::uint8_t { branch, guard };
  const CompiledModel* compiled = nullptr;
  Source source = Source::branch;
  std::uint32_t index = 0;  ///< of the branch or guard

  [[nodiscard]] const std::string& name() const {
    return source == Source::branch ? compiled->branches[index].name : compiled->guards[index].text;
  }
  [[nodiscard]] bool time_only() const {
    return source == Source::branch ? compiled->branches[index].time_only : compiled->guards[index].time_only;
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
  };
  struct Change {
    std::uint32_t variable = 0;
    T before, after;
  };
  std::vector<Entry> entries;
  std::vector<Change> changes;
  std::uint32_t instants = 0;
  std::size_t first = 0;  ///< entry of the present instant

  void begin_instant(const T& time) {
    first = entries.size();
    time_ = time;
  }
  /// Did something fire in the present instant?
  [[nodiscard]] bool fired_anything() const { return entries.size() > first; }
  void add(const Occurrence& what) {
    if (entries.size() == first) ++instants;
    if (entries.size() < first + 10000) entries.push_back({time_, instants, what, 0, 0});
  }

 private:
  T time_{};
};

}  // namespace saltus
