// saltus_bench_page FILE: the page docs/reference/performance.md from the JSON of a benchmark, to standard output.

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "report_json.hpp"
#include "report_text.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: saltus_bench_page FILE\n");
    return 2;
  }
  std::ifstream file(argv[1]);
  if (!file) {
    fmt::print(stderr, "cannot read {}\n", argv[1]);
    return 1;
  }
  try {
    const std::string text(std::istreambuf_iterator<char>(file), {});
    fmt::print("{}", saltus::bench::as_page(saltus::bench::from_json(text)));
  } catch (const std::exception& problem) {
    fmt::print(stderr, "{}: {}\n", argv[1], problem.what());
    return 1;
  }
  return 0;
}
