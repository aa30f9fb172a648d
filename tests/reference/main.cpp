// Runs the ARGESIM benchmarks of models/argesim and compares with independent solutions. Exit code 1 if a comparison fails.

#include <cstdio>
#include <exception>

#include "benchmarks.hpp"

int main() {
  try {
    argesim::Table table;
    argesim::pendulum(table);
    argesim::four_spheres(table);
    argesim::critical_spheres(table);
    argesim::rows_of_spheres(table);
    argesim::ball(table);
    argesim::close_roots(table);
    return table.finish();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
