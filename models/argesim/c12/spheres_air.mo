// ARGESIM benchmark C12, collisions in a row of spheres that the air slows down.
//
// Between hits a sphere obeys v' = -c*v - k*v*|v|: drag in proportion to its velocity (a viscous fluid) and to its square (air).
// The hits are those of spheres.mo. Both kinds of drag have closed forms to check with:
//
// - Only c: all velocities decay as exp(-c*t), so the spheres meet in the same order as without air, at places that are the
//   same too. A hit at time s without air happens at -log(1 - c*s)/c, and never if s >= 1/c.
// - Only k: the sphere covers log(1 + k*v*t)/k in time t. The first sphere meets the second at (exp(k*a) - 1)/(k*v0).
model SpheresAir "ARGESIM C12: row of spheres with air resistance"
  parameter Integer n(min = 2) = 4 "number of spheres";
  parameter Real e = 0.2 "restitution: 1 elastic, 0 plastic";
  parameter Real c(unit = "1/s") = 0.05 "linear drag per mass";
  parameter Real k(unit = "1/m") = 0 "quadratic drag per mass";
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
    der(v[i]) = -c*v[i] - k*v[i]*abs(v[i]);
  end for;
  for i in 1:n - 1 loop
    gap[i] = x[i + 1] - x[i] - d;
    when gap[i] <= 0 and v[i] > v[i + 1] and
         not (if i > 1 then gap[max(i - 1, 1)] <= 0 and v[max(i - 1, 1)] > v[i] else false) then
      reinit(v[i], v[i] - left[i]*(v[i] - v[i + 1]));
      reinit(v[i + 1], v[i + 1] + right[i]*(v[i] - v[i + 1]));
    end when "hit";
  end for;
  annotation(experiment(StopTime = 30, Tolerance = 1e-12));
end SpheresAir;
