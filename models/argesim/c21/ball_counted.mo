// ARGESIM benchmark C21, case study 1a: the ball without drag, which counts its bounces and compares their times with the closed form.
//
// The m-th bounce is at sqrt(2 x0/g) (2 (1 - mu^m)/(1 - mu) - 1), the sum of a geometric series. Counter and difference are outputs:
// nothing depends on them.
model BallCounted "ARGESIM C21: bouncing ball without drag, errors of its bounce times"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real mu = 0.9 "part of the velocity left after a bounce";
  parameter Real x0(unit = "m") = 10 "height at the start";
  parameter Integer last = 100 "bounces after which the run ends";
  Real x(start = x0, fixed = true, unit = "m") "height";
  Real v(start = 0, fixed = true, unit = "m/s") "velocity, up positive";
  discrete Integer m(start = 0, fixed = true) "bounces so far";
  discrete Real difference(start = 0, fixed = true, unit = "s") "closed form minus time of the bounce";
  discrete Real worst(start = 0, fixed = true, unit = "s") "largest difference so far, without sign";
equation
  der(x) = v;
  der(v) = -g;
  when x <= 0 then
    reinit(v, -mu*v);
    m = pre(m) + 1;
    difference = sqrt(2*x0/g)*(2*(1 - mu^m)/(1 - mu) - 1) - time;
    worst = max(pre(worst), abs(difference));
    if m >= last then
      terminate("bounces enough");
    end if;
  end when "bounce";
  annotation(experiment(StopTime = 30, Tolerance = 1e-9));
end BallCounted;
