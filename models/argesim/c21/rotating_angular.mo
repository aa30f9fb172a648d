// ARGESIM benchmark C21, case study 3: the rotating pendulum, whose rope may go slack.
//
// A mass rotates on a rope. While the rope is tight the motion has one degree of freedom: phi is the angle from the upward vertical.
// When the force of the rope falls to zero the mass flies freely, with two degrees of freedom, until it is as far away as the rope is
// long. Then the rope is tight again, and the velocity along the rope is lost.
//
//   tight:  m*l*der(w) = -k*l*w + m*g*sin(phi),    force  m*l*w^2 - m*g*cos(phi)
//   slack:  m*der(vx) = -k*vx,    m*der(vy) = -m*g - k*vy
//
// When the rope goes slack, x^2 + y^2 - l^2 and its first two derivatives are zero. The pendulum has settled when a swing ends within pi/10
// of the lowest point.
//
// The mass passes its lowest point where it stops sinking and begins to rise. With `kicks`, its velocity is multiplied by gamma at the first such
// pass after the pendulum has settled.
model RotatingAngular "ARGESIM C21: rotating pendulum, two states and four, in angular velocity"
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
    Real w(start = w0, fixed = true, unit = "rad/s") "angular velocity";
  equation
    der(phi) = w;
    der(w) = -k/m*w + g/l*sin(phi);
    x = l*sin(phi);
    y = l*cos(phi);
    F = m*l*w^2 - m*g*cos(phi);

    when {w > 0, w < 0} then
      settled = cos(phi) < -cos(Modelica.Constants.pi/10);
    end when "turn";

    when -w*sin(phi) > 0 then
      kicked = pre(kicked) or kicks and settled;
    end when "bottom";

    when kicked then
      reinit(w, gamma*w);
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
    reinit(vx, l*w*cos(phi));
    reinit(vy, -l*w*sin(phi));
  end transition "slack";

  transition falling -> swinging when x^2 + y^2 > l^2 then
    reinit(phi, atan2(x, y));
    reinit(w, (vx*y - vy*x)/l^2);
  end transition "tight";
equation
  when settled then
    settling = time;
  end when "settled";
  annotation(experiment(StopTime = 10, Tolerance = 1e-12));
end RotatingAngular;
