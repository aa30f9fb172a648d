// ARGESIM benchmark C12, as a state chart (AnyLogic, SNE 32/33).
//
// One state in which everything moves, and a transition from it to itself for each pair of neighbours; its trigger is that
// the gap is closed and the spheres still approach. The states are the positions, the velocity vx1 of the first sphere, and
// the relative velocities.
//
// The triggers stand in the order of the text. Only one transition is taken at a time, so hits of one instant happen one after
// the other, from left to right.
model SpheresStatechart "ARGESIM C12: four spheres as a state chart"
  parameter Real e = 0.2 "restitution: 1 elastic, 0 plastic";
  parameter Real d(unit = "m") = 1 "diameter";
  parameter Real a(unit = "m") = 1 "distance of surfaces at the start";
  parameter Real v0(unit = "m/s") = 1 "velocity of the first sphere";
  parameter Real m1(unit = "kg") = 1, m2(unit = "kg") = 1, m3(unit = "kg") = 1, m4(unit = "kg") = 1 "masses";
  Real x1(start = 0, fixed = true, unit = "m"), x2(start = d + a, fixed = true, unit = "m"),
    x3(start = 2*(d + a), fixed = true, unit = "m"), x4(start = 3*(d + a), fixed = true, unit = "m") "positions";
  Real y1(unit = "m"), y2(unit = "m"), y3(unit = "m") "distances of surfaces";
  Real vx2(unit = "m/s"), vx3(unit = "m/s"), vx4(unit = "m/s") "velocities";

  initial mode moving "between hits"
    Real vx1(start = v0, fixed = true, unit = "m/s") "velocity of the first sphere";
    Real vy1(start = -v0, fixed = true, unit = "m/s"), vy2(start = 0, fixed = true, unit = "m/s"),
      vy3(start = 0, fixed = true, unit = "m/s") "relative velocities";
  equation
    der(x1) = vx1;
    der(x2) = vx2;
    der(x3) = vx3;
    der(x4) = vx4;
    der(vx1) = 0;
    der(vy1) = 0;
    der(vy2) = 0;
    der(vy3) = 0;
    vx2 = vx1 + vy1;
    vx3 = vx2 + vy2;
    vx4 = vx3 + vy3;
    y1 = x2 - x1 - d;
    y2 = x3 - x2 - d;
    y3 = x4 - x3 - d;
  end moving;

  transition moving -> self when y1 <= 0 and vy1 < 0 then
    reinit(vx1, vx1 + (1 + e)*m2/(m1 + m2)*vy1);
    reinit(vy1, -e*vy1);
    reinit(vy2, vy2 + (1 + e)*m1/(m1 + m2)*vy1);
  end transition "hit[1]";
  transition moving -> self when y2 <= 0 and vy2 < 0 then
    reinit(vy1, vy1 + (1 + e)*m3/(m2 + m3)*vy2);
    reinit(vy2, -e*vy2);
    reinit(vy3, vy3 + (1 + e)*m2/(m2 + m3)*vy2);
  end transition "hit[2]";
  transition moving -> self when y3 <= 0 and vy3 < 0 then
    reinit(vy2, vy2 + (1 + e)*m4/(m3 + m4)*vy3);
    reinit(vy3, -e*vy3);
  end transition "hit[3]";
  annotation(experiment(StopTime = 15, Tolerance = 1e-9));
end SpheresStatechart;
