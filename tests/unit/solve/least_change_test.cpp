#include <gtest/gtest.h>

#include <cmath>

#include "number/dual.hpp"
#include "number/mpfr.hpp"
#include "solve/least_change.hpp"

namespace saltus::test {
namespace {

/// A system from two functions.
template <class F, class J>
struct Equations {
  F residual;
  J derivative;
  template <class Z, class R>
  void residuals(const Z& z, const R& f) const {
    residual(z, f);
  }
  template <class Z, class A>
  void jacobian(const Z& z, const A& a) const {
    derivative(z, a);
  }
};
template <class F, class J>
Equations(F, J) -> Equations<F, J>;

// A point (x, y) on the unit circle, its velocity (u, v) on the tangent; `copies`: the constraint stated again.
template <class T>
auto circle(int copies) {
  return Equations{[copies](const auto& z, const auto& f) {
                     std::size_t i = 0;
                     for (int c = 0; c < copies; ++c) f[i++] = (z[0] * z[0] + z[1] * z[1] - T(1)) * T(c + 1);
                     f[i] = z[0] * z[2] + z[1] * z[3];
                   },
                   [copies](const auto& z, const auto& a) {
                     std::size_t i = 0;
                     for (int c = 0; c < copies; ++c, i += 4) {
                       a[i] = T(2 * (c + 1)) * z[0];
                       a[i + 1] = T(2 * (c + 1)) * z[1];
                     }
                     a[i] = z[2];
                     a[i + 1] = z[3];
                     a[i + 2] = z[0];
                     a[i + 3] = z[1];
                   }};
}

TEST(LeastChange, PointOnACircle) {
  // With the velocity held at zero the position moves along the radius.
  std::vector<double> z{3, 4, 0, 0};
  LeastChange<double> search(2, {1, 1, 1, 1}, {false, false, true, true});
  const auto outcome = search.solve(z, circle<double>(1));
  ASSERT_TRUE(outcome.met);
  EXPECT_NEAR(z[0], 0.6, 2e-16);
  EXPECT_NEAR(z[1], 0.8, 2e-16);
  EXPECT_NEAR(outcome.move, 4, 1e-15);
}

TEST(LeastChange, VelocityKeepsItsTangentialPart) {
  // The position is held: the radial part of the velocity is what goes.
  for (const int copies : {1, 2, 3}) {
    std::vector<double> z{0.6, 0.8, 1.0, 2.0};
    LeastChange<double> search(static_cast<std::size_t>(copies) + 1, {1, 1, 1, 1}, {true, true, false, false});
    const auto outcome = search.solve(z, circle<double>(copies));
    ASSERT_TRUE(outcome.met) << copies;
    const double along = -0.8 * 1.0 + 0.6 * 2.0;
    EXPECT_NEAR(z[2], -0.8 * along, 2e-16);
    EXPECT_NEAR(z[3], 0.6 * along, 2e-16);
    EXPECT_EQ(z[0], 0.6);
  }
}

TEST(LeastChange, RedundantEquationsFromARoughGuess) {
  std::vector<double> z{30, -40, 5, 1};
  LeastChange<double> search(4, {1, 1, 1, 1}, {});
  const auto outcome = search.solve(z, circle<double>(3));
  ASSERT_TRUE(outcome.met);
  EXPECT_NEAR(std::hypot(z[0], z[1]), 1, 1e-15);
  EXPECT_NEAR(z[0] * z[2] + z[1] * z[3], 0, 4e-15);
}

TEST(LeastChange, WeightsAndFiftyDigits) {
  const PrecisionScope precision(50);
  // x + y = 1 with weights 1 and 3 from (0, 0): x = 3/4, y = 1/4.
  std::vector<Mpfr> z{Mpfr(0), Mpfr(0)};
  LeastChange<Mpfr> search(1, {Mpfr(1), Mpfr(3)}, {});
  const auto outcome = search.solve(z, Equations{[](const auto& x, const auto& f) { f[0] = x[0] + x[1] - Mpfr(1); },
                                                 [](const auto&, const auto& a) { a[0] = a[1] = Mpfr(1); }});
  ASSERT_TRUE(outcome.met);
  EXPECT_LT(to_double(abs(Mpfr(z[0] - Mpfr(0.75)))), 1e-48);
  EXPECT_LT(to_double(abs(Mpfr(z[1] - Mpfr(0.25)))), 1e-48);
}

// The point of the parabola y = x^2 nearest to (3, 0): 2 x^3 + x = 3, x = 1.
TEST(LeastChange, NearestPointOfACurve) {
  std::vector<double> z{3, 0};
  LeastChange<double> search(1, {1, 1}, {});
  const auto outcome = search.solve(z, Equations{[](const auto& x, const auto& f) { f[0] = x[1] - x[0] * x[0]; },
                                                 [](const auto& x, const auto& a) {
                                                   a[0] = -2 * x[0];
                                                   a[1] = 1;
                                                 }});
  ASSERT_TRUE(outcome.met);
  EXPECT_NEAR(z[0], 1, 1e-13);
  EXPECT_NEAR(z[1], 1, 2e-13);
  EXPECT_NEAR(outcome.move, std::sqrt(5.0), 1e-14);
}

TEST(LeastChange, ContradictionsAreNamed) {
  // 0: x + y = 1, 1: z = 7, 2: 2 x + 2 y = 3.
  std::vector<double> z{0, 0, 0};
  LeastChange<double> search(3, {1, 1, 1}, {});
  const auto outcome = search.solve(z, Equations{[](const auto& x, const auto& f) {
                                                   f[0] = x[0] + x[1] - 1;
                                                   f[1] = x[2] - 7;
                                                   f[2] = 2 * x[0] + 2 * x[1] - 3;
                                                 },
                                                 [](const auto&, const auto& a) {
                                                   a[0] = a[1] = 1;
                                                   a[5] = 1;
                                                   a[6] = a[7] = 2;
                                                 }});
  EXPECT_FALSE(outcome.met);
  ASSERT_EQ(outcome.unmet.size(), 1u);
  ASSERT_EQ(outcome.against.size(), 1u);
  EXPECT_EQ(outcome.unmet[0] + outcome.against[0], 2u);
}

TEST(LeastChange, HeldUnknownsThatContradict) {
  std::vector<double> z{2};
  LeastChange<double> search(1, {1}, {true});
  const auto outcome = search.solve(
      z, Equations{[](const auto& x, const auto& f) { f[0] = x[0] - 1; }, [](const auto&, const auto& a) { a[0] = 1; }});
  EXPECT_FALSE(outcome.met);
  EXPECT_EQ(outcome.unmet, std::vector<std::size_t>{0});
  EXPECT_EQ(z[0], 2);
}

TEST(LeastChange, NoRealSolution) {
  std::vector<double> z{1, 2};
  LeastChange<double> search(1, {1, 1}, {});
  const auto outcome = search.solve(z, Equations{[](const auto& x, const auto& f) { f[0] = x[0] * x[0] + x[1] * x[1] + 1; },
                                                 [](const auto& x, const auto& a) {
                                                   a[0] = 2 * x[0];
                                                   a[1] = 2 * x[1];
                                                 }});
  EXPECT_FALSE(outcome.met);
  EXPECT_EQ(outcome.unmet, std::vector<std::size_t>{0});
}

// y^2 = p in numbers with derivatives by p, from a guess.
LeastChangeOutcome<Dual<double>> find_root(double p, Dual<double>& y) {
  using D = Dual<double>;
  const Equations system{[p](const auto& z, const auto& f) { f[0] = z[0] * z[0] - D(p, 1); },
                         [](const auto& z, const auto& a) { a[0] = D(2) * z[0]; }};
  LeastChange<D> search(1, {D(1)}, {});
  return search.solve(std::span<D>(&y, 1), system);
}

TEST(LeastChange, DerivativeOfARoot) {
  Dual<double> y = 1;
  const auto outcome = find_root(4, y);
  EXPECT_TRUE(outcome.met);
  EXPECT_FALSE(outcome.rough);
  EXPECT_NEAR(y.v(), 2, 1e-14);
  EXPECT_NEAR(y.d(), 0.25, 1e-12);
}

TEST(LeastChange, DerivativeOfARootFromAfar) {  // linear for a while, then quadratic
  Dual<double> y = 1e6;
  const auto outcome = find_root(4, y);
  EXPECT_FALSE(outcome.rough);
  EXPECT_NEAR(y.d(), 0.25, 1e-12);
}

TEST(LeastChange, NoDerivativeWhereTheRootsMeet) {
  for (const double guess : {0.0, 1.0, -0.5}) {
    Dual<double> y = guess;
    const auto outcome = find_root(0, y);
    EXPECT_TRUE(outcome.met) << guess;
    EXPECT_EQ(outcome.rough, 0U) << guess;
  }
}

}  // namespace
}  // namespace saltus::test
