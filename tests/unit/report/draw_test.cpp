// Pictures as gnuplot makes them.

#include <gtest/gtest.h>

#include <cmath>

#include "report/gnuplot.hpp"

namespace saltus {
namespace {

Figure simple(const std::string& name) {
  Figure f;
  f.name = "a figure";
  f.summary = "about " + name;
  f.panels.resize(1);
  Panel& p = f.panels.front();
  p.x = {"time", "s"};
  p.y = {name, "m"};
  p.curves.push_back({name, CurveKind::line, {0, 1, 1, 2}, {0, 1, -1, 0}});
  p.curves.push_back({"other", CurveKind::line, {0, 1, 2}, {0, NAN, 1}});
  p.markers.push_back({1, name});
  return f;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Draw, AnSvgIsTheSameEachTimeAndSaysWhatItShows) {
  const std::string svg = draw(simple("x"), FigureFormat::svg);
  EXPECT_EQ(svg, draw(simple("x"), FigureFormat::svg));
  EXPECT_TRUE(has(svg, "<title id=\"a_figure_title\">about x</title>"));
  EXPECT_TRUE(has(svg, "role=\"img\""));
  EXPECT_FALSE(has(svg, "gnuplot"));
  EXPECT_FALSE(has(svg, "GNUPLOT"));
}

TEST(Draw, PdfAndPngAreTheSameEachTime) {
  const std::string pdf = draw(simple("x"), FigureFormat::pdf), png = draw(simple("x"), FigureFormat::png);
  EXPECT_TRUE(pdf.starts_with("%PDF-"));
  EXPECT_TRUE(has(pdf, "(D:19700101000000"));
  EXPECT_TRUE(png.starts_with("\x89PNG"));
  EXPECT_EQ(pdf, draw(simple("x"), FigureFormat::pdf));
  EXPECT_EQ(png, draw(simple("x"), FigureFormat::png));
}

TEST(Draw, HostileNamesAreTexts) {
  for (const std::string name : {"a_b^c", "it's", "say \"x\"", "{/Bold x}", "\\\\n", "x\nset output '/nonexistent/x'\n",
                                 "`false`", "@macro", "%s %d", "'; exit 3; '", "<script>", "&amp;", "$grid", "\x01\xff"}) {
    const std::string svg = draw(simple(name), FigureFormat::svg);
    EXPECT_TRUE(has(svg, "</svg>")) << name;
    EXPECT_FALSE(has(svg, "<script>"));
  }
  EXPECT_TRUE(has(draw(simple("{/Bold x_1}"), FigureFormat::svg), "<text>{/Bold x_1}"));
  EXPECT_TRUE(has(draw(simple("a\\nb"), FigureFormat::svg), "<text>a\\nb"));
  EXPECT_TRUE(has(draw(simple("it's"), FigureFormat::svg), "<text>it's"));
}

TEST(Draw, EveryKindAndWhateverTheNumbers) {
  Figure f;
  f.size = FigureSize::column;
  f.panels.resize(3);
  f.panels[0].curves.push_back({"h", CurveKind::histogram, {0, 1, 2, 3}, {1, 5, 2}});
  f.panels[0].curves.push_back({"s", CurveKind::scatter, {0, 1, 2, 1e308}, {1, INFINITY, 1e-300, -1e308}});
  f.panels[1].x.categories = {"a", "b"};
  f.panels[1].curves.push_back({"b", CurveKind::bars, {1, 2}, {3, 4}});
  f.panels[1].curves.push_back({"c", CurveKind::bars, {1, 2}, {-3, NAN}});
  f.panels[2].y.log = true;
  f.panels[2].curves.push_back({"t", CurveKind::step, {0, 1, 2}, {0, 10, 1000}});
  f.panels[2].curves.push_back({"empty", CurveKind::line, {}, {}});
  for (const FigureFormat format : {FigureFormat::svg, FigureFormat::pdf, FigureFormat::png})
    EXPECT_FALSE(draw(f, format).empty());
}

}  // namespace
}  // namespace saltus
