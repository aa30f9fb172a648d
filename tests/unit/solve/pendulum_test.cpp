// The constrained pendulum (C7) by hand-written series: stepper, isolation and restart rule together against reference times.
// Reference: Taylor series of order 40 and 44 with 60 digits, two runs that agree to 1e-59; parameters of task a1.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "number/mpfr.hpp"
#include "solve/polynomial.hpp"
#include "solve/restart.hpp"
#include "solve/root_isolator.hpp"
#include "solve/taylor.hpp"

namespace saltus {
namespace {

const char* const times[] = {"0.703459485762127584248505322463", "1.151779707638231151442249198061",
                             "2.590417987472131614336429396265", "2.990529056608150914927676681031",
                             "4.542741390166137973789218687029", "4.867487793864580557135315505658",
                             "6.648707138039570975131354202730", "6.720384168289221988495143914807"};

/// phi'' = -(g/l) sin(phi) - (d/m) phi', guard phi - pin; below the pin the length is ls.
template <class T>
class Pendulum {
 public:
  using Number = T;
  Pendulum(int order, const T& angle) : order_(order) {
    for (auto* x : {&phi_, &omega_, &sin_, &cos_, &guard_}) x->assign(static_cast<std::size_t>(order) + 2, T(0));
    phi_[0] = angle;
    pin_ = -NumberTraits<T>::pi() / T(12);
    length_ = T(1);
  }
  [[nodiscard]] std::size_t state_count() const { return 2; }
  [[nodiscard]] std::size_t guard_count() const { return 1; }
  [[nodiscard]] int max_order() const { return order_; }
  [[nodiscard]] const T* state(std::size_t j) const { return j == 0 ? phi_.data() : omega_.data(); }
  [[nodiscard]] const T* guard(std::size_t) const { return guard_.data(); }
  [[nodiscard]] T state_scale(std::size_t) const { return T(1); }
  [[nodiscard]] T state_floor(std::size_t) const { return T(0); }
  [[nodiscard]] T guard_scale(std::size_t) const { return T(1); }
  void extend(int order) {
    sin_[0] = sin(phi_[0]);
    cos_[0] = cos(phi_[0]);
    for (std::size_t k = 0; k <= static_cast<std::size_t>(order); ++k) {
      for (std::size_t j = 1; k > 0 && j <= k; ++j) {
        const T part = T(static_cast<int>(j)) * phi_[j] / T(static_cast<int>(k));
        sin_[k] = (j == 1 ? T(0) : sin_[k]) + part * cos_[k - j];
        cos_[k] = (j == 1 ? T(0) : cos_[k]) - part * sin_[k - j];
      }
      const T n(static_cast<int>(k) + 1);
      guard_[k] = k == 0 ? T(phi_[0] - pin_) : phi_[k];
      phi_[k + 1] = omega_[k] / n;
      omega_[k + 1] = (-gravity_ / length_ * sin_[k] - damping_ * omega_[k]) / n;
    }
  }
  void advance(const T& s, int degree) {
    const auto n = static_cast<std::size_t>(degree) + 1;
    const T phi = horner(std::span<const T>(phi_.data(), n), s);
    omega_[0] = horner(std::span<const T>(omega_.data(), n), s);
    phi_[0] = phi;
    time = time + s;
  }
  void fire(int direction) {
    const T other = direction < 0 ? T(3) / T(10) : T(1);
    omega_[0] = omega_[0] * length_ / other;
    length_ = other;
  }

  T time{};

 private:
  int order_;
  std::vector<T> phi_, omega_, sin_, cos_, guard_;
  T pin_, length_;
  T gravity_ = T(981) / T(100);
  T damping_ = T(20) / T(102);
};

template <class T>
std::vector<T> events(const T& tol, const T& angle = NumberTraits<T>::pi() / T(6)) {
  TaylorStepper<T> stepper(tol);
  Pendulum<T> system(stepper.order(), angle);
  RootIsolator<T> isolator(stepper.order());
  std::vector<T> found;
  T delta(0);
  const T u = unit_roundoff<T>();
  for (int step = 0; step < 10000 && system.time < T(10); ++step) {
    Proposal<T> p = stepper.propose(system, T(T(10) - system.time));
    const std::span<const T> q(system.guard(0), static_cast<std::size_t>(p.guard_degree) + 1);
    GuardSeries<T> h{q, p.length};
    h.zeros = leading_sign(q, T(4) * u, T(8) * u, delta).index;
    Search<T> r;
    for (int halvings = 0; halvings < 50; ++halvings) {
      h.tail = truncation_bound(q, h.length);
      r = isolator.first_crossing(h);
      if (r.outcome != Outcome::unsure) break;
      h.length = h.length * T(0.5);
    }
    delta = T(0);
    system.advance(r.outcome == Outcome::crossing ? r.root.at : h.length, p.degree);
    if (r.outcome != Outcome::crossing) continue;
    found.push_back(system.time);
    delta = r.root.uncertainty;
    system.fire(r.root.direction);
  }
  return found;
}

TEST(Pendulum, EightEventsAtAnyTolerance) {
  for (const double tol : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const auto found = events<double>(tol);
    ASSERT_EQ(found.size(), 8U) << tol;
    for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(found[k], std::stod(times[k]), 10 * tol + 1e-14) << tol << ' ' << k;
  }
}

TEST(Pendulum, GrazingAngles) {
  const double angles[] = {0.35241646, 0.42873382, 0.52037118, 0.63054636};  // the last swing just touches the pin
  for (std::size_t k = 0; k < 4; ++k)
    for (const double tol : {1e-10, 1e-12, 1e-14}) {
      EXPECT_EQ(events<double>(tol, angles[k] - 1e-8).size(), 2 * k + 2) << tol;
      EXPECT_EQ(events<double>(tol, angles[k] + 1e-8).size(), 2 * k + 4) << tol;
    }
}

TEST(Pendulum, FiftyDigits) {
  PrecisionScope digits(50);
  const auto found = events<Mpfr>(Mpfr(*Rational::parse("1e-46")));
  ASSERT_EQ(found.size(), 8U);
  for (std::size_t k = 0; k < 8; ++k)
    EXPECT_LT(to_double(abs(found[k] - Mpfr(*Rational::parse(times[k])))), 1e-29) << k;  // as many digits as the reference has
}

}  // namespace
}  // namespace saltus
