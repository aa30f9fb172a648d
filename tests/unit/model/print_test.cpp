#include "model/print.hpp"

#include <gtest/gtest.h>

#include "model/print_text.hpp"

namespace saltus {
namespace {

TEST(PrintText, QuotesNamesThatAreNoIdentifiers) {
  EXPECT_EQ(identifier("x_1"), "x_1");
  EXPECT_EQ(identifier("b[2].x"), "'b[2].x'");
  EXPECT_EQ(identifier("when"), "'when'");
  EXPECT_EQ(identifier("1x"), "'1x'");
  EXPECT_EQ(quoted_string("a \"b\"\n\\"), R"("a \"b\"\n\\")");
}

TEST(PrintModel, AModelBuiltByHand) {
  HybridModel m;
  m.name = "P.M";
  m.pool = std::make_shared<ExprPool>();
  ExprPool& pool = *m.pool;
  const Expr x = pool.symbol("a.x"), k = pool.symbol("k", Type::integer), on = pool.symbol("on", Type::boolean);
  Variable v;
  v.name = "k";
  v.type = Type::integer;
  v.variability = Variability::parameter;
  v.symbol = k;
  v.binding = pool.integer(3);
  v.is_final = true;
  m.variables.push_back(v);
  v = {};
  v.name = "a.x";
  v.symbol = x;
  v.start = pool.number(*Rational::parse("0.1"));
  v.fixed = true;
  v.unit = "m";
  v.description = "way";
  m.variables.push_back(v);
  v = {};
  v.name = "on";
  v.type = Type::boolean;
  v.variability = Variability::discrete;
  v.symbol = on;
  v.is_protected = true;
  m.variables.push_back(v);
  m.index();
  m.equations.push_back({pool.der(x), pool.make(Op::neg, {x}), {}});
  m.initial_equations.push_back({on, pool.boolean(false), {}});
  WhenBranch branch;
  branch.conditions = {pool.initial(), less(x, pool.number(0))};
  branch.name = "down";
  branch.actions.push_back({.kind = Action::Kind::assign, .target = on, .value = pool.make(Op::not_, {pool.pre(on)})});
  branch.actions.push_back(
      {.kind = Action::Kind::terminate, .target = {}, .value = on, .message = Message{std::string("x = "), x}});
  m.whens.push_back({{branch}, {}});
  EXPECT_EQ(m.index_of(x), 1U);
  EXPECT_EQ(m.find("nothing"), nullptr);
  EXPECT_EQ(print_model(m), R"(model 'P.M'
  final parameter Integer k = 3;
  Real 'a.x'(unit = "m", start = 0.1, fixed = true) "way";
protected
  Boolean on;
initial equation
  on = false;
equation
  der('a.x') = -'a.x';
  when {initial(), 'a.x' < 0.0} then
    on = not pre(on);
    if on then
      terminate("x = " + String('a.x'));
    end if;
  end when "down";
end 'P.M';
)");
}

}  // namespace
}  // namespace saltus
