// A mass on a spring with dry friction. Every half swing, of duration pi/omega, ends 2*F/k closer to the middle; when the spring cannot overcome
// the friction any more the mass sticks.
//
// With omega = 1, F/k = 0.12 and x = 1 at the start the turning points are 1, -0.76, 0.52, -0.28, 0.04, and there it stays, from 4*pi on.
model DryFriction "oscillator with dry friction that comes to rest"
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real k(unit = "N/m") = 1 "stiffness";
  parameter Real F(unit = "N") = 0.12 "dry friction";
  Real x(start = 1, fixed = true, unit = "m") "displacement";
  Real v(start = 0, fixed = true, unit = "m/s") "velocity";
equation
  der(x) = v;
  m*der(v) = -k*x - F*sign(v);
  annotation(experiment(StopTime = 20, Tolerance = 1e-12));
end DryFriction;
