// ARGESIM benchmark C7, the constrained pendulum as MATLAB's ode45 steps through it.
//
// One event every second of the clock is one step of ode45: the formula of Dormand and Prince, its control of the step, its choice of a
// first step, its four output points for each step, and its way to find events: a sign that differs between the two ends of a step. At an event
// the step ends there (the interpolant is bisected), and the solver is called anew with the other length, as the script of SNE 29(2) does.
// t is the time of the pendulum.
package MatlabSolver
  function acceleration
    input Real phi, w, len, g, d, m;
    output Real a;
  algorithm
    a := -g/len*sin(phi) - d/m*w;
  end acceleration;

  function first_step "of a call that begins at (phi, w)"
    input Real phi, w, a, span, rtol, atol;
    output Real h;
  protected
    Real rate;
  algorithm
    rate := max(abs(w)/max(abs(phi), atol/rtol), abs(a)/max(abs(w), atol/rtol))/(0.8*rtol^0.2);
    h := min(0.1*span, if span*rate > 1 then 1/rate else span);
  end first_step;

  function between "interpolant of a step of length h at its part s"
    input Real y, h, k[7], s;
    output Real z;
  algorithm
    z := y + h*(k[1]*(s - 183/64*s^2 + 37/12*s^3 - 145/128*s^4) + k[3]*(1500/371*s^2 - 1000/159*s^3 + 1000/371*s^4)
         + k[4]*(-125/32*s^2 + 125/12*s^3 - 375/64*s^4) + k[5]*(9477/3392*s^2 - 729/106*s^3 + 25515/6784*s^4)
         + k[6]*(-11/7*s^2 + 11/3*s^3 - 55/28*s^4) + k[7]*(3/2*s^2 - 4*s^3 + 5/2*s^4));
  end between;

  function stages "derivatives at the seven stages of a step, and its end"
    input Real phi, w, h, len, g, d, m;
    output Real p[7], q[7], phi1, w1;
  protected
    Real x, v;
  algorithm
    p[1] := w;
    q[1] := acceleration(phi, w, len, g, d, m);
    x := phi + h/5*p[1];
    v := w + h/5*q[1];
    p[2] := v;
    q[2] := acceleration(x, v, len, g, d, m);
    x := phi + h*(3/40*p[1] + 9/40*p[2]);
    v := w + h*(3/40*q[1] + 9/40*q[2]);
    p[3] := v;
    q[3] := acceleration(x, v, len, g, d, m);
    x := phi + h*(44/45*p[1] - 56/15*p[2] + 32/9*p[3]);
    v := w + h*(44/45*q[1] - 56/15*q[2] + 32/9*q[3]);
    p[4] := v;
    q[4] := acceleration(x, v, len, g, d, m);
    x := phi + h*(19372/6561*p[1] - 25360/2187*p[2] + 64448/6561*p[3] - 212/729*p[4]);
    v := w + h*(19372/6561*q[1] - 25360/2187*q[2] + 64448/6561*q[3] - 212/729*q[4]);
    p[5] := v;
    q[5] := acceleration(x, v, len, g, d, m);
    x := phi + h*(9017/3168*p[1] - 355/33*p[2] + 46732/5247*p[3] + 49/176*p[4] - 5103/18656*p[5]);
    v := w + h*(9017/3168*q[1] - 355/33*q[2] + 46732/5247*q[3] + 49/176*q[4] - 5103/18656*q[5]);
    p[6] := v;
    q[6] := acceleration(x, v, len, g, d, m);
    phi1 := phi + h*(35/384*p[1] + 500/1113*p[3] + 125/192*p[4] - 2187/6784*p[5] + 11/84*p[6]);
    w1 := w + h*(35/384*q[1] + 500/1113*q[3] + 125/192*q[4] - 2187/6784*q[5] + 11/84*q[6]);
    p[7] := w1;
    q[7] := acceleration(phi1, w1, len, g, d, m);
  end stages;

  function difference "between the formulas of order 5 and 4"
    input Real k[7];
    output Real e;
  algorithm
    e := 71/57600*k[1] - 71/16695*k[3] + 71/1920*k[4] - 17253/339200*k[5] + 22/525*k[6] - 1/40*k[7];
  end difference;

  function advance "one accepted step; ends at the pin if the signs at its ends differ"
    input Real t, phi, w, h, stop, span, len, g, d, m, pin, rtol, atol;
    output Real t1, phi1, w1, h1, least;
    output Boolean crossed;
  protected
    Real step, tried, error, p[7], q[7], from, to, middle;
    Boolean fails, first;
  algorithm
    tried := min(h, 0.1*span);
    first := true;
    fails := true;
    step := tried;
    error := 0;
    while fails loop
      step := if 1.1*tried >= stop - t then stop - t else tried;
      (p, q, phi1, w1) := stages(phi, w, step, len, g, d, m);
      error := step*max(abs(difference(p))/max(max(abs(phi), abs(phi1)), atol/rtol), abs(difference(q))/max(max(abs(w), abs(w1)), atol/rtol));
      fails := error > rtol;
      if fails then
        tried := step*(if first then max(0.1, 0.8*(rtol/error)^0.2) else 0.5);
        first := false;
      end if;
    end while;
    h1 := if first then (if 1.25*(error/rtol)^0.2 > 0.2 then step/(1.25*(error/rtol)^0.2) else 5*step) else step;
    crossed := (phi > pin) <> (phi1 > pin);
    from := 0;
    to := 1;
    if crossed then
      while to - from > 1e-15 loop
        middle := (from + to)/2;
        if (between(phi, step, p, middle) > pin) == (phi > pin) then
          from := middle;
        else
          to := middle;
        end if;
      end while;
    end if;
    t1 := t + to*step;
    phi1 := if crossed then between(phi, step, p, to) else phi1;
    w1 := if crossed then between(w, step, q, to) else w1;
    least := phi1;
    for i in 1:3 loop
      least := if i/4 < to then min(least, between(phi, step, p, i/4)) else least;
    end for;
  end advance;

  model Ode45 "ARGESIM C7: pendulum that meets a pin, by ode45"
    parameter Real g(unit = "m/s2") = 9.81 "gravity";
    parameter Real m(unit = "kg") = 1.02 "mass";
    parameter Real l(unit = "m") = 1 "length of the rope";
    parameter Real ls(unit = "m") = 0.3 "length below the pin";
    parameter Real d(unit = "kg/s") = 0.2 "damping";
    parameter Real phi0(unit = "rad") = Modelica.Constants.pi/6 "angle at the start";
    parameter Real w0(unit = "rad/s") = 0 "angular velocity at the start";
    parameter Real pin(unit = "rad") = -Modelica.Constants.pi/12 "angle at which the rope meets the pin";
    parameter Real rtol = 1e-3 "RelTol of ode45";
    parameter Real atol = 1e-3*rtol "AbsTol of ode45";
    parameter Real stop(unit = "s") = 10 "end of the motion";
    discrete Real t(start = 0, fixed = true, unit = "s") "time of the pendulum";
    discrete Real phi(start = phi0, fixed = true, unit = "rad") "angle";
    discrete Real w(start = w0, fixed = true, unit = "rad/s") "angular velocity";
    discrete Real h(start = 0, fixed = true, unit = "s") "step that comes next; 0: a new call";
    discrete Real begin(start = 0, fixed = true, unit = "s") "of this call";
    discrete Real lowest(start = phi0, fixed = true, unit = "rad") "least angle of all output points";
    discrete Boolean short(start = false, fixed = true) "the rope lies on the pin";
    discrete Integer steps(start = 0, fixed = true), hits(start = 0, fixed = true), releases(start = 0, fixed = true);
  protected
    Real t1, phi1, w1, h1, least, len, given;
    Boolean crossed;
  algorithm
    when sample(1, 1) then
      len := if pre(short) then ls else l;
      given := if pre(h) > 0 then pre(h)
               else first_step(pre(phi), pre(w), acceleration(pre(phi), pre(w), len, g, d, m), stop - pre(begin), rtol, atol);
      (t1, phi1, w1, h1, least, crossed) := advance(pre(t), pre(phi), pre(w), given, stop, stop - pre(begin), len, g, d, m, pin, rtol, atol);
      t := t1;
      phi := phi1;
      w := if crossed then w1*(if pre(short) then ls/l else l/ls) else w1;
      h := if crossed then 0 else h1;
      begin := if crossed then t1 else pre(begin);
      lowest := min(pre(lowest), least);
      short := if crossed then not pre(short) else pre(short);
      hits := if crossed and not pre(short) then pre(hits) + 1 else pre(hits);
      releases := if crossed and pre(short) then pre(releases) + 1 else pre(releases);
      steps := pre(steps) + 1;
    end when "step";
  equation
    when t >= stop then
      terminate("the end of the motion");
    end when "end";
    annotation(experiment(StopTime = 100000));
  end Ode45;
end MatlabSolver;
