// The pendulum of pendulum.mo by its angle: an ordinary differential equation.
model PendulumAngle "pendulum by its angle"
  parameter Real l(unit = "m") = 1 "length of the rod";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = 2 "angle at the start, from the lowest point";
  Real phi(start = phi0, fixed = true, unit = "rad"), w(start = 0, fixed = true, unit = "rad/s") "angle, angular velocity";
  Real x(unit = "m"), y(unit = "m") "position";
equation
  der(phi) = w;
  der(w) = -g/l*sin(phi);
  x = l*sin(phi);
  y = -l*cos(phi);
  annotation(experiment(StopTime = 10, Tolerance = 1e-13));
end PendulumAngle;
