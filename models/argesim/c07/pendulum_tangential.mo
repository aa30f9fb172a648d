// ARGESIM benchmark C7, the constrained pendulum, with the speed of the mass as the state.
//
// The same motion as pendulum.mo. The tangential velocity v = len*w is continuous when the rope meets or leaves the pin:
// no state jumps, only the length in the equations changes.
//
//   der(phi) = v/len,    m*der(v) = -m*g*sin(phi) - d*v
model PendulumTangential "ARGESIM C7: pendulum that meets a pin, in tangential velocity"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real m(unit = "kg") = 1.02 "mass";
  parameter Real l(unit = "m") = 1 "length of the rope";
  parameter Real ls(unit = "m") = 0.3 "length below the pin";
  parameter Real d(unit = "kg/s") = 0.2 "damping";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/6 "angle at the start";
  parameter Real w0(unit = "rad/s") = 0 "angular velocity at the start";
  parameter Real pin(unit = "rad") = -Modelica.Constants.pi/12 "angle at which the rope meets the pin";
  parameter Boolean linear = false "small-angle model";
  final parameter Integer caught = if phi0 <= pin then 1 else 0 "1: the rope lies on the pin at the start";
  Real phi(start = phi0, fixed = true, unit = "rad") "angle";
  Real v(start = w0*(if caught > 0 then ls else l), fixed = true, unit = "m/s") "speed of the mass along its path";
  Real w(unit = "rad/s") "angular velocity";
  discrete Integer hits(start = 0, fixed = true) "how often the rope met the pin";
  discrete Integer releases(start = 0, fixed = true) "how often it left the pin";
  Boolean short "the rope lies on the pin";
  Real len(unit = "m") "length that swings";
equation
  short = caught + hits > releases;
  len = if short then ls else l;
  w = v/len;
  der(phi) = w;
  der(v) = -g*(if linear then phi else sin(phi)) - d/m*v;

  when phi <= pin then
    hits = pre(hits) + 1;
  end when "hit";

  when phi > pin then
    releases = pre(releases) + 1;
  end when "release";
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end PendulumTangential;
