#include "report/tex_math.hpp"

#include <gtest/gtest.h>

namespace saltus {
namespace {

/// What is inside the <math> element.
std::string inside(std::string_view tex) {
  const std::string math = mathml(tex, false);
  const auto begin = math.find('>') + 1;
  return math.substr(begin, math.rfind("</math>") - begin);
}

/// Where and why it is refused.
std::string refused(std::string_view tex) {
  try {
    static_cast<void>(mathml(tex, false));
  } catch (const TexError& error) {
    return std::string(tex.substr(error.begin(), error.end() - error.begin())) + ": " + error.what();
  }
  return "accepted";
}

TEST(TexMath, LettersNumbersAndScripts) {
  EXPECT_EQ(inside("x"), "<mi>x</mi>");
  EXPECT_EQ(inside("9.81"), "<mn>9.81</mn>");
  EXPECT_EQ(inside("x_1^2"), "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>");
  EXPECT_EQ(inside("x^2_1"), inside("x_1^2"));
  EXPECT_EQ(inside("x^{10}"), "<msup><mi>x</mi><mn>10</mn></msup>");
  EXPECT_EQ(inside("a<b"), "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>");
}

TEST(TexMath, FractionsRootsAccents) {
  EXPECT_EQ(inside("\\frac{a}{b}"), "<mfrac><mi>a</mi><mi>b</mi></mfrac>");
  EXPECT_EQ(inside("\\frac12"), "<mfrac><mn>1</mn><mn>2</mn></mfrac>");
  EXPECT_EQ(inside("\\sqrt{x}"), "<msqrt><mi>x</mi></msqrt>");
  EXPECT_EQ(inside("\\sqrt[3]{x}"), "<mroot><mi>x</mi><mn>3</mn></mroot>");
  EXPECT_EQ(inside("\\dot\\varphi"), "<mover accent=\"true\"><mi>φ</mi><mo stretchy=\"false\">˙</mo></mover>");
}

TEST(TexMath, LimitsGoBelowSumsAndBesideLetters) {
  EXPECT_NE(inside("\\sum_{k=1}^n k").find("<munderover><mo movablelimits=\"true\">∑</mo>"), std::string::npos);
  EXPECT_NE(inside("\\int_0^1").find("<msubsup>"), std::string::npos);
  EXPECT_EQ(inside("\\sin^2 x").find("<msup><mi>sin</mi><mn>2</mn></msup>"), 6U);
}

TEST(TexMath, CasesAndMatrices) {
  const std::string cases = inside("\\begin{cases} 1 & x > 0 \\\\ 0 & \\text{else} \\end{cases}");
  EXPECT_NE(cases.find("<mtr><mtd class=\"left\"><mn>1</mn></mtd>"), std::string::npos);
  EXPECT_NE(cases.find("<mtext>else</mtext></mtd></mtr></mtable>"), std::string::npos);
  EXPECT_NE(inside("\\begin{pmatrix} a & b \\\\ \\end{pmatrix}").find("</mtd></mtr></mtable>"), std::string::npos);
}

TEST(TexMath, SaysWhatItDoesNotKnowAndWhere) {
  EXPECT_EQ(refused("a + \\alhpa"), "\\alhpa: no command `\\alhpa` in formulas");
  EXPECT_EQ(refused("{a"), "{: no `}` for this `{`");
  EXPECT_EQ(refused("a}"), "}: `}` without its beginning");
  EXPECT_EQ(refused("x^2^3"), "^: two upper scripts");
  EXPECT_EQ(refused("\\left( a"), "\\left: no `\\right` for this `\\left`");
  EXPECT_EQ(refused("\\begin{case} \\end{case}"), "\\begin{case}: no environment `case`");
  EXPECT_EQ(refused("\\begin{cases} 1"), "\\begin: no `\\end{cases}` for this `\\begin`");
  EXPECT_EQ(refused(std::string(1000, '{')).substr(0, 3), "{: ");
}

TEST(TexMath, EveryBeginningOfAFormulaIsReadOrRefused) {
  const std::string tex =
      "\\left[\\frac{\\dot x_1^2}{\\sqrt[3]{y'}}\\right] \\begin{array}{lr} a & \\text{b} \\\\ c & \\mathrm{d} \\end{array} "
      "\\big(";
  for (std::size_t n = 0; n <= tex.size(); ++n) static_cast<void>(refused(tex.substr(0, n)));
}

}  // namespace
}  // namespace saltus
