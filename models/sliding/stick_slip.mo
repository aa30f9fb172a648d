// A mass on a spring lies on a belt that moves with the velocity v0. Friction is F at rest and falls off with the sliding velocity; so the mass
// sticks to the belt until the spring pulls it off, slides back, and sticks again.
//
// While it sticks, x grows at v0 until the spring holds against all of the friction, at x = F/k.
model StickSlip "oscillator on a moving belt"
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real k(unit = "N/m") = 1 "stiffness";
  parameter Real F(unit = "N") = 1 "friction at rest";
  parameter Real a(unit = "s/m") = 3 "how fast friction falls off";
  parameter Real v0(unit = "m/s") = 0.2 "velocity of the belt";
  Real x(start = 0, fixed = true, unit = "m") "displacement";
  Real v(start = 0, fixed = true, unit = "m/s") "velocity";
  Real slip(unit = "m/s") "velocity relative to the belt";
equation
  slip = v - v0;
  der(x) = v;
  m*der(v) = -k*x - F/(1 + a*abs(slip))*sign(slip);
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end StickSlip;
