#include "peers/c7_odeint.hpp"

#include <array>
#include <cmath>

#include <boost/numeric/odeint.hpp>

namespace saltus::bench::c7 {
namespace {

namespace odeint = boost::numeric::odeint;
using State = std::array<double, 2>;

struct Pendulum {
  double length = l;
  void operator()(const State& x, State& dxdt, double) const {
    dxdt[0] = x[1];
    dxdt[1] = -(g / length) * std::sin(x[0]) - (d / m) * x[1];
  }
};

/// The time in [lo, hi] where phi passes the pin; `above` tells the side at lo.
template <class Stepper>
double bisect(Stepper& stepper, double lo, double hi, bool above) {
  State x;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (lo + hi);
    if (middle <= lo || middle >= hi) break;
    stepper.calc_state(middle, x);
    if ((x[0] > pin) == above)
      lo = middle;
    else
      hi = middle;
  }
  return hi;
}

}  // namespace

Trajectory odeint_dopri5(double tolerance, double angle) {
  Trajectory result;
  result.steps = 0;
  State x = {angle, w0};
  double t = 0;
  Pendulum pendulum;
  auto stepper = odeint::make_dense_output(tolerance, tolerance, odeint::runge_kutta_dopri5<State>());
  double dt = 1e-3;
  while (t < t_end) {
    stepper.initialize(x, t, dt);
    const bool above = pendulum.length == l;
    bool hit = false;
    while (!hit && t < t_end) {
      const auto [from, to] = stepper.do_step(pendulum);
      ++result.steps;
      dt = stepper.current_time_step();
      if (to > t_end)
        stepper.calc_state(t_end, x);
      else
        x = stepper.current_state();
      const double end = std::min(to, t_end);
      hit = (x[0] > pin) != above;
      t = hit ? bisect(stepper, from, end, above) : end;
    }
    if (!hit) break;
    stepper.calc_state(t, x);
    x[0] = above ? std::nextafter(pin, -1.0) : std::nextafter(pin, 1.0);
    x[1] *= above ? l / ls : ls / l;
    pendulum.length = above ? ls : l;
    result.add_event(t);
  }
  result.phi = x[0];
  result.w = x[1];
  return result;
}

CopyCounts odeint_copies(std::span<const double> angles, std::span<Copy> copies, double tolerance) {
  CopyCounts counts;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const Trajectory x = odeint_dopri5(tolerance, angles[i]);
    counts.steps += x.steps;
    copies[i] = copy_of(x);
  }
  return counts;
}

}  // namespace saltus::bench::c7
