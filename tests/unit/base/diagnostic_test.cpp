#include <gtest/gtest.h>

#include "base/diagnostic.hpp"
#include "base/printable.hpp"

namespace saltus {
namespace {

Span find(const Sources& sources, std::uint32_t file, std::string_view what) {
  const auto at = static_cast<std::uint32_t>(sources.text(file).find(what));
  return {file, at, at + static_cast<std::uint32_t>(what.size())};
}

TEST(SourcesTest, PlacesAndLines) {
  Sources s;
  EXPECT_EQ(s.add("a.mo", "one\r\ntwo\n\nfour"), 1U);
  EXPECT_EQ(s.line(1, 1), "one");
  EXPECT_EQ(s.line(1, 2), "two");
  EXPECT_EQ(s.line(1, 3), "");
  EXPECT_EQ(s.line(1, 4), "four");
  EXPECT_EQ(s.describe(find(s, 1, "four")), "a.mo:4:1");
  EXPECT_EQ(s.text(find(s, 1, "wo")), "wo");
  EXPECT_EQ(s.describe({}), "");
  EXPECT_EQ(s.place(1, 3).column, 4U);
  EXPECT_EQ(s.place(1, 14).line, 4U) << "the end of the text is a place";
  s.add("empty.mo", "");
  EXPECT_EQ(s.describe({2, 0, 0}), "empty.mo:1:1");
  EXPECT_EQ(s.text(Span{1, 10, 99}), "four") << "cut at the end of the text";
  EXPECT_EQ(join({1, 2, 3}, {1, 7, 9}), (Span{1, 2, 9}));
}

TEST(Render, AsInTheHeader) {
  Sources s;
  s.add("ball.mo", "1\n2\n3\n4\n5\n6\n  der(h) = velocty;\n");
  Diagnostics d;
  d.error("unknown-name", find(s, 1, "velocty"), "no variable `velocty` in `Ball`", "not declared here",
          "did you mean `velocity`? (declared at 3:8)");
  EXPECT_EQ(render(d, s),
            "error[unknown-name]: no variable `velocty` in `Ball`\n"
            " --> ball.mo:7:12\n"
            "  |\n"
            "7 |   der(h) = velocty;\n"
            "  |            ^^^^^^^ not declared here\n"
            "help: did you mean `velocity`? (declared at 3:8)\n");
}

TEST(Render, FurtherPlacesShareTheGutter) {
  Sources s;
  s.add("a.mo", "x = 1;\n\n\n\n\n\n\n\n\nx = 2;");
  const Diagnostic d{Severity::warning, "twice", "`x` is set twice", {{1, 15, 16}, "again"}, {{{1, 0, 1}, "first here"}}};
  EXPECT_EQ(render(d, s),
            "warning[twice]: `x` is set twice\n"
            "  --> a.mo:10:1\n"
            "   |\n"
            "10 | x = 2;\n"
            "   | ^ again\n"
            "  --> a.mo:1:1\n"
            "   |\n"
            " 1 | x = 1;\n"
            "   | - first here\n");
}

TEST(Render, WithoutAPlace) {
  EXPECT_EQ(render({Severity::error, "no-model", "there is no model", {}}, Sources()), "error[no-model]: there is no model\n");
}

TEST(Render, SeveralLinesAreCutAtTheFirst) {
  Sources s;
  s.add("a.mo", "ab (c\nd) e");
  const std::string text = render({Severity::error, "c", "m", {{1, 3, 8}, ""}}, s);
  EXPECT_NE(text.find("1 | ab (c\n  |    ^^\n"), std::string::npos) << text;
}

TEST(Render, AnEmptySpanAndTheEndOfTheTextHaveOneCaret) {
  Sources s;
  s.add("a.mo", "abc");
  EXPECT_NE(render({Severity::error, "c", "m", {{1, 1, 1}, ""}}, s).find("  |  ^\n"), std::string::npos);
  EXPECT_NE(render({Severity::error, "c", "m", {{1, 3, 3}, ""}}, s).find("  |    ^\n"), std::string::npos);
}

TEST(Render, TabsAndStrangeBytesKeepTheCaretsInPlace) {
  Sources s;
  s.add("a.mo", "\tx\x1b\xff\xc3\xa4 y;");
  const std::string text = render({Severity::error, "c", "m", {find(s, 1, "y"), ""}}, s);
  EXPECT_NE(text.find("1 |     x\\x1b\\xff\xc3\xa4 y;\n  |                ^\n"), std::string::npos) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Render, LongLinesAreCutToAWindow) {
  Sources s;
  s.add("a.mo", std::string(100000, 'a') + "BAD" + std::string(100000, 'z'));
  const std::string text = render({Severity::error, "c", "m", {find(s, 1, "BAD"), "here"}}, s);
  EXPECT_LT(text.size(), 400U);
  EXPECT_NE(text.find("1 | ..." + std::string(50, 'a') + "BADzz"), std::string::npos) << text;
  EXPECT_NE(text.find("zz...\n  | " + std::string(53, ' ') + "^^^ here\n"), std::string::npos) << text;
}

TEST(Render, ALongSpanEndsWithTheWindow) {
  Sources s;
  s.add("a.mo", std::string(1000, 'a'));
  const std::string text = render({Severity::error, "c", "m", {{1, 0, 1000}, ""}}, s);
  EXPECT_NE(text.find("  | " + std::string(120, '^') + "\n"), std::string::npos) << text;
}

TEST(Render, Colors) {
  Sources s;
  s.add("a.mo", "abc");
  const std::string text = render({Severity::error, "c", "m", {{1, 0, 1}, ""}}, s, true);
  EXPECT_NE(text.find("\x1b[1;31merror[c]\x1b[0m"), std::string::npos);
}

TEST(DiagnosticsTest, KeepsALimitedNumber) {
  Diagnostics d(2);
  for (int i = 0; i < 5; ++i) d.error("c", {}, "m");
  d.warning("w", {}, "careful");
  EXPECT_EQ(d.error_count(), 5U);
  EXPECT_EQ(d.all().size(), 3U);
  EXPECT_EQ(render(d, Sources()), "error[c]: m\nerror[c]: m\nwarning[w]: careful\n3 more errors not shown\n");
}

TEST(NearestName, FindsTyposOnly) {
  const std::vector<std::string> names{"velocity", "height", "mass", "x"};
  EXPECT_EQ(nearest_name("velocty", names), "velocity");
  EXPECT_EQ(nearest_name("hieght", names), "height");
  EXPECT_EQ(nearest_name("pressure", names), "");
  EXPECT_EQ(nearest_name("y", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name(std::string(100000, 'a'), names), "");
}

TEST(Printable, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\nb"), "a\nb");
  EXPECT_EQ(printable("\xe2\x80\xae"), "\\u202e");
  EXPECT_EQ(printable("\xc2\x9b"), "\\u009b");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate is no character";
  EXPECT_EQ(printable("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");
}

}  // namespace
}  // namespace saltus
