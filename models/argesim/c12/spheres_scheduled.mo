// ARGESIM benchmark C12, the event-oriented approach: from hit to hit, by division.
//
// Nothing is integrated. The variables are those of the last hit, at time t0; between hits all gaps change linearly, so a
// pair j that approaches hits after y0[j]/-dy[j]. That is a time known in advance, as in a simulator of discrete events or
// in a spreadsheet with a row for every hit (SNE 28(4), section 2.2). A hit is exact up to rounding.
//
// A hit moves everything to its time, and sets the gap that closes to zero: rounding cannot leave a rest there. Hits of one
// instant happen one after the other, from left to right.
model SpheresScheduled "ARGESIM C12: row of spheres from hit to hit, scheduled in advance"
  parameter Integer n(min = 2) = 4 "number of spheres";
  parameter Real e = 0.2 "restitution: 1 elastic, 0 plastic";
  parameter Real d(unit = "m") = 1 "diameter";
  parameter Real m[n](each unit = "kg") = fill(1, n) "masses";
  parameter Real a[n - 1](each unit = "m") = fill(1, n - 1) "distances of surfaces at the start";
  parameter Real v0[n](each unit = "m/s") = {if i == 1 then 1 else 0 for i in 1:n} "velocities at the start";
  parameter Real limit(unit = "s") = 1e300 "the first hit later than this ends the run";
  final parameter Real left[n - 1] = {(1 + e)*m[i + 1]/(m[i] + m[i + 1]) for i in 1:n - 1};
  final parameter Real right[n - 1] = {(1 + e)*m[i]/(m[i] + m[i + 1]) for i in 1:n - 1};
  discrete Integer pair(start = 0, fixed = true) "last hit: of spheres pair and pair + 1";
  discrete Real t0(start = 0, fixed = true, unit = "s") "time of the last hit";
  discrete Real x0[n](start = {(i - 1)*d + sum(a[1:i - 1]) for i in 1:n}, each fixed = true, each unit = "m") "positions then";
  discrete Real v[n](start = v0, each fixed = true, each unit = "m/s") "velocities since";
  discrete Real y0[n - 1](start = a, each fixed = true, each unit = "m") "gaps then";
  discrete Real dy[n - 1](start = {v0[j + 1] - v0[j] for j in 1:n - 1}, each fixed = true, each unit = "m/s") "relative velocities since";
  discrete Real due[n - 1](start = {if v0[j + 1] < v0[j] then a[j]/(v0[j] - v0[j + 1]) else 0 for j in 1:n - 1}, each fixed = true,
    each unit = "s") "times of the next hits, of pairs that approach";
  Real x[n](each unit = "m") "positions of the centres";
  Real gap[n - 1](each unit = "m") "distances of surfaces";
equation
  for i in 1:n loop
    x[i] = x0[i] + v[i]*(time - t0);
  end for;
  for j in 1:n - 1 loop
    gap[j] = y0[j] + dy[j]*(time - t0);
  end for;
  when {pre(dy[j]) < 0 and time >= pre(due[j]) and
        sum(if pre(dy[k]) < 0 and time >= pre(due[k]) then 1 else 0 for k in 1:j - 1) == 0 for j in 1:n - 1} then
    pair = min({if pre(dy[j]) < 0 and time >= pre(due[j]) then j else n for j in 1:n - 1});
    t0 = time;
    for i in 1:n loop
      x0[i] = pre(x0[i]) + pre(v[i])*(time - pre(t0));
      v[i] = pre(v[i]) + (if i == pair then left[min(i, n - 1)]*pre(dy[min(i, n - 1)])
                          elseif i == pair + 1 then -right[max(i - 1, 1)]*pre(dy[max(i - 1, 1)]) else 0);
    end for;
    for j in 1:n - 1 loop
      y0[j] = if j == pair then 0 else pre(y0[j]) + pre(dy[j])*(time - pre(t0));
      dy[j] = if j == pair then -e*pre(dy[j])
              elseif j == pair + 1 then pre(dy[j]) + right[max(j - 1, 1)]*pre(dy[max(j - 1, 1)])
              elseif j == pair - 1 then pre(dy[j]) + left[min(j + 1, n - 1)]*pre(dy[min(j + 1, n - 1)])
              else pre(dy[j]);
      due[j] = if dy[j] < 0 then time - y0[j]/dy[j] else 0;
    end for;
    if time > limit then
      terminate("the first hit after the limit");
    end if;
  end when "hit";
  annotation(experiment(StopTime = 15));
end SpheresScheduled;
