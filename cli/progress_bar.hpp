#pragma once
// A line on the terminal that says how far a study has got:
//
//   [=========>           ] 412 of 851, 213 runs/s, 2 s left, 3 failed
//
// It appears after a second, and goes away at the end. There is none where stderr is no terminal.

#include <chrono>
#include <cstdint>
#include <string>

#include "study/runner.hpp"

namespace saltus::cli {

class ProgressBar {
 public:
  explicit ProgressBar(bool wanted);
  ~ProgressBar();  ///< clears the line
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const Progress& progress);

 private:
  bool wanted_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point begin_;
};

/// The line after so many seconds.
[[nodiscard]] std::string progress_text(const Progress& progress, double seconds);

}  // namespace saltus::cli
