// ARGESIM benchmark C21, case study 1a: two balls side by side, one without drag that is thrown, and one with drag that is dropped.
//
// Two machines of modes run at the same time: each ball comes to rest where its own bounces accumulate.
model BallPair "ARGESIM C21: a ball without drag, thrown with the velocity delta, beside one with drag"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real mu = 0.9 "part of the velocity left after a bounce of the second ball";
  parameter Real mu_linear = mu "the same for the first ball";
  parameter Real beta(unit = "1/m") = 0.002 "air drag of the second ball";
  parameter Real x0(unit = "m") = 10 "height at the start";
  parameter Real delta(unit = "m/s") = 0 "velocity of the first ball at the start, up positive";
  Real x(start = x0, fixed = true, unit = "m") "height of the ball without drag";
  Real v(start = delta, fixed = true, unit = "m/s");
  Real xd(start = x0, fixed = true, unit = "m") "height of the ball with drag";
  Real vd(start = 0, fixed = true, unit = "m/s");

  modes linear
    initial mode flying
    equation
      der(x) = v;
      der(v) = -g;
      when x <= 0 then
        reinit(v, -mu_linear*v);
      end when "bounce";
    end flying;

    mode resting
    equation
      x = 0;
      v = 0;
    end resting;

    transition flying -> resting when zeno("bounce") then
    end transition "rest";
  end linear;

  modes drag
    initial mode flying
    equation
      der(xd) = vd;
      der(vd) = -g - beta*vd*abs(vd);
      when xd <= 0 then
        reinit(vd, -mu*vd);
      end when "bounce with drag";
    end flying;

    mode resting
    equation
      xd = 0;
      vd = 0;
    end resting;

    transition flying -> resting when zeno("bounce with drag") then
    end transition "rest with drag";
  end drag;
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end BallPair;
