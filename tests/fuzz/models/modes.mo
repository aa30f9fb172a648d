model RotatingPendulum "ARGESIM C21, case study 3: the rope may go slack"
  parameter Real m = 1.5, k = 0.9, l = 1, g = 9.81;
  Real x, y "position: belongs to the model, so every mode must define it";
  Real F "rope force";
  discrete Integer falls(start = 0, fixed = true);

  initial mode swinging "rope tight, one degree of freedom"
    Real phi(start = 0.7853981633974483, fixed = true), w(start = 15, fixed = true);
  equation
    der(phi) = w;
    der(w) = -k/m*w + g/l*sin(phi);
    x = l*sin(phi);
    y = l*cos(phi);
    F = m*l*w^2 - m*g*cos(phi);
  end swinging;

  mode falling "rope slack, two degrees of freedom"
    Real vx, vy;
  equation
    der(x) = vx;
    der(y) = vy;
    m*der(vx) = -k*vx;
    m*der(vy) = -m*g - k*vy;
    F = 0;
  end falling;

  transition swinging -> falling when F < 0 then
    reinit(vx, w*y);                    // right-hand sides are left limits, in the mode that is left
    reinit(vy, -w*x);                   // x and y carry over: same variable
    falls = pre(falls) + 1;
  end transition "rope goes slack";

  transition falling -> swinging when x^2 + y^2 > l^2 then
    reinit(phi, atan2(x, y));
    reinit(w, (vx*y - vy*x)/l^2);       // the radial velocity is lost
  end transition "rope goes tight";
end RotatingPendulum;
