#pragma once
// Which variables move independently of each other between events, and what an event can reach.
//
// A model qualifies if between events every state is a polynomial in time of small degree, whatever the values (der(x) = v, der(v) = -g), if
// guards are polynomials in a few states, and if what events compute can be evaluated piece by piece. Its states then fall into islands:
// states whose derivatives depend on each other. Islands meet only in guards and events, so each can have its own base time
// (sim/island_loop.hpp). All this is read off the codes of the compiled model; docs/design/islands.md says why.

#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_model.hpp"
#include "compile/lists.hpp"
#include "compile/tuples.hpp"

namespace saltus {

/// Who has to know when the value in a slot changes.
struct SlotReader {
  enum class Kind : std::uint8_t {
    round,     ///< operation `index` of CompiledModel::round reads it
    island,    ///< the motion of the island reads it; it is no state
    guard,     ///< the guard reads it; it is no state
    branch,    ///< it says whether the branch is active
    bit,       ///< it is the bit of the guard
    discrete,  ///< it is the value of the discrete
    left,      ///< CompiledModel::pres[index] is its left limit
    variable,  ///< the variable is computed from it
    check,     ///< the check reads it as condition or to see whether it acts
  };
  Kind kind;
  std::uint32_t index;

  static constexpr std::uint32_t most = (1U << 28) - 1;  ///< of an index
  [[nodiscard]] std::uint32_t packed() const { return (static_cast<std::uint32_t>(kind) << 28) | index; }
  [[nodiscard]] static SlotReader unpacked(std::uint32_t x) { return {static_cast<Kind>(x >> 28), x & most}; }
};

/// An operation that is run at one order of its series; packed values are in the order in which they are run.
struct OrderedOp {
  std::uint32_t op;
  int order;
  [[nodiscard]] std::uint32_t packed() const { return (static_cast<std::uint32_t>(order) << 28) | op; }
  [[nodiscard]] static OrderedOp unpacked(std::uint32_t x) { return {x & SlotReader::most, static_cast<int>(x >> 28)}; }
};

struct IslandPlan {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr int highest_degree = 3, highest_guard_degree = 4;

  int degree = 0;        ///< of the states
  int guard_degree = 0;  ///< of the guards

  std::vector<std::uint32_t> island_of;  ///< by state
  Lists states;                          ///< of an island
  Lists flow;                            ///< of an island: its operations in CompiledModel::flow (OrderedOp)
  Lists guards;                          ///< that read an island
  Lists islands;                         ///< that a guard reads
  Lists guard_code;                      ///< of a guard: its operations in CompiledModel::guards_code (OrderedOp)
  Lists relations;                       ///< of a guard: the operations in CompiledModel::round that decide it
  Lists uses;                            ///< of a slot: SlotReader::packed
  Lists branch_islands;                  ///< that the actions of a branch read
  Lists branch_clocks;                   ///< operations in CompiledModel::round to run when a branch is active
  Lists variable_code;                   ///< of a variable that is computed: its operations in CompiledModel::values, in order
  Lists variable_round_code;  ///< the same in CompiledModel::round, of one that rounds compute from discrete values and bits
  Lists variable_islands;

  /// Order of series at which nothing of the motion is cut off, and steppers see that it ends.
  [[nodiscard]] int order() const {
    const int highest = degree > guard_degree ? degree : guard_degree;
    return highest > 1 ? 2 * highest + 2 : 4;
  }
};

/// Nothing if the model does not qualify; then `why` (if given) says why.
[[nodiscard]] std::optional<IslandPlan> find_islands(const CompiledModel& compiled, std::string* why = nullptr);
/// Of a model without modes; compiles it.
[[nodiscard]] std::optional<IslandPlan> find_islands(CompiledTuples& tuples);

}  // namespace saltus
