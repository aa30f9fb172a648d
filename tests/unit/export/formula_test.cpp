#include "export/formula.hpp"

#include <gtest/gtest.h>

#include "export/safe_names.hpp"

namespace saltus {
namespace {

class FormulaText : public ::testing::Test {
 protected:
  ExprPool pool;
  Expr x = pool.symbol("x"), y = pool.symbol("y"), p = pool.symbol("p");
  Expr number(const char* text) { return pool.number(*Rational::parse(text)); }
  std::string of(Expr e) {
    return formula(e,
                   [this](Expr leaf) -> FormulaLeaf {
                     const Expr symbol = leaf->op() == Op::pre ? leaf->symbol() : leaf;
                     if (symbol == p) return {"p"};
                     return {"", Formula::Cell{symbol == x ? 0U : 27U, leaf->op() == Op::pre}};
                   })
        .text(7);
  }
};

TEST_F(FormulaText, CellsOfTheRowAndTheRowAbove) {
  EXPECT_EQ(of(pool.pre(x) + p * pool.pre(y)), "A6+p*AB6");
  EXPECT_EQ(of(x), "A7");
}

// In a spreadsheet -x^2 is (-x)^2, and 2^3^2 is (2^3)^2.
TEST_F(FormulaText, SignsAndPowers) {
  EXPECT_EQ(of(-pow(x, number("2"))), "-(A7^2)");
  EXPECT_EQ(of(pow(-x, number("2"))), "(-A7)^2");
  EXPECT_EQ(of(pow(x, pow(y, number("2")))), "A7^(AB7^2)");
  EXPECT_EQ(of(x - (y - p)), "A7-(AB7-p)");
  EXPECT_EQ(of(x / (y * p)), "A7/(AB7*p)");
  EXPECT_EQ(of(x * (-y)), "A7*(-AB7)");
}

TEST_F(FormulaText, NumbersAreExactDecimalsOrRatios) {
  EXPECT_EQ(of(number("0.2") * x), "0.2*A7");
  EXPECT_EQ(of(x / number("3")), "A7/3");
  EXPECT_EQ(of(x + pool.number(*Rational::ratio(Rational(1), Rational(3)))), "A7+1/3");
  EXPECT_EQ(of(x + number("1e-30")), "A7+1E-30");
}

TEST_F(FormulaText, FunctionsOfSpreadsheets) {
  EXPECT_EQ(of(pool.make(Op::atan2, {y, x})), "ATAN2(A7,AB7)");
  EXPECT_EQ(of(pool.make(Op::log, {x})), "LN(A7)");
  EXPECT_EQ(of(pool.make(Op::ceil, {x})), "-INT(-A7)");
  EXPECT_EQ(of(pool.make(Op::rem, {x, y})), "A7-TRUNC(A7/AB7)*AB7");
  const Expr both = pool.make(Op::and_, {pool.make(Op::and_, {less(x, y), less(y, p)}), greater_equal(x, p)});
  EXPECT_EQ(of(pool.if_(both, x, y)), "IF(AND(A7<AB7,AB7<p,A7>=p),A7,AB7)");
}

TEST(ColumnLetters, CountWithoutZero) {
  EXPECT_EQ(column_letters(0), "A");
  EXPECT_EQ(column_letters(25), "Z");
  EXPECT_EQ(column_letters(26), "AA");
  EXPECT_EQ(column_letters(701), "ZZ");
  EXPECT_EQ(column_letters(16383), "XFD");
}

TEST(SafeNamesMake, NoAddressesFunctionsOrDoubles) {
  SafeNames names;
  EXPECT_EQ(names.make("g"), "g");
  EXPECT_EQ(names.make("R1"), "R1_");
  EXPECT_EQ(names.make("e1"), "e1_");
  EXPECT_EQ(names.make("c"), "c_");
  EXPECT_EQ(names.make("C"), "C__");
  EXPECT_EQ(names.make("T"), "T_");
  EXPECT_EQ(names.make("l"), "l");
  EXPECT_EQ(names.make("L"), "L_");
  EXPECT_EQ(names.make("m[2]"), "m_2");
  EXPECT_EQ(names.make("A[1,3]"), "A_1_3");
  EXPECT_EQ(names.make("pump.k"), "pump_k");
  EXPECT_EQ(names.make("pin"), "pin");
  EXPECT_EQ(names.make("R2C3"), "R2C3_");
}

}  // namespace
}  // namespace saltus
