// Motions that slide on the surface of a switch: a relay and dry friction against closed forms, stick-slip against a series by hand.

#include <algorithm>
#include <cmath>
#include <limits>

#include "benchmarks.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Result;

namespace {

Model load_sliding(const std::string& file) { return load("../sliding/" + file); }

// Largest distance of a variable from a value over all rows from one time to another; not a number if there are none.
double largest_distance(const Result& result, const std::string& name, double value, double from, double to) {
  const auto *x = result.values(name), *time = result.values("time");
  double largest = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; x != nullptr && time != nullptr && i < x->size(); ++i) {
    if ((*time)[i] >= from && (*time)[i] <= to) largest = std::fmax(largest, std::abs((*x)[i] - value));
  }
  return largest;
}

// 1 - t + (1 - cos(t))/2 is zero where x arrives at the surface.
void relay(Table& table) {
  const std::vector<std::string> arrival = {"1.429671650882778479526073096898983788678"};
  const Model model = load_sliding("relay.mo");
  const Result result = run(model, {.stop = 20, .tolerance = "1e-12", .interval = "1/10"});
  table.text("relay: status", status_text(result), "finished");
  table.numbers("relay: reaches the surface", event_times(result), arrival, 1e-13);
  table.bound("relay: distance from the surface after that", largest_distance(result, "x", 0, 1.43, 20), 0);
  const Result digits = run(model, {.stop = 20, .tolerance = "1e-32", .precision = 40});
  table.numbers("relay: the same with 40 digits", event_times(digits), arrival, 1e-30);
}

// Half swings of duration pi about +-0.12, so that each of them ends 0.24 closer to the middle.
void dry_friction(Table& table) {
  const std::vector<saltus::Exact> turns = {"3.14159265358979323846", "6.28318530717958647693", "9.42477796076937971539"};
  const Result result = run(load_sliding("dry_friction.mo"), {.stop = 20, .tolerance = "1e-13", .at = turns});
  table.text("dry friction: status", status_text(result), "finished");
  table.numbers("dry friction: turning points", requested_values(result, "x"), {"-0.76", "0.52", "-0.28"}, 1e-12);
  table.numbers("dry friction: sticks at 4*pi", event_times(result), {"12.5663706143591729539"}, 1e-11);
  table.number("dry friction: rests at", final_text(result, "x"), "0.04", 1e-12);
  table.number("dry friction: velocity at rest", final_text(result, "v"), "0", 0);
}

// Reference: Taylor series of order 40 of the slipping motion with 30 digits, x = x0 + v0*t while it sticks, which ends at x = F/k.
void stick_slip(Table& table) {
  const Result result = run(load_sliding("stick_slip.mo"), {.stop = 30, .tolerance = "1e-13", .interval = "1/10"});
  table.text("stick-slip: status", status_text(result), "finished");
  table.numbers("stick-slip: sticks and slips", event_times(result),
                {"0.262401431298703674324674909645", "5.14072384100150070159107960909", "9.43672336648165558494930915514",
                 "17.1417551358320793484958791464", "21.4377546613122342318541086924", "29.1427864306626579954006786837"},
                1e-11);
  table.bound("stick-slip: slip while it sticks", largest_distance(result, "slip", 0, 9.5, 17.1), 1e-15);
  table.number("stick-slip: x at 30", final_text(result, "x"), "1.13217781639728294552414386294", 1e-11);
  table.number("stick-slip: v at 30", final_text(result, "v"), "0.0409178928981801369747960502116", 1e-11);
}

}  // namespace

void sliding(Table& table) {
  table.group("Sliding on the surface of a switch (closed forms, and a series with 30 digits)");
  relay(table);
  dry_friction(table);
  stick_slip(table);
}

}  // namespace argesim
