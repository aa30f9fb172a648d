// Steppers on systems whose series are written by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "number/mpfr.hpp"
#include "solve/polynomial.hpp"
#include "solve/restart.hpp"
#include "solve/root_isolator.hpp"
#include "solve/sign_scan.hpp"
#include "solve/taylor.hpp"

namespace saltus {
namespace {

/// States and guards with storage; the systems below fill in the series.
template <class T>
class Storage {
 public:
  using Number = T;
  Storage(std::size_t states, std::size_t guards, int order)
      : order_(order),
        states_(states, std::vector<T>(size())),
        guards_(guards, std::vector<T>(size())),
        scales_(guards, T(0)) {}

  [[nodiscard]] std::size_t state_count() const { return states_.size(); }
  [[nodiscard]] std::size_t guard_count() const { return guards_.size(); }
  [[nodiscard]] int max_order() const { return order_; }
  [[nodiscard]] const T* state(std::size_t j) const { return states_[j].data(); }
  [[nodiscard]] const T* guard(std::size_t g) const { return guards_[g].data(); }
  [[nodiscard]] T state_scale(std::size_t j) const { return abs(states_[j][0]) > T(1) ? abs(states_[j][0]) : T(1); }
  [[nodiscard]] T state_floor(std::size_t) const { return T(0); }
  [[nodiscard]] T guard_scale(std::size_t g) const { return scales_[g]; }

  T& value(std::size_t j) { return states_[j][0]; }
  void advance(const T& s, int degree) {
    for (auto& x : states_) x[0] = horner(std::span<const T>(x.data(), static_cast<std::size_t>(degree) + 1), s);
    for (std::size_t g = 0; g < guards_.size(); ++g)
      if (abs(guards_[g][0]) > scales_[g]) scales_[g] = abs(guards_[g][0]);
    time += s;
  }

  T time{};

 protected:
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(order_) + 2; }
  int order_;
  std::vector<std::vector<T>> states_, guards_;
  std::vector<T> scales_;
};

/// y'' = -y with the guard y.
template <class T>
struct Oscillator : Storage<T> {
  explicit Oscillator(int order) : Storage<T>(2, 1, order) {}
  void extend(int k) {
    auto& y = this->states_[0];
    auto& v = this->states_[1];
    for (std::size_t i = 0; i <= static_cast<std::size_t>(k); ++i) {
      const T n(static_cast<int>(i) + 1);
      y[i + 1] = v[i] / n;
      v[i + 1] = -y[i] / n;
      this->guards_[0][i] = y[i];
    }
  }
};

/// y' = 1 + (offset + t)^20, y(0) = 0.
struct LatePower : Storage<double> {
  double offset;
  LatePower(int order, double o) : Storage(1, 0, order), offset(o) {}
  void extend(int k) {
    double binomial = 1;
    for (int i = 0; i <= k; ++i) {
      states_[0][static_cast<std::size_t>(i) + 1] = ((i == 0 ? 1 : 0) + binomial * std::pow(offset, 20 - i)) / (i + 1);
      binomial *= static_cast<double>(20 - i) / (i + 1);
    }
  }
};

/// y' = -y beside the guard a sin(w t + phase) + c.
struct BesideSine : Storage<double> {
  double a = 1, w = 50, phase = 0, c = 0.999;
  explicit BesideSine(int order) : Storage(1, 1, order) { value(0) = 1; }
  void extend(int k) {
    double power = 1;
    for (int i = 0; i <= k; ++i) {
      auto& y = states_[0];
      const auto n = static_cast<std::size_t>(i);
      y[n + 1] = -y[n] / (i + 1);
      const double angle = w * time + phase;
      const double term =
          i % 4 == 0 ? std::sin(angle) : (i % 4 == 1 ? std::cos(angle) : (i % 4 == 2 ? -std::sin(angle) : -std::cos(angle)));
      guards_[0][n] = a * term * power + (i == 0 ? c : 0);
      power *= w / (i + 1);
    }
  }
};

/// y' = y^2, no guard.
struct Escape : Storage<double> {
  explicit Escape(int order) : Storage(1, 0, order) { value(0) = 1; }
  void extend(int k) {
    auto& y = states_[0];
    for (std::size_t i = 0; i <= static_cast<std::size_t>(k); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j <= i; ++j) sum += y[j] * y[i - j];
      y[i + 1] = sum / static_cast<double>(i + 1);
    }
  }
};

/// h'' = -g: the series ends.
struct Ball : Storage<double> {
  explicit Ball(int order) : Storage(2, 1, order) { value(0) = 10; }
  void extend(int) {
    states_[0][1] = states_[1][0];
    states_[0][2] = -9.81 / 2;
    states_[1][1] = -9.81;
    std::copy(states_[0].begin(), states_[0].end(), guards_[0].begin());
  }
};

