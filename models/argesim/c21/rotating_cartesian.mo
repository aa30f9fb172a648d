// ARGESIM benchmark C21, case study 3: the rotating pendulum of rotating_angular.mo in Cartesian coordinates.
//
// The force of the rope is what keeps the mass on the circle: while the rope is tight this is a differential-algebraic system of index 3,
// while it is slack the force is zero and the index 1.
model RotatingCartesian "ARGESIM C21: rotating pendulum, Cartesian, index 3"
  parameter Real m(unit = "kg") = 1.5 "mass";
  parameter Real k(unit = "kg/s") = 0.9 "air drag";
  parameter Real l(unit = "m") = 1 "length of the rope";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/4 "angle at the start";
  parameter Real w0(unit = "rad/s") = 15 "angular velocity at the start";
  parameter Boolean kicks = false "give energy back at the first bottom pass after settling";
  parameter Real gamma = 1 "factor of the velocity at that kick";
  Real x(start = l*sin(phi0), fixed = true, unit = "m"), y(start = l*cos(phi0), unit = "m") "position";
  Real vx(start = l*w0*cos(phi0), fixed = true, unit = "m/s"), vy(start = -l*w0*sin(phi0), unit = "m/s") "velocity";
  Real lambda(unit = "N/m") "force of the rope, per length";
  Real F(unit = "N") "force of the rope";
  Real w(unit = "rad/s") "angular velocity";
  discrete Integer falls(start = 0, fixed = true) "how often the rope went slack";
  discrete Integer catches(start = 0, fixed = true) "how often it went tight";
  discrete Boolean kicked(start = false, fixed = true);
  discrete Boolean settled(start = false, fixed = true) "the last swing ended within pi/10 of the lowest point";
  discrete Real settling(start = 0, fixed = true, unit = "s") "when that was so for the first time";
  Boolean tight "the rope is tight";
equation
  tight = falls == catches;
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -k*vx - lambda*x;
  m*der(vy) = -k*vy - lambda*y - m*g;
  if tight then
    x^2 + y^2 = l^2;
  else
    lambda = 0;
  end if "rope";
  F = lambda*l;
  w = (vx*y - vy*x)/l^2;

  when pre(tight) and lambda < 0 then
    falls = pre(falls) + 1;
  end when "slack";

  when not pre(tight) and x^2 + y^2 > l^2 then
    catches = pre(catches) + 1;
    reinit(vx, w*y);
    reinit(vy, -w*x);
  end when "tight";

  when {w > 0, w < 0} then
    settled = y < -l*cos(Modelica.Constants.pi/10);
  end when "turn";

  when vy > 0 then
    kicked = pre(kicked) or kicks and settled;
  end when "bottom";

  when kicked then
    reinit(vx, gamma*vx);  // the velocity is horizontal there
  end when "kick";

  when settled then
    settling = time;
  end when "settled";
  annotation(experiment(StopTime = 10, Tolerance = 1e-12));
end RotatingCartesian;
