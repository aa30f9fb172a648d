#pragma once
// Which results of operations are still in registers, in a straight line of instructions: what comes next takes them from there. A number that goes
// through memory waits for the way there and back, as long as two or three sums take.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace saltus {

/// Of registers first..first + count - 1, each has one number, or a pair of which the low half may count as a number as well. The oldest is given up first.
class KeptResults {
 public:
  static constexpr int first = 6, count = 10;

  /// What register `first + i` has; null: nothing. A pair lies where its low half does.
  struct Kept {
    const double* number = nullptr;
    const double* pair = nullptr;
  };
  using Registers = std::array<Kept, count>;

  /// What is at `x` lies in this register.
  [[nodiscard]] std::optional<int> number(const double* x) const { return find(x, &Kept::number); }
  [[nodiscard]] std::optional<int> pair(const double* x) const { return find(x, &Kept::pair); }

  /// The register that is to have what was just put at these places.
  int keep(const Kept& what) {
    forget(what);
    const int i = next_;
    next_ = (next_ + 1) % count;
    registers_[static_cast<std::size_t>(i)] = what;
    return first + i;
  }
  /// Somebody else may have written anywhere, or used the registers.
  void forget_all() { registers_ = {}; }

  [[nodiscard]] const Registers& registers() const { return registers_; }

 private:
  [[nodiscard]] std::optional<int> find(const double* x, const double* Kept::*place) const {
    for (std::size_t i = 0; i < registers_.size(); ++i)
      if (x != nullptr && registers_[i].*place == x) return first + static_cast<int>(i);
    return std::nullopt;
  }
  void forget(const Kept& what) {
    for (Kept& k : registers_) {
      if (k.number == what.number) k.number = nullptr;
      if (k.pair == what.pair) k.pair = nullptr;
    }
  }

  Registers registers_{};
  int next_ = 0;
};

}  // namespace saltus
