#pragma once
// Hybrid models made at random, the same for the same seed.

#include <cstdlib>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "model/builder.hpp"

namespace saltus {

using Random = std::mt19937_64;

// Exact decimals with three digits, so that all number types run the same model.
inline Ex number(Random& random, int from, int to) {
  const int n = std::uniform_int_distribution<int>(from, to)(random);
  const int size = std::abs(n);
  return Ex(fmt::format("{}{}.{:03}", n < 0 ? "-" : "", size / 1000, size % 1000).c_str());
}

// Two oscillators with bounded coupling and forcing; walls that reflect, switches that change a coefficient, a counter.
inline HybridModel random_model(std::uint64_t seed) {
  Random random(seed);
  ModelBuilder m(fmt::format("Random{}", seed));
  std::vector<Var> x, v;
  const Var switched = m.discrete("k", {.start = 1, .fixed = true});
  const Var count = m.integer("n", {.start = 0, .fixed = true});
  for (int i = 0; i < 2; ++i) {
    x.push_back(m.real(fmt::format("x{}", i), {.start = number(random, -900, 900), .fixed = true}));
    v.push_back(m.real(fmt::format("v{}", i), {.start = number(random, -2000, 2000), .fixed = true}));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const Var &a = x[i], &b = x[1 - i];
    m.equation(der(a), v[i]);
    m.equation(der(v[i]), -number(random, 1000, 9000) * switched * a +
                              number(random, -2000, 2000) * sin(b * number(random, 500, 3000)) -
                              number(random, 0, 300) * v[i] * abs(v[i]) +
                              number(random, 0, 2000) * cos(number(random, 500, 5000) * m.time()));
    m.when(fmt::format("wall{}", i), a > number(random, 300, 1200)).reinit(v[i], -number(random, 500, 950) * v[i]);
  }
  m.when("up", x[0] * x[1] > number(random, -100, 300))
      .assign(switched, number(random, 700, 1500))
      .elsewhen(v[0] < number(random, -1500, 0))
      .assign(switched, number(random, 700, 1500));
  m.when("beat", sin(m.time() * number(random, 1000, 9000)) + x[1] > number(random, 500, 1500)).assign(count, pre(count) + 1);
  return m.build();
}

}  // namespace saltus
