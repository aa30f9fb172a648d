// ARGESIM benchmark C21, case study 1b: the bouncing ball with dynamic contact, by switched equations (event class SE-F).
//
// The same motion as contact_switch.mo. Flight and contact have equations of their own, on the same three states.
model ContactEquations "ARGESIM C21: bouncing ball, dynamic contact, switched equations"
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
  Boolean touching "the ball is in contact";
equation
  touching = contacts > releases;
  der(x) = v;
  if touching then
    f = -k*x - d*v;
    der(v) = -g + f;
    der(w) = -v;
  else
    f = 0;
    der(v) = -g - beta*v*abs(v);
    der(w) = -k/d*w;
  end if;

  when not pre(touching) and x + w <= 0 then
    contacts = pre(contacts) + 1;
  end when "contact";

  when pre(touching) and -k*x - d*v <= 0 then
    releases = pre(releases) + 1;
  end when "release";
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end ContactEquations;
