// C21, case study 1b: the bouncing ball with dynamic contact, in several forms of the same model.

#include <algorithm>

#include "benchmarks.hpp"
#include "records.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Result;

namespace {

struct Case {
  std::string name;
  std::vector<std::pair<std::string, saltus::Exact>> set;
  std::string stop, rest;
  std::vector<std::string> contacts = {}, releases = {};
  std::vector<saltus::Exact> at = {};
  std::vector<std::string> x = {}, v = {}, w = {};  // at these times
};

std::vector<Case> read_cases() {
  std::vector<Case> cases;
  for (const Record& r : read_records("c21_contact.tsv")) {
    if (r[0] == "case") {
      cases.push_back({.name = r[1],
                       .set = {{"x0", r[2]}, {"v0", r[3]}, {"k", r[4]}, {"d", r[5]}, {"g", r[6]}, {"beta", r[7]}},
                       .stop = r[8],
                       .rest = r[9]});
    } else if (r[0] == "contact") {
      cases.back().contacts.push_back(r[1]);
    } else if (r[0] == "release") {
      cases.back().releases.push_back(r[1]);
    } else if (r[0] == "value") {
      cases.back().at.emplace_back(r[1]);
      cases.back().x.push_back(r[2]);
      cases.back().v.push_back(r[3]);
      cases.back().w.push_back(r[4]);
    }
  }
  return cases;
}

// Of velocities, where the time may be off by 1e-12 s and the ball accelerates by k*x.
double allowed_velocity(const Case& c) {
  double deepest = 0;
  for (const std::string& x : c.x) deepest = std::max(deepest, -std::stod(x));
  return 1e-9 + 1e-12 * std::stod(c.set[2].second.text()) * deepest;
}

void compare(Table& table, const Model& model, const Case& c, const std::string& form) {
  const std::string title = c.name + ", " + form + ": ";
  const Result result = run(model, {.set = c.set, .stop = c.stop, .tolerance = "1e-12", .at = c.at});
  table.count(title + "events", result.events().size(), c.contacts.size() + c.releases.size());
  table.numbers(title + "contacts", times_of(result, "contact"), c.contacts, 1e-10);
  table.numbers(title + "lift-offs", times_of(result, "release"), c.releases, 1e-10);
  table.numbers(title + "x at given times", requested_values(result, "x"), c.x, 1e-9);
  table.numbers(title + "v at given times", requested_values(result, "v"), c.v, allowed_velocity(c));
  table.numbers(title + "w at given times", requested_values(result, "w"), c.w, 1e-9);
  table.number(title + "x at rest", final_text(result, "x"), c.rest, 1e-12);
}

}  // namespace

void contact(Table& table) {
  const std::vector<std::pair<std::string, Model>> forms = {{"switch", load("c21/contact_switch.mo")},
                                                            {"equations", load("c21/contact_equations.mo")},
                                                            {"modes", load("c21/contact_modes.mo")}};
  const auto cases = read_cases();
  table.group("C21 Bouncing ball, dynamic contact: by a switch (SE-P), equations (SE-F), modes (SE-S) (tolerance 1e-12)");
  for (const auto& [form, model] : forms) {
    for (const Case& c : cases) compare(table, model, c, form);
  }
}

}  // namespace argesim
