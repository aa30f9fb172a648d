// ARGESIM benchmark C7 as a spreadsheet.
//
// One row every h seconds, computed from the row above by Euler's method. A row that finds the angle above it beyond the pin
// (or no longer beyond it) takes the other length, and the velocity jumps there: one row after the angle has crossed.
model PendulumRows "ARGESIM C7: the rows of a spreadsheet"
  parameter Real h(unit = "s") = 0.001 "distance of rows";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real m(unit = "kg") = 1.02 "mass";
  parameter Real l(unit = "m") = 1 "length of the rope";
  parameter Real ls(unit = "m") = 0.3 "length below the pin";
  parameter Real d(unit = "kg/s") = 0.2 "damping";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/6 "angle at the start";
  parameter Real pin(unit = "rad") = -0.262 "angle at which the rope meets the pin";
  discrete Integer row(start = -1, fixed = true) "number of the row; row 0 is the start";
  discrete Real phi(start = phi0, fixed = true) "angle";
  discrete Real w(start = 0, fixed = true) "angular velocity";
  discrete Real turn(start = 0, fixed = true) "angular velocity of the row above, after the jump";
  discrete Real len(start = l, fixed = true) "length that swings";
  discrete Boolean short(start = false, fixed = true) "the rope lies on the pin";
equation
  when sample(0, h) then
    row = pre(row) + 1;
    short = pre(phi) <= pin;
    len = if short then ls else l;
    turn = if short and not pre(short) then pre(w)*l/ls elseif pre(short) and not short then pre(w)*ls/l else pre(w);
    phi = if row == 0 then phi0 else pre(phi) + h*pre(w);
    w = if row == 0 then 0 else turn + h*(-g/len*sin(pre(phi)) - d/m*turn);
  end when;
  when short then
  end when "hit";
  when not short then
  end when "release";
  annotation(experiment(StopTime = 10));
end PendulumRows;
