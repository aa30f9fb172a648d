// ARGESIM benchmark C12, collisions in a row of spheres, in relative quantities.
//
// The same motion as spheres.mo, in the distances gap[i] of the surfaces of spheres i and i+1 and their relative velocities
// dv[i] = v[i+1] - v[i] (negative: approaching). Both keep their relative precision however small they become, which long
// sequences of hits need. The velocity vc of the centre of mass never changes, and gives back all velocities.
//
//   hit i:  dv[i] becomes -e*dv[i];    dv[i-1] gains (1 + e)*m[i+1]/(m[i] + m[i+1])*dv[i];
//                                      dv[i+1] gains (1 + e)*m[i]  /(m[i] + m[i+1])*dv[i]
//
// A hit changes its neighbours' relative velocities too. So a pair waits while one of the two pairs to its left is hitting:
// hits of one instant that touch the same quantity happen one after the other.
model SpheresRelative "ARGESIM C12: row of spheres, in distances and relative velocities"
  parameter Integer n(min = 2) = 4 "number of spheres";
  parameter Real e = 0.2 "restitution: 1 elastic, 0 plastic";
  parameter Real m[n](each unit = "kg") = fill(1, n) "masses";
  parameter Real a[n - 1](each unit = "m") = fill(1, n - 1) "distances of surfaces at the start";
  parameter Real v0[n](each unit = "m/s") = {if i == 1 then 1 else 0 for i in 1:n} "velocities at the start";
  final parameter Real left[n - 1] = {(1 + e)*m[i + 1]/(m[i] + m[i + 1]) for i in 1:n - 1};
  final parameter Real right[n - 1] = {(1 + e)*m[i]/(m[i] + m[i + 1]) for i in 1:n - 1};
  final parameter Real vc(unit = "m/s") = sum(m[i]*v0[i] for i in 1:n)/sum(m) "velocity of the centre of mass";
  final parameter Real behind[n - 1] = {sum(m[i + 1:n])/sum(m) for i in 1:n - 1} "part of the mass to the right of gap i";
  Real gap[n - 1](start = a, each fixed = true, each unit = "m") "distances of surfaces";
  Real dv[n - 1](start = {v0[i + 1] - v0[i] for i in 1:n - 1}, each fixed = true, each unit = "m/s") "relative velocities";
  Real v[n](each unit = "m/s") "velocities";
equation
  v[1] = vc - sum(behind[i]*dv[i] for i in 1:n - 1);
  for i in 1:n - 1 loop
    der(gap[i]) = dv[i];
    der(dv[i]) = 0;
    v[i + 1] = v[i] + dv[i];
  end for;
  for i in 1:n - 1 loop
    when gap[i] <= 0 and dv[i] < 0 and
         not (if i > 1 then gap[max(i - 1, 1)] <= 0 and dv[max(i - 1, 1)] < 0 else false) and
         not (if i > 2 then gap[max(i - 2, 1)] <= 0 and dv[max(i - 2, 1)] < 0 else false) then
      for k in max(i - 1, 1):i - 1 loop
        reinit(dv[k], dv[k] + left[i]*dv[i]);
      end for;
      reinit(dv[i], -e*dv[i]);
      for k in i + 1:min(i + 1, n - 1) loop
        reinit(dv[k], dv[k] + right[i]*dv[i]);
      end for;
    end when "hit";
  end for;
  annotation(experiment(StopTime = 15, Tolerance = 1e-9));
end SpheresRelative;
