// Studies through the public face.

#include <gtest/gtest.h>

#include <cmath>

#include "api/saltus.hpp"

namespace saltus {
namespace {

constexpr const char* decay = R"(
model Decay
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end Decay;
)";

StudyBuilder study() { return StudyBuilder(Model::parse(decay)); }

TEST(Study, RunsInMemory) {
  const auto result =
      study().options({.stop = 1}).sweep("k", Spread{1, 4, 4}).measure("x1", "final(x)").build().run({.jobs = 2});
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.summary().runs, 4u);
  const auto k = result.column("k"), x = result.column("x1");
  ASSERT_EQ(x.size(), 4u);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], std::exp(-k[i]), 1e-9);
  EXPECT_TRUE(result.column("y").empty());
}

TEST(Study, OneRunByItself) {
  const Study s = study().options({.stop = 1}).sweep("k", {"1", "2"}).measure("x1", "final(x)").build();
  const auto [record, result] = s.run_only(2);
  EXPECT_NEAR(record.measures.front().number, std::exp(-2.0), 1e-9);
  EXPECT_TRUE(succeeded(result.status));
  EXPECT_THROW(static_cast<void>(s.run_only(3)), InvalidOption);
}

TEST(Study, ExpectationsDecide) {
  const auto expecting = [](const char* value) {
    return study().sweep("k", {1, 2}).measure("x1", "final(x)").expect({"x1", {{"k", 2}}, value, 1e-9, {}}).build().run().ok();
  };
  EXPECT_TRUE(expecting("exp(-2)"));
  EXPECT_FALSE(expecting("exp(-1)"));
}

TEST(Study, ModelsBuiltInCpp) {
  ModelBuilder m("Line");
  const Var slope = m.parameter("slope", 1);
  const Var x = m.real("x", {.start = 0, .fixed = true});
  m.equation(der(x), slope);
  const auto result = StudyBuilder(m.build()).sweep("slope", Range{"0.5", "2", "0.5"}).measure("x1", "final(x)").build().run();
  EXPECT_EQ(result.column("x1"), (std::vector<double>{0.5, 1, 1.5, 2}));
}

TEST(Study, MistakesAreTold) {
  EXPECT_THROW(study().sweep("k", Range{1, 0, "0.1"}), InvalidOption);
  EXPECT_THROW(study().sweep("k", {"one"}), InvalidOption);
  EXPECT_THROW(study().sweep("k", std::vector<Exact>{}), InvalidOption);
  EXPECT_THROW(static_cast<void>(study().sweep("k", {1, 2}).sweep("x.start", {1}).paired().build()), InvalidModel);
  EXPECT_THROW(static_cast<void>(study().expect({"y", {}, 1, 0, {}}).build()), InvalidModel);
  EXPECT_THROW(static_cast<void>(study().sweep("kk", {1, 2}).build().run()), InvalidModel);
  EXPECT_THROW(static_cast<void>(study().measure("y", "final(y)").build().run()), InvalidModel);
  EXPECT_THROW(static_cast<void>(Study::load("no such study.toml")), FileError);
  EXPECT_THROW(static_cast<void>(Study::parse("model = 3")), InvalidModel);
}

}  // namespace
}  // namespace saltus
