// ARGESIM benchmark C21, case study 1b: the bouncing ball with dynamic contact, by modes of different dimension (event class SE-S).
//
// The same motion as contact_switch.mo. In contact the deformation is no state: it is -x. So there are three states in flight and two in
// contact.
model ContactModes "ARGESIM C21: bouncing ball, dynamic contact, modes"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real beta(unit = "1/m") = 0.002 "air drag";
  parameter Real k(unit = "1/s2") = 1e6 "stiffness of the ball, per mass";
  parameter Real d(unit = "1/s") = 500 "damping of the ball, per mass";
  parameter Real x0(unit = "m") = 10 "height at the start";
  parameter Real v0(unit = "m/s") = 0 "velocity at the start, up positive";
  Real x(start = x0, fixed = true, unit = "m") "height";
  Real v(start = v0, fixed = true, unit = "m/s") "velocity, up positive";
  Real w(start = 0, fixed = true, unit = "m") "deformation";
  Real f(unit = "m/s2") "force of the ground, per mass";

  initial mode flight "three states: x, v, w"
  equation
    der(v) = -g - beta*v*abs(v);
    der(w) = -k/d*w;
    f = 0;
  end flight;

  mode contact "two states: x, v"
  equation
    der(v) = -g + f;
    w = -x;
    f = -k*x - d*v;
  end contact;

  transition flight -> contact when x + w < 0 then
  end transition "contact";

  transition contact -> flight when f <= 0 then
  end transition "release";
equation
  der(x) = v;
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end ContactModes;
