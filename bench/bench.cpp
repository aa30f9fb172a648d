// saltus_bench: the speed of Saltus from model text beside hand-written programs and programs written for other libraries. Each case prints its table,
// with its bars and whether they are met.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "case.hpp"
#include "machine.hpp"
#include "measure.hpp"
#include "report_json.hpp"
#include "report_text.hpp"

namespace {

using namespace saltus::bench;

/// A case that cannot be set up is a case without rows, with the reason.
CaseReport run(const CaseMaker& maker, double share) {
  try {
    return measure(maker.make(), share);
  } catch (const std::exception& problem) {
    return {.name = maker.name, .title = "not run", .unit = {}, .rows = {}, .verdicts = {}, .remarks = {problem.what()}};
  }
}

void print_summary(const Report& report) {
  int bars = 0, met = 0;
  for (const CaseReport& c : report.cases) {
    for (const Verdict& v : c.verdicts) {
      ++bars;
      met += v.met ? 1 : 0;
    }
  }
  fmt::print("{} of {} bars met\n", met, bars);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Speed of simulation beside hand-written programs and other libraries"};
  std::string json_file;
  std::vector<std::string> chosen;
  bool quick = false;
  double share = 1;
  std::vector<std::string> names;
  for (const CaseMaker& c : all_cases()) names.push_back(c.name);
  app.add_option("--json", json_file, "write the results to this file (saltus.bench/1)");
  app.add_option("--case", chosen, "only this one; may be repeated")->check(CLI::IsMember(names));
  app.add_flag("--quick", quick, "a tenth of the repetitions");
  app.add_option("--share", share, "this part of the repetitions, or a multiple")->check(CLI::Range(0.001, 1000.0));
  CLI11_PARSE(app, argc, argv);

  Report report{.machine = this_machine(), .quick = quick, .cases = {}};
  const Machine& m = report.machine;
  fmt::print("{}, {}; {}, {} build\n\n", m.processor, m.instruction_sets, m.compiler, m.build_type);
  for (const CaseMaker& maker : all_cases()) {
    if (!chosen.empty() && std::ranges::find(chosen, maker.name) == chosen.end()) continue;
    report.cases.push_back(run(maker, quick ? 0.1 * share : share));
    fmt::print("{}\n", as_table(report.cases.back()));
    std::fflush(stdout);
  }
  print_summary(report);
  if (json_file.empty()) return 0;
  std::ofstream out(json_file);
  out << to_json(report);
  if (!out.flush()) {
    fmt::print(stderr, "cannot write {}\n", json_file);
    return 1;
  }
  return 0;
}
