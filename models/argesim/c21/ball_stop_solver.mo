// ARGESIM benchmark C21, case study 1a: the bouncing ball of ball.mo, stopped, and left to another solver (event class SE-A).
//
// As ball_stop_switch.mo; and once the ball has stopped, Euler's method with steps of a second is good enough for the rest of the run.
model BallStopSolver "ARGESIM C21: bouncing ball that stops at a critical height, with a change of the solver"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real mu = 0.9 "part of the velocity left after a bounce";
  parameter Real beta(unit = "1/m") = 0 "air drag; 0.002 in the case with drag";
  parameter Real x0(unit = "m") = 10 "height at the start";
  parameter Real h(unit = "m") = 1e-3 "critical height";
  Real x(start = x0, fixed = true, unit = "m") "height";
  Real v(start = 0, fixed = true, unit = "m/s") "velocity, up positive";
  discrete Integer tops(start = 0, fixed = true) "tops of flights; the start is one";
  discrete Integer moving(start = 1, fixed = true) "1; 0 when the ball has stopped";
equation
  der(x) = moving*v;
  der(v) = -moving*(g + beta*v*abs(v));
  when x <= 0 then
    reinit(v, -mu*v);
  end when "bounce";
  when v < 0 then
    tops = pre(tops) + 1;
    moving = if x < h then 0 else 1;
  end when "top";
  when moving == 0 then
    setSolver("euler", step = 1);
  end when "stop";
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end BallStopSolver;
