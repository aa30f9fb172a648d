#include "machine.hpp"

#include <fstream>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "api/saltus.hpp"

namespace saltus::bench {
namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string instruction_sets() {
#ifdef __x86_64__
  std::string sets = "SSE2";
  if (__builtin_cpu_supports("avx")) sets += ", AVX";
  if (__builtin_cpu_supports("avx2")) sets += ", AVX2";
  if (__builtin_cpu_supports("fma")) sets += ", FMA";
  if (__builtin_cpu_supports("x86-64-v4")) sets += ", AVX-512 (F, BW, CD, DQ, VL)";
  return sets;
#else
  return "unknown";
#endif
}

}  // namespace

Machine this_machine() {
  return {.processor = processor_name(),
          .instruction_sets = instruction_sets(),
          .compiler = "g++ " __VERSION__,
          .build_type = SALTUS_BENCH_BUILD_TYPE,
          .version = version(),
          .cores = static_cast<int>(std::thread::hardware_concurrency())};
}

}  // namespace saltus::bench
