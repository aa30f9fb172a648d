// Guards with many roots in a step, and with pairs of roots close together. The roots are known in closed form.

#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "benchmarks.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Result;

namespace {

constexpr const char* waves = R"(
model Waves "the guard oscillates fast beside a state that asks for large steps"
  Real y(start = 1, fixed = true);
  discrete Integer below(start = 0, fixed = true), above(start = 0, fixed = true);
equation
  der(y) = -y;
  when sin(50*time) + 0.999 < 0 then
    below = pre(below) + 1;
  end when "below";
  when sin(50*time) + 0.999 > 0 then
    above = pre(above) + 1;
  end when "above";
end Waves;
)";

constexpr const char* dip = R"(
model Dip "the guard is below zero for a time of 2*acos(1 - d) only"
  parameter Real d = 0.01;
  Real y(start = 1, fixed = true);
  discrete Integer below(start = 0, fixed = true), above(start = 0, fixed = true);
equation
  der(y) = -y;
  when 1 - d - cos(time - 1) < 0 then
    below = pre(below) + 1;
  end when "below";
  when 1 - d - cos(time - 1) > 0 then
    above = pre(above) + 1;
  end when "above";
end Dip;
)";

std::string text(long double x) { return fmt::format("{:.18f}", x); }

void many_roots(Table& table) {
  const Result result = run(Model::parse(waves), {.stop = 10});
  std::vector<std::string> times;
  const long double half = std::acos(0.999L), period = 2 * std::numbers::pi_v<long double> / 50;
  for (int k = 0; (k + 0.75L) * period + half / 50 <= 10; ++k) {
    times.push_back(text((k + 0.75L) * period - half / 50));
    times.push_back(text((k + 0.75L) * period + half / 50));
  }
  table.count("sin(50*time) + 0.999 in [0, 10]: roots", result.events().size(), 158);
  table.numbers("sin(50*time) + 0.999 in [0, 10]: times", event_times(result), times, 1e-12);
}

// The guard is evaluated with a rounding of about 2e-16, and crosses zero with the slope sqrt(2*d).
void close_pair(Table& table, const std::string& d) {
  const long double size = std::stold(d);
  const long double half = 2 * std::asin(std::sqrt(size / 2));
  const double allowed = 1e-14 + 2e-16 / std::sqrt(2 * static_cast<double>(size));
  const Result result = run(Model::parse(dip), {.set = {{"d", d}}, .stop = 2, .tolerance = "1e-14"});
  table.numbers("1 - " + d + " - cos(time - 1): both roots", event_times(result), {text(1 - half), text(1 + half)}, allowed);
}

}  // namespace

void close_roots(Table& table) {
  table.group("Roots of guards (default tolerance; pairs at tolerance 1e-14)");
  many_roots(table);
  for (const char* d : {"1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9", "1e-10"}) close_pair(table, d);
}

}  // namespace argesim
