#pragma once
// The event log as the hybrid loop writes it: numbers only; names are added when a result is made of it.

#include <cstdint>
#include <vector>

namespace saltus {

template <class T>
struct EventLog {
  enum class Source : std::uint8_t { branch, guard };
  struct Entry {
    T time;
    std::uint32_t instant = 0;
    Source source = Source::branch;
    std::uint32_t index = 0;                      ///< of the branch or guard
    std::uint32_t first_change = 0, changes = 0;  ///< in `changes`
  };
  struct Change {
    std::uint32_t variable = 0;
    T before, after;
  };
  std::vector<Entry> entries;
  std::vector<Change> changes;
  std::uint32_t instants = 0;
};

}  // namespace saltus
