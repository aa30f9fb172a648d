// ARGESIM benchmark C7, task c: the line search of a script, as part of the model.
//
// A trial throws the pendulum with the angular velocity w0, and ends when the rope leaves the pin. The lowest angle that was seen is
// compared with the target, w0 is changed by a step that becomes smaller with the deviation, and the next trial begins. The search ends
// when the deviation is at most `limit`. Steps and rules are those of SNE 29(2), section 1.3.
//
// Where is the lowest angle? With spacing = 0 at the turning point, an event of its own. With spacing > 0 it is the least of values
// that are spacing seconds apart, beginning at the hit, as a program sees it that has a list of computed points only.
model LineSearch "ARGESIM C7: search for the angular velocity that leads to a target"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real m(unit = "kg") = 1.02 "mass";
  parameter Real l(unit = "m") = 1 "length of the rope";
  parameter Real ls(unit = "m") = 0.3 "length below the pin";
  parameter Real d(unit = "kg/s") = 0.2 "damping";
  parameter Real phi0(unit = "rad") = Modelica.Constants.pi/6 "angle at the start";
  parameter Real pin(unit = "rad") = -Modelica.Constants.pi/12 "angle at which the rope meets the pin";
  parameter Real target(unit = "rad") = -Modelica.Constants.pi/2 "angle that is to be reached";
  parameter Real first(unit = "rad/s") = -2 "angular velocity of the first trial";
  parameter Real limit(unit = "rad") = 1e-4 "deviation that is allowed";
  parameter Real spacing(unit = "s") = 0 "time between points that are looked at; 0: the turning point";
  Real phi(start = phi0, fixed = true, unit = "rad") "angle";
  Real v(start = first*l, fixed = true, unit = "m/s") "speed of the mass along its path";
  Real clock(start = 0, fixed = true, unit = "s") "time since the last point";
  Real len(unit = "m") "length that swings";
  discrete Boolean short(start = false, fixed = true) "the rope lies on the pin";
  discrete Real turn(start = 0, fixed = true, unit = "rad") "angle of the turning point";
  discrete Real least(start = phi0, fixed = true, unit = "rad") "least angle at points of this trial";
  Real lowest(unit = "rad") "what the search takes for the lowest angle";
  discrete Real deviation(start = 0, fixed = true, unit = "rad") "of the trial before: lowest angle minus target";
  discrete Real w0(start = first, fixed = true, unit = "rad/s") "angular velocity at the start of this trial";
  discrete Integer trials(start = 0, fixed = true) "trials made";
  Boolean done(start = false, fixed = true) "the last trial was good enough";

  function step "how far w0 is moved"
    input Real size "of the deviation";
    output Real delta;
  algorithm
    delta := if size > 0.5 then 0.1 elseif size > 0.1 then 0.01 elseif size > 0.01 then 0.001 else 0.0001;
  end step;
equation
  len = if short then ls else l;
  der(phi) = v/len;
  der(v) = -g*sin(phi) - d/m*v;
  der(clock) = 1;
  lowest = if spacing > 0 then least else turn;
  done = trials > 0 and abs(deviation) <= limit;

  when phi <= pin then
    short = true;
    reinit(clock, 0);
  elsewhen phi > pin then
    short = false;
  end when "hit";

  when phi > pin then
    trials = pre(trials) + 1;
    deviation = pre(lowest) - target;
    w0 = if abs(deviation) <= limit then pre(w0) elseif deviation > 0 then pre(w0) - step(deviation) else pre(w0) + step(-deviation);
    reinit(phi, phi0);
    reinit(v, w0*l);
  end when "trial";

  when short and v > 0 then
    turn = phi;
  end when "turn";

  when spacing > 0 and short and clock >= spacing then
    least = min(pre(least), phi);
    reinit(clock, 0);
  elsewhen phi > pin then
    least = phi0;
  end when "point";

  when done then
    terminate("the deviation is small enough");
  end when "found";
  annotation(experiment(StopTime = 1000, Tolerance = 1e-9));
end LineSearch;
