// One report per mistake, at the right place, and reading goes on.

#include <gtest/gtest.h>

#include "syntax_text.hpp"

namespace saltus {
namespace {

using Errors = std::vector<std::string>;

/// `text` as the equations (from line 2) of a model.
Errors in_equations(const std::string& text) { return errors("model A equation\n" + text + "\nend A;"); }
Errors in_algorithm(const std::string& text) { return errors("model A algorithm\n" + text + "\nend A;"); }

std::string help(const std::string& text) {
  const Reading r(text);
  return r.diagnostics.all().empty() ? "no error" : r.diagnostics.all()[0].help;
}

TEST(SyntaxErrors, MissingSemicolonPointsBehindTheItem) {
  EXPECT_EQ(in_equations("x = 1\ny = 2;"), Errors{"missing-semicolon 2:6"});
  EXPECT_EQ(in_equations("x = 1;\ny = 2"), Errors{"missing-semicolon 3:6"});
  EXPECT_EQ(in_algorithm("x := 1\ny := 2;"), Errors{"missing-semicolon 2:7"});
  EXPECT_EQ(errors("model A\n  Real x\n  Real y;\nend A;"), Errors{"missing-semicolon 2:9"});
  EXPECT_EQ(errors("model A end A"), Errors{"missing-semicolon 1:14"});
  EXPECT_EQ(errors("model A end A\nmodel B end B;"), Errors{"missing-semicolon 1:14"});
  EXPECT_EQ(in_equations("if a then\nx = 1;\nend if\ny = 1;"), Errors{"missing-semicolon 4:7"});
}

TEST(SyntaxErrors, WrongAssignments) {
  EXPECT_EQ(in_equations("x := 1;\ny == 2;\nz = 3;"), (Errors{"wrong-assignment 2:3", "wrong-assignment 3:3"}));
  EXPECT_EQ(in_algorithm("x = 1;\ny == 2;\nz := 3;"), (Errors{"wrong-assignment 2:3", "wrong-assignment 3:3"}));
  EXPECT_EQ(errors("model A Real x := 1; Real y == 2; end A;"), (Errors{"wrong-assignment 1:16", "wrong-assignment 1:29"}));
}

TEST(SyntaxErrors, HabitsOfOtherLanguages) {
  EXPECT_EQ(errors("model A\n  Real x; # state\n # more\nequation\n  x = 1;\nend A;"), Errors{"invalid-character 2:11"});
  EXPECT_EQ(in_equations("when x > 1:\nn = 1;\nend when;"), Errors{"syntax-error 2:11"});
  EXPECT_EQ(in_equations("when x > 1 then\nn += 1;\nend when;\ny = 2 = 3;"), (Errors{"syntax-error 3:3", "syntax-error 5:7"}));
  EXPECT_EQ(in_algorithm("n -= 1;"), Errors{"syntax-error 2:3"});
  EXPECT_EQ(errors("model A:\n Real x = 1;\nend A;"), Errors{"syntax-error 1:8"});
  EXPECT_EQ(help("model A equation x = if n = 1 then 2 else 3; end A;"), "a comparison is written `==`");
  EXPECT_EQ(help("model A equation x' = 1;\nend A;"), "the derivative of x is written `der(x)`");
  EXPECT_EQ(help("model A equation y = x > 1 ? 2 : 3; end A;"), "a choice is written `if c then a else b`");
  EXPECT_EQ(help("model A equation y = x % 2; end A;"), "the remainder is written `mod(a, b)`");
}

TEST(SyntaxErrors, EndsOfClasses) {
  EXPECT_EQ(errors("model A\nend B;"), Errors{"mismatched-end 2:1"});
  EXPECT_EQ(errors("model A\nend;"), Errors{"mismatched-end 2:1"});
  EXPECT_EQ(errors("model A\n  model B\n  Real x;\nend A;"), Errors{"mismatched-end 4:1"});
  EXPECT_EQ(errors("model A\n  Real x;\n"), Errors{"mismatched-end 3:1"});
  EXPECT_EQ(errors("package P model A equation if x then"), Errors{"mismatched-end 1:37"});
}

TEST(SyntaxErrors, EndsOfBlocks) {
  EXPECT_EQ(in_equations("if a then\nx = 1;\nend when;\ny = 1;"), Errors{"mismatched-end 4:1"});
  EXPECT_EQ(in_equations("if a then\nx = 1;"), Errors{"mismatched-end 4:1"});
  EXPECT_EQ(in_equations("for i in 1:3 loop\nif a then\nx = 1;\nend for;\ny = 1;"), Errors{"mismatched-end 5:1"});
  EXPECT_EQ(in_equations("x = 1;\nend if;\ny = 1;"), Errors{"mismatched-end 3:1"});
  EXPECT_EQ(in_equations("when a then\nx = 1;\nelse\nx = 2;\nend when;"), Errors{"syntax-error 4:1"});
  EXPECT_EQ(in_equations("x = 1;\nelseif a then\ny = 1;"), Errors{"syntax-error 3:1"});
}

TEST(SyntaxErrors, ElseIfWithOneEndGetsAHint) {
  const std::string text = "model A equation\nif a then\nx = 1;\nelse if b then\nx = 2;\nend if;\nend A;";
  EXPECT_EQ(errors(text), Errors{"mismatched-end 7:1"});
  EXPECT_NE(help(text).find("elseif"), std::string::npos);
  const std::string elif = "model A equation\nif a then\nx = 1;\nelif b then\nx = 2;\nelse\nx = 3;\nend if;\nend A;";
  EXPECT_EQ(errors(elif), Errors{"syntax-error 4:1"});
  EXPECT_EQ(help(elif), "write `elseif`");
}

TEST(SyntaxErrors, SectionWords) {
  EXPECT_EQ(errors("model A\n  Real x;\nequations\n  x = 1;\nend A;"), Errors{"syntax-error 3:1"});
  EXPECT_EQ(errors("model A\n  Real x;\ninitial Equation\n  x = 1;\nend A;"), Errors{"syntax-error 3:9"});
  EXPECT_EQ(errors("model A\n  Real x;\n  x = 1;\n  der(x) = 2;\nend A;"), Errors{"syntax-error 3:3"});
  EXPECT_EQ(errors("function f\n  output Real x;\n  x := 1;\n  x := 2;\nend f;"), Errors{"syntax-error 3:3"});
  EXPECT_EQ(in_equations("x = 1;\nReal y;\nparameter Real z;\nx = 2;"), (Errors{"syntax-error 3:1", "syntax-error 4:1"}));
  EXPECT_EQ(help("Model A\n Real x;\nend A;"), "did you mean `model`?");
}

TEST(SyntaxErrors, SlipsWithAnObviousMeaning) {
  EXPECT_EQ(help("model A\n  paramter Real k = 1;\nend A;"), "did you mean `parameter`?");
  EXPECT_EQ(help("model A\n  Parameter Real k = 1;\nend A;"), "did you mean `parameter`?");
  EXPECT_EQ(errors("model A\n  Real x;\nequation:\n  x = ;\nend A;"), (Errors{"syntax-error 3:9", "syntax-error 4:7"}));
  EXPECT_EQ(in_equations("when a then\nx = 1;\nelse when b then\nx = 2;\nend when;"), Errors{"syntax-error 4:1"});
  EXPECT_EQ(in_equations("if x = 1 then\ny = 2;\nend if;"), Errors{"syntax-error 2:6"});
  EXPECT_EQ(in_equations("when x > 1 do y = 2; end when;\nx = 1;"), Errors{"syntax-error 2:12"});
  EXPECT_EQ(in_equations("x' = 3;\ny = 1;"), Errors{"unterminated-string 2:2"});
}

TEST(SyntaxErrors, HeadersKeepTheirBlocks) {
  EXPECT_EQ(in_equations("if a > then\nx = 1;\nend if;\ny = ;"), (Errors{"syntax-error 2:8", "syntax-error 5:5"}));
  EXPECT_EQ(in_equations("if a > 1\nx = 1;\nend if;"), Errors{"syntax-error 2:9"});
  EXPECT_EQ(in_equations("for i = 1:3 loop\nx = 1;\nend for;"), Errors{"syntax-error 2:7"});
  EXPECT_EQ(in_equations("when x > 1 )\nthen\nx = 1;\nend when;"), Errors{"syntax-error 2:12"});
  EXPECT_EQ(in_algorithm("while x loop loop\nx := 1;\nend while;"), Errors{"syntax-error 2:14"});
}

TEST(SyntaxErrors, AsManyReportsAsMistakes) {
  EXPECT_EQ(
      errors(R"(model A
  Real x(start = 1;
  Real y = 3 +;
  Real 3z;
  Real ok;
equation
  x = (1 + 2;
  y = [1, 2; 3 4; 5, 6];
  z = f(1, , 2);
  ok = 1;
  u = {1, 2;
  v = a b;
  w = if a then b;
end A;
model B
  Real x y;
end B;)"),
      (Errors{"syntax-error 2:19", "syntax-error 3:15", "syntax-error 4:8", "syntax-error 7:13", "syntax-error 8:16",
              "syntax-error 9:12", "syntax-error 11:12", "syntax-error 12:9", "syntax-error 13:18", "syntax-error 16:10"}));
}

TEST(SyntaxErrors, WhatIsRightIsKept) {
  const Reading r("model A\n Real x;\n Real y = ;\n Real z;\nequation\n x = ;\n z = 1;\nend A;\nmodel B end B;");
  EXPECT_EQ(r.errors().size(), 2U);
  ASSERT_EQ(r.file.classes.size(), 2U);
  EXPECT_EQ(r.file.classes[0].body.elements.size(), 2U);
  EXPECT_EQ(r.file.classes[0].body.equations.at(0).equations.size(), 1U);
}

TEST(SyntaxErrors, TextOutsideOfClassesIsReportedOnce) {
  EXPECT_EQ(errors("hello world; x = 1;\nmodel A end A;\nend B;"), Errors{"syntax-error 1:1"});
  EXPECT_EQ(errors(""), Errors{});
  EXPECT_EQ(errors("// nothing\n"), Errors{});
}

TEST(SyntaxErrors, KeywordsAsNames) {
  EXPECT_EQ(errors("model A\n Real output;\nend A;"), Errors{"syntax-error 2:7"});
  EXPECT_NE(help("model A\n Real output;\nend A;").find("'output'"), std::string::npos);
}

}  // namespace
}  // namespace saltus
