#pragma once
// Expressions of a function body as operations on its registers, piecewise operators taken literally.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tape/function_program.hpp"

namespace saltus {

class FunctionLowering {
 public:
  using Find = std::function<std::shared_ptr<const FunctionProgram>(std::string_view)>;

  /// The references must outlive this object.
  FunctionLowering(Tape& tape, const Find& find) : tape_(tape), find_(find), zero_(tape.new_slot()) {}

  [[nodiscard]] Slot zero() const { return zero_; }  ///< nothing is ever written to it

  Slot add_register(Expr symbol);
  [[nodiscard]] Slot find_register(Expr symbol) const;  ///< no_slot if there is none

  /// Appends the operations for e to `list`; the result is in the slot returned. Registers keep their value. On failure `problem()`
  /// is set and the slot is no_slot.
  Slot lower(Expr e, std::vector<Instruction>& list);

  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  Slot node(Expr e);
  Slot leaf(Expr e);
  Slot constant(Expr e);
  Slot power(Expr e);
  Slot remainder(Expr e, bool truncated);
  Slot truncated_quotient(Slot a, Slot b);
  Slot ceiling(Slot a);
  Slot absolute(Slot a);
  Slot call(Expr e);
  Slot operation(TapeOp op, Slot a, Slot b = no_slot, Slot c = no_slot);
  Slot with_companion(TapeOp op, Slot a, Slot b = no_slot);
  Slot sine_or_cosine(TapeOp op, Slot a, bool second);
  Slot fail(std::string problem);
  [[nodiscard]] Slot argument(Expr e, std::size_t i) const { return slots_.at(e->arg(i)); }

  Tape& tape_;
  const Find& find_;
  Slot zero_;
  std::unordered_map<Expr, Slot> registers_, constants_;
  std::unordered_map<Expr, Slot> slots_;  // of the expression being lowered
  std::unordered_map<Slot, std::pair<Slot, Slot>> circular_, hyperbolic_;
  std::vector<Instruction>* list_ = nullptr;
  std::string problem_;
};

}  // namespace saltus
