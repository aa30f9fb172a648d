// ARGESIM benchmark C7, task c: from the target back to the start.
//
// A pendulum that just reaches the angle `target` stands still there. From that state the equations are followed backwards: time runs
// from the target into the past, so every right side has the other sign. Where the rope leaves the pin on this way, it met it forwards.
// The state is the tangential velocity of the forward motion, which does not jump.
//
// The angle phi0 is passed twice: first with the rope just before the hit (thrown towards the pin), then, further back, on the way up
// (thrown away from the pin). At each passage the angular velocity is one that solves the boundary value problem.
model PendulumReversed "ARGESIM C7: pendulum with a pin in reversed time"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real m(unit = "kg") = 1.02 "mass";
  parameter Real l(unit = "m") = 1 "length of the rope";
  parameter Real ls(unit = "m") = 0.3 "length below the pin";
  parameter Real d(unit = "kg/s") = 0.2 "damping";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/6 "angle at the start";
  parameter Real pin(unit = "rad") = -Modelica.Constants.pi/12 "angle at which the rope meets the pin";
  parameter Real target(unit = "rad") = -Modelica.Constants.pi/2 "angle that is just reached";
  parameter Boolean linear = false "small-angle model";
  Real phi(start = target, fixed = true, unit = "rad") "angle";
  Real v(start = 0, fixed = true, unit = "m/s") "speed of the mass along its path, in forward time";
  Real w(unit = "rad/s") "angular velocity, in forward time";
  discrete Boolean short(start = true, fixed = true) "the rope lies on the pin";
equation
  w = v/(if short then ls else l);
  der(phi) = -w;
  der(v) = g*(if linear then phi else sin(phi)) + d/m*v;

  when phi > pin then
    short = false;
  end when "hit";

  when phi > phi0 then
  end when "start";

  when phi < phi0 then
    terminate("the second solution has been passed");
  end when "other start";
  annotation(experiment(StopTime = 5, Tolerance = 1e-9));
end PendulumReversed;
