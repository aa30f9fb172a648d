// Depth and size are bounded; length alone is not a problem.

#include <gtest/gtest.h>

#include <utility>

#include "syntax_text.hpp"

namespace saltus {
namespace {

using Errors = std::vector<std::string>;

std::string repeated(std::string_view part, std::size_t times) {
  std::string all;
  all.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += part;
  return all;
}

Errors codes(const std::string& text) {
  const Reading r(text);
  Errors all;
  for (const Diagnostic& d : r.diagnostics.all()) all.push_back(d.code);
  return all;
}

std::string equation(const std::string& right) { return "model A\nequation\n x = " + right + ";\nend A;"; }

TEST(SyntaxLimits, DepthIsBoundedForEveryBracketAndBlock) {
  const std::size_t n = 100'000;
  for (const char* opener :
       {"(", "{", "[", "f(", "x[", "(a, ", "-(", "not (", "if a then if b then ", "f(function g(", "f(n = "}) {
    EXPECT_EQ(codes(equation(repeated(opener, n))), Errors{"nesting-too-deep"}) << opener;
  }
  const std::vector<std::pair<std::string, std::string>> blocks = {
      {"", "model A "},        {"equation ", "if a then "},         {"equation ", "when a then "},
      {"", "initial mode m "}, {"equation ", "for i in 1:3 loop "}, {"algorithm ", "while a loop "},
      {"Real x", "(c"},        {"", "modes r initial mode m "},     {"", "replaceable package P "},
  };
  for (const auto& [head, opener] : blocks) {
    EXPECT_EQ(codes("model M " + head + repeated(opener, n)), Errors{"nesting-too-deep"}) << opener;
  }
}

TEST(SyntaxLimits, OrdinaryDepthIsFine) {
  EXPECT_EQ(codes(equation(repeated("(", 200) + "1" + repeated(")", 200))), Errors{});
  EXPECT_EQ(codes(equation(repeated("f(", 200) + "1" + repeated(")", 200))), Errors{});
}

TEST(SyntaxLimits, TenMegabytesOfParentheses) {
  EXPECT_EQ(codes(equation(repeated("(", 5'000'000) + "1" + repeated(")", 5'000'000))), Errors{"nesting-too-deep"});
  EXPECT_FALSE(codes(repeated("(", 10'000'000)).empty());
}

TEST(SyntaxLimits, LongChainsAreOneNode) {
  const Reading r(equation("1" + repeated(" + a*b - c", 100'000)));
  ASSERT_FALSE(r.diagnostics.has_errors());
  const auto& e = r.file.classes.at(0).body.equations.at(0).equations.at(0);
  EXPECT_EQ(e.as<ast::EqualEquation>()->right->as<ast::ChainExpr>()->links.size(), 200'000U);
  EXPECT_EQ(codes(equation("a" + repeated(" and b", 100'000))), Errors{});
  EXPECT_EQ(codes(equation(repeated("if a then 1 else ", 100'000) + "2")), Errors{});
}

TEST(SyntaxLimits, LargeFiles) {
  EXPECT_EQ(codes(equation("1" + repeated("+1", 3'000'000))), Errors{"file-too-large"});
  EXPECT_EQ(codes(std::string((64U << 20U) + 1, ' ')), Errors{"file-too-large"});
}

TEST(SyntaxLimits, ErrorsPerFileAreBounded) { EXPECT_EQ(codes("model A equation " + repeated("x = ;\n", 10'000)).size(), 20U); }

}  // namespace
}  // namespace saltus
