// ARGESIM benchmark C21, case study 1a: the bouncing ball of ball.mo, stopped by other equations (event class SE-F).
//
// As ball_stop_switch.mo; once the ball is too low, its equations are those of rest.
model BallStopEquations "ARGESIM C21: bouncing ball that stops at a critical height, by other equations"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real mu = 0.9 "part of the velocity left after a bounce";
  parameter Real beta(unit = "1/m") = 0 "air drag; 0.002 in the case with drag";
  parameter Real x0(unit = "m") = 10 "height at the start";
  parameter Real h(unit = "m") = 1e-3 "critical height";
  Real x(start = x0, fixed = true, unit = "m") "height";
  Real v(start = 0, fixed = true, unit = "m/s") "velocity, up positive";
  discrete Integer tops(start = 0, fixed = true) "tops of flights; the start is one";
  discrete Boolean stopped(start = false, fixed = true);
equation
  if stopped then
    der(x) = 0;
    der(v) = 0;
  else
    der(x) = v;
    der(v) = -g - beta*v*abs(v);
  end if;
  when x <= 0 then
    reinit(v, -mu*v);
  end when "bounce";
  when v < 0 then
    tops = pre(tops) + 1;
    stopped = x < h;
  end when "top";
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end BallStopEquations;
