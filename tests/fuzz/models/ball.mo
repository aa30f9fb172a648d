model Ball "bouncing ball"
  parameter Real g = 9.81, e(min = 0, max = 1) = 0.9;
  Real h(start = 10, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when "hit";
  annotation(experiment(StartTime = 0, StopTime = 3e1));
end Ball;
