#pragma once
// The operations of a code by level, and within a level by what they do.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tape/packed_op.hpp"

namespace saltus {

/// What packs an operation; nothing: it is run on the jets.
[[nodiscard]] std::optional<PackedKind> packed_kind(const Instruction& n);

/// Is operand b a derivative, of which only lower orders are read (tape/share_derivatives.hpp)? It may be made after the operation.
[[nodiscard]] inline bool reads_rate(const Instruction& n) {
  return (n.op == TapeOp::sincos || n.op == TapeOp::exp) && n.b != no_slot;
}

/// What the terms of a linear combination are: two of a class are alike in that.
[[nodiscard]] std::vector<std::uint32_t> term_kinds(const Tape& tape, const Instruction& n);

struct PackMember {
  const Instruction* instruction;
  std::size_t home;  ///< operations that belong to each other have the same; members of a class are in the order of their homes
};

/// Operations of one level that are alike.
struct PackClass {
  std::uint32_t level;
  std::vector<PackMember> members;
};

class PackLevels {
 public:
  /// Refers to the code.
  PackLevels(const Tape& tape, const Code& code);

  /// False: the order of the data is not that of the slots alone.
  [[nodiscard]] bool good() const { return good_; }
  /// Is every operation packed?
  [[nodiscard]] bool has_all() const { return has_all_; }
  /// In an order in which they can be run, integrations last.
  [[nodiscard]] const std::vector<PackClass>& classes() const { return classes_; }
  [[nodiscard]] bool is_made(Slot s) const { return made_[s].level > 0 || made_[s].integrated; }

 private:
  struct Made {
    std::uint32_t level = 0;  // 0: not made; what is integrated is known before the order begins
    bool integrated = false, seen = false;
    TapeOp op = TapeOp::copy;
  };
  using Key = std::vector<std::uint32_t>;

  void note_results();
  void find_levels();
  void find_homes();
  void sort_into_classes();
  [[nodiscard]] std::uint32_t maker_of_derivative(const Instruction& n) const;
  [[nodiscard]] Key key_of(std::size_t i) const;

  const Tape& tape_;
  bool good_ = true, has_all_ = true;
  std::vector<Made> made_;
  std::vector<const Instruction*> instructions_;
  std::vector<std::uint32_t> levels_;
  std::vector<std::size_t> homes_;
  std::vector<PackClass> classes_;
};

}  // namespace saltus
