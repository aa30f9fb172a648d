// Pendulums in a row, each coupled to its neighbours by springs, the outer ones to walls. The angles at the start are those of a wave that
// fits nothing, so that all pendulums move differently.
//
//   x[i]'' = -sin(x[i]) + k*(x[i-1] - 2*x[i] + x[i+1]),    x[0] = x[n+1] = 0
model PendulumRow "pendulums coupled by springs"
  parameter Integer n(min = 1) = 25 "number of pendulums";
  parameter Real k = 0.5 "stiffness of the springs";
  Real x[n](start = {sin(i) for i in 1:n}, each fixed = true, each unit = "rad") "angles";
  Real v[n](each start = 0, each fixed = true, each unit = "rad/s") "angular velocities";
equation
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = -sin(x[i]) + k*((if i > 1 then x[max(i - 1, 1)] else 0) - 2*x[i] + (if i < n then x[min(i + 1, n)] else 0));
  end for;
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end PendulumRow;
