// A circuit with twenty ideal diodes: of its million tuples of modes only those that are reached are compiled.

#include "benchmarks.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Result;

namespace {

std::size_t statistic(const Result& result, const std::string& name) {
  for (const auto& [key, value] : result.data().statistics.more) {
    if (key == name) return value;
  }
  return 0;
}

std::vector<std::string> node_voltages(const Result& result) {
  std::vector<std::string> values;
  for (int k = 1; k <= 20; ++k) values.push_back(final_text(result, "u[" + std::to_string(k) + "]"));
  return values;
}

}  // namespace

void circuits(Table& table) {
  const Result modes = run(load("../circuits/diode_ladder.mo"), {.stop = 3, .tolerance = "1e-12"});
  const Result plain = run(load("../circuits/diode_ladder_plain.mo"), {.stop = 3, .tolerance = "1e-12"});
  const std::size_t compiled = statistic(modes, "tuples_compiled");
  table.group("A line with twenty ideal diodes, each a machine (tolerance 1e-12; reference: the same without modes)");
  table.count("changes of diodes", modes.events().size(), plain.events().size());
  table.numbers("times of the changes", event_times(modes), event_times(plain), 1e-11);
  table.numbers("voltages at the end", node_voltages(modes), node_voltages(plain), 1e-11);
  table.verdict("tuples compiled, of 2^20", std::to_string(compiled), "from 2 to 99", compiled > 1 && compiled < 100);
}

}  // namespace argesim
