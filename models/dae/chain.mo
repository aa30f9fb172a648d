// A chain of n rods with a mass at the end of each, hanging from a fixed point, in Cartesian coordinates: index 3.
//
// x[i] and y[i] are the position of mass i, lambda[i] the force in rod i, per length. The chain starts stretched at the angle phi0, at rest.
// Only the x[i] are given; the y[i] are found from rough guesses.
model Chain "chain of pendulums in Cartesian coordinates, index 3"
  parameter Integer n(min = 1) = 5 "links";
  parameter Real m(unit = "kg") = 1 "mass of each";
  parameter Real l(unit = "m") = 1 "length of each";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = 0.8 "angle at the start, from the lowest point";
  Real x[n](start = {i*l*sin(phi0) for i in 1:n}, each fixed = true, each unit = "m");
  Real y[n](start = {-i*l*0.5 for i in 1:n}, each unit = "m");
  Real vx[n](each start = 0, each fixed = true, each unit = "m/s"), vy[n](each start = 0.2, each unit = "m/s");
  Real lambda[n](each unit = "N/m") "forces in the rods, per length";
  Real dx[n](each unit = "m"), dy[n](each unit = "m") "along each rod";
  Real residual[n](each unit = "m2") "how far the rods are from their lengths, squared";
  Real energy(unit = "J");
equation
  for i in 1:n loop
    dx[i] = x[i] - (if i > 1 then x[max(i - 1, 1)] else 0);
    dy[i] = y[i] - (if i > 1 then y[max(i - 1, 1)] else 0);
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
    m*der(vx[i]) = -lambda[i]*dx[i] + (if i < n then lambda[min(i + 1, n)]*dx[min(i + 1, n)] else 0);
    m*der(vy[i]) = -lambda[i]*dy[i] + (if i < n then lambda[min(i + 1, n)]*dy[min(i + 1, n)] else 0) - m*g;
    dx[i]^2 + dy[i]^2 = l^2;
    residual[i] = dx[i]^2 + dy[i]^2 - l^2;
  end for;
  energy = sum(m*(vx[i]^2 + vy[i]^2)/2 + m*g*y[i] for i in 1:n);
  annotation(experiment(StopTime = 5, Tolerance = 1e-13));
end Chain;
