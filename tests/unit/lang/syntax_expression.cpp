// Precedence and forms of expressions (Modelica 3.6, appendix A.2.7).

#include <gtest/gtest.h>

#include "syntax_text.hpp"

namespace saltus {
namespace {

TEST(SyntaxExpression, SumsAndProducts) {
  EXPECT_EQ(grouped("a + b - c"), "a + b - c");
  EXPECT_EQ(grouped("a + b*c - d/e"), "a + (b * c) - (d / e)");
  EXPECT_EQ(grouped("a*b/c*d"), "a * b / c * d");
  EXPECT_EQ(grouped("a - (b - c)"), "a - (b - c)");
  EXPECT_EQ(grouped("(a - b) - c"), "(a - b) - c");
  EXPECT_EQ(grouped("a .+ b .- c"), "a .+ b .- c");
  EXPECT_EQ(grouped("a .* b ./ c .^ d"), "a .* b ./ (c .^ d)");
}

TEST(SyntaxExpression, SignsBindWeakerThanPowersAndProducts) {
  EXPECT_EQ(grouped("-a^2"), "-(a ^ 2)");
  EXPECT_EQ(grouped("-a*b"), "-(a * b)");
  EXPECT_EQ(grouped("-a + b"), "(-a) + b");
  EXPECT_EQ(grouped("+a"), "+a");
  EXPECT_EQ(grouped("(-a)^2"), "(-a) ^ 2");
  EXPECT_EQ(grouped("2^(-1)"), "2 ^ (-1)");
}

TEST(SyntaxExpression, SignsAfterOperatorsAreErrors) {
  EXPECT_EQ(grouped("a^-b"), "error: a sign cannot follow `^`");
  EXPECT_EQ(grouped("a*-b"), "error: a sign cannot follow `*`");
  EXPECT_EQ(grouped("a - -b"), "error: a sign cannot follow `-`");
  EXPECT_EQ(grouped("--b"), "error: a sign cannot follow `-`");
  EXPECT_EQ(grouped("a < -b"), "a < (-b)");
  EXPECT_EQ(grouped("a or -b < c"), "a or ((-b) < c)");
}

TEST(SyntaxExpression, PowersDoNotChain) {
  EXPECT_EQ(grouped("a^b"), "a ^ b");
  EXPECT_EQ(grouped("a^b^c"), "error: powers cannot be chained");
  EXPECT_EQ(grouped("a^(b^c)"), "a ^ (b ^ c)");
}

TEST(SyntaxExpression, LogicBindsWeakerThanRelations) {
  EXPECT_EQ(grouped("not a and b"), "(not a) and b");
  EXPECT_EQ(grouped("not a < b"), "not (a < b)");
  EXPECT_EQ(grouped("a or b and c or d"), "a or (b and c) or d");
  EXPECT_EQ(grouped("a + 1 < b and c <> d"), "((a + 1) < b) and (c <> d)");
  EXPECT_EQ(grouped("a == not b"), "error: expected an operand, found `not`");
  EXPECT_EQ(grouped("not not a"), "error: expected an operand, found `not`");
}

TEST(SyntaxExpression, RelationsDoNotChain) {
  for (const char* op : {"<", "<=", ">", ">=", "==", "<>"}) {
    const std::string sign(op);
    EXPECT_EQ(grouped("a" + sign + "b"), "a " + sign + " b");
    EXPECT_EQ(grouped("a " + sign + " b < c"), "error: comparisons cannot be chained");
  }
}

TEST(SyntaxExpression, Ranges) {
  EXPECT_EQ(grouped("1:n"), "1 : n");
  EXPECT_EQ(grouped("1:2:n + 1"), "1 : 2 : (n + 1)");
  EXPECT_EQ(grouped("a or b : c"), "(a or b) : c");
  EXPECT_EQ(grouped("{x, 1:3}"), "{x, 1 : 3}");
}

TEST(SyntaxExpression, IfExpressions) {
  EXPECT_EQ(grouped("if a then b elseif c then d else e"), "if a then b elseif c then d else e");
  EXPECT_EQ(grouped("if a then b else if c then d else e"), "if a then b elseif c then d else e");
  EXPECT_EQ(grouped("if a then b else c + d"), "if a then b else (c + d)");
  EXPECT_EQ(grouped("1 + (if a then b else c)"), "1 + (if a then b else c)");
  EXPECT_EQ(grouped("if a then b"), "error: expected `else`, found the end of the file");
}

TEST(SyntaxExpression, NamesCallsAndSubscripts) {
  EXPECT_EQ(grouped("a.b[i, 2].c"), "a.b[i, 2].c");
  EXPECT_EQ(grouped(".Modelica.Math.sin(x)"), ".Modelica.Math.sin(x)");
  EXPECT_EQ(grouped("'a.x[1]' + b"), "'a.x[1]' + b");
  EXPECT_EQ(grouped("x[end - 1, :, 2:end]"), "x[end - 1, :, 2 : end]");
  EXPECT_EQ(grouped("x[y[end]]"), "x[y[end]]");
  EXPECT_EQ(grouped("der(x) + pre(y)"), "der(x) + pre(y)");
  EXPECT_EQ(grouped("initial()"), "initial()");
  EXPECT_EQ(grouped("f(a, b + 1, n = 2, s = \"t\")"), "f(a, b + 1, n = 2, s = \"t\")");
  EXPECT_EQ(grouped("f(function g(a = 1), 2)"), "f(function g(a = 1), 2)");
  EXPECT_EQ(grouped("f(n = 2, a)"), "error: a positional argument cannot follow a named one");
  EXPECT_EQ(grouped("end"), "error: expected an expression, found `end`");
}

TEST(SyntaxExpression, ArraysMatricesComprehensions) {
  EXPECT_EQ(grouped("{1, {2}, {}}"), "{1, {2}, {}}");
  EXPECT_EQ(grouped("[1, 2; 3, 4]"), "[1, 2; 3, 4]");
  EXPECT_EQ(grouped("{i^2 for i in 1:n}"), "{i ^ 2 for i in 1 : n}");
  EXPECT_EQ(grouped("{i*j for i in 1:n, j in {1, 2}}"), "{i * j for i in 1 : n, j in {1, 2}}");
  EXPECT_EQ(grouped("sum(x[i] for i)"), "sum(x[i] for i)");
  EXPECT_EQ(grouped("(a, , b)"), "(a, , b)");
}

TEST(SyntaxExpression, NumbersAreExactAndKeepTheirText) {
  Sources sources;
  Diagnostics diagnostics;
  const auto number = sources.add("n", "{12, 0.2, 1e-3, 3., .5, 1.5E+3}");
  const ast::ExprPtr e = parse_expression(number, sources, diagnostics);
  ASSERT_TRUE(e);
  std::vector<std::string> values;
  std::string integers;
  for (const auto& element : e->as<ast::ArrayExpr>()->elements) {
    const auto* n = element->as<ast::NumberExpr>();
    values.push_back(n->value.text());
    integers += n->integer ? 'i' : 'r';
  }
  EXPECT_EQ(values, (std::vector<std::string>{"12", "0.2", "0.001", "3", "0.5", "1500"}));
  EXPECT_EQ(integers, "irrrrr");
}

TEST(SyntaxExpression, PrintedFormReadsBackTheSame) {
  for (const char* text : {"-a^2 + b*(c - d)/e", "if a < b then {1, 2} elseif not c then [1; 2] else x[end:-1:1]",
                           "sum({f(i, n = j) for i in 1:3, j in 1:2})", "a or b and not c == d", "\"a\\\"b\\n\""}) {
    const std::string once = grouped(text);
    EXPECT_EQ(grouped(once), once);
  }
}

TEST(SyntaxExpression, SpansCoverTheText) {
  Sources sources;
  Diagnostics diagnostics;
  const auto number = sources.add("n", "  (a + b)*f(x) ");
  const ast::ExprPtr e = parse_expression(number, sources, diagnostics);
  ASSERT_TRUE(e);
  EXPECT_EQ(sources.text(e->span), "(a + b)*f(x)");
  const auto* product = e->as<ast::ChainExpr>();
  EXPECT_EQ(sources.text(product->first->span), "(a + b)");
  EXPECT_EQ(sources.text(product->links[0].op_span), "*");
  EXPECT_EQ(sources.text(product->links[0].operand->span), "f(x)");
}

}  // namespace
}  // namespace saltus
