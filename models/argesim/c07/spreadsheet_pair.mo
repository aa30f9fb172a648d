// ARGESIM benchmark C7, task b in a spreadsheet: columns of the nonlinear and of the linear model, and their deviations.
//
// Read together with spreadsheet.mo.
model SpreadsheetPair "ARGESIM C7: columns with sine and without, row by row"
  parameter Real d(unit = "kg/s") = 0.2 "damping";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/6 "angle at the start";
  parameter Real pin(unit = "rad") = -0.262 "angle at which the rope meets the pin";
  Spreadsheet sine(d = d, phi0 = phi0, pin = pin) "nonlinear";
  Spreadsheet small(d = d, phi0 = phi0, pin = pin, linear = true) "linear";
  Real deviation(unit = "rad") "of the angles";
  Real deviation_w(unit = "rad/s") "of the angular velocities";
equation
  deviation = sine.phi - small.phi;
  deviation_w = sine.w - small.w;
  annotation(experiment(StopTime = 10));
end SpreadsheetPair;
