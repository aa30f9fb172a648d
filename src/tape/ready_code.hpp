#pragma once
// A code that is run again and again over the same Jets: its operations are prepared once.

#include <memory>
#include <span>
#include <type_traits>

#include "tape/jets.hpp"
#include "tape/native_code.hpp"
#include "tape/packed_code.hpp"
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
  void forget_weights() {
    weighted_ = false;
    if (packed_) packed_->forget_weights();
  }

  /// False: pack() would do nothing.
  [[nodiscard]] bool may_be_packed() const {
    return std::is_same_v<T, double> && code_.instructions.size() >= PackedCode::least_operations;
  }
  /// From now on results that nobody reads elsewhere may stay out of the jets, above order 0: where many operations are alike they are run
  /// several at a time (tape/packed_code.hpp), with the same bits.
  void pack(std::span<const Slot> read_elsewhere) {
    if constexpr (std::is_same_v<T, double>) packed_ = PackedCode::make(tape_, code_, jets_, read_elsewhere);
  }
  [[nodiscard]] PackedCode* packed() const { return packed_.get(); }

  /// Orders from..to as machine instructions, which are made when the code has been run so often that this pays (note_run). False: there are none.
  [[gnu::always_inline]] bool run_native(int from, int to) {
    if (native_ == nullptr || to > native_->last()) return false;
    if (to > 0 && !weighted_) weighted_operations();
    native_->run(from, to);
    return true;
  }
  /// It was run otherwise, to order `to`.
  void note_run(int to) {
    has_series_ = has_series_ || to > 0;
    if (runs_ == runs_before_native || ++runs_ < runs_before_native) return;
    operations();
    native_ = NativeCode::make(operations_, jets_, has_series_ ? jets_.order() : 0);
  }

 private:
  static constexpr int runs_before_native = 1000;

  const Tape& tape_;
  const Code& code_;
  Jets<T>& jets_;
  PreparedCode<T> operations_;
  std::unique_ptr<PackedCode> packed_;
  std::unique_ptr<NativeCode> native_;
  int runs_ = 0;
  bool prepared_ = false, weighted_ = false, has_series_ = false;
};

/// The same as run(tape, code, jets, from, to).
template <class T>
void run(ReadyCode<T>& code, int from, int to);

}  // namespace saltus
