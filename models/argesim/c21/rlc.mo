// ARGESIM benchmark C21, case study 2: a resonant circuit with a diode, and the diode as an exchangeable part.
//
// A source u0 drives R1 and L in series with a branch of R2 and C; a diode lies across that branch. With the current i through L,
// the voltage uC of the capacitor, and the diode's forward voltage uD and forward current iD:
//
//   L*der(i) = u0 - R1*i - uD,    C*der(uC) = i - iD,    uD = R2*(i - iD) + uC,    u0 = -sin(2*pi*f*time)
//
// `Circuit` is all of that but the diode. A model of the circuit is `Circuit` with one of the diodes below. All of them lock for uD < 0.
// R1 = 1000 is the published value, with which a real diode hardly conducts; with R1 = 10 it does.
partial model Circuit "ARGESIM C21: the circuit without its diode"
  parameter Real R1(unit = "Ohm") = 1e3, R2(unit = "Ohm") = 20 "resistors";
  parameter Real L(unit = "H") = 25.3e-6 "inductance";
  parameter Real C(unit = "F") = 100e-9 "capacitance";
  parameter Real U(unit = "V") = 1, f(unit = "Hz") = 0.15e6 "amplitude and frequency of the source";
  Real u0(unit = "V") "voltage of the source";
  Real i(start = 0, fixed = true, unit = "A") "current through R1 and L";
  Real uC(start = 0, fixed = true, unit = "V") "voltage of C";
  Real uD(unit = "V"), iD(unit = "A") "forward voltage and current of the diode";
equation
  u0 = -U*sin(2*Modelica.Constants.pi*f*time);
  L*der(i) = u0 - R1*i - uD;
  C*der(uC) = i - iD;
  uD = R2*(i - iD) + uC;
end Circuit;

partial model Diode "locks for u < 0; how it conducts is left open"
  Real u(unit = "V") "forward voltage";
  Real i(unit = "A") "forward current";
end Diode;

model Shortcut "conducts without resistance"
  extends Diode;
  Real s "position on the characteristic: the voltage where it locks, the current (in A) where it conducts";
equation
  u = if s > 0 then 0 else s;
  i = if s > 0 then s else 0;
end Shortcut;

model ShockleyVoltage "the characteristic as a function of the voltage"
  extends Diode;
  parameter Real IS(unit = "A") = 1e-8 "saturation current";
  parameter Real UT(unit = "V") = 26e-3 "thermal voltage";
equation
  i = if u > 0 then IS*(exp(u/UT) - 1) else 0;
end ShockleyVoltage;

model ShockleyCurrent "the characteristic as a function of the current"
  extends Diode;
  parameter Real IS(unit = "A") = 1e-8 "saturation current";
  parameter Real UT(unit = "V") = 26e-3 "thermal voltage";
equation
  if u > 0 then
    u = UT*log(1 + i/IS);
  else
    i = 0;
  end if;
end ShockleyCurrent;

model Table "straight lines between the points of a table; the last one goes on"
  extends Diode;
  parameter Integer n(min = 2) = 3 "points";
  parameter Real last(unit = "V") = 0.03 "voltage of the last point";
  parameter Boolean even = true "points with even distances of voltages; else currents grow as squares, so that points are denser at the bend";
  parameter Real IS(unit = "A") = 1e-8, UT(unit = "V") = 26e-3 "of the Shockley diode that is interpolated";
  parameter Real points[n](each unit = "V") =
    {if even then last*(j - 1)/(n - 1) else UT*log(1 + (exp(last/UT) - 1)*((j - 1)/(n - 1))^2) for j in 1:n} "voltages";
  final parameter Real currents[n](each unit = "A") = {IS*(exp(points[j]/UT) - 1) for j in 1:n};
  final parameter Real slopes[n](each unit = "S") =
    {if j == 1 then 0 else (currents[j] - currents[max(j, 2) - 1])/(points[j] - points[max(j, 2) - 1]) for j in 1:n};
equation
  i = sum(if u > points[j] then (slopes[j + 1] - slopes[j])*(u - points[j]) else 0 for j in 1:n - 1);
end Table;

model CircuitWithShortcut "ARGESIM C21: circuit with an ideal diode"
  extends Circuit;
  Shortcut diode;
equation
  diode.u = uD;
  diode.i = iD;
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end CircuitWithShortcut;

model CircuitWithTable "ARGESIM C21: circuit with an interpolated diode"
  extends Circuit;
  Table diode;
equation
  diode.u = uD;
  diode.i = iD;
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end CircuitWithTable;

model CircuitWithShockleyCurrent "ARGESIM C21: circuit with a Shockley diode, by its current"
  extends Circuit;
  ShockleyCurrent diode;
equation
  diode.u = uD;
  diode.i = iD;
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end CircuitWithShockleyCurrent;

partial model BesideShockley "two circuits of the same source; one has a Shockley diode"
  parameter Real R1(unit = "Ohm") = 1e3 "of both";
  CircuitWithShockleyVoltage shockley(R1 = R1);
  Real di(unit = "A"), duC(unit = "V"), duD(unit = "V"), diD(unit = "A") "what the other has more";
end BesideShockley;

model ShortcutBesideShockley "ARGESIM C21: an ideal diode and a Shockley diode"
  extends BesideShockley;
  CircuitWithShortcut shortcut(R1 = R1);
equation
  di = shortcut.i - shockley.i;
  duC = shortcut.uC - shockley.uC;
  duD = shortcut.uD - shockley.uD;
  diD = shortcut.iD - shockley.iD;
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end ShortcutBesideShockley;

model TableBesideShockley "ARGESIM C21: an interpolated diode and a Shockley diode"
  extends BesideShockley;
  parameter Integer n(min = 2) = 3 "points";
  parameter Real last(unit = "V") = 0.03 "voltage of the last one";
  parameter Boolean even = true "even distances";
  CircuitWithTable table(R1 = R1, diode(n = n, last = last, even = even));
equation
  di = table.i - shockley.i;
  duC = table.uC - shockley.uC;
  duD = table.uD - shockley.uD;
  diD = table.iD - shockley.iD;
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end TableBesideShockley;

model CircuitWithShockleyVoltage "ARGESIM C21: circuit with a Shockley diode, by its voltage"
  extends Circuit;
  ShockleyVoltage diode;
equation
  diode.u = uD;
  diode.i = iD;
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end CircuitWithShockleyVoltage;
