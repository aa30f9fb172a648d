// Words, signs, strings, comments, and bytes that are none of them.

#include <gtest/gtest.h>

#include "lang/lexer.hpp"
#include "lang/utf8.hpp"
#include "syntax_text.hpp"

namespace saltus {
namespace {

using namespace std::string_literals;
using Errors = std::vector<std::string>;

std::string tokens(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const auto file = sources.add("t", text);
  std::string all = print_tokens(file, sources, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) all += "! " + d.code + "\n";
  return all;
}

TEST(SyntaxLexer, PrintsTokensWithPlaces) {
  EXPECT_EQ(tokens("model A\n  x:=1.5e3; // end\n'a b'.* \"s\" ->"),
            "1:1 keyword model\n1:7 identifier A\n2:3 identifier x\n2:4 sign :=\n2:6 number 1.5e3\n2:11 sign ;\n"
            "3:1 identifier 'a b'\n3:6 sign .*\n3:9 string \"s\"\n3:13 sign ->\n");
}

TEST(SyntaxLexer, EveryKeywordIsFound) {
  for (int k = static_cast<int>(TokenKind::kw_algorithm); k <= static_cast<int>(TokenKind::kw_within); ++k) {
    const auto kind = static_cast<TokenKind>(k);
    EXPECT_EQ(keyword_kind(spelling(kind)), kind);
  }
  EXPECT_EQ(keyword_kind("equations"), TokenKind::identifier);
  EXPECT_EQ(keyword_kind("time"), TokenKind::identifier);
}

TEST(SyntaxLexer, Comments) {
  EXPECT_EQ(tokens("a /* b */ c // d\n/**/ e /* / * */"), "1:1 identifier a\n1:11 identifier c\n2:6 identifier e\n");
  EXPECT_EQ(tokens("a /* b"), "1:1 identifier a\n! unterminated-comment\n");
  EXPECT_EQ(errors("model A\n /* Real x;\nend A;"), Errors{"unterminated-comment 2:2"});
}

TEST(SyntaxLexer, Strings) {
  EXPECT_EQ(string_value("\"a\\\"b\\\\c\\n\\t\""), "a\"b\\c\n\t");
  EXPECT_EQ(tokens("\"a\nb\""), "1:1 string \"a\nb\"\n");
  EXPECT_EQ(errors("model A\n Real x \"text;\n Real y;\nend A;"), Errors{"unterminated-string 2:9"});
  EXPECT_EQ(errors("model A\n Real 'x;\n Real y;\nend A;"), Errors{"unterminated-string 2:7"});
  EXPECT_EQ(errors("model A\n Real x \"a\\q\";\nend A;"), Errors{"syntax-error 2:11"});
  EXPECT_EQ(errors("model A\n Real x \"a\xff\";\nend A;"), Errors{"invalid-character 2:11"});
  EXPECT_EQ(errors("model A \"gr\xc3\xb6\xc3\x9f"
                   "e\" // \xff\n Real 'gr\xc3\xb6\xc3\x9f"
                   "e'; end A;"),
            Errors{});
}

TEST(SyntaxLexer, ByteOrderMark) {
  EXPECT_EQ(errors("\xEF\xBB\xBFmodel A end A;"), Errors{});
  EXPECT_EQ(errors("\xFF\xFEmodel A end A;"), Errors{"invalid-character 1:1"});
}

TEST(SyntaxLexer, InvalidBytes) {
  EXPECT_EQ(errors("model A\n Real x\0\0\0;\n Real y#;\nend A;"s), (Errors{"invalid-character 2:8", "invalid-character 3:8"}));
  EXPECT_EQ(errors("model A\n Real gr\xc3\xb6\xc3\x9f;\nend A;"), Errors{"invalid-character 2:9"});
  std::string noise = "model A ";
  for (int i = 0; i < 1000; ++i) noise += "\x01x ";
  EXPECT_LE(errors(noise).size(), 7U);
}

TEST(SyntaxLexer, Numbers) {
  EXPECT_EQ(
      tokens("1 1. 1.5 .5 1e3 1.e-3 2.5E+3"),
      "1:1 number 1\n1:3 number 1.\n1:6 number 1.5\n1:10 number .5\n1:13 number 1e3\n1:17 number 1.e-3\n1:23 number 2.5E+3\n");
  EXPECT_EQ(errors("model A\n Real x = 1e999999999;\n Real y = 1e-999999999;\nend A;"),
            (Errors{"number-out-of-range 2:11", "number-out-of-range 3:11"}));
  EXPECT_EQ(errors("model A\n Real x = " + std::string(100000, '7') + ";\nend A;"), Errors{"number-out-of-range 2:11"});
  EXPECT_EQ(errors("model A\n Real x = 2x;\n Real y = 1e;\nend A;"), (Errors{"syntax-error 2:11", "syntax-error 3:12"}));
}

TEST(SyntaxLexer, SignsOfOtherLanguages) {
  EXPECT_EQ(errors("model A\nequation\n x = a != b;\n y = a && b || !c;\n z = a**2;\nend A;"),
            (Errors{"syntax-error 3:8", "syntax-error 4:8", "syntax-error 4:13", "syntax-error 4:16", "syntax-error 5:7"}));
}

TEST(SyntaxLexer, Utf8) {
  EXPECT_EQ(invalid_utf8("a\xc3\xb6\xe2\x82\xac\xf0\x9f\x98\x80"), std::string_view::npos);
  EXPECT_EQ(invalid_utf8("a\xc3"), 1U);
  EXPECT_EQ(invalid_utf8("ab\xc0\xaf"), 2U);
  EXPECT_EQ(invalid_utf8("\xed\xa0\x80"), 0U);
  EXPECT_EQ(invalid_utf8("\xf4\x90\x80\x80"), 0U);
  EXPECT_EQ(invalid_utf8(std::string_view("a\0", 2)), 1U);
}

}  // namespace
}  // namespace saltus
