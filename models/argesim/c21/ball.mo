// ARGESIM benchmark C21, case study 1a: the bouncing ball with event contact.
//
// A ball falls from height x0, with air drag quadratic in its velocity, and leaves the ground with the part mu of the
// velocity with which it came. The bounces accumulate at a finite time (27.129 s without drag, 25.589 s with beta = 0.002).
//
//   der(x) = v,    der(v) = -g - beta*v*abs(v);    at x = 0, falling: v becomes -mu*v
model Ball "ARGESIM C21: bouncing ball, event contact"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real mu = 0.9 "part of the velocity left after a bounce";
  parameter Real beta(unit = "1/m") = 0 "air drag; 0.002 in the case with drag";
  parameter Real x0(unit = "m") = 10 "height at the start";
  parameter Real v0(unit = "m/s") = 0 "velocity at the start, up positive";
  Real x(start = x0, fixed = true, unit = "m") "height";
  Real v(start = v0, fixed = true, unit = "m/s") "velocity, up positive";
equation
  der(x) = v;
  der(v) = -g - beta*v*abs(v);
  when x <= 0 then
    reinit(v, -mu*v);
  end when "bounce";
  annotation(experiment(StopTime = 25, Tolerance = 1e-9));
end Ball;
