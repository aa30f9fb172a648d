// saltus_bench_study: a Monte Carlo study of C12 with ten thousand, a hundred thousand and a million samples, by the program itself.
// Prints runs per second and the largest memory.

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

namespace fs = std::filesystem;

struct Cost {
  int exit_code = 0;
  double seconds = 0;
  double megabytes = 0;
};

Cost run(const fs::path& folder, const std::string& study) {
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder.c_str()) == 0) execl(SALTUS_BENCH_PROGRAM, "saltus", "study", study.c_str(), "--quiet", nullptr);
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, seconds.count(), static_cast<double>(usage.ru_maxrss) / 1024};
}

/// The published number of samples replaced by another; the tolerances of its expectations belong to a million.
std::string with_count(const fs::path& study, long count) {
  std::ifstream in(study);
  std::string text, line;
  while (std::getline(in, line) && line != "[[expect]]") {
    text += line.starts_with("count = ") ? fmt::format("count = {}\n", count) : line + "\n";
  }
  return text;
}

}  // namespace

int main() {
  std::string pattern = (fs::temp_directory_path() / "saltus_million_XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) return EXIT_FAILURE;
  const fs::path folder = pattern, models = fs::path(SALTUS_BENCH_MODELS) / "argesim/c12";
  fs::copy_file(models / "spheres_relative.mo", folder / "spheres_relative.mo");
  fs::copy_file(models / "monte_carlo_million.toml", folder / "1000000.toml");
  int result = EXIT_SUCCESS;
  fmt::print("C12, Monte Carlo study, all cores\n{:>9}  {:>9}  {:>10}  {:>11}\n", "runs", "seconds", "runs/s", "memory, MB");
  for (const long count : {10'000L, 100'000L, 1'000'000L}) {
    if (count < 1'000'000)
      std::ofstream(folder / fmt::format("{}.toml", count)) << with_count(models / "monte_carlo_million.toml", count);
    const Cost cost = run(folder, fmt::format("{}.toml", count));
    fmt::print("{:9}  {:9.2f}  {:10.0f}  {:11.1f}\n", count, cost.seconds, static_cast<double>(count) / cost.seconds,
               cost.megabytes);
    std::fflush(stdout);
    if (cost.exit_code != 0) {
      fmt::print("the study of {} runs ended with exit code {}\n", count, cost.exit_code);
      result = EXIT_FAILURE;
    }
  }
  fs::remove_all(folder);
  return result;
}
