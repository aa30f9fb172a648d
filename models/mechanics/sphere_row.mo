// Equal spheres on a line that hit each other without loss: two that meet exchange their velocities. So the row moves as if the spheres
// went through each other, and how often they hit until a time t is the number of pairs that have changed their order: i < j with
// a*i + v[i]*t > a*j + v[j]*t for the gaps a and the velocities v at the start.
model SphereRow "row of spheres that hit elastically"
  parameter Integer n(min = 2) = 100 "number of spheres";
  parameter Real d(unit = "m") = 1 "diameter";
  parameter Real a(unit = "m") = 1 "distances of surfaces at the start";
  final parameter Real e = 1 "restitution; for less see sphere_row_with_loss.mo";
  Real x[n](start = {i*(d + a) for i in 1:n}, each fixed = true, each unit = "m") "positions of the centres";
  Real v[n](start = {sin(i*i) for i in 1:n}, each fixed = true, each unit = "m/s") "velocities";
equation
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = 0;
  end for;
  for i in 1:n - 1 loop
    when x[i + 1] - x[i] <= d then
      reinit(v[i], v[i] - (1 + e)/2*(v[i] - v[i + 1]));
      reinit(v[i + 1], v[i + 1] + (1 + e)/2*(v[i] - v[i + 1]));
    end when "hit";
  end for;
  annotation(experiment(StopTime = 10));
end SphereRow;
