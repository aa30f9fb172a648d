// ARGESIM benchmark C7, the constrained pendulum as a spreadsheet computes it.
//
// One row every h seconds, each from the row before by Euler's formula. Whether the rope lies on the pin is read off the row before;
// so the angular velocity jumps one row after the angle has passed the pin.
model Spreadsheet "ARGESIM C7: pendulum that meets a pin, row by row"
  parameter Real h(unit = "s") = 0.001 "time from row to row";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real m(unit = "kg") = 1.02 "mass";
  parameter Real l(unit = "m") = 1 "length of the rope";
  parameter Real ls(unit = "m") = 0.3 "length below the pin";
  parameter Real d(unit = "kg/s") = 0.2 "damping";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/6 "angle at the start";
  parameter Real w0(unit = "rad/s") = 0 "angular velocity at the start";
  parameter Real pin(unit = "rad") = -0.262 "angle at which the rope meets the pin";
  parameter Boolean linear = false "small-angle model";
  discrete Real phi(start = phi0, fixed = true, unit = "rad") "angle";
  discrete Real w(start = w0, fixed = true, unit = "rad/s") "angular velocity";
  discrete Boolean short(start = false, fixed = true) "the rope lay on the pin in the row before";
  discrete Integer hits(start = 0, fixed = true), releases(start = 0, fixed = true);
equation
  when sample(h, h) then
    phi = pre(phi) + h*pre(w);
    short = pre(phi) <= pin;
    w = (pre(w) - h*(g/(if pre(short) then ls else l)*(if linear then pre(phi) else sin(pre(phi))) + d/m*pre(w)))
        *(if short and not pre(short) then l/ls elseif pre(short) and not short then ls/l else 1);
  end when "row";

  when short then
    hits = pre(hits) + 1;
  end when "hit";

  when not short then
    releases = pre(releases) + 1;
  end when "release";
  annotation(experiment(StopTime = 10));
end Spreadsheet;
