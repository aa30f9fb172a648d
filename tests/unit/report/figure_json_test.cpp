#include "report/figure_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace saltus {
namespace {

TEST(FigureJson, TheWindowShownFirstHasPointsOfItsOwn) {
  Curve c;
  for (int i = 0; i < 100000; ++i) {
    c.x.push_back(i);
    c.y.push_back(i % 7);
  }
  Figure figure;
  figure.panels.push_back({"", {"t"}, {"y"}, {c}, {}});
  const auto numbers = [&] {
    const std::string json = figure_json(figure, 400);
    return std::ranges::count(json, ',') / 2;
  };
  EXPECT_LT(numbers(), 520);
  figure.panels[0].x.from = 50000;
  figure.panels[0].x.to = 50149;
  const std::string json = figure_json(figure, 400);
  for (int i = 50000; i < 50150; ++i) EXPECT_NE(json.find("," + std::to_string(i) + ","), std::string::npos) << i;
  EXPECT_LT(numbers(), 520);
}

TEST(FigureJson, LongStepsBesideManyShortOnesKeepTheirPoints) {
  Curve c;
  for (int i = 0; i <= 100; ++i) c.x.push_back(i);
  for (int i = 1; i < 100000; ++i) c.x.push_back(100 + i * 1e-6);
  for (std::size_t i = 0; i < c.x.size(); ++i) c.y.push_back(static_cast<double>(i % 3));
  Figure figure;
  figure.panels.push_back({"", {"t"}, {"y"}, {c}, {}});
  const std::string json = figure_json(figure, 1000);
  for (int i = 1; i < 100; ++i) EXPECT_NE(json.find("," + std::to_string(i) + ","), std::string::npos) << i;
}

TEST(FigureJson, PointsThatAreShownAsSuchStayWhereTheyHaveEqualValues) {
  Curve c{"", CurveKind::line, {1, 2, 3, 4, 5}, {7, 7, 7, 7, 7}};
  Figure figure;
  figure.panels.push_back({"", {"t"}, {"y"}, {c}, {}});
  EXPECT_EQ(figure_json(figure, 400).find("[1,2,3,4,5]"), std::string::npos);
  figure.panels[0].curves[0].marked = true;
  EXPECT_NE(figure_json(figure, 400).find("[1,2,3,4,5]"), std::string::npos);
}

}  // namespace
}  // namespace saltus
