// ARGESIM benchmark C12, the time-oriented approach: the rows of a spreadsheet, one for every step of time.
//
// The formulas of the published sheet (SNE 28(4), section 2.1) with its names. A row k follows from the row above it:
//
//   move    x[i] and y[j] advance by dt times their velocities
//   detect  s[j] = 1 if the gap y[j] is not positive and has become smaller
//   act     a pair that hits turns its relative velocity round; its neighbours gain what the hit gives them
//
// The formulas for velocities are nested: of two hits in one row that concern the same quantity, it sees the first only,
// its own before its neighbours'. All that happens in a row happens at its time, so up to dt too late.
//
// The paper has two formulas for y: by its own velocity, (9) with (4), and as a difference of positions, y1 = x2 - x1 - d
// in the text. `own` chooses the former. The two part where the nesting drops a hit: velocities of spheres and of gaps no
// longer agree then.
model SpheresSheet "ARGESIM C12: row of spheres on a grid of time, as a spreadsheet"
  parameter Integer n(min = 2) = 4 "number of spheres";
  parameter Real e = 0.2 "restitution: 1 elastic, 0 plastic";
  parameter Real d(unit = "m") = 1 "diameter";
  parameter Real dt(unit = "s") = 0.05 "step of time";
  parameter Real m[n](each unit = "kg") = fill(1, n) "masses";
  parameter Real a[n - 1](each unit = "m") = fill(1, n - 1) "distances of surfaces at the start";
  parameter Real v0[n](each unit = "m/s") = {if i == 1 then 1 else 0 for i in 1:n} "velocities at the start";
  parameter Boolean own = true "gaps advance by their own velocity";
  final parameter Real left[n - 1] = {(1 + e)*m[i + 1]/(m[i] + m[i + 1]) for i in 1:n - 1};
  final parameter Real right[n - 1] = {(1 + e)*m[i]/(m[i] + m[i + 1]) for i in 1:n - 1};
  discrete Real x[n](start = {(i - 1)*d + sum(a[1:i - 1]) for i in 1:n}, each fixed = true, each unit = "m") "positions";
  discrete Real v[n](start = v0, each fixed = true, each unit = "m/s") "velocities";
  discrete Real y[n - 1](start = a, each fixed = true, each unit = "m") "distances of surfaces";
  discrete Real dy[n - 1](start = {v0[i + 1] - v0[i] for i in 1:n - 1}, each fixed = true, each unit = "m/s") "relative velocities";
  discrete Boolean s[n - 1](each start = false, each fixed = true) "this row sees a hit";
  discrete Integer count[n - 1](each start = 0, each fixed = true) "hits of each pair so far";
  discrete Real last[n - 1](each start = 0, each fixed = true, each unit = "s") "row of the last hit of each pair: its time";
  Integer hits "so far";
equation
  when sample(dt, dt) then
    for i in 1:n loop
      x[i] = pre(x[i]) + dt*pre(v[i]);
      v[i] = pre(v[i]) + (if i < n and s[min(i, n - 1)] then left[min(i, n - 1)]*pre(dy[min(i, n - 1)])
                          elseif i > 1 and s[max(i - 1, 1)] then -right[max(i - 1, 1)]*pre(dy[max(i - 1, 1)]) else 0);
    end for;
    for i in 1:n - 1 loop
      y[i] = if own then pre(y[i]) + dt*pre(dy[i]) else x[i + 1] - x[i] - d;
      s[i] = y[i] <= 0 and pre(y[i]) > y[i];
      dy[i] = if s[i] then -e*pre(dy[i])
              elseif i > 1 and s[max(i - 1, 1)] then pre(dy[i]) + right[max(i - 1, 1)]*pre(dy[max(i - 1, 1)])
              elseif i < n - 1 and s[min(i + 1, n - 1)] then pre(dy[i]) + left[min(i + 1, n - 1)]*pre(dy[min(i + 1, n - 1)])
              else pre(dy[i]);
    end for;
    for i in 1:n - 1 loop
      count[i] = pre(count[i]) + (if s[i] then 1 else 0);
    end for;
  end when "row";
  hits = sum(count);
  for i in 1:n - 1 loop
    when change(count[i]) then
      last[i] = time;
    end when "hit";
  end for;
  annotation(experiment(StopTime = 15));
end SpheresSheet;
