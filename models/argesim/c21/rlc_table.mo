// ARGESIM benchmark C21, case study 2: the circuit of rlc.mo with an interpolated diode, without an implicit equation.
//
// Between two points of the table the current of the diode is linear in its voltage uD, so it is linear in s = R2*i + uC = uD + R2*iD too. The points of
// the table become values of s at which the slope changes: the circuit is piecewise linear in its states, and nothing has to be solved.
model RlcTable "ARGESIM C21: circuit with an interpolated diode, explicit"
  parameter Real R1(unit = "Ohm") = 1e3, R2(unit = "Ohm") = 20 "resistors";
  parameter Real L(unit = "H") = 25.3e-6 "inductance";
  parameter Real C(unit = "F") = 100e-9 "capacitance";
  parameter Real U(unit = "V") = 1, f(unit = "Hz") = 0.15e6 "amplitude and frequency of the source";
  parameter Real IS(unit = "A") = 1e-8, UT(unit = "V") = 26e-3 "of the Shockley diode that is interpolated";
  parameter Integer n(min = 2) = 3 "points";
  parameter Real last(unit = "V") = 0.03 "voltage of the last point";
  parameter Boolean even = true "points with even distances of voltages; else currents grow as squares, so that points are denser at the bend";
  final parameter Real top(unit = "A") = IS*(exp(last/UT) - 1);
  final parameter Real points[n](each unit = "V") =
    {if even then last*(j - 1)/(n - 1) else UT*log(1 + top*((j - 1)/(n - 1))^2/IS) for j in 1:n} "voltages";
  final parameter Real currents[n](each unit = "A") = {IS*(exp(points[j]/UT) - 1) for j in 1:n};
  final parameter Real bends[n](each unit = "V") = points + R2*currents "values of s at the points";
  final parameter Real slopes[n](each unit = "S") =
    {if j == 1 then 0 else (currents[j] - currents[max(j, 2) - 1])/(bends[j] - bends[max(j, 2) - 1]) for j in 1:n};
  Real u0(unit = "V") "voltage of the source";
  Real i(start = 0, fixed = true, unit = "A") "current through R1 and L";
  Real uC(start = 0, fixed = true, unit = "V") "voltage of C";
  Real s(unit = "V") "voltage of the branch if the diode locked";
  Real uD(unit = "V"), iD(unit = "A") "forward voltage and current of the diode";
equation
  u0 = -U*sin(2*Modelica.Constants.pi*f*time);
  s = R2*i + uC;
  iD = sum(if s > bends[j] then (slopes[j + 1] - slopes[j])*(s - bends[j]) else 0 for j in 1:n - 1);
  uD = s - R2*iD;
  L*der(i) = u0 - R1*i - uD;
  C*der(uC) = i - iD;
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end RlcTable;
