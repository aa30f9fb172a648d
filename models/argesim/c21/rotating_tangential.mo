// ARGESIM benchmark C21, case study 3: the rotating pendulum of rotating_angular.mo, with the speed along the circle as the state.
model RotatingTangential "ARGESIM C21: rotating pendulum, two states and four, in tangential velocity"
  parameter Real m(unit = "kg") = 1.5 "mass";
  parameter Real k(unit = "kg/s") = 0.9 "air drag";
  parameter Real l(unit = "m") = 1 "length of the rope";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/4 "angle at the start";
  parameter Real w0(unit = "rad/s") = 15 "angular velocity at the start";
  parameter Boolean kicks = false "give energy back at the first bottom pass after settling";
  parameter Real gamma = 1 "factor of the velocity at that kick";
  Real x(unit = "m"), y(unit = "m") "position";
  Real F(unit = "N") "force of the rope";
  discrete Boolean kicked(start = false, fixed = true);
  discrete Boolean settled(start = false, fixed = true) "the last swing ended within pi/10 of the lowest point";
  discrete Real settling(start = 0, fixed = true, unit = "s") "when that was so for the first time";

  initial mode swinging "rope tight, one degree of freedom"
    Real phi(start = phi0, fixed = true, unit = "rad") "angle from the upward vertical";
    Real v(start = l*w0, fixed = true, unit = "m/s") "speed along the circle";
    Real w(unit = "rad/s") "angular velocity";
  equation
    w = v/l;
    der(phi) = w;
    m*der(v) = -k*v + m*g*sin(phi);
    x = l*sin(phi);
    y = l*cos(phi);
    F = m*v^2/l - m*g*cos(phi);

    when {w > 0, w < 0} then
      settled = cos(phi) < -cos(Modelica.Constants.pi/10);
    end when "turn";

    when -v*sin(phi) > 0 then
      kicked = pre(kicked) or kicks and settled;
    end when "bottom";

    when kicked then
      reinit(v, gamma*v);
    end when "kick";
  end swinging;

  mode falling "rope slack, two degrees of freedom"
    Real vx(unit = "m/s"), vy(unit = "m/s") "velocity";
  equation
    der(x) = vx;
    der(y) = vy;
    m*der(vx) = -k*vx;
    m*der(vy) = -m*g - k*vy;
    F = 0;
  end falling;

  transition swinging -> falling when F < 0 then
    reinit(vx, v*cos(phi));
    reinit(vy, -v*sin(phi));
  end transition "slack";

  transition falling -> swinging when x^2 + y^2 > l^2 then
    reinit(phi, atan2(x, y));
    reinit(v, (vx*y - vy*x)/l);
  end transition "tight";
equation
  when settled then
    settling = time;
  end when "settled";
  annotation(experiment(StopTime = 10, Tolerance = 1e-12));
end RotatingTangential;
