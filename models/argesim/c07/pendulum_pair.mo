// ARGESIM benchmark C7, task b: two constrained pendulums side by side, and how far apart they are.
//
// Both start alike; `small` takes phi for sin(phi). Each meets the pin at times of its own. Read together with pendulum.mo.
model PendulumPair "ARGESIM C7: the pendulum and its small-angle model side by side"
  parameter Real d(unit = "kg/s") = 0.2 "damping";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/6 "angle at the start";
  parameter Real pin(unit = "rad") = -phi0/2 "angle at which the rope meets the pin: -pi/12 for pi/6";
  Pendulum sine(d = d, phi0 = phi0, pin = pin) "nonlinear";
  Pendulum small(d = d, phi0 = phi0, pin = pin, linear = true) "linear";
  Real deviation(unit = "rad") "of the angles";
  Real deviation_w(unit = "rad/s") "of the angular velocities";
equation
  deviation = sine.phi - small.phi;
  deviation_w = sine.w - small.w;
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end PendulumPair;
