// C21, case study 3: the rotating pendulum whose rope may go slack, in several forms of the same model.

#include "benchmarks.hpp"
#include "records.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Result;

namespace {

struct Reference {
  std::string slack, tight, w_tight, vx_tight, settled;
  std::vector<std::string> turns;  // until shortly before the end of the run
  std::vector<saltus::Exact> at;
  std::vector<std::string> x, y, F;  // at these times
};

Reference read_reference() {
  Reference reference;
  for (const Record& r : read_records("c21_rotating.tsv")) {
    if (r[0] == "slack") reference.slack = r[1];
    if (r[0] == "settled") reference.settled = r[1];
    if (r[0] == "turn") reference.turns.push_back(r[1]);
    if (r[0] == "tight") {
      reference.tight = r[1];
      reference.w_tight = r[2];
      reference.vx_tight = r[3];
    } else if (r[0] == "value") {
      reference.at.emplace_back(r[1]);
      reference.x.push_back(r[2]);
      reference.y.push_back(r[3]);
      reference.F.push_back(r[4]);
    }
  }
  return reference;
}

std::string value_after(const Result& result, const std::string& event, const std::string& variable) {
  for (const auto& entry : result.events()) {
    if (entry.name != event) continue;
    for (const auto& [name, value] : entry.after) {
      if (name == variable) return value_text(value);
    }
  }
  return {};
}

// `speed` is what jumps when the rope goes tight: the angular velocity, the speed along the circle (the rope is one metre long), or vx.
void compare(Table& table, const std::string& form, const Model& model, const Reference& reference,
             const std::string& speed = "w") {
  const Result result = run(model, {.stop = 9, .tolerance = "1e-12", .at = reference.at});
  const std::string title = form + ": ";
  table.numbers(title + "the rope goes slack", times_of(result, "slack"), {reference.slack}, 1e-9);
  table.numbers(title + "the rope goes tight", times_of(result, "tight"), {reference.tight}, 1e-9);
  table.number(title + speed + " just after", value_after(result, "tight", speed),
               speed == "vx" ? reference.vx_tight : reference.w_tight, 1e-9);
  table.numbers(title + "ends of swings", times_of(result, "turn"), reference.turns, 1e-9);
  table.numbers(title + "settled", times_of(result, "settled"), {reference.settled}, 1e-9);
  table.numbers(title + "x at given times", requested_values(result, "x"), reference.x, 1e-8);
  table.numbers(title + "y at given times", requested_values(result, "y"), reference.y, 1e-8);
  table.numbers(title + "F at given times", requested_values(result, "F"), reference.F, 1e-7);
}

}  // namespace

void rotating(Table& table) {
  const Reference reference = read_reference();
  table.group("C21 Rotating pendulum (tolerance 1e-12)");
  compare(table, "modes, angular velocity", load("c21/rotating_angular.mo"), reference);
  compare(table, "modes, tangential velocity", load("c21/rotating_tangential.mo"), reference, "v");
  compare(table, "six states", load("c21/rotating_maximal.mo"), reference);
  compare(table, "Cartesian, index 3", load("c21/rotating_cartesian.mo"), reference, "vx");
}

}  // namespace argesim
