// Equations with conditions and events.

#include "flatten_support.hpp"

namespace saltus::testing {
namespace {

TEST(FlattenEvents, IfEquationsMatchByLeftSide) {
  EXPECT_EQ(
      value_of(
          "Real x, y; equation if time > 1 then x = 1; y = 2; elseif time > 0 then y = 3; x = 4; else x = 5; y = 6; end if;"),
      "if time > 1.0 then 2.0 else if time > 0.0 then 3.0 else 6.0");
}

TEST(FlattenEvents, IfEquationsMatchByPosition) {
  EXPECT_EQ(value_of("Real x, y; equation x = 1; if time > 1 then x + y = 1; else x + y = 2; end if;", "x + y"),
            "if time > 1.0 then 1.0 else 2.0");
}

TEST(FlattenEvents, IfEquationsMatchByEitherSide) {
  EXPECT_EQ(value_of("Real x, y; equation if time > 1 then y = x; x = 1; else 3*x = y; 2 = x; end if;"),
            "if time > 1.0 then x else 3.0*x");
}

TEST(FlattenEvents, AssertionsInBranches) {
  const Loaded l(
      "model M Real x = 1; equation if time > 1 then assert(x > 0, \"a\"); else assert(x > 1, \"b\"); end if; end M;");
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(text(l.model->assertions.at(0).condition), "not time > 1.0 or x > 0.0");
  EXPECT_EQ(text(l.model->assertions.at(1).condition), "time > 1.0 or x > 1.0");
}

TEST(FlattenEvents, NamesOfWhens) {
  const Loaded l(R"(model M discrete Real a[2, 2], b, c;
equation
  for i in 1:2, j in 1:2 loop
    when time > i + j then a[i, j] = 1; end when "hit";
  end for;
  when {initial(), time>  3} then b = 1; elsewhen time > 4 then b = 2; end when;
  when time > 1 then c = 1; elsewhen time > 2 then c = 3; end when "late";
end M;)");
  ASSERT_TRUE(l.model) << l.messages();
  const auto& w = l.model->whens;
  ASSERT_EQ(w.size(), 6U);
  EXPECT_EQ(w[0].branches[0].name, "hit[1,1]");
  EXPECT_EQ(w[2].branches[0].name, "hit[2,1]");
  EXPECT_EQ(w[4].branches[0].name, "{initial(), time>  3}");
  EXPECT_EQ(w[4].branches[0].conditions.size(), 2U);
  EXPECT_EQ(w[4].branches[1].name, "time > 4");
  EXPECT_EQ(w[5].branches[0].name, "late");
  EXPECT_EQ(w[5].branches[1].name, "time > 2");
}

TEST(FlattenEvents, RealsAssignedInWhenAreDiscrete) {
  const Loaded l("model M Real d, x = 1; Integer i; equation when time > 1 then d = 2; i = 3; end when; end M;");
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(l.model->find("d")->variability, Variability::discrete);
  EXPECT_EQ(l.model->find("x")->variability, Variability::continuous);
  EXPECT_EQ(l.model->find("i")->variability, Variability::discrete);
}

TEST(FlattenEvents, IfInWhen) {
  const Loaded l(R"(model M Real x; discrete Real d; parameter Boolean p = true;
equation der(x) = 1;
  when time > 1 then
    if x > 2 then d = 1; reinit(x, 0); else d = 2; end if;
    if p then assert(x > 0, "p"); end if;
  end when;
end M;)");
  ASSERT_TRUE(l.model) << l.messages();
  const auto& a = l.model->whens[0].branches.at(0).actions;
  ASSERT_EQ(a.size(), 3U);
  EXPECT_EQ(text(a[0].value), "if x > 2.0 then 1.0 else 2.0");
  EXPECT_EQ(text(a[1].value), "if x > 2.0 then 0.0 else x");
  EXPECT_EQ(text(a[2].value), "x > 0.0");
}

TEST(FlattenEvents, InitialEquations) {
  const Loaded l("model M Real x; initial equation x = 3; initial algorithm equation der(x) = 1; end M;");
  ASSERT_TRUE(l.model) << l.messages();
  ASSERT_EQ(l.model->initial_equations.size(), 1U);
  EXPECT_EQ(text(l.model->initial_equations[0].rhs), "3.0");
}

}  // namespace
}  // namespace saltus::testing