static_assert(FlowSystem<Oscillator<double>> && FlowSystem<BesideSine> && FlowSystem<Escape>);
static_assert(StepperFor<TaylorStepper<double>, Oscillator<double>>);
static_assert(StepperFor<TaylorStepper<Mpfr>, Oscillator<Mpfr>>);

/// Steps to `stop`, restarts at each crossing of the guard, and gives the times of all crossings.
template <class T, class S, class P>
std::vector<T> crossings(S& system, P& stepper, const T& stop, bool signs_only = false) {
  RootIsolator<T> isolator(stepper.order() + 1);
  std::vector<T> times;
  int zeros_from_event = 0;
  T delta(0);
  for (int step = 0; step < 100000 && system.time < stop; ++step) {
    const Proposal<T> p = stepper.propose(system, T(stop - system.time));
    if (p.failed) ADD_FAILURE() << "not finite";
    const std::span<const T> q(system.guard(0), static_cast<std::size_t>(p.guard_degree) + 1);
    const T value_rounding = T(8) * unit_roundoff<T>() * (system.guard_scale(0) + abs(q[0]));
    const LeadingSign sign = leading_sign(q, value_rounding, T(8) * unit_roundoff<T>(), delta);
    zeros_from_event = delta > T(0) ? sign.index : 0;
    T length = p.length;
    Search<T> found;
    for (int half = 0; half < 60; ++half) {
      GuardSeries<T> h{q, length, zeros_from_event};
      h.tail = truncation_bound(q, length);
      found = signs_only ? sign_scan(h) : isolator.first_crossing(h);
      if (found.outcome != Outcome::unsure) break;
      length = length * T(0.5);
    }
    delta = T(0);
    if (found.outcome == Outcome::crossing) {
      length = found.root.at;
      // the guard depends on time, which is rounded, and on its multiple by the frequency
      delta = found.root.uncertainty + T(4) * unit_roundoff<T>() * system.time;
      times.push_back(T(system.time + length));
    }
    system.advance(length, p.degree);
  }
  return times;
}

TEST(Taylor, KnowsASeriesThatHasEndedFromOneThatFalls) {
  Oscillator<double> oscillator(20);
  oscillator.value(0) = 1;
  oscillator.value(1) = 0.5;
  EXPECT_FALSE(TaylorStepper<double>(1e-12).propose(oscillator, 1e-3).unlimited);
  // Where it turns back every other term vanishes.
  for (const int order : {13, 14, 15, 16, 17, 18, 19, 20}) {
    oscillator.value(1) = 0;
    EXPECT_FALSE(TaylorStepper<double>(1e-12, order).propose(oscillator, 1e-3).unlimited) << order;
  }
  for (const double offset : {0.0, 1e-6, 1e-3, 1e-2}) {
    LatePower late(13, offset);
    EXPECT_TRUE(TaylorStepper<double>(3e-8).propose(late, 0.5).unlimited) << offset;
  }
}

TEST(Taylor, OrderFollowsTheTolerance) {
  EXPECT_EQ(taylor_order(1e-9), 15);
  EXPECT_EQ(taylor_order(1e-12), 19);
  EXPECT_EQ(taylor_order(Mpfr(1e-9)), 12);
  EXPECT_EQ(taylor_order(0.5), 8);
  EXPECT_EQ(TaylorStepper<double>(1e-9, 20).order(), 20);
}

TEST(Taylor, OscillatorToTheTolerance) {
  for (const double tol : {1e-6, 1e-9, 1e-12, 1e-15}) {
    Oscillator<double> system(40);
    system.value(0) = 1;
    TaylorStepper<double> stepper(tol);
    int steps = 0;
    while (system.time < 100) {
      const auto p = stepper.propose(system, 100 - system.time);
      ASSERT_FALSE(p.failed);
      system.advance(p.length, p.degree);
      ++steps;
    }
    EXPECT_NEAR(system.value(0), std::cos(system.time), 10 * tol + 1e-13) << tol << " in " << steps;
    EXPECT_LT(steps, 300);
  }
}

TEST(Taylor, OscillatorZerosWith50Digits) {
  PrecisionScope digits(50);
  Oscillator<Mpfr> system(80);
  system.value(0) = Mpfr(1);
  TaylorStepper<Mpfr> stepper(Mpfr(*Rational::parse("1e-46")));
  const auto times = crossings<Mpfr>(system, stepper, Mpfr(20));
  ASSERT_EQ(times.size(), 6U);
  for (std::size_t k = 0; k < times.size(); ++k) {
    const Mpfr exact = NumberTraits<Mpfr>::pi() * (Mpfr(static_cast<int>(k)) + Mpfr(0.5));
    EXPECT_LT(to_double(abs(times[k] - exact)), 1e-44) << k;
  }
}

TEST(Taylor, PolynomialMotionIsOneStep) {
  Ball ball(15);
  TaylorStepper<double> stepper(1e-12);
  const auto p = stepper.propose(ball, 1e6);
  EXPECT_FALSE(p.failed);
  EXPECT_EQ(p.length, 1e6);
}

