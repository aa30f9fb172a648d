// ARGESIM benchmark C7, the constrained pendulum.
//
// A mass swings on a rope. Below the pivot there is a pin: when the rope meets it, only the part below the pin swings on.
// The angle phi is measured from the vertical; the pin is met at phi = pin, coming from above (phi > pin).
//
//   m*len*der(w) = -m*g*sin(phi) - d*len*w,    len = l (free) or ls (rope on the pin)
//
// The speed of the mass, len*w, does not change when the rope meets or leaves the pin; so the angular velocity jumps by
// l/ls at a hit and by ls/l at a release. With linear = true, sin(phi) is replaced by phi (task b).
model Pendulum "ARGESIM C7: pendulum that meets a pin, in angular velocity"
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
  Real w(start = w0, fixed = true, unit = "rad/s") "angular velocity";
  discrete Integer hits(start = 0, fixed = true) "how often the rope met the pin";
  discrete Integer releases(start = 0, fixed = true) "how often it left the pin";
  Boolean short "the rope lies on the pin";
  Real len(unit = "m") "length that swings";
equation
  short = caught + hits > releases;
  len = if short then ls else l;
  der(phi) = w;
  der(w) = -g/len*(if linear then phi else sin(phi)) - d/m*w;

  when phi <= pin then
    hits = pre(hits) + 1;
    reinit(w, w*l/ls);
  end when "hit";

  when phi > pin then
    releases = pre(releases) + 1;
    reinit(w, w*ls/l);
  end when "release";
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end Pendulum;
