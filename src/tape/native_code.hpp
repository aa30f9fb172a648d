#pragma once
// A code of doubles as machine instructions, made at run time: orders 0, 1, 2, ... of all operations in one straight line, for the very
// addresses of its jets. Nothing is decoded, and nothing jumps but the end of an order that is the last one wanted; functions are called at order 0.
//
// Sums have the sequence of tape/series_sum.hpp, and every operation the roundings of tape/constant_kernel.hpp: whether a code is native can
// be seen in the time alone.

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "tape/jets.hpp"
#include "tape/prepared.hpp"

namespace saltus {

class NativeCode {
 public:
  /// For orders 0..last of all operations, the late ones in their order like the others. Their addresses, those of their weights, and the relations of the jets stay where they are. Null where there
  /// is none: another processor, memory that must not be executed, an operation that only RareKernel has, or very much code.
  static std::unique_ptr<NativeCode> make(const PreparedCode<double>& code, const Jets<double>& jets, int last);

  NativeCode(const NativeCode&) = delete;
  NativeCode& operator=(const NativeCode&) = delete;
  ~NativeCode();

  [[nodiscard]] int last() const { return static_cast<int>(entries_.size()) - 1; }
  /// 0 <= from <= to <= last(); weights have been taken, if to > 0.
  void run(int from, int to) const { entries_[static_cast<std::size_t>(from)](to); }

 private:
  using Entry = void (*)(int to);
  NativeCode(void* memory, std::vector<Entry> entries) : memory_(memory), entries_(std::move(entries)) {}

  void* memory_;
  std::vector<Entry> entries_;  // of order 0, 1, 2, ...
};

}  // namespace saltus