TEST(Taylor, EscapeEndsInAFailureAtTheRightTime) {
  Escape system(30);
  TaylorStepper<double> stepper(1e-9);
  bool failed = false;
  for (int i = 0; i < 100000 && !failed; ++i) {
    const auto p = stepper.propose(system, 2 - system.time);
    failed = p.failed;
    if (!failed) system.advance(p.length, p.degree);
  }
  EXPECT_TRUE(failed);
  EXPECT_NEAR(system.time, 1, 1e-8);
}

TEST(Taylor, GapsInTheSeriesAreNotTakenForItsEnd) {
  // cos(t^4)-like: only every fourth coefficient
  struct Gaps : Storage<double> {
    explicit Gaps(int order) : Storage(1, 0, order) { value(0) = 1; }
    void extend(int k) {
      for (std::size_t i = 1; i <= static_cast<std::size_t>(k) + 1; ++i) states_[0][i] = i % 4 == 0 ? 1.0 : 0.0;
    }
  };
  for (int order = 12; order <= 15; ++order) {
    Gaps system(order);
    TaylorStepper<double> stepper(1e-9, order);
    EXPECT_LT(stepper.propose(system, 1e6).length, 0.3) << order;
  }
}

TEST(Taylor, ZeroStateWithZeroScaleDoesNotStopTheRun) {
  struct FromZero : Storage<double> {
    explicit FromZero(int order) : Storage(1, 0, order) {}
    [[nodiscard]] double state_scale(std::size_t) const { return std::fabs(states_[0][0]); }
    void extend(int k) {  // sin t
      double f = 1;
      for (std::size_t i = 1; i <= static_cast<std::size_t>(k) + 1; ++i) {
        f /= static_cast<double>(i);
        states_[0][i] = i % 2 == 0 ? 0 : (i % 4 == 1 ? f : -f);
      }
    }
  };
  FromZero system(15);
  TaylorStepper<double> stepper(1e-12);
  const auto p = stepper.propose(system, 100);
  EXPECT_GT(p.length, 0.1);
  EXPECT_LT(p.length, 3);
}

TEST(Events, All158RootsBesideAnExponential) {
  for (const double tol : {1e-6, 1e-9, 1e-12}) {
    BesideSine system(30);
    TaylorStepper<double> stepper(tol);
    const auto times = crossings<double>(system, stepper, 10);
    ASSERT_EQ(times.size(), 158U) << tol;
    const double pi = std::acos(-1.0), half = std::acos(0.999);
    for (std::size_t k = 0; k < times.size(); ++k) {
      const double exact = (1.5 * pi + (k % 2 == 0 ? -half : half) + 2 * pi * static_cast<double>(k / 2)) / 50;
      EXPECT_NEAR(times[k], exact, 10 * tol + 1e-12) << k;
    }
  }
}

TEST(Events, SignScanLosesMostOfThem) {
  BesideSine system(30);
  TaylorStepper<double> stepper(1e-9);
  EXPECT_LT(crossings<double>(system, stepper, 10, true).size(), 100U);
}

TEST(Events, SeededAmplitudesAndPhases) {
  const unsigned seed = 42;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  const double pi = std::acos(-1.0);
  for (int sample = 0; sample < 100; ++sample) {
    BesideSine system(30);
    system.a = 0.5 + uniform(random);
    system.c = (1 - std::pow(10.0, -1 - 5 * uniform(random))) * system.a;
    system.phase = 2 * pi * uniform(random);
    TaylorStepper<double> stepper(1e-9);
    const auto times = crossings<double>(system, stepper, 10);
    std::size_t exact = 0;  // sin(x) = -c/a at -asin(c/a) and pi + asin(c/a), modulo 2 pi
    const double x = std::asin(system.c / system.a);
    for (int k = -2; k < 100; ++k)
      for (const double angle : {-x, pi + x}) {
        const double t = (angle + 2 * pi * k - system.phase) / 50;
        if (t > 0 && t <= 10) ++exact;
      }
    EXPECT_EQ(times.size(), exact) << "seed " << seed << " sample " << sample;
  }
}

TEST(Events, DipOfACosineDownTo1e10) {
  for (const double d : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}) {
    BesideSine system(30);  // 1 - d - cos(t - 1)
    system.w = 1;
    system.a = -1;
    system.phase = std::acos(-1.0) / 2 - 1;
    system.c = 1 - d;
    TaylorStepper<double> stepper(1e-14);
    const auto times = crossings<double>(system, stepper, 3);
    ASSERT_EQ(times.size(), 2U) << d;
    EXPECT_NEAR(times[1] - times[0], 2 * std::acos(1 - d), 1e-4 * std::sqrt(d) + 1e-9);
  }
}

}  // namespace
}  // namespace saltus
