#include "ball_case.hpp"

namespace saltus::bench::ball {
namespace {

using Real = long double;

/// Flights from ground to ground; the first one falls from x0.
struct Flight {
  Real time, speed;  ///< how long, and how fast the ball comes down
};

Flight fall(Real height, bool drag) {
  const Real gravity = g, b = beta;
  if (!drag) return {std::sqrt(2 * height / gravity), std::sqrt(2 * height * gravity)};
  const Real y = std::expm1(b * height);  // the time is arcosh(1 + y) / sqrt(g beta)
  return {std::log1p(y + std::sqrt(y * (2 + y))) / std::sqrt(gravity * b),
          std::sqrt(-std::expm1(-2 * b * height) * gravity / b)};
}

Flight flight(Real speed, bool drag) {
  const Real gravity = g, b = beta;
  if (!drag) return {2 * speed / gravity, speed};
  const Real height = std::log1p(b * speed * speed / gravity) / (2 * b);
  const Flight down = fall(height, drag);
  return {std::atan(speed * std::sqrt(b / gravity)) / std::sqrt(gravity * b) + down.time, down.speed};
}

struct Instant {
  Real time, speed;
};

std::vector<Instant> instants(int count, bool drag) {
  std::vector<Instant> result;
  Flight f = fall(x0, drag);
  Real time = 0;
  for (int i = 0; i < count; ++i) {
    time += f.time;
    result.push_back({time, Real(mu) * f.speed});
    f = flight(result.back().speed, drag);
  }
  return result;
}

}  // namespace

double stop_time(bool drag) {
  const auto all = instants(bounces + 1, drag);
  return static_cast<double>((all[bounces - 1].time + all[bounces].time) / 2);
}

Log exact(bool drag) {
  Log log;
  for (const Instant& i : instants(bounces, drag))
    log.bounces.push_back({static_cast<double>(i.time), static_cast<double>(i.speed)});
  return log;
}

}  // namespace saltus::bench::ball
