#include "report/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "report/unit_text.hpp"

namespace saltus {
namespace {

Extent extent(double a, double b) {
  Extent e;
  e.add(a);
  e.add(b);
  return e;
}

std::vector<std::string> texts(const Scale& scale) {
  std::vector<std::string> list;
  for (const Tick& t : scale.ticks()) {
    if (!t.text.empty()) list.push_back(t.text);
  }
  return list;
}

using Texts = std::vector<std::string>;

TEST(Scale, RoundStepsAreOneTwoFive) {
  EXPECT_DOUBLE_EQ(round_step(10, 5), 2);
  EXPECT_DOUBLE_EQ(round_step(10, 4), 2);
  EXPECT_DOUBLE_EQ(round_step(10, 2), 5);
  EXPECT_DOUBLE_EQ(round_step(0.003, 3), 0.001);
}

TEST(Scale, TicksWithARealMinus) {
  const Scale s({"x", "m"}, extent(-1, 1), 0, 4);
  EXPECT_EQ(texts(s), (Texts{"−1.0", "−0.5", "0.0", "0.5", "1.0"}));
  EXPECT_EQ(s.label(), "x [m]");
}

TEST(Scale, SmallValuesGetAPrefixOrAPower) {
  const Scale current({"i", "A"}, extent(0, 4e-6), 0, 4);
  EXPECT_EQ(current.label(), "i [µA]");
  EXPECT_EQ(texts(current), (Texts{"0", "1", "2", "3", "4"}));
  EXPECT_DOUBLE_EQ(current.place(2e-6), 2);
  EXPECT_EQ(Scale({"w", "rad/s"}, extent(0, 4e6), 0, 4).label(), "w [10⁶ rad/s]");
  EXPECT_EQ(Scale({"n", ""}, extent(0, 4e6), 0, 4).label(), "n [10⁶]");
  EXPECT_EQ(Scale({"time", "s"}, extent(0, 4e6), 0, 4).label(), "time [10⁶ s]");
}

TEST(Scale, ANarrowWindowFarFromZeroHasAnOffset) {
  FigureAxis axis{"time", "s"};
  axis.from = 25.0000000;
  axis.to = 25.0000004;
  const Scale s(axis, {}, 0, 4);
  EXPECT_EQ(s.label(), "time − 25 [ns]");
  EXPECT_EQ(texts(s), (Texts{"0", "100", "200", "300", "400"}));
}

TEST(Scale, Logarithmic) {
  FigureAxis axis{"n", "", true};
  const Scale s(axis, extent(1, 1e5), 0, 8);
  EXPECT_EQ(texts(s), (Texts{"1", "10", "100", "1000", "10⁴", "10⁵"}));
  EXPECT_DOUBLE_EQ(s.place(100), 2);
  EXPECT_TRUE(std::isnan(s.place(0)));
  EXPECT_EQ(texts(Scale(axis, extent(2, 8), 0, 8)), (Texts{"2", "5"}));
}

TEST(Scale, WhateverTheValues) {
  for (const double v : {0.0, 1.0, -3e-308, 1e308, -1e308, 5e-324}) {
    for (const double w : {v, -v, v * 1.0000000000001, 0.0}) {
      for (const bool log : {false, true}) {
        const Scale s(FigureAxis{"x", "m", log}, extent(v, w), 0.05, 6);
        EXPECT_LT(s.begin(), s.end()) << v << ' ' << w;
        EXPECT_LE(s.ticks().size(), 100u);
      }
    }
  }
}

TEST(Scale, TruthAndCategories) {
  FigureAxis axis{"on"};
  axis.truth = true;
  EXPECT_EQ(texts(Scale(axis, extent(0, 0), 0.05, 6)), (Texts{"false", "true"}));
  FigureAxis names{"solver"};
  names.categories = {"taylor", "radau"};
  EXPECT_EQ(texts(Scale(names, extent(1, 2), 0.05, 6)), names.categories);
}

TEST(UnitText, Symbols) {
  EXPECT_EQ(unit_symbol("m/s2"), "m/s²");
  EXPECT_EQ(unit_symbol("kg.m2.s-2"), "kg·m²·s⁻²");
  EXPECT_EQ(unit_symbol("Ohm"), "Ω");
  EXPECT_EQ(unit_symbol("1"), "");
  EXPECT_EQ(unit_symbol("1/s"), "1/s");
  EXPECT_EQ(scaled_unit("V", -3), "mV");
  EXPECT_EQ(scaled_unit("V", -15), "10⁻¹⁵ V");
}

}  // namespace
}  // namespace saltus
