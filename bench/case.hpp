#pragma once
// A case of the benchmark: one task, its contenders, and the bars that their times are held to.

#include <functional>
#include <string>
#include <vector>

#include "contender.hpp"

namespace saltus::bench {

/// A promise about one contender (`theirs` empty) or about the ratio of two of them. It is met if both are right, the value keeps
/// the limit, and, in a ratio, our error is not larger than theirs.
struct Bar {
  enum class Quantity { seconds, megabytes };

  std::string text;
  std::string ours;
  std::string theirs = {};
  double limit = 1;
  bool at_least = false;  ///< theirs / ours is at least the limit; else ours / theirs is at most the limit
  Quantity quantity = Quantity::seconds;
  double same_error = 0;  ///< errors below this are equal
  std::string note = {};
};

struct Case {
  std::string name;       ///< for --case
  std::string title;      ///< one line
  std::string unit = {};  ///< the contender that has the ratio 1
  std::vector<Contender> contenders;
  std::vector<Bar> bars = {};
  std::vector<std::string> remarks = {};
  double seconds = 8;  ///< for all repetitions of all contenders, about
};

struct CaseMaker {
  std::string name;
  std::function<Case()> make;
};

/// In the order of the table.
std::vector<CaseMaker> all_cases();

Case c7_single();
Case c7_copies();
Case c7_jets();
Case c12_restitutions();
Case pendulum_row_25();
Case pendulum_row_200();
Case sphere_rows();
Case ball_without_drag();
Case ball_with_drag();
Case published_circuit();
Case conducting_circuit();
Case dynamic_contact();
Case first_result();

}  // namespace saltus::bench
