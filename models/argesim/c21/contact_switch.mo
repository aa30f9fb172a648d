// ARGESIM benchmark C21, case study 1b: the bouncing ball with dynamic contact, by a switch in the equations (event class SE-P).
//
// The ball is a spring and damper when it touches the ground; w is its deformation. In flight the deformation relaxes, in contact
// it follows the ground (w = -x). The numbers k and d are per mass.
//
//   flight:   der(x) = v,  der(v) = -g - beta*v*abs(v),  der(w) = -k/d*w,   until x + w falls to 0
//   contact:  der(x) = v,  der(v) = -g - k*x - d*v,      der(w) = -v,       until the force -k*x - d*v falls to 0
//
// One set of equations holds both; the factor c switches between them. When the ball lifts off, x + w and its derivative are zero:
// a double root from which the distance to the ground grows.
model ContactSwitch "ARGESIM C21: bouncing ball, dynamic contact, switched by a parameter"
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
  end when "release";
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end ContactSwitch;
