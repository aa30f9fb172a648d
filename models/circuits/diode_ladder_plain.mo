// The line of diode_ladder.mo, its diodes written as currents that begin at the level.
model DiodeLadderPlain "line with n nodes, diodes without modes"
  parameter Integer n(min = 1) = 20 "nodes";
  parameter Real R(unit = "Ohm") = 1 "between nodes";
  parameter Real C(unit = "F") = 0.001 "from each node to earth";
  parameter Real RD(unit = "Ohm") = 100 "in series with each diode";
  parameter Real level[n](each unit = "V") = {0.9*(1 - i/(n + 1)) for i in 1:n} "above which a diode conducts";
  Real u0(unit = "V") "voltage of the source";
  Real u[n](each start = 0, each fixed = true, each unit = "V") "voltages of the nodes";
  Real i[n](each unit = "A") "currents from node to node";
equation
  u0 = sin(2*Modelica.Constants.pi*time);
  for k in 1:n loop
    R*i[k] = (if k > 1 then u[max(k - 1, 1)] else u0) - u[k];
    C*der(u[k]) = i[k] - (if k < n then i[min(k + 1, n)] else 0) - (if u[k] > level[k] then (u[k] - level[k])/RD else 0);
  end for;
  annotation(experiment(StopTime = 3, Tolerance = 1e-12));
end DiodeLadderPlain;
