model Pendulum "in Cartesian coordinates: of index 3, the force keeps the length"
  parameter Real l(unit = "m") = 1, g(unit = "m/s2") = 9.81, m(unit = "kg") = 1;
  Real x(start = 0.6, fixed = true), y(start = -1) "only a guess", vx(start = 0), vy(start = 0);
  Real f(unit = "N/m") "force over length";
  Real energy(unit = "J") = 0.5*m*(vx^2 + vy^2) + m*g*y;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -f*x;
  m*der(vy) = -f*y - m*g;
  x^2 + y^2 = l^2;
  annotation (experiment(StopTime = 10));
end Pendulum;
