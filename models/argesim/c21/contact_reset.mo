// ARGESIM benchmark C21, case study 1b: the bouncing ball of contact_switch.mo, which sets its deformation anew when it lifts off (event classes SE-P
// and SE-X).
//
// In contact the deformation is -x, but a solver integrates it and is off by its error. At the release it becomes -x again, and x + w is zero.
model ContactReset "ARGESIM C21: bouncing ball, dynamic contact, switched by a parameter, deformation reset at lift-off"
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
  discrete Integer contacts(start = 0, fixed = true) "how often the ball came to the ground";
  discrete Integer releases(start = 0, fixed = true) "how often it lifted off";
  Integer c "the switch: 1 in contact, 0 in flight";
equation
  c = contacts - releases;
  der(x) = v;
  der(v) = -g - (1 - c)*beta*v*abs(v) + f;
  der(w) = -(1 - c)*k/d*w - c*v;
  f = -c*(k*x + d*v);

  when pre(c) == 0 and x + w <= 0 then
    contacts = pre(contacts) + 1;
  end when "contact";

  when pre(c) == 1 and -k*x - d*v <= 0 then
    releases = pre(releases) + 1;
    reinit(w, -x);
  end when "release";
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end ContactReset;
