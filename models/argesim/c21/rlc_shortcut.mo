// ARGESIM benchmark C21, case study 2: the circuit of rlc.mo with an ideal diode, solved by hand.
//
// The sign of s = R2*i + uC tells whether the diode conducts. Where it locks, uD = s and iD = 0; where it conducts, uD = 0 and
// iD = i + uC/R2. Both begin and both end of conducting are crossings of s.
model RlcShortcut "ARGESIM C21: circuit with an ideal diode, as switched equations"
  parameter Real R1(unit = "Ohm") = 1e3, R2(unit = "Ohm") = 20 "resistors";
  parameter Real L(unit = "H") = 25.3e-6 "inductance";
  parameter Real C(unit = "F") = 100e-9 "capacitance";
  parameter Real U(unit = "V") = 1, f(unit = "Hz") = 0.15e6 "amplitude and frequency of the source";
  Real u0(unit = "V") "voltage of the source";
  Real i(start = 0, fixed = true, unit = "A") "current through R1 and L";
  Real uC(start = 0, fixed = true, unit = "V") "voltage of C";
  Real uD(unit = "V"), iD(unit = "A") "forward voltage and current of the diode";
  Boolean conducting;
equation
  u0 = -U*sin(2*Modelica.Constants.pi*f*time);
  conducting = R2*i + uC > 0;
  L*der(i) = u0 - R1*i - uD;
  if conducting then
    C*der(uC) = -uC/R2;
    uD = 0;
    iD = i + uC/R2;
  else
    C*der(uC) = i;
    uD = R2*i + uC;
    iD = 0;
  end if;
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end RlcShortcut;
