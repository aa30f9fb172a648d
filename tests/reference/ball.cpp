// C21, case study 1a: the bouncing ball with event contact.

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
  std::string stop, limit;
  std::vector<std::string> times = {}, v = {};  // of the bounces; velocities just before
  std::vector<saltus::Exact> at = {};
  std::vector<std::string> x_at = {}, v_at = {};
  std::vector<Record> stops = {};  // h, bounces, time, x
};

std::vector<Case> read_cases() {
  std::vector<Case> cases;
  for (const Record& r : read_records("c21_ball.tsv")) {
    if (r[0] == "case") {
      cases.push_back({.name = r[1],
                       .set = {{"x0", r[2]}, {"v0", r[3]}, {"mu", r[4]}, {"beta", r[5]}, {"g", r[6]}},
                       .stop = r[7],
                       .limit = r[8]});
    } else if (r[0] == "bounce") {
      cases.back().times.push_back(r[1]);
      cases.back().v.push_back(r[2]);
    } else if (r[0] == "value") {
      cases.back().at.emplace_back(r[1]);
      cases.back().x_at.push_back(r[2]);
      cases.back().v_at.push_back(r[3]);
    } else if (r[0] == "stop") {
      cases.back().stops.push_back(fields_from(r, 1));
    }
  }
  return cases;
}

std::vector<std::string> velocities_before(const Result& result) {
  std::vector<std::string> velocities;
  for (const auto& event : result.events()) {
    for (const auto& [name, value] : event.before) {
      if (name == "v") velocities.push_back(value_text(value));
    }
  }
  return velocities;
}

// A run in double meets the first bounces as asked; those beyond the reference are not looked at.
std::vector<std::string> first(std::vector<std::string> all, std::size_t count) {
  if (all.size() > count) all.resize(count);
  return all;
}

// The ball that stays at the top of the first flight below h: no accumulation of bounces.
void stopped(Table& table, const Model& model, const Case& c, const std::string& form) {
  for (const Record& stop : c.stops) {
    auto set = c.set;
    std::erase_if(set, [](const auto& setting) { return setting.first == "v0"; });
    set.emplace_back("h", stop[0]);
    const Result result = run(model, {.set = set, .stop = 50, .tolerance = "1e-12"});
    const std::string title = c.name + ", stopped below " + stop[0] + " by " + form + ": ";
    table.count(title + "bounces", result.count("bounce"), std::stoul(stop[1]));
    table.number(title + "time", value_text(result.events().back().time), stop[2], 1e-11);
    table.number(title + "x at 50", final_text(result, "x"), stop[3], 1e-11);
  }
}

}  // namespace

void ball(Table& table) {
  const Model model = load("c21/ball.mo");
  table.group("C21 Bouncing ball, event contact (tolerance 1e-12)");
  const auto cases = read_cases();
  for (const Case& c : cases) {
    const Result result = run(model, {.set = c.set, .stop = c.stop, .tolerance = "1e-12", .at = c.at});
    table.numbers(c.name + ": first 100 bounce times", first(event_times(result), c.times.size()), c.times, 1e-11);
    table.numbers(c.name + ": velocities before them", first(velocities_before(result), c.v.size()), c.v, 1e-11);
    table.numbers(c.name + ": x at given times", requested_values(result, "x"), c.x_at, 1e-10);
    table.numbers(c.name + ": v at given times", requested_values(result, "v"), c.v_at, 1e-10);
    table.text(c.name + ": status", status_text(result), "zeno");
    table.number(c.name + ": limit time", value_text(result.status().time), c.limit, 1e-8);
  }
  const Model resting = load("c21/ball_resting.mo");
  for (const Case& c : cases) {
    const Result result = run(resting, {.set = c.set, .stop = 50, .tolerance = "1e-12"});
    table.numbers(c.name + ", then at rest: time", times_of(result, "rest"), {c.limit}, 1e-8);
    table.number(c.name + ", then at rest: x at 50", final_text(result, "x"), "0", 0);
  }
  const Model by_switch = load("c21/ball_stop_switch.mo"), by_equations = load("c21/ball_stop_equations.mo"),
              by_solver = load("c21/ball_stop_solver.mo");
  for (const Case& c : cases) {
    stopped(table, by_switch, c, "a switch");
    stopped(table, by_equations, c, "equations");
    stopped(table, by_solver, c, "a switch and another solver");
  }
}

}  // namespace argesim
