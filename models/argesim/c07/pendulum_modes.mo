// ARGESIM benchmark C7, the constrained pendulum, as two pendulums that take turns.
//
// The same motion as pendulum.mo. A mode is one of the two differential equations, a transition carries the state over into the other;
// that is how a script would call a solver in turn for the long and for the short pendulum, ended by the event function phi - pin.
model PendulumModes "ARGESIM C7: pendulum that meets a pin, as two modes"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real m(unit = "kg") = 1.02 "mass";
  parameter Real l(unit = "m") = 1 "length of the rope";
  parameter Real ls(unit = "m") = 0.3 "length below the pin";
  parameter Real d(unit = "kg/s") = 0.2 "damping";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/6 "angle at the start";
  parameter Real w0(unit = "rad/s") = 0 "angular velocity at the start";
  parameter Real pin(unit = "rad") = -Modelica.Constants.pi/12 "angle at which the rope meets the pin";
  Real phi(start = phi0, fixed = true, unit = "rad") "angle";
  Real w(start = w0, fixed = true, unit = "rad/s") "angular velocity";

  initial mode long
  equation
    der(phi) = w;
    der(w) = -g/l*sin(phi) - d/m*w;
  end long;

  mode short
  equation
    der(phi) = w;
    der(w) = -g/ls*sin(phi) - d/m*w;
  end short;

  transition long -> short when phi <= pin then
    reinit(w, w*l/ls);
  end transition "hit";

  transition short -> long when phi > pin then
    reinit(w, w*ls/l);
  end transition "release";
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end PendulumModes;
