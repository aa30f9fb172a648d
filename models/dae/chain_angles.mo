// The chain of chain.mo by its angles: n ordinary differential equations, linear in the accelerations.
model ChainAngles "chain of pendulums by its angles"
  parameter Integer n(min = 1) = 5 "links";
  parameter Real l(unit = "m") = 1 "length of each";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = 0.8 "angle at the start, from the lowest point";
  Real phi[n](each start = phi0, each fixed = true, each unit = "rad") "angles";
  Real w[n](each start = 0, each fixed = true, each unit = "rad/s") "angular velocities";
  Real x[n](each unit = "m"), y[n](each unit = "m") "positions";
equation
  for i in 1:n loop
    der(phi[i]) = w[i];
    sum((n + 1 - max(i, j))*(cos(phi[i] - phi[j])*der(w[j]) + sin(phi[i] - phi[j])*w[j]^2) for j in 1:n)
      + (n + 1 - i)*g/l*sin(phi[i]) = 0;
    x[i] = l*sum(sin(phi[j]) for j in 1:i);
    y[i] = -l*sum(cos(phi[j]) for j in 1:i);
  end for;
  annotation(experiment(StopTime = 5, Tolerance = 1e-13));
end ChainAngles;
