// Differential-algebraic systems of index 2 and 3 against closed forms and against the same systems in angles.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "benchmarks.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Options;
using saltus::Result;

namespace {

Model load_dae(const std::string& file) { return load("../dae/" + file); }

// Rows at hundred equidistant times.
Options options(int stop) { return {.stop = stop, .tolerance = "1e-14", .interval = fmt::format("{}/100", stop)}; }

// Largest distance of a value from another one over all rows.
double largest_distance(const Result& a, const Result& b, const std::string& name) {
  const auto *x = a.values(name), *y = b.values(name);
  if (x == nullptr || y == nullptr || x->size() != y->size()) return std::numeric_limits<double>::quiet_NaN();
  double largest = 0;
  for (std::size_t i = 0; i < x->size(); ++i) largest = std::max(largest, std::abs((*x)[i] - (*y)[i]));
  return largest;
}

double largest_distance_from(const Result& result, const std::string& name, double value) {
  const auto* x = result.values(name);
  if (x == nullptr) return std::numeric_limits<double>::quiet_NaN();
  double largest = 0;
  for (const double v : *x) largest = std::max(largest, std::abs(v - value));
  return largest;
}

void hessenberg(Table& table) {
  const Result result = run(load_dae("hessenberg.mo"), options(2));
  const std::string title = "Hessenberg system, index 2: ";
  table.number(title + "y1 at 2, from sin(time)", final_text(result, "y1"), "0.90929742682568169540", 1e-13);
  table.number(title + "y2 at 2, from cos(time)", final_text(result, "y2"), "-0.41614683654714238700", 1e-13);
  table.number(title + "z at 2, from exp(time)", final_text(result, "z"), "7.3890560989306502272", 1e-13);
  table.bound(title + "largest residual of the constraint", largest_distance_from(result, "residual", 0), 1e-12);
}

struct Pair {
  std::string name;
  Result cartesian, angles;
  double energy;  // at the start
};

void compare(Table& table, const Pair& pair, const std::vector<std::string>& positions,
             const std::vector<std::string>& residuals) {
  double apart = 0, off = 0;
  for (const std::string& p : positions) apart = std::max(apart, largest_distance(pair.cartesian, pair.angles, p));
  for (const std::string& r : residuals) off = std::max(off, largest_distance_from(pair.cartesian, r, 0));
  table.bound(pair.name + ": distance from the model in angles", apart, 1e-8);
  table.bound(pair.name + ": residual of the constraints", off, 1e-12);
  table.bound(pair.name + ": change of energy", largest_distance_from(pair.cartesian, "energy", pair.energy), 1e-10);
}

void pendulum_in_plane(Table& table) {
  compare(table,
          {"pendulum, index 3", run(load_dae("pendulum.mo"), options(10)), run(load_dae("pendulum_angle.mo"), options(10)),
           -9.81 * std::cos(2.0)},
          {"x", "y"}, {"residual"});
}

void chain(Table& table) {
  std::vector<std::string> positions, residuals;
  for (int i = 1; i <= 5; ++i) {
    positions.push_back(fmt::format("x[{}]", i));
    positions.push_back(fmt::format("y[{}]", i));
    residuals.push_back(fmt::format("residual[{}]", i));
  }
  compare(table,
          {"chain of five, index 3", run(load_dae("chain.mo"), options(5)), run(load_dae("chain_angles.mo"), options(5)),
           -15 * 9.81 * std::cos(0.8)},
          positions, residuals);
}

}  // namespace

void daes(Table& table) {
  table.group("Differential-algebraic systems, started from rough guesses (tolerance 1e-14)");
  hessenberg(table);
  pendulum_in_plane(table);
  chain(table);
}

}  // namespace argesim
