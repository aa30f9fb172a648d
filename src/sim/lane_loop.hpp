#pragma once
// The loops over lanes, one for each instruction set. Which of them a machine can run is asked at run time.

#include <cstddef>

namespace saltus {

class LaneBook;
class ModeLanes;

class LaneLoop {
 public:
  LaneLoop() = default;
  LaneLoop(const LaneLoop&) = delete;
  LaneLoop& operator=(const LaneLoop&) = delete;
  virtual ~LaneLoop() = default;

  /// Runs side by side.
  [[nodiscard]] virtual std::size_t lanes() const = 0;
  /// Runs everything that the client of the book, or of the lanes of modes, has.
  virtual void run() = 0;
};

/// For the caller to delete. What they get is referred to.
[[nodiscard]] LaneLoop* make_lane_loop_sse2(
    LaneBook& book);  ///< two numbers in a register: every x86-64, and any other machine
[[nodiscard]] LaneLoop* make_lane_loop_avx2(LaneBook& book);    ///< four
[[nodiscard]] LaneLoop* make_lane_loop_avx512(LaneBook& book);  ///< eight

[[nodiscard]] LaneLoop* make_mode_loop_sse2(ModeLanes& own);
[[nodiscard]] LaneLoop* make_mode_loop_avx2(ModeLanes& own);
[[nodiscard]] LaneLoop* make_mode_loop_avx512(ModeLanes& own);

}  // namespace saltus
