// A pendulum in the plane, in Cartesian coordinates: a differential-algebraic system of index 3.
//
// The force lambda of the rod, per length, is what keeps the mass on the circle. Only x and the angular velocity are given at the start (and on
// which side of them the rest lies); y, both velocities and lambda are found.
model Pendulum "pendulum in Cartesian coordinates, index 3"
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real l(unit = "m") = 1 "length of the rod";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = 2 "angle at the start, from the lowest point";
  Real x(start = l*sin(phi0), fixed = true, unit = "m"), y(start = 1, unit = "m") "position";
  Real vx(start = 0, fixed = true, unit = "m/s"), vy(start = 3, unit = "m/s") "velocity";
  Real lambda(unit = "N/m") "force of the rod, per length";
  Real energy(unit = "J"), residual(unit = "m2") "energy; how far the mass is off the circle";
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -lambda*x;
  m*der(vy) = -lambda*y - m*g;
  x^2 + y^2 = l^2;
  energy = m*(vx^2 + vy^2)/2 + m*g*y;
  residual = x^2 + y^2 - l^2;
  annotation(experiment(StopTime = 10, Tolerance = 1e-13));
end Pendulum;
