// ARGESIM benchmark C21, case study 2: the circuit of rlc.mo by hybrid decomposition.
//
// The diode is a machine of two modes. While it locks, the circuit is a linear system with the states i and uC in all models. What conducting means
// differs: nothing to solve (ideal diode), an algebraic variable (Shockley diode, by voltage or by current), or a third state (explicit). The sign
// of uD switches in both directions, but for the ideal diode: its voltage is identically zero while it conducts, so its current tells.
partial model SwitchedCircuit "ARGESIM C21: the circuit without its diode"
  parameter Real R1(unit = "Ohm") = 1e3, R2(unit = "Ohm") = 20 "resistors";
  parameter Real L(unit = "H") = 25.3e-6 "inductance";
  parameter Real C(unit = "F") = 100e-9 "capacitance";
  parameter Real U(unit = "V") = 1, f(unit = "Hz") = 0.15e6 "amplitude and frequency of the source";
  parameter Real IS(unit = "A") = 1e-8 "saturation current of the diode";
  parameter Real UT(unit = "V") = 26e-3 "thermal voltage";
  Real u0(unit = "V") "voltage of the source";
  Real i(start = 0, fixed = true, unit = "A") "current through R1 and L";
  Real uC(start = 0, fixed = true, unit = "V") "voltage of C";
  Real uD(unit = "V"), iD(unit = "A") "forward voltage and current of the diode";
equation
  u0 = -U*sin(2*Modelica.Constants.pi*f*time);
  L*der(i) = u0 - R1*i - uD;
  C*der(uC) = i - iD;
end SwitchedCircuit;

model SwitchedShortcut "ARGESIM C21: ideal diode, two linear systems"
  extends SwitchedCircuit;
  initial mode locking
  equation
    iD = 0;
    uD = R2*i + uC;
  end locking;
  mode conducting
  equation
    uD = 0;
    iD = i + uC/R2;
  end conducting;
  transition locking -> conducting when uD > 0 end transition "conduct";
  transition conducting -> locking when iD < 0 end transition "lock";
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end SwitchedShortcut;

model SwitchedExplicit "ARGESIM C21: Shockley diode, index reduced by hand: two states locking, three conducting"
  extends SwitchedCircuit;
  parameter Boolean reset = true "uD begins with zero when the diode begins to conduct; else with the value it has";
  Real residual(unit = "V") "what is left of the equation that was differentiated";
  initial mode locking
  equation
    iD = 0;
    uD = R2*i + uC;
  end locking;
  mode conducting
  equation
    iD = IS*(exp(uD/UT) - 1);
    der(uD) = (R2*der(i) + der(uC))/(1 + R2*IS/UT*exp(uD/UT));
  end conducting;
  transition locking -> conducting when uD > 0 then
    reinit(uD, if reset then 0 else uD);
  end transition "conduct";
  transition conducting -> locking when not uD > 0 then
    reinit(uC, uD - R2*i);  // back on the equation that was differentiated
  end transition "lock";
equation
  residual = R2*(i - iD) + uC - uD;
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end SwitchedExplicit;

model SwitchedShockleyCurrent "ARGESIM C21: Shockley diode, the current is the algebraic variable while it conducts"
  extends SwitchedCircuit;
  initial mode locking
  equation
    iD = 0;
    uD = R2*i + uC;
  end locking;
  mode conducting
  equation
    uD = R2*(i - iD) + uC;
    uD = UT*log(1 + iD/IS);
  end conducting;
  transition locking -> conducting when uD > 0 end transition "conduct";
  transition conducting -> locking when not uD > 0 end transition "lock";
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end SwitchedShockleyCurrent;

model SwitchedShockleyVoltage "ARGESIM C21: Shockley diode, the voltage is the algebraic variable while it conducts"
  extends SwitchedCircuit;
  initial mode locking
  equation
    iD = 0;
    uD = R2*i + uC;
  end locking;
  mode conducting
  equation
    uD = R2*(i - iD) + uC;
    iD = IS*(exp(uD/UT) - 1);
  end conducting;
  transition locking -> conducting when uD > 0 end transition "conduct";
  transition conducting -> locking when not uD > 0 end transition "lock";
  annotation(experiment(StopTime = 2/0.15e6, Tolerance = 1e-13));
end SwitchedShockleyVoltage;
