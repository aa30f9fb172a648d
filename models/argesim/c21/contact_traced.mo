// ARGESIM benchmark C21, case study 1b: the bouncing ball of contact_modes.mo, which also notes its extremes (event class SE-O).
//
// Four events change nothing: the top of a flight (event M of the paper), and in contact the largest deformation, the largest force, and the
// smallest force of a ball that does not lift off.
model ContactTraced "ARGESIM C21: bouncing ball, dynamic contact, modes, with its extremes as events"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real beta(unit = "1/m") = 0.002 "air drag";
  parameter Real k(unit = "1/s2") = 1e6 "stiffness of the ball, per mass";
  parameter Real d(unit = "1/s") = 500 "damping of the ball, per mass";
  parameter Real x0(unit = "m") = 10 "height at the start";
  parameter Real v0(unit = "m/s") = 0 "velocity at the start, up positive";
  Real x(start = x0, fixed = true, unit = "m") "height of the bottom of the ball, as if it were round";
  Real v(start = v0, fixed = true, unit = "m/s") "velocity, up positive";
  Real w(start = 0, fixed = true, unit = "m") "deformation";
  Real y(unit = "m") "height of the bottom of the deformed ball";
  Real f(unit = "m/s2") "force of the ground, per mass";

  initial mode flight "three states: x, v, w"
  equation
    der(v) = -g - beta*v*abs(v);
    der(w) = -k/d*w;
    f = 0;
    when v < 0 then
    end when "top";
  end flight;

  mode contact "two states: x, v"
  equation
    der(v) = -g + f;
    w = -x;
    f = -k*x - d*v;
    when v > 0 then
    end when "deepest";
    when -k*v - d*(f - g) < 0 then
    end when "strongest";
    when -k*v - d*(f - g) > 0 then
    end when "weakest";
  end contact;

  transition flight -> contact when x + w < 0 then
  end transition "contact";

  transition contact -> flight when f <= 0 then
  end transition "release";
equation
  der(x) = v;
  y = x + w;
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end ContactTraced;
