model Ball "a ball that bounces"
  parameter Real g(unit = "m/s2") = 10 "gravity";
  parameter Real e = 0.5 "restitution";
  parameter Real r(unit = "m") = 0.2 "radius";
  Real h(start = 5, fixed = true, unit = "m") "height of its lowest point";
  Real v(start = 0, fixed = true, unit = "m/s") "velocity";
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when "bounce";
end Ball;
