// Equal spheres on a line that lose energy when they hit. Two that touch hit when they come nearer to each other, also if they touch already: without that
// condition spheres that others push together would go through each other. Where a sphere is hit from both sides at once the hits happen one after the
// other, the left one first.
// With little restitution hits crowd together: the spheres in the middle have infinitely many of them until a time at which they move on as one. There
// one instant has all that are left, and ends when rounding makes velocities equal.
model SphereRowWithLoss "row of spheres that lose energy when they hit"
  parameter Integer n(min = 2) = 6 "number of spheres";
  parameter Real d(unit = "m") = 1 "diameter";
  parameter Real a(unit = "m") = 1 "distances of surfaces at the start";
  parameter Real e(min = 0, max = 1) = 0.2 "restitution";
  parameter Real left(unit = "m/s") = 1 "velocity of the first sphere at the start";
  parameter Real right(unit = "m/s") = -0.7 "velocity of the last sphere at the start";
  Real x[n](start = {i*(d + a) for i in 1:n}, each fixed = true, each unit = "m") "positions of the centres";
  Real v[n](start = {if i == 1 then left elseif i == n then right else 0 for i in 1:n}, each fixed = true, each unit = "m/s")
    "velocities";
equation
  der(x) = v;
  der(v) = zeros(n);
  when x[2] - x[1] <= d and v[1] > v[2] then
    reinit(v[1], v[1] - (1 + e)/2*(v[1] - v[2]));
    reinit(v[2], v[2] + (1 + e)/2*(v[1] - v[2]));
  end when "hit[1]";
  for i in 2:n - 1 loop
    when x[i + 1] - x[i] <= d and v[i] > v[i + 1] and not (x[i] - x[i - 1] <= d and v[i - 1] > v[i]) then
      reinit(v[i], v[i] - (1 + e)/2*(v[i] - v[i + 1]));
      reinit(v[i + 1], v[i + 1] + (1 + e)/2*(v[i] - v[i + 1]));
    end when "hit";
  end for;
  annotation(experiment(StopTime = 30));
end SphereRowWithLoss;
