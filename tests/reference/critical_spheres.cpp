// C12 near the critical restitution 3 - 2*sqrt(2): thousands of hits that look endless and are not, and endless ones.

#include "benchmarks.hpp"
#include "records.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Result;

void critical_spheres(Table& table) {
  const Model relative = load("c12/spheres_relative.mo");
  table.group("C12 Four equal spheres near the critical restitution (relative quantities, 40 digits)");
  for (const Record& r : read_records("c12_critical.tsv")) {
    const std::string title = "e = " + r[1].substr(0, 14) + (r[1].size() > 14 ? "..: " : ": ");
    if (r[0] == "near") {
      const Result result = run(relative, {.set = {{"e", r[1]}}, .stop = 1000000, .precision = 40});
      table.count(title + "hits", result.events().size(), std::stoul(r[2]));
      table.text(title + "status", status_text(result), "finished");
      table.number(title + "time of the last hit", result.events().empty() ? "" : value_text(result.events().back().time), r[4],
                   1e-15);
    } else {
      const Result result = run(relative, {.set = {{"e", r[1]}}, .stop = 20, .precision = 40});
      table.text(title + "status", status_text(result), "zeno");
      table.number(title + "limit time", value_text(result.status().time), r[2], 1e-8);
    }
  }
}

}  // namespace argesim
