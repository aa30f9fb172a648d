// ARGESIM benchmark C12, collisions in a row of spheres.
//
// n spheres of diameter d on a line, a[i] the distance between the surfaces of spheres i and i+1 at the start, v0[i] their
// velocities. Between hits they move uniformly. A hit of the spheres i and i+1 keeps their momentum, and their relative
// velocity becomes -e times what it was:
//
//   v[i]   becomes  v[i]   - (1 + e)*m[i+1]/(m[i] + m[i+1])*(v[i] - v[i+1])
//   v[i+1] becomes  v[i+1] + (1 + e)*m[i]  /(m[i] + m[i+1])*(v[i] - v[i+1])
//
// Hits of pairs without a common sphere may happen in one round. A pair waits while the pair to its left is hitting, so a
// sphere takes part in one hit per round, and hits of neighbouring pairs at one instant happen one after the other.
model Spheres "ARGESIM C12: row of spheres, in positions"
  parameter Integer n(min = 2) = 4 "number of spheres";
  parameter Real e = 0.2 "restitution: 1 elastic, 0 plastic";
  parameter Real d(unit = "m") = 1 "diameter";
  parameter Real m[n](each unit = "kg") = fill(1, n) "masses";
  parameter Real a[n - 1](each unit = "m") = fill(1, n - 1) "distances of surfaces at the start";
  parameter Real v0[n](each unit = "m/s") = {if i == 1 then 1 else 0 for i in 1:n} "velocities at the start";
  final parameter Real left[n - 1] = {(1 + e)*m[i + 1]/(m[i] + m[i + 1]) for i in 1:n - 1};
  final parameter Real right[n - 1] = {(1 + e)*m[i]/(m[i] + m[i + 1]) for i in 1:n - 1};
  Real x[n](start = {(i - 1)*d + sum(a[1:i - 1]) for i in 1:n}, each fixed = true, each unit = "m") "positions of the centres";
  Real v[n](start = v0, each fixed = true, each unit = "m/s") "velocities";
  Real gap[n - 1](each unit = "m") "distances of surfaces";
equation
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = 0;
  end for;
  for i in 1:n - 1 loop
    gap[i] = x[i + 1] - x[i] - d;
  end for;
  for i in 1:n - 1 loop
    when gap[i] <= 0 and v[i] > v[i + 1] and
         not (if i > 1 then gap[max(i - 1, 1)] <= 0 and v[max(i - 1, 1)] > v[i] else false) then
      reinit(v[i], v[i] - left[i]*(v[i] - v[i + 1]));
      reinit(v[i + 1], v[i + 1] + right[i]*(v[i] - v[i + 1]));
    end when "hit";
  end for;
  annotation(experiment(StopTime = 15, Tolerance = 1e-9));
end Spheres;
