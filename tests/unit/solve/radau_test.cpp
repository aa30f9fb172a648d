// Radau IIA of order 5 on problems with known solutions, without a model.

#include "solve/radau.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "number/mpfr.hpp"

namespace saltus {
namespace {

template <class T>
class System final : public OdeSystem<T> {
 public:
  using Field = std::function<void(const T&, std::span<const T>, std::span<T>)>;
  System(std::vector<T> start, Field f, Field jacobian)
      : x(std::move(start)), f_(std::move(f)), jacobian_(std::move(jacobian)) {
    for (const T& v : x) largest.push_back(abs(v));
  }
  std::vector<T> x, largest;
  T time{};
  int evaluations = 0;
  int jacobians = 0;

  [[nodiscard]] std::size_t size() const override { return x.size(); }
  [[nodiscard]] std::span<const T> state() const override { return x; }
  [[nodiscard]] T scale(std::size_t j) const override { return largest[j]; }
  void derivative(const T& s, std::span<const T> y, std::span<T> out) override {
    ++evaluations;
    f_(time + s, y, out);
  }
  void jacobian(const T& s, std::span<const T> y, std::span<T> out) override {
    ++jacobians;
    jacobian_(time + s, y, out);
  }
  [[nodiscard]] double operations() const override { return 1; }

  /// Runs to `stop`; look(polynomials, begin) sees every step.
  template <class Look>
  int run(const T& tol, const T& stop, Look&& look) {
    RadauMethod<T> method(tol);
    StatePolynomials<T> p;
    p.reserve(size(), method.degree());
    int steps = 0;
    for (; time < stop; ++steps) {
      const T left = stop - time;
      if (!method.step(*this, steps > 0, T(1e-4), left, p)) return -1;
      look(p, time);
      for (std::size_t j = 0; j < size(); ++j) {
        x[j] = p.at(j, p.length);
        if (abs(x[j]) > largest[j]) largest[j] = abs(x[j]);
      }
      time = p.length < left ? T(time + p.length) : stop;
    }
    return steps;
  }

 private:
  Field f_, jacobian_;
};

System<double> oscillator() {
  return {{1, 0},
          [](double, auto y, auto d) {
            d[0] = y[1];
            d[1] = -y[0];
          },
          [](double, auto, auto j) {
            j[0] = j[3] = 0;
            j[1] = 1;
            j[2] = -1;
          }};
}

/// y' = rate (cos t - y) - sin t: the solution is cos t, whatever the rate.
System<double> attracted(double rate) {
  return {{1},
          [rate](double t, auto y, auto d) { d[0] = rate * (std::cos(t) - y[0]) - std::sin(t); },
          [rate](double, auto, auto j) { j[0] = -rate; }};
}

struct Worst {
  double end = 0, inside = 0;
};

Worst errors_against_cosine(System<double> system, double tol, double stop) {
  Worst worst;
  system.run(tol, stop, [&](const StatePolynomials<double>& p, double begin) {
    for (const double q : {0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0}) {
      const double error = std::abs(p.at(0, q * p.length) - std::cos(begin + q * p.length));
      (q < 1 ? worst.inside : worst.end) = std::max(q < 1 ? worst.inside : worst.end, error);
    }
  });
  return worst;
}

TEST(Radau, TableauSolvesItsEquations) {
  const RadauTableau<double> t;
  for (const double z : {t.gamma}) EXPECT_NEAR(((z - 9) * z + 36) * z - 60, 0, 1e-13);
  EXPECT_NEAR(t.gamma + 2 * t.alpha, 9, 1e-14);
  EXPECT_NEAR(t.gamma * (t.alpha * t.alpha + t.beta * t.beta), 60, 1e-12);
}

TEST(Radau, SmoothMotionAtTheEndsAndInsideSteps) {
  for (const double tol : {1e-5, 1e-8, 1e-11}) {
    const Worst worst = errors_against_cosine(oscillator(), tol, 10);
    EXPECT_LT(worst.end, tol) << tol;
    EXPECT_LT(worst.inside, tol) << tol;
  }
}

TEST(Radau, StiffMotionAtTheEndsAndInsideSteps) {
  for (const double rate : {1e3, 1e6, 1e9})
    for (const double tol : {1e-5, 1e-8, 1e-11}) {
      const Worst worst = errors_against_cosine(attracted(rate), tol, 10);
      EXPECT_LT(worst.end, 5 * tol) << rate << " " << tol;
      EXPECT_LT(worst.inside, 50 * tol) << rate << " " << tol;
    }
}

TEST(Radau, StiffnessDoesNotLimitSteps) {
  System<double> system = attracted(1e9);
  EXPECT_LT(system.run(1e-6, 10, [](const auto&, double) {}), 100);
  EXPECT_LT(system.jacobians, 20);
}

// The values at the ends are those of Taylor series with 20 digits.
TEST(Radau, VanDerPol) {
  System<double> system(
      {2, 0},
      [](double, auto y, auto d) {
        d[0] = y[1];
        d[1] = 1000 * (1 - y[0] * y[0]) * y[1] - y[0];
      },
      [](double, auto y, auto j) {
        j[0] = 0;
        j[1] = 1;
        j[2] = -2000 * y[0] * y[1] - 1;
        j[3] = 1000 * (1 - y[0] * y[0]);
      });
  const int steps = system.run(1e-9, 2000, [](const auto&, double) {});
  EXPECT_NEAR(system.x[0], 1.706167732, 1e-8);
  EXPECT_LT(steps, 2000);
}

TEST(Radau, Robertson) {
  System<double> system(
      {1, 0, 0},
      [](double, auto y, auto d) {
        d[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
        d[2] = 3e7 * y[1] * y[1];
        d[1] = -d[0] - d[2];
      },
      [](double, auto y, auto j) {
        const double a = -0.04, b = 1e4 * y[2], c = 1e4 * y[1], d = 6e7 * y[1];
        j[0] = a, j[1] = b, j[2] = c;
        j[3] = -a, j[4] = -b - d, j[5] = -c;
        j[6] = 0, j[7] = d, j[8] = 0;
      });
  system.run(1e-9, 40, [](const auto&, double) {});
  EXPECT_NEAR(system.x[0], 0.7158270688, 1e-8);
  EXPECT_NEAR(system.x[1], 9.185534765e-6, 1e-12);
  EXPECT_NEAR(system.x[0] + system.x[1] + system.x[2], 1, 1e-12);
}

TEST(Radau, ManyDigits) {
  const PrecisionScope scope(30);
  System<Mpfr> system(
      {Mpfr(1)}, [](const Mpfr&, auto y, auto d) { d[0] = -y[0]; }, [](const Mpfr&, auto, auto j) { j[0] = Mpfr(-1); });
  system.run(Mpfr(1e-15), Mpfr(1), [](const auto&, const Mpfr&) {});
  EXPECT_LT(to_double(abs(system.x[0] - exp(Mpfr(-1)))), 1e-15);
}

TEST(Radau, NoStepIntoNothing) {
  System<double> system({1}, [](double, auto, auto d) { d[0] = std::nan(""); }, [](double, auto, auto j) { j[0] = 0; });
  EXPECT_EQ(system.run(1e-6, 1, [](const auto&, double) {}), -1);
}

}  // namespace
}  // namespace saltus
