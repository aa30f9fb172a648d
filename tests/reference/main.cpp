// saltus_argesim [name...]: runs the ARGESIM benchmarks of models/argesim, or those named, and compares with independent solutions.
// Exit code 1 if a comparison fails.

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <span>
#include <string_view>

#include "benchmarks.hpp"

namespace {

struct Benchmark {
  std::string_view name;
  void (*run)(argesim::Table&);
};

constexpr std::array benchmarks = {Benchmark{"pendulum", argesim::pendulum},
                                   Benchmark{"four-spheres", argesim::four_spheres},
                                   Benchmark{"critical-spheres", argesim::critical_spheres},
                                   Benchmark{"sphere-clusters", argesim::sphere_clusters},
                                   Benchmark{"rows-of-spheres", argesim::rows_of_spheres},
                                   Benchmark{"ball", argesim::ball},
                                   Benchmark{"contact", argesim::contact},
                                   Benchmark{"rlc", argesim::rlc},
                                   Benchmark{"rotating", argesim::rotating},
                                   Benchmark{"grids", argesim::grids},
                                   Benchmark{"daes", argesim::daes},
                                   Benchmark{"circuits", argesim::circuits},
                                   Benchmark{"sliding", argesim::sliding},
                                   Benchmark{"close-roots", argesim::close_roots}};

bool known(std::string_view name) { return std::ranges::find(benchmarks, name, &Benchmark::name) != benchmarks.end(); }

void print_usage() {
  std::fputs("usage: saltus_argesim [name...]\nbenchmarks:", stderr);
  for (const Benchmark& b : benchmarks) std::fprintf(stderr, " %s", b.name.data());
  std::fputs("\n", stderr);
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> wanted(argv + 1, static_cast<std::size_t>(argc - 1));
  if (!std::ranges::all_of(wanted, known)) {
    print_usage();
    return 2;
  }
  try {
    argesim::Table table;
    for (const Benchmark& b : benchmarks) {
      if (wanted.empty() || std::ranges::find(wanted, b.name) != wanted.end()) b.run(table);
    }
    return table.finish();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
