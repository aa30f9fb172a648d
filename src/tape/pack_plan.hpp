#pragma once
// Which operations of a code are run together, and in which lanes.
//
// Operations of one level that are alike (opcode, operands that are there, number and signs of linear terms) are independent: as
// many as there are lanes become one packed operation, their results a group. An operation stands in the lane of the operation that
// first uses its result, and so in the end of the integration it belongs to, if that leaves few lanes empty. Where the operands of
// a packed operation do not lie side by side in a group they are picked from several: the neighbours in a row are two groups,
// shifted.
//
// What is discrete is zero above order 0, and is no part of the plan.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tape/packed_op.hpp"

namespace saltus {

struct PackPlan {
  using Group = std::uint32_t;
  static constexpr Group none = ~Group{0};

  /// Lanes of one group; or of two, lane i being lane picked[i] of a, or picked[i] - lanes of b.
  struct Source {
    Group a = none, b = none;
    std::vector<std::int64_t> picked = {};  ///< empty: a as it is
  };
  struct Term {
    std::vector<Slot> weights;  ///< one for each lane; empty: they are 1
    bool negative;
    Source factor;                  ///< none: the weight alone, which concerns order 0
    std::vector<bool> absent = {};  ///< lanes whose operations lack the term: the factor is -0.0 there; empty: none
  };
  struct Op {
    PackedKind kind;
    Group out = none, out2 = none, a = none, b = none, c = none;
    std::vector<bool> used = {};  ///< lanes
    std::vector<Term> terms = {};
    std::vector<std::int64_t> picked = {};
    std::uint32_t outside = 0;
  };
  struct Place {
    Group group;
    std::uint32_t lane;
    Slot slot;
  };
  /// An operation that is run on the jets.
  struct Outside {
    Instruction instruction;
    std::vector<Place> reads;   ///< what it needs from groups
    std::vector<Place> writes;  ///< what groups need from it
  };
  enum class Origin : std::uint8_t { made, integrated, picked, input, nothing };  ///< nothing: -0.0 in all lanes and orders
  struct SlotGroup {
    std::vector<Slot> slots;  ///< one for each lane; no_slot: the lane has no meaning
    Origin origin;
  };

  int lanes = 0;
  std::vector<SlotGroup> groups;
  std::vector<Op> ops;
  std::vector<Outside> outside;
  std::vector<bool> leaves;   ///< by slot: made, and read elsewhere, or integrated
  std::vector<bool> watched;  ///< by slot: made, and read elsewhere
  bool whole = true;          ///< order 0 can be run by the plan, too: nothing discrete, nothing outside
  double gain = 1;            ///< estimated time of the code by that of the plan
};

/// `read_elsewhere`: results that are needed after the code was run; those of integrations always are. Nothing if the code is not
/// of the kind that can be packed: a slot is made twice, or read before it is made.
std::optional<PackPlan> plan_packing(const Tape& tape, const Code& code, int lanes, std::span<const Slot> read_elsewhere);

}  // namespace saltus
