// ARGESIM benchmark C21, case study 1a: the bouncing ball of ball.mo, which comes to rest where its bounces accumulate.
//
// Infinitely many bounces fit into a finite time (27.129 s without drag). There the ball has no velocity left, and lies on the ground.
model BallResting "ARGESIM C21: bouncing ball, event contact, then rest"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real mu = 0.9 "part of the velocity left after a bounce";
  parameter Real beta(unit = "1/m") = 0 "air drag; 0.002 in the case with drag";
  parameter Real x0(unit = "m") = 10 "height at the start";
  parameter Real v0(unit = "m/s") = 0 "velocity at the start, up positive";
  Real x(start = x0, fixed = true, unit = "m") "height";
  Real v(start = v0, fixed = true, unit = "m/s") "velocity, up positive";

  initial mode flying "two states"
  equation
    der(x) = v;
    der(v) = -g - beta*v*abs(v);
    when x <= 0 then
      reinit(v, -mu*v);
    end when "bounce";
  end flying;

  mode resting "no state"
  equation
    x = 0;
    v = 0;
  end resting;

  transition flying -> resting when zeno("bounce") then
  end transition "rest";
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end BallResting;
