// C12: four equal spheres, the first one moving.

#include <fmt/core.h>

#include "benchmarks.hpp"
#include "records.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Result;

namespace {

constexpr const char* long_after = "1e60";  // no hit comes later

void hits(Table& table, const Model& positions) {
  std::string pairs;
  std::vector<std::string> times;
  for (const Record& r : read_records("c12_hits.tsv")) {
    pairs += r[1];
    times.push_back(r[2]);
  }
  const Result result = run(positions, {.set = {{"e", "0.2"}}, .stop = 15, .tolerance = "1e-12"});
  std::string ours;
  for (const auto& event : result.events()) ours += event.name[event.name.find('[') + 1];
  table.count("e = 0.2: hits", result.events().size(), times.size());
  table.text("e = 0.2: pairs in order", ours, pairs);
  table.numbers("e = 0.2: times", event_times(result), times, 1e-12);
}

// The whole table of n(e), in one row per quantity: how many of its entries agree.
void counts(Table& table, const Model& positions, const Model& relative) {
  std::size_t rows = 0, limited = 0, unlimited = 0, finished = 0;
  std::vector<std::string> ours, reference, times, last;
  for (const Record& r : read_records("c12_table.tsv")) {
    ++rows;
    const Result until_15 = run(positions, {.set = {{"e", r[1]}}, .stop = 15, .tolerance = "1e-12"});
    const Result all = run(relative, {.set = {{"e", r[1]}}, .stop = "1e9", .tolerance = "1e-12"});
    const Result digits = run(relative, {.set = {{"e", r[1]}}, .stop = "1e9", .precision = 40});
    limited += until_15.events().size() == std::stoul(r[3]) ? 1 : 0;
    unlimited += all.events().size() == std::stoul(r[2]) ? 1 : 0;
    finished += until_15.ok() && all.ok() && digits.ok() ? 1 : 0;
    for (std::size_t i = 1; i <= 4; ++i) {
      ours.push_back(final_text(digits, fmt::format("v[{}]", i)));
      reference.push_back(r[4 + i]);
    }
    times.push_back(digits.events().empty() ? "" : value_text(digits.events().back().time));
    last.push_back(r[4]);
  }
  table.count("e = 0.18, 0.19 ... 1: right numbers of hits until 15", limited, rows);
  table.count("e = 0.18, 0.19 ... 1: right numbers of hits, no limit", unlimited, rows);
  table.count("e = 0.18, 0.19 ... 1: runs finished", finished, rows);
  table.numbers("e = 0.18, 0.19 ... 1: final velocities, 40 digits", ours, reference, 1e-18);
  table.numbers("e = 0.18, 0.19 ... 1: last hit, 40 digits", times, last, 1e-14);
}

void thresholds(Table& table, const Model& relative) {
  std::size_t limits[2] = {0, 0}, right[2] = {0, 0};
  for (const Record& r : read_records("c12_thresholds.tsv")) {
    const std::size_t kind = r[0] == "t15" ? 1 : 0;
    const auto hits_at = [&](const std::string& e) {
      return run(relative, {.set = {{"e", e}}, .stop = kind == 1 ? "15" : long_after, .precision = 40}).events().size();
    };
    const bool below = hits_at(r[1] + " - 1e-20") == std::stoul(r[2]);
    const bool above = hits_at(r[1] == "1" ? r[1] : r[1] + " + 1e-20") == std::stoul(r[3]);
    ++limits[kind];
    right[kind] += below && above ? 1 : 0;
  }
  table.count("thresholds of n(e), no limit, -+1e-20: right hits", right[0], limits[0]);
  table.count("thresholds of n(e) until 15, -+1e-20: right hits", right[1], limits[1]);
}

}  // namespace

void four_spheres(Table& table) {
  const Model positions = load("c12/spheres.mo"), relative = load("c12/spheres_relative.mo");
  table.group("C12 Four equal spheres (tolerance 1e-12; thresholds in relative quantities with 40 digits)");
  hits(table, positions);
  counts(table, positions, relative);
  thresholds(table, relative);
}

}  // namespace argesim
