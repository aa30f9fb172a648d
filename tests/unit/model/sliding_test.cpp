#include <gtest/gtest.h>

#include "model/sliding.hpp"

namespace saltus {
namespace {

struct Relay {
  HybridModel model;
  Expr x, b, derivative;

  Relay() {
    model.pool = std::make_shared<ExprPool>();
    x = model.pool->symbol("x");
    b = model.pool->symbol("b", Type::boolean);
    derivative = model.pool->der(x);
    add("x", x, Variability::continuous, Type::real);
    add("b", b, Variability::discrete, Type::boolean);
    model.index();
  }
  void add(std::string name, Expr symbol, Variability variability, Type type) {
    Variable v;
    v.name = std::move(name);
    v.symbol = symbol;
    v.variability = variability;
    v.type = type;
    model.variables.push_back(v);
  }
  Expr number(long long n) const { return model.pool->number(n); }
  Expr positive() const { return greater(x, number(0)); }
  std::vector<std::string> slides() const {
    std::vector<std::string> result;
    if (const auto m = sliding_model(model, {}, model, {}, x))
      for (const Equation& e : m->equations) result.push_back(text(e.lhs, true) + " = " + text(e.rhs, true));
    return result;
  }
};

using Lines = std::vector<std::string>;

TEST(Sliding, If) {
  Relay r;
  r.model.equations.edit() = {{r.derivative, r.model.pool->if_(r.positive(), r.number(-3), r.number(2)), {}},
                              {r.b, r.positive(), {}}};
  EXPECT_EQ(r.slides(), (Lines{"b = false", "der(x) = 2 + $weight1*(-5)", "x = 0"}));
}

TEST(Sliding, SignAndItsOpposite) {
  Relay r;
  const Expr s = r.model.pool->make(Op::sign, {r.x}), t = r.model.pool->make(Op::sign, {-r.x});
  r.model.equations.edit() = {{r.derivative, t * r.number(3) - s, {}}};
  EXPECT_EQ(r.slides(), (Lines{"der(x) = 4 + $weight1*(-8)", "x = 0"}));
}

TEST(Sliding, ThroughABoolean) {
  Relay r;
  r.model.equations.edit() = {{r.b, r.model.pool->make(Op::not_, {less_equal(r.x, r.number(0))}), {}},
                              {r.derivative, r.model.pool->if_(r.b, r.number(-3), r.number(3)), {}}};
  EXPECT_EQ(r.slides(), (Lines{"b = false", "der(x) = 3 + $weight1*(-6)", "x = 0"}));
}

TEST(Sliding, NotWithMemory) {
  Relay r;
  r.model.equations.edit() = {{r.b, r.model.pool->make(Op::or_, {r.positive(), r.model.pool->pre(r.b)}), {}},
                              {r.derivative, r.model.pool->if_(r.b, r.number(-3), r.number(3)), {}}};
  EXPECT_EQ(r.slides(), Lines{});
}

TEST(Sliding, NotWhereTheSurfaceMakesNoDifference) {
  Relay r;
  r.model.equations.edit() = {{r.derivative, r.number(1), {}}};
  EXPECT_EQ(r.slides(), Lines{});
}

TEST(Sliding, OnASecondSurface) {
  Relay r;
  const Expr y = r.model.pool->symbol("y"), dy = r.model.pool->der(y);
  r.add("y", y, Variability::continuous, Type::real);
  r.model.index();
  const auto sign = [&](Expr e) { return r.model.pool->make(Op::sign, {e}); };
  r.model.equations.edit() = {{r.derivative, -sign(r.x), {}}, {dy, -sign(y), {}}};
  const auto first = sliding_model(r.model, {}, r.model, {}, r.x);
  ASSERT_TRUE(first);
  const auto both = sliding_model(*first, {}, *first, {}, y);
  ASSERT_TRUE(both);
  ASSERT_EQ(both->sliding.size(), 2u);
  EXPECT_EQ(both->sliding[0].names, Lines{"sign(x)"});
  EXPECT_EQ(both->sliding[1].names, Lines{"sign(y)"});
  Lines lines;
  for (const Equation& e : both->equations) lines.push_back(text(e.lhs, true) + " = " + text(e.rhs, true));
  EXPECT_EQ(lines, (Lines{"der(x) = 1 + $weight1*(-2)", "der(y) = 1 + $weight2*(-2)", "x = 0", "y = 0"}));
}

// Two models that say the same in another order, but for one equation.
TEST(Sliding, BetweenTwoModes) {
  Relay r;
  const Expr y = r.model.pool->symbol("y"), dy = r.model.pool->der(y);
  r.add("y", y, Variability::continuous, Type::real);
  r.model.index();
  HybridModel below = r.model;
  r.model.equations.edit() = {{r.derivative, -y, {}}, {dy, r.x, {}}};
  below.equations.edit() = {{dy, r.x, {}}, {r.derivative, y, {}}};
  const auto m = sliding_model(r.model, {}, below, {}, r.x);
  ASSERT_TRUE(m);
  ASSERT_EQ(m->equations.size(), 3u);
  EXPECT_EQ(text(m->equations[0].rhs, true), "y + $weight1*(-y - y)");
  EXPECT_EQ(text(m->equations[1].rhs, true), "x");
  ASSERT_EQ(m->sliding.size(), 1u);
  EXPECT_EQ(m->sliding.front().names, Lines{"x"});
  below.variables.edit()[2].exists = false;
  EXPECT_FALSE(sliding_model(r.model, {}, below, {}, r.x));
}

}  // namespace
}  // namespace saltus
