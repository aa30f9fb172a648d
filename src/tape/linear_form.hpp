#pragma once
// Operations seen as linear combinations, with what only they read taken in.

#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tape/slot_use.hpp"
#include "tape/tape.hpp"

namespace saltus {

using LinearForm = std::vector<LinearTerm>;

class LinearForms {
 public:
  /// The references must outlive this object. See fuse() for their meaning.
  LinearForms(Tape& tape, const SlotUse& use, const std::function<bool(Slot)>& is_constant, std::vector<Instruction>* setup);

  /// The form of an operation, which is remembered for its readers; nothing if it is no linear combination.
  const LinearForm* add(const Instruction& i);
  [[nodiscard]] const LinearForm* find(Slot s) const;

 private:
  std::optional<LinearForm> form_of(const Instruction& i);
  [[nodiscard]] const LinearForm* absorbable(Slot s) const;
  [[nodiscard]] LinearForm leaf(Slot s) const;
  [[nodiscard]] LinearForm first(Slot s) const;
  [[nodiscard]] LinearForm addend(Slot s) const;
  LinearForm scaled(Slot weight, Slot factor);
  std::optional<LinearForm> divided(Slot factor, Slot by);
  Slot prepare(TapeOp op, Slot a, Slot b);
  Slot one();

  Tape& tape_;
  const SlotUse& use_;
  const std::function<bool(Slot)>& is_constant_;
  std::vector<Instruction>* setup_;
  std::vector<std::uint32_t> places_;  // by slot, in forms_; `none`: no form
  std::deque<LinearForm> forms_;
  std::unordered_map<Slot, Slot> reciprocals_;
  Slot one_ = no_slot;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
};

}  // namespace saltus
