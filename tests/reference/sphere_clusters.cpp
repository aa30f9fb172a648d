// C12 below the critical restitution: collapsed spheres go on as clusters.

#include <sstream>

#include "benchmarks.hpp"
#include "records.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Result;

namespace {

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

/// "123 4": the spheres, with a space where two clusters part.
std::string clusters(const Result& result) {
  std::string text = "1";
  for (const std::string i : {"1", "2", "3"}) {
    if (final_text(result, "glued[" + i + "]") != "true") text += ' ';
    text += static_cast<char>(i[0] + 1);
  }
  return text;
}

}  // namespace

void sphere_clusters(Table& table) {
  const Model model = load("c12/spheres_clusters.mo");
  table.group("C12 Four equal spheres that collapse to clusters");
  for (const Record& r : read_records("c12_clusters.tsv")) {
    const std::string title = "e = " + r[1] + ": ";
    const Result result = run(model, {.set = {{"e", r[1]}}, .stop = 15});
    table.text(title + "status", status_text(result), "finished");
    table.text(title + "clusters", clusters(result), r[3]);
    std::size_t first = 1;
    for (const std::string& cluster : words(r[3])) {
      const std::string name = "v[" + cluster.substr(0, 1) + "]";
      table.number(title + name, final_text(result, name), words(r[4])[first++ - 1], 1e-9);
    }
    if (r[0] == "collapse") {
      const auto times = times_of(result, "collapse");
      table.number(title + "collapse", times.empty() ? "" : times.front(), r[2], 1e-9);
      table.number(title + "last event", event_times(result).back(), r[5], 1e-9);
    } else {
      table.numbers(title + "merges", event_times(result), words(r[2]), 1e-9);
    }
  }
}

}  // namespace argesim
