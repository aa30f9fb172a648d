// Nothing is allocated inside a step: the search for roots and the watch for Zeno sequences run in the memory they made for the first.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "solve/root_isolator.hpp"
#include "solve/zeno.hpp"

namespace {
std::atomic<long> allocations{0};
}  // namespace

// Inlined into a caller that sees only one of the pair, these look mismatched to the compiler.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace saltus {
namespace {

TEST(Allocation, NoneInASearch) {
  RootIsolator<double> isolator(20);
  std::vector<Touch<double>> touches;
  touches.reserve(20);
  const std::vector<std::vector<double>> guards{
      {1, -2},                      // linear
      {1, -3, 1},                   // quadratic
      {3, 1, -1, 0.5, 0.1},         // excluded
      {0.1, -1, 0.1, 0.05, 0.01},   // monotone
      {0.5, -3, 4, 0.3, -2, 0.7},   // pieces
      {-1, 3, -3, 1},               // triple root
      {1, -4, 6, -4, 1, 0, 0, 0},   // fourfold touch
      {1e-200, -1, 0.5, 3, -4, 1},  // root near 0
  };
  double sum = 0;
  const auto search_all = [&] {
    touches.clear();
    for (const auto& q : guards) {
      sum += isolator.first_crossing({q, 2.0, 0, 1e-14}, &touches).root.at;
      if (const auto miss = isolator.closest_approach({q, 2.0}, 0.5, 1.0)) sum += miss->distance;
    }
  };
  search_all();
  const long before = allocations;
  search_all();
  EXPECT_EQ(allocations, before);
  EXPECT_GT(sum, 0);
}

TEST(Allocation, NoneInTheWatchForZenoSequences) {
  ZenoRecogniser<double> zeno(1e-9);
  ASSERT_FALSE(zeno.observe(0, 1e-6, 1.0).has_value());
  const long before = allocations;
  for (int k = 1; k < 3000; ++k) ASSERT_FALSE(zeno.observe(static_cast<std::size_t>(k % 3), 1e-6 / k, 1.0).has_value());
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace saltus
