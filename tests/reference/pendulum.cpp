// C7: the constrained pendulum.

#include <fmt/core.h>

#include <algorithm>

#include "benchmarks.hpp"
#include "records.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Location;
using saltus::Model;
using saltus::Options;
using saltus::Result;

namespace {

struct Case {
  std::string name;
  std::vector<std::pair<std::string, saltus::Exact>> set;
  std::string kinds = {};               // "hr": a hit, then a release
  std::vector<std::string> times = {};  // of the events
  std::vector<saltus::Exact> at = {};
  std::vector<std::string> phi = {}, w = {};  // at these times
  std::string phi_end = {}, w_end = {};
};

std::vector<Case> read_cases(const std::vector<Record>& records) {
  std::vector<Case> cases;
  for (const Record& r : records) {
    if (r[0] == "case") {
      cases.push_back({.name = r[1], .set = {{"d", r[2]}, {"phi0", r[3]}, {"pin", r[4]}, {"linear", r[5]}}});
    } else if (r[0] == "event") {
      cases.back().kinds += r[1][0];
      cases.back().times.push_back(r[2]);
    } else if (r[0] == "value") {
      cases.back().at.emplace_back(r[1]);
      cases.back().phi.push_back(r[2]);
      cases.back().w.push_back(r[3]);
    } else if (r[0] == "end") {
      cases.back().phi_end = r[1];
      cases.back().w_end = r[2];
    }
  }
  return cases;
}

std::string kinds_of(const Result& result) {
  std::string kinds;
  for (const auto& event : result.events()) kinds += event.name[0];
  return kinds;
}

void compare(Table& table, const Model& model, const Case& c, const std::string& form) {
  const std::string title = c.name + form;
  const Result tight = run(model, {.set = c.set, .tolerance = "1e-12", .at = c.at});
  table.count(title + ": events", tight.events().size(), c.times.size());
  if (!c.kinds.empty()) table.text(title + ": hits, releases in order", kinds_of(tight), c.kinds);
  table.numbers(title + ": event times", event_times(tight), c.times, 1e-11);
  table.numbers(title + ": phi at given times", requested_values(tight, "phi"), c.phi, 1e-11);
  table.numbers(title + ": w at given times", requested_values(tight, "w"), c.w, 1e-11);
  table.number(title + ": phi at the end", final_text(tight, "phi"), c.phi_end, 1e-11);
  table.number(title + ": w at the end", final_text(tight, "w"), c.w_end, 1e-11);
  const Result loose = run(model, {.set = c.set});
  table.count(title + ": events, default tolerance", loose.events().size(), c.times.size());
  const Result digits = run(model, {.set = c.set, .precision = 50});
  table.numbers(title + ": event times, 50 digits", event_times(digits), c.times, 1e-28);
}

void lost_pairs(Table& table, const Model& model, const Case& c) {
  std::string counts;
  std::size_t fewest = c.times.size();
  for (const char* tolerance : {"1e-3", "1e-4", "1e-5", "1e-6"}) {
    const std::size_t found = run(model, {.set = c.set, .tolerance = tolerance, .locate = Location::signs}).events().size();
    counts += (counts.empty() ? "" : ", ") + std::to_string(found);
    fewest = std::min(fewest, found);
  }
  table.verdict(c.name + ": events, signs at step ends only, 1e-3 to 1e-6", counts, "pairs are lost", fewest < c.times.size());
}

void targets(Table& table, const Model& model, const std::vector<Record>& records) {
  for (const Record& r : records) {
    if (r[0] != "target") continue;
    const std::string title = fmt::format("pin {}, {}, w0 = {:.8}: ", r[1], r[2] == "true" ? "linear" : "nonlinear", r[3]);
    const Result result =
        run(model, {.set = {{"pin", r[1]}, {"linear", r[2]}, {"w0", r[3]}}, .tolerance = "1e-12", .at = {r[4]}});
    table.numbers(title + "phi at its lowest", requested_values(result, "phi"), {"-1.57079632679489661923"}, 1e-11);
    table.numbers(title + "w there", requested_values(result, "w"), {"0"}, 1e-11);
  }
}

void grazing(Table& table, const Model& model, const std::vector<Record>& records) {
  for (const Record& r : records) {
    if (r[0] != "graze") continue;
    const auto events = [&](const std::string& phi0) {
      return run(model, {.set = {{"phi0", phi0}}, .tolerance = "1e-12"}).events().size();
    };
    table.count("grazing, phi0 = " + r[1] + " - 1e-8: events", events(r[1] + " - 1e-8"), std::stoul(r[2]));
    table.count("grazing, phi0 = " + r[1] + " + 1e-8: events", events(r[1] + " + 1e-8"), std::stoul(r[3]));
  }
}

}  // namespace

void pendulum(Table& table) {
  const auto records = read_records("c07.tsv");
  const auto cases = read_cases(records);
  const Model angular = load("c07/pendulum.mo"), tangential = load("c07/pendulum_tangential.mo");
  table.group("C7 Constrained pendulum: cases (tolerance 1e-12)");
  for (const Case& c : cases) compare(table, angular, c, "");
  lost_pairs(table, angular, cases.front());
  table.group("C7 Constrained pendulum, tangential velocity: cases (tolerance 1e-12)");
  for (const Case& c : cases) compare(table, tangential, c, "");
  table.group("C7 Constrained pendulum: initial velocity for the angle -pi/2; grazing the pin");
  targets(table, angular, records);
  grazing(table, angular, records);
}

}  // namespace argesim
