// ARGESIM benchmark C12, motion by formulas and located hits (ACSL).
//
// Between hits a gap is a linear function of time, y1 = y10 + y1d*(time - t1), from its last change at t1; no equation has a
// derivative. The solver looks for the zeros of these functions, as for those of any other.
//
// Each of the three collisions is a section of actions, as the DISCRETE sections of ACSL. It concerns the gap that closes
// and its neighbours, and the first sphere if it takes part: only these get a new origin. The positions of the other spheres
// follow by adding up.
model SpheresFormulas "ARGESIM C12: four spheres, motion by formulas, located hits"
  parameter Real e = 0.2 "restitution: 1 elastic, 0 plastic";
  parameter Real d(unit = "m") = 1 "diameter";
  parameter Real a(unit = "m") = 1 "distance of surfaces at the start";
  parameter Real v0(unit = "m/s") = 1 "velocity of the first sphere";
  parameter Real m1(unit = "kg") = 1, m2(unit = "kg") = 1, m3(unit = "kg") = 1, m4(unit = "kg") = 1 "masses";
  discrete Real t0(start = 0, fixed = true, unit = "s"), x10(start = 0, fixed = true, unit = "m") "origin of the first sphere";
  discrete Real t1(start = 0, fixed = true, unit = "s"), y10(start = a, fixed = true, unit = "m") "origin of the first gap";
  discrete Real t2(start = 0, fixed = true, unit = "s"), y20(start = a, fixed = true, unit = "m") "origin of the second gap";
  discrete Real t3(start = 0, fixed = true, unit = "s"), y30(start = a, fixed = true, unit = "m") "origin of the third gap";
  discrete Real x1d(start = v0, fixed = true, unit = "m/s") "velocity of the first sphere";
  discrete Real y1d(start = -v0, fixed = true, unit = "m/s"), y2d(start = 0, fixed = true, unit = "m/s"),
    y3d(start = 0, fixed = true, unit = "m/s") "relative velocities";
  discrete Integer n(start = 0, fixed = true) "number of hits";
  Real x1(unit = "m"), x2(unit = "m"), x3(unit = "m"), x4(unit = "m") "positions";
  Real y1(unit = "m"), y2(unit = "m"), y3(unit = "m") "distances of surfaces";
equation
  x1 = x10 + x1d*(time - t0);
  y1 = y10 + y1d*(time - t1);
  y2 = y20 + y2d*(time - t2);
  y3 = y30 + y3d*(time - t3);
  x2 = x1 + y1 + d;
  x3 = x2 + y2 + d;
  x4 = x3 + y3 + d;

  initial mode moving "between hits"
  end moving;

  transition moving -> self when y1 <= 0 and y1d < 0 then
    t0 = time;
    x10 = x1;
    t1 = time;
    y10 = 0;
    t2 = time;
    y20 = y2;
    x1d = x1d + (1 + e)*m2/(m1 + m2)*y1d;
    y2d = y2d + (1 + e)*m1/(m1 + m2)*y1d;
    y1d = -e*y1d;
    n = pre(n) + 1;
  end transition "hit[1]";
  transition moving -> self when y2 <= 0 and y2d < 0 then
    t1 = time;
    y10 = y1;
    t2 = time;
    y20 = 0;
    t3 = time;
    y30 = y3;
    y1d = y1d + (1 + e)*m3/(m2 + m3)*y2d;
    y3d = y3d + (1 + e)*m2/(m2 + m3)*y2d;
    y2d = -e*y2d;
    n = pre(n) + 1;
  end transition "hit[2]";
  transition moving -> self when y3 <= 0 and y3d < 0 then
    t2 = time;
    y20 = y2;
    t3 = time;
    y30 = 0;
    y2d = y2d + (1 + e)*m4/(m3 + m4)*y3d;
    y3d = -e*y3d;
    n = pre(n) + 1;
  end transition "hit[3]";
  annotation(experiment(StopTime = 15));
end SpheresFormulas;
