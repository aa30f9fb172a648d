#pragma once
// A code that is run again and again over the same Jets: its operations are prepared once.

#include <span>

#include "tape/jets.hpp"
#include "tape/prepared.hpp"

namespace saltus {

/// Tape, code and jets are referred to, and stay where they are.
template <class T>
class ReadyCode {
 public:
  ReadyCode(const Tape& tape, const Code& code, Jets<T>& jets) : tape_(tape), code_(code), jets_(jets) {}

  [[nodiscard]] const Tape& tape() const { return tape_; }
  [[nodiscard]] const Code& code() const { return code_; }
  [[nodiscard]] Jets<T>& jets() const { return jets_; }

  /// The operations, prepared by the first call.
  std::span<const Prepared<T>> operations() {
    if (!prepared_) {
      operations_.prepare(tape_, code_, [this](Slot s) { return jets_[s]; });
      prepared_ = true;
    }
    return operations_.operations();
  }
  /// The same with weights, for orders above 0: those of the first call after forget_weights().
  std::span<const Prepared<T>> weighted_operations() {
    const auto result = operations();
    if (!weighted_) operations_.take_weights();
    weighted_ = true;
    return result;
  }
  /// The late integrations, prepared as the operations are.
  std::span<const Prepared<T>> late_operations() const { return operations_.late_operations(); }

  /// Something that weights are read from may have changed.
  void forget_weights() { weighted_ = false; }

 private:
  const Tape& tape_;
  const Code& code_;
  Jets<T>& jets_;
  PreparedCode<T> operations_;
  bool prepared_ = false, weighted_ = false;
};

/// The same as run(tape, code, jets, from, to).
template <class T>
void run(ReadyCode<T>& code, int from, int to);

}  // namespace saltus
