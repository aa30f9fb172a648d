// Rows of many spheres by the program itself: how the cost of a collision grows with the number of spheres, and what it takes to start with a million.

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <regex>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "case.hpp"
#include "program.hpp"

namespace saltus::bench {
namespace {

struct Row {
  long spheres;
  double stop;
  int most_seconds;
};
constexpr Row rows[] = {{100, 200, 10}, {10'000, 20, 40}, {1'000'000, 2, 120}};

/// Pairs that have changed their order: what merging counts as it sorts.
long inversions(std::vector<double>& x, std::vector<double>& room, std::size_t begin, std::size_t end) {
  if (end - begin < 2) return 0;
  const std::size_t middle = begin + (end - begin) / 2;
  long count = inversions(x, room, begin, middle) + inversions(x, room, middle, end);
  std::size_t left = begin, right = middle, to = begin;
  while (left < middle || right < end) {
    const bool from_right = left == middle || (right < end && x[right] < x[left]);
    if (from_right) count += static_cast<long>(middle - left);
    room[to++] = x[from_right ? right++ : left++];
  }
  std::copy(room.begin() + static_cast<long>(begin), room.begin() + static_cast<long>(end),
            x.begin() + static_cast<long>(begin));
  return count;
}

/// models/mechanics/sphere_row.mo says why.
long hits(const Row& row) {
  std::vector<double> x;
  for (long i = 1; i <= row.spheres; ++i)
    x.push_back(static_cast<double>(i) + row.stop * std::sin(static_cast<double>(i) * static_cast<double>(i)));
  std::vector<double> room(x.size());
  return inversions(x, room, 0, x.size());
}

ProgramRun simulate(const Row& row, double stop) {
  ProgramRun run = run_program({"run", SALTUS_BENCH_MODELS "/mechanics/sphere_row.mo", "--set",
                                fmt::format("n={}", row.spheres), "--stop", fmt::format("{}", stop)},
                               row.most_seconds);
  if (run.too_long) throw std::runtime_error(fmt::format("not within {} s", row.most_seconds));
  if (run.exit_code != 0) throw std::runtime_error(fmt::format("ended with exit code {}", run.exit_code));
  return run;
}

/// As the program says: "362 events in 363 steps, 45.9 ms".
struct Said {
  long events = 0;
  double seconds = 0;
};
Said said(const ProgramRun& run) {
  static const std::regex line(R"((\d+) events? in \d+ steps?, ([0-9.]+) (us|ms|s|min))");
  std::smatch found;
  if (!std::regex_search(run.output, found, line)) throw std::runtime_error("no line about events and time");
  const double unit = found[3] == "us" ? 1e-6 : found[3] == "ms" ? 1e-3 : found[3] == "s" ? 1 : 60;
  return {std::stol(found[1]), std::stod(found[2]) * unit};
}

/// Time from the first instant to the end: what it takes to get ready is in the run that ends where it starts.
Contender collisions(std::string name, const Row& row) {
  struct Last {
    long events = 0;
    double megabytes = 0;
  };
  const long right = hits(row);
  auto last = std::make_shared<Last>();
  return {.name = std::move(name),
          .run =
              [row, last] {
                const Said start = said(simulate(row, 0));
                const ProgramRun run = simulate(row, row.stop);
                const Said end = said(run);
                *last = {end.events, run.megabytes};
                return std::max(end.seconds - start.seconds, 0.0);
              },
          .judge =
              [last, right] {
                if (last->events != right) return wrong_count(last->events, right);
                return Outcome{.events = last->events, .megabytes = last->megabytes};
              },
          .parts = static_cast<double>(right),
          .most_repetitions = 5};
}

Contender start(std::string name, const Row& row) {
  auto last = std::make_shared<ProgramRun>();
  return {.name = std::move(name),
          .run =
              [row, last] {
                *last = simulate(row, 0);
                return last->processor_seconds;
              },
          .judge = [last] { return Outcome{.events = 0, .megabytes = last->megabytes}; },
          .most_repetitions = 2,
          .of_unit = false};
}

}  // namespace

Case sphere_rows() {
  const std::string few = "100 spheres, a collision", many = "10,000 spheres, a collision",
                    most = "1,000,000 spheres, a collision";
  const std::string begin = "1,000,000 spheres, until the run starts";
  Case c{.name = "rows", .title = "rows of spheres that hit elastically, `saltus run`", .unit = few, .contenders = {}};
  c.contenders = {collisions(few, rows[0]), collisions(many, rows[1]), collisions(most, rows[2]), start(begin, rows[2])};
  c.bars = {{.text = "10,000 spheres to 100: as log n grows", .ours = many, .theirs = few, .limit = 2},
            {.text = "1,000,000 spheres to 100: as log n grows", .ours = most, .theirs = few, .limit = 3},
            {.text = "a million spheres load and start", .ours = begin, .limit = 30},
            {.text = "in so much memory", .ours = begin, .limit = 4096, .quantity = Bar::Quantity::megabytes}};
  c.remarks = {
      "The number of collisions is known in closed form: the spheres exchange their velocities. Times are those of the run as "
      "the program says "
      "them, without what a run takes that ends where it starts."};
  c.seconds = 1;
  return c;
}

}  // namespace saltus::bench
