// ARGESIM benchmark C21, case study 3: the rotating pendulum of rotating_angular.mo in one maximal state space.
//
// The variables of both phases, two and four, are states all the time; those of the other phase are frozen.
model RotatingMaximal "ARGESIM C21: rotating pendulum, six states"
  parameter Real m(unit = "kg") = 1.5 "mass";
  parameter Real k(unit = "kg/s") = 0.9 "air drag";
  parameter Real l(unit = "m") = 1 "length of the rope";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/4 "angle at the start";
  parameter Real w0(unit = "rad/s") = 15 "angular velocity at the start";
  parameter Boolean kicks = false "give energy back at the first bottom pass after settling";
  parameter Real gamma = 1 "factor of the velocity at that kick";
  Real phi(start = phi0, fixed = true, unit = "rad") "angle from the upward vertical; frozen while the rope is slack";
  Real w(start = w0, fixed = true, unit = "rad/s") "angular velocity; frozen while the rope is slack";
  Real fx(start = 0, fixed = true, unit = "m"), fy(start = 0, fixed = true, unit = "m") "position; frozen while the rope is tight";
  Real vx(start = 0, fixed = true, unit = "m/s"), vy(start = 0, fixed = true, unit = "m/s") "velocity; frozen while the rope is tight";
  Real x(unit = "m"), y(unit = "m") "position";
  Real F(unit = "N") "force of the rope";
  discrete Integer falls(start = 0, fixed = true) "how often the rope went slack";
  discrete Integer catches(start = 0, fixed = true) "how often it went tight";
  discrete Boolean kicked(start = false, fixed = true);
  discrete Boolean settled(start = false, fixed = true) "the last swing ended within pi/10 of the lowest point";
  discrete Real settling(start = 0, fixed = true, unit = "s") "when that was so for the first time";
  Boolean tight "the rope is tight";
equation
  tight = falls == catches;
  if tight then
    der(phi) = w;
    der(w) = -k/m*w + g/l*sin(phi);
    der(fx) = 0;
    der(fy) = 0;
    der(vx) = 0;
    der(vy) = 0;
    x = l*sin(phi);
    y = l*cos(phi);
    F = m*l*w^2 - m*g*cos(phi);
  else
    der(phi) = 0;
    der(w) = 0;
    der(fx) = vx;
    der(fy) = vy;
    m*der(vx) = -k*vx;
    m*der(vy) = -m*g - k*vy;
    x = fx;
    y = fy;
    F = 0;
  end if "rope";

  when pre(tight) and m*l*w^2 - m*g*cos(phi) < 0 then
    falls = pre(falls) + 1;
    reinit(fx, l*sin(phi));
    reinit(fy, l*cos(phi));
    reinit(vx, l*w*cos(phi));
    reinit(vy, -l*w*sin(phi));
  end when "slack";

  when not pre(tight) and fx^2 + fy^2 > l^2 then
    catches = pre(catches) + 1;
    reinit(phi, atan2(fx, fy));
    reinit(w, (vx*fy - vy*fx)/l^2);
  end when "tight";

  when {w > 0, w < 0} then
    settled = cos(phi) < -cos(Modelica.Constants.pi/10);
  end when "turn";

  when -w*sin(phi) > 0 then
    kicked = pre(kicked) or kicks and settled;
  end when "bottom";

  when kicked then
    reinit(w, gamma*w);
  end when "kick";

  when settled then
    settling = time;
  end when "settled";
  annotation(experiment(StopTime = 10, Tolerance = 1e-12));
end RotatingMaximal;
