// ARGESIM benchmark C21, case study 2: the circuit of rlc.mo with a Shockley diode, without an implicit equation.
//
// The voltage uD of the diode is given implicitly by s = R2*i + uC = uD + R2*IS*(exp(uD/UT) - 1) where it conducts, and is s where it
// locks. Differentiated, that is an explicit equation for der(uD), and uD becomes a state.
model RlcExplicit "ARGESIM C21: circuit with a Shockley diode, index reduced by hand"
  parameter Real R1(unit = "Ohm") = 1e3, R2(unit = "Ohm") = 20 "resistors";
  parameter Real L(unit = "H") = 25.3e-6 "inductance";
  parameter Real C(unit = "F") = 100e-9 "capacitance";
  parameter Real U(unit = "V") = 1, f(unit = "Hz") = 0.15e6 "amplitude and frequency of the source";
  parameter Real IS(unit = "A") = 1e-8 "saturation current";
  parameter Real UT(unit = "V") = 26e-3 "thermal voltage";
  Real u0(unit = "V") "voltage of the source";
  Real i(start = 0, fixed = true, unit = "A") "current through R1 and L";
  Real uC(start = 0, fixed = true, unit = "V") "voltage of C";
  Real uD(start = 0, fixed = true, unit = "V") "forward voltage of the diode";
  Real iD(unit = "A") "forward current of the diode";
  Boolean conducting;
equation
  u0 = -U*sin(2*Modelica.Constants.pi*f*time);
  conducting = uD > 0;
  iD = if conducting then IS*(exp(uD/UT) - 1) else 0;
  L*der(i) = u0 - R1*i - uD;
  C*der(uC) = i - iD;
  der(uD) = (R2*der(i) + der(uC))/(1 + (if conducting then R2*IS/UT*exp(uD/UT) else 0));
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end RlcExplicit;
