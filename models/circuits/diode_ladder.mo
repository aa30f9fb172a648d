// A line of n resistors and capacitors, and at every node an ideal diode that lets current off above a level of its own.
//
// Each diode has two modes, so there are 2^n tuples of modes. Only those that are reached are compiled.
model Diode "ideal diode: no current while it locks, no voltage while it conducts"
  Real u(unit = "V") "forward voltage";
  Real i(unit = "A") "forward current";

  initial mode locking
  equation
    i = 0;
  end locking;

  mode conducting
  equation
    u = 0;
  end conducting;

  transition locking -> conducting when u > 0 then
  end transition "conduct";

  transition conducting -> locking when i < 0 then
  end transition "lock";
end Diode;

model DiodeLadder "line with n nodes, each with an ideal diode"
  parameter Integer n(min = 1) = 20 "nodes";
  parameter Real R(unit = "Ohm") = 1 "between nodes";
  parameter Real C(unit = "F") = 0.001 "from each node to earth";
  parameter Real RD(unit = "Ohm") = 100 "in series with each diode";
  parameter Real level[n](each unit = "V") = {0.9*(1 - i/(n + 1)) for i in 1:n} "above which a diode conducts";
  Real u0(unit = "V") "voltage of the source";
  Real u[n](each start = 0, each fixed = true, each unit = "V") "voltages of the nodes";
  Real i[n](each unit = "A") "currents from node to node";
  Diode diode[n];
equation
  u0 = sin(2*Modelica.Constants.pi*time);
  for k in 1:n loop
    R*i[k] = (if k > 1 then u[max(k - 1, 1)] else u0) - u[k];
    C*der(u[k]) = i[k] - (if k < n then i[min(k + 1, n)] else 0) - diode[k].i;
    diode[k].u = u[k] - level[k] - RD*diode[k].i;
  end for;
  annotation(experiment(StopTime = 3, Tolerance = 1e-12));
end DiodeLadder;
