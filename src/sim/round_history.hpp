#pragma once
// The rounds of one instant: how many there were, and what fired in the last of them, to name a cycle that does not end.
// Belongs to the run: an instant may pass through several tuples of modes.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/event_log.hpp"

namespace saltus {

class RoundHistory {
 public:
  explicit RoundHistory(int most) : most_(most) {}

  /// As newly made.
  void renew(int most) {
    most_ = most;
    begin_instant();
  }

  void begin_instant() {
    rounds_ = tie_flips_ = 0;
    fired_.clear();
    history_.clear();
    moved_.clear();
  }
  void begin_round() { fired_.clear(); }
  void fired(const Occurrence& what) { fired_.push_back(what); }
  /// A guard on its surface changed its side.
  void flipped() { ++tie_flips_; }
  /// Something happened that no guard on its surface decided.
  void forced() { tie_flips_ = 0; }
  /// Is the next round one of the last, so that what changes in it is worth remembering?
  [[nodiscard]] bool near_the_end() const { return rounds_ + 2 > most_; }
  void moved(std::string_view variable) { moved_.emplace_back(variable); }
  /// The round changed something. Nothing is allocated until an instant has very many of them.
  void end_round() {
    if (++rounds_ + kept > most_) history_.push_back(fired_);
  }
  [[nodiscard]] bool exhausted() const { return rounds_ >= most_; }
  [[nodiscard]] int most() const { return most_; }
  /// Were the rounds so far driven by guards on their surface?
  [[nodiscard]] bool pushes_back() const { return tie_flips_ > 0 && tie_flips_ >= rounds_ / 4; }

  /// The shortest repeating end of the history, quoted; nothing if no event was part of it.
  [[nodiscard]] std::vector<std::string> cycle() const {
    std::size_t period = 1;
    const std::size_t n = history_.size();
    for (; 2 * period <= n; ++period) {
      bool repeats = true;
      for (std::size_t i = 1; i <= period && repeats; ++i) repeats = history_[n - i] == history_[n - i - period];
      if (repeats) break;
    }
    std::vector<std::string> result;
    for (std::size_t i = n - std::min(period, n); i < n; ++i)
      for (const Occurrence& what : history_[i]) result.push_back(quoted(what.name()));
    return result;
  }
  /// Variables that the last rounds changed.
  [[nodiscard]] std::vector<std::string> variables() const {
    std::vector<std::string> result;
    for (const std::string& name : moved_) result.push_back(quoted(name));
    return result;
  }
  static std::string quoted(std::string_view name) { return fmt::format("`{}`", name); }

 private:
  static constexpr int kept = 40;
  int most_;
  int rounds_ = 0, tie_flips_ = 0;
  std::vector<Occurrence> fired_;
  std::vector<std::vector<Occurrence>> history_;
  std::vector<std::string> moved_;
};

}  // namespace saltus
