// What a glance says about a polynomial must be true of it.

#include "solve/glance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace saltus {
namespace {

struct Piece {
  std::vector<double> q;  // coefficients
  double h;               // looked at over [0, h]
};

/// Of degree 2 to 13, with terms that fall over its length.
Piece any_polynomial(int trial, std::mt19937& engine) {
  std::uniform_real_distribution<double> coefficient(-1, 1), fall(0.1, 1), length(0.1, 2);
  Piece piece{std::vector<double>(3 + static_cast<std::size_t>(trial) % 12), 0};
  const double ratio = fall(engine);
  piece.h = length(engine);
  double size = 1;
  for (double& c : piece.q) {
    c = coefficient(engine) * size;
    size *= ratio / piece.h;
  }
  return piece;
}

TEST(Glance, NeverSaysMoreThanTheValues) {
  std::mt19937 engine(7);
  int certain = 0, turning = 0, monotone = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    auto [q, h] = any_polynomial(trial, engine);
    const std::span<const double> g(q);
    const Glance<double> seen = glance(g, h);
    const bool is_steady = is_monotone(g, h, 0.0);
    double least = std::abs(q[0]), most = 0;
    bool rises = true, sinks = true;
    for (int i = 0; i <= 200; ++i) {
      const double s = h * i / 200;
      least = std::min(least, std::abs(horner(g, s)));
      most = std::max(most, std::abs(horner(g, s)));
      rises = rises && derivative_value(g, s) > 0;
      sinks = sinks && derivative_value(g, s) < 0;
    }
    EXPECT_LE(seen.least, least + 1e-14);
    EXPECT_GE(seen.size, most - 1e-14);
    EXPECT_TRUE(!is_steady || rises || sinks);
    certain += seen.least > 0;
    turning += seen.least > 0 && !rises && !sinks;
    monotone += is_steady;
  }
  EXPECT_GT(certain, 300);
  EXPECT_GT(turning, 30);
  EXPECT_GT(monotone, 300);
}

TEST(Glance, WhatBeginsAtRestMayBeMonotone) {
  std::mt19937 engine(11);
  int monotone = 0, bending = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    auto [q, h] = any_polynomial(trial, engine);
    const bool bends = bends_to_zero(std::span<const double>(q), h, sign_of(q[0]));
    std::vector<double> slope;
    for (std::size_t j = 1; j < q.size(); ++j) slope.push_back(static_cast<double>(j) * q[j]);
    q[1] = 0;
    const std::span<const double> g(q);
    const bool is_steady = is_monotone(g, h, 0.0);
    bool rises = true, sinks = true, towards = true;
    for (int i = 1; i <= 200; ++i) {
      const double s = h * i / 200;
      rises = rises && derivative_value(g, s) > 0;
      sinks = sinks && derivative_value(g, s) < 0;
      towards = towards && derivative_value(std::span<const double>(slope), s) * q[0] < 0;
    }
    EXPECT_TRUE(!is_steady || rises || sinks);
    EXPECT_TRUE(!bends || towards);
    monotone += is_steady;
    bending += bends;
  }
  EXPECT_GT(monotone, 300);
  EXPECT_GT(bending, 100);
}

TEST(Glance, SeesTheVertexInside) {
  const std::vector<double> turns{1, -3, 3}, touches{0.75, -3, 3}, crosses{0.5, -3, 3};
  EXPECT_DOUBLE_EQ(glance(std::span<const double>(turns), 1.0).least, 0.25);
  EXPECT_LE(glance(std::span<const double>(touches), 1.0).least, 0);
  EXPECT_LE(glance(std::span<const double>(crosses), 1.0).least, 0);
  EXPECT_DOUBLE_EQ(glance(std::span<const double>(crosses), 0.125).least, 0.5 - 0.375 + 3.0 / 64);
}

}  // namespace
}  // namespace saltus
