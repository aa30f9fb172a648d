#include "structure/signature.hpp"

#include <gtest/gtest.h>

#include "model/builder.hpp"

namespace saltus {
namespace {

using Entries = std::vector<SignatureEntry>;

Entries row(const Rows<SignatureEntry>& rows, std::size_t i) { return {rows[i].begin(), rows[i].end()}; }

TEST(Signature, HoldsTheHighestDerivativeOfEachVariable) {
  ModelBuilder m("M");
  const Var x = m.real("x"), y = m.real("y"), p = m.parameter("p", 2);
  m.equation(der(x, 2) + x * y, p * der(x));
  m.equation(y, m.time());
  const HybridModel model = m.build();
  const std::vector variables{x.symbol(), y.symbol()};
  const SignatureMatrix sigma = signature(model.equations, variables);
  EXPECT_EQ(row(sigma.smooth, 0), (Entries{{0, 2}, {1, 0}}));
  EXPECT_EQ(row(sigma.smooth, 1), (Entries{{1, 0}}));
  EXPECT_EQ(sigma.discrete.entries(), 0U);
}

TEST(Signature, KeepsDecisionsApart) {
  ModelBuilder m("M");
  const Var x = m.real("x"), y = m.real("y"), z = m.real("z");
  m.equation(z, if_(x > 0, y, -y) + floor(x) + sign(der(y)));
  const HybridModel model = m.build();
  const std::vector variables{x.symbol(), y.symbol(), z.symbol()};
  const SignatureMatrix sigma = signature(model.equations, variables);
  EXPECT_EQ(row(sigma.smooth, 0), (Entries{{1, 0}, {2, 0}}));
  EXPECT_EQ(row(sigma.discrete, 0), (Entries{{0, 0}, {1, 1}}));
}

TEST(Signature, OfLeavesMatchesBooleansBySidesOnly) {
  ModelBuilder m("M");
  const Var b = m.boolean("b"), c = m.boolean("c"), x = m.real("x");
  m.equation(b, c && x > 0);
  m.equation(x + 1, pre(x));
  const HybridModel model = m.build();
  const std::vector leaves{b.symbol(), c.symbol(), x.symbol(), pre(x).expr()};
  const SignatureMatrix sigma = leaf_signature(model.equations, leaves);
  EXPECT_EQ(row(sigma.smooth, 0), (Entries{{0, 1}}));
  EXPECT_EQ(row(sigma.discrete, 0), (Entries{{1, 0}, {2, 0}}));
  EXPECT_EQ(row(sigma.smooth, 1), (Entries{{2, 0}, {3, 0}}));
}

TEST(Signature, ReadsEdgeAsBothValues) {
  ModelBuilder m("M");
  const Var b = m.boolean("b"), c = m.boolean("c");
  m.equation(c, edge(b));
  const HybridModel model = m.build();
  const std::vector leaves{b.symbol(), pre(b).expr(), c.symbol()};
  const SignatureMatrix sigma = leaf_signature(model.equations, leaves);
  EXPECT_EQ(row(sigma.smooth, 0), (Entries{{2, 1}}));
  EXPECT_EQ(row(sigma.discrete, 0), (Entries{{0, 0}, {1, 0}}));
}

TEST(Signature, SharedDeepExpressionsCostNoMoreThanTheirNodes) {
  ModelBuilder m("M");
  const Var x = m.real("x");
  Ex deep = x;
  for (int k = 0; k < 200; ++k) deep = sin(deep) * deep;  // 2^200 paths
  m.equation(x, deep);
  const HybridModel model = m.build();
  const std::vector variables{x.symbol()};
  EXPECT_EQ(row(signature(model.equations, variables).smooth, 0), (Entries{{0, 0}}));
}

}  // namespace
}  // namespace saltus
