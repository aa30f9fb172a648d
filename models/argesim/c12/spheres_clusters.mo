// ARGESIM benchmark C12, collisions in a row of spheres that may stick together.
//
// The motion of spheres_relative.mo, in distances and relative velocities, continued beyond inelastic collapse. Below a critical
// restitution (3 - 2*sqrt(2) for four equal spheres) infinitely many hits happen in finite time; the spheres that take part
// then go on as one cluster. A perfectly plastic hit (e = 0) makes a cluster at once.
//
// In a cluster all gaps and relative velocities are zero for good, so its spheres stay together exactly. A hit of two clusters
// is one of their masses; it changes the relative velocities at their outer ends. Where a cluster forms, its spheres get the
// velocity that keeps their momentum.
//
// Hits at one instant happen one after the other, from left to right.
model SpheresClusters "ARGESIM C12: row of spheres that collapse to clusters"
  parameter Integer n(min = 2) = 4 "number of spheres";
  parameter Real e = 0.1 "restitution: 1 elastic, 0 plastic";
  parameter Real m[n](each unit = "kg") = fill(1, n) "masses";
  parameter Real a[n - 1](each unit = "m") = fill(1, n - 1) "distances of surfaces at the start";
  parameter Real v0[n](each unit = "m/s") = {if i == 1 then 1 else 0 for i in 1:n} "velocities at the start";
  final parameter Real vc(unit = "m/s") = sum(m[i]*v0[i] for i in 1:n)/sum(m) "velocity of the centre of mass";
  final parameter Real behind[n - 1] = {sum(m[i + 1:n])/sum(m) for i in 1:n - 1} "part of the mass to the right of gap i";
  Real gap[n - 1](start = a, each fixed = true, each unit = "m") "distances of surfaces";
  Real dv[n - 1](start = {v0[i + 1] - v0[i] for i in 1:n - 1}, each fixed = true, each unit = "m/s") "relative velocities";
  Real v[n](each unit = "m/s") "velocities";
  discrete Boolean collapsed[n - 1](each start = false, each fixed = true) "the hits of this pair accumulated";
  discrete Boolean merged[n - 1](each start = false, each fixed = true) "the pair hit plastically";
  Boolean glued[n - 1] "spheres i and i+1 belong to one cluster";
  Integer first[n], last[n] "the outer spheres of the cluster of sphere i";
  Real left[n](each unit = "kg"), right[n](each unit = "kg") "mass of the cluster of sphere i up to it, and from it on";
  Real pleft[n](each unit = "kg.m/s"), pright[n](each unit = "kg.m/s") "momentum likewise";
  Real u[n](each unit = "m/s") "velocity of the cluster of sphere i";
equation
  v[1] = vc - sum(behind[i]*dv[i] for i in 1:n - 1);
  for i in 1:n - 1 loop
    der(gap[i]) = dv[i];
    der(dv[i]) = 0;
    v[i + 1] = v[i] + dv[i];
    glued[i] = collapsed[i] or merged[i];
  end for;
  first[1] = 1;
  last[n] = n;
  left[1] = m[1];
  pleft[1] = m[1]*v[1];
  right[n] = m[n];
  pright[n] = m[n]*v[n];
  for i in 1:n - 1 loop
    first[i + 1] = if glued[i] then first[i] else i + 1;
    last[i] = if glued[i] then last[i + 1] else i;
    left[i + 1] = m[i + 1] + (if glued[i] then left[i] else 0);
    pleft[i + 1] = m[i + 1]*v[i + 1] + (if glued[i] then pleft[i] else 0);
    right[i] = m[i] + (if glued[i] then right[i + 1] else 0);
    pright[i] = m[i]*v[i] + (if glued[i] then pright[i + 1] else 0);
  end for;
  for i in 1:n loop
    u[i] = (pleft[i] + pright[i] - m[i]*v[i])/(left[i] + right[i] - m[i]);
  end for;
  for i in 1:n - 1 loop
    when gap[i] <= 0 and dv[i] < 0 and sum(if gap[j] <= 0 and dv[j] < 0 then 1 else 0 for j in 1:i - 1) == 0 then
      merged[i] = e <= 0;
      for k in 1:i - 1 loop
        reinit(dv[k], if k == first[i] - 1 then dv[k] + (1 + e)*right[i + 1]/(left[i] + right[i + 1])*dv[i] else dv[k]);
      end for;
      reinit(dv[i], -e*dv[i]);
      for k in i + 1:n - 1 loop
        reinit(dv[k], if k == last[i + 1] then dv[k] + (1 + e)*left[i]/(left[i] + right[i + 1])*dv[i] else dv[k]);
      end for;
    end when "hit";
  end for;
  when {zeno("hit", i) for i in 1:n - 1} then
    for i in 1:n - 1 loop
      collapsed[i] = pre(collapsed[i]) or zeno("hit", i);
      reinit(gap[i], if glued[i] then 0 else gap[i]);
      reinit(dv[i], if glued[i] then 0 else u[i + 1] - u[i]);
    end for;
  end when "collapse";
  annotation(experiment(StopTime = 15, Tolerance = 1e-9));
end SpheresClusters;
