#pragma once
// What the benchmark found, as plain data.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contender.hpp"

namespace saltus::bench {

struct Row {
  std::string name;
  Role role = Role::saltus;
  double least = 0, median = 0;  ///< seconds
  int repetitions = 0;           ///< 0: it was not run
  Outcome outcome;
  std::string absent = {};  ///< why it was not run
  bool of_unit = true;      ///< its time may be compared with that of the case's unit
};

struct Verdict {
  std::string text;
  std::optional<double> value;  ///< a ratio, seconds or megabytes; none if a contender was not run
  std::string unit = {};        ///< "", "s", "MB"
  double limit = 0;
  bool at_least = false;
  bool met = false;
  std::string why = {};  ///< where a number alone does not say it
};

struct CaseReport {
  std::string name, title, unit;
  std::vector<Row> rows;
  std::vector<Verdict> verdicts;
  std::vector<std::string> remarks;

  [[nodiscard]] const Row* find(std::string_view row) const {
    for (const Row& r : rows)
      if (r.name == row) return &r;
    return nullptr;
  }
};

struct Machine {
  std::string processor, instruction_sets, compiler, build_type, version;
  int cores = 0;
};

struct Report {
  Machine machine;
  bool quick = false;
  std::vector<CaseReport> cases;
};

}  // namespace saltus::bench
