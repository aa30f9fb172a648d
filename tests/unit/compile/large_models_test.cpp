// What a model needs grows with its size, and not faster: counted here, and felt where tens of thousands of bodies would take minutes.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "compile/check_modes.hpp"
#include "lang/load.hpp"

namespace saltus {
namespace {

const char* const row = R"(
model Row
  parameter Integer n = 2;
  parameter Real e = 1, d = 1, a = 1;
  Real x[n](start = {(i - 1)*(d + a) for i in 1:n}, each fixed = true);
  Real v[n](start = {if i == 1 then 1 else 0 for i in 1:n}, each fixed = true);
  discrete Integer hits[n - 1](each start = 0, each fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = 0;
  end for;
  for i in 1:n - 1 loop
    when x[i + 1] - x[i] <= d then
      reinit(v[i], v[i] - (1 + e)/2*(v[i] - v[i + 1]));
      reinit(v[i + 1], v[i + 1] + (1 + e)/2*(v[i] - v[i + 1]));
      hits[i] = pre(hits[i]) + 1;
    end when "hit";
  end for;
end Row;
)";

const char* const springs = R"(
model Springs
  parameter Integer n = 2;
  Real x[n](each start = 1, each fixed = true), v[n](each start = 0, each fixed = true), f[n + 1], energy;
equation
  f[1] = -x[1];
  for i in 2:n loop
    f[i] = x[i - 1] - x[i];
  end for;
  f[n + 1] = x[n];
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = f[i] - f[i + 1];
  end for;
  energy = sum(v[i]^2 for i in 1:n)/2 + sum(f[i]^2 for i in 1:n + 1)/2;
end Springs;
)";

/// A chain through definitions, so that everything depends on the first.
const char* const chain = R"(
model Chain
  parameter Integer n = 2;
  Real x(start = 1, fixed = true), y[n], sum;
equation
  der(x) = -x;
  y[1] = x;
  for i in 2:n loop
    y[i] = y[i - 1] + 1;
  end for;
  sum = y[n] + time;
end Chain;
)";

struct Sizes {
  std::size_t nodes, slots, operations, terms, reads;
  friend bool operator==(const Sizes&, const Sizes&) = default;
  friend Sizes operator-(const Sizes& a, const Sizes& b) {
    return {a.nodes - b.nodes, a.slots - b.slots, a.operations - b.operations, a.terms - b.terms, a.reads - b.reads};
  }
};

Sizes compiled_sizes(const std::string& text, int n) {
  auto sources = std::make_shared<Sources>();
  const std::vector files{sources->add("large.mo", text)};
  LoadOptions options;
  options.settings.push_back({"n", fmt::format("{}", n)});
  Diagnostics diagnostics;
  auto model = load_model(sources, files, options, diagnostics);
  if (!model) {
    ADD_FAILURE() << render(diagnostics, *sources);
    return {};
  }
  CompiledTuples tuples(std::move(*model));
  const CompiledModel* compiled = tuples.of(initial_tuple(tuples.model()));
  if (!compiled) {
    ADD_FAILURE() << render(tuples.diagnostics_of(initial_tuple(tuples.model())), *sources);
    return {};
  }
  Sizes sizes{tuples.model().pool->size(), compiled->tape.slot_count, 0, compiled->tape.terms.size(), 0};
  for (const Code* code : {&compiled->setup, &compiled->flow, &compiled->guards_code, &compiled->outputs, &compiled->round})
    sizes.operations += code->instructions.size();
  for (const CompiledGuard& g : compiled->guards) sizes.reads += g.reads.size() + g.terms.size();
  return sizes;
}

class LargeModels : public testing::TestWithParam<const char*> {};

TEST_P(LargeModels, TakeRoomInProportionToTheirSize) {
  const Sizes once = compiled_sizes(GetParam(), 1024), twice = compiled_sizes(GetParam(), 2048),
              thrice = compiled_sizes(GetParam(), 3072);
  // Sums are trees, and trees of equal terms may share a node.
  const Sizes first = twice - once, second = thrice - twice;
  EXPECT_NEAR(static_cast<double>(first.nodes), static_cast<double>(second.nodes), 32);
  EXPECT_NEAR(static_cast<double>(first.operations), static_cast<double>(second.operations), 32);
  EXPECT_NEAR(static_cast<double>(first.slots), static_cast<double>(second.slots), 32);
  EXPECT_NEAR(static_cast<double>(first.terms), static_cast<double>(second.terms), 600);  // forms are at most 256 terms long
  EXPECT_EQ(first.reads, second.reads);
}

TEST_P(LargeModels, AreCompiled) { EXPECT_GT(compiled_sizes(GetParam(), 30'000).slots, 30'000U); }

INSTANTIATE_TEST_SUITE_P(All, LargeModels, testing::Values(row, springs, chain), [](const auto& info) {
  return info.index == 0 ? "Row" : info.index == 1 ? "Springs" : "Chain";
});

}  // namespace
}  // namespace saltus
