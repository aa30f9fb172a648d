#pragma once
// Repetition, and the two forms of the results.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "contender.hpp"

namespace saltus::bench {

struct Row {
  std::string name;
  double seconds = 0;  ///< the least of all repetitions
  double error = 0;
  int events = 0;
};

/// All contenders in turn, again and again: what disturbs the machine disturbs all of them.
std::vector<Row> measure(std::span<const Contender> contenders, int repetitions);

/// Times as a ratio to the row called `unit`.
std::string as_table(std::string_view title, std::span<const Row> rows, std::string_view unit);
std::string as_json(std::string_view title, std::span<const Row> rows);

const Row& find(std::span<const Row> rows, std::string_view name);

}  // namespace saltus::bench
