model Chain "five links of a chain in Cartesian coordinates: of index 3, the forces keep the lengths"
  parameter Integer n = 5;
  parameter Real g = 9.81, l = 0.2, m = 1;
  Real x[n](start = {0.21*k for k in 1:n}), y[n], vx[n], vy[n], f[n] "force over length";
  Real dx[n], dy[n];
  Real energy = sum(0.5*m*(vx[k]^2 + vy[k]^2) + m*g*y[k] for k in 1:n);
  Real residual = sqrt(sum((dx[k]^2 + dy[k]^2 - l^2)^2 for k in 1:n));
equation
  dx[1] = x[1];
  dy[1] = y[1];
  for k in 2:n loop
    dx[k] = x[k] - x[k - 1];
    dy[k] = y[k] - y[k - 1];
  end for;
  for k in 1:n loop
    der(x[k]) = vx[k];
    der(y[k]) = vy[k];
    dx[k]^2 + dy[k]^2 = l^2;
  end for;
  for k in 1:n - 1 loop
    m*der(vx[k]) = f[k + 1]*dx[k + 1] - f[k]*dx[k];
    m*der(vy[k]) = f[k + 1]*dy[k + 1] - f[k]*dy[k] - m*g;
  end for;
  m*der(vx[n]) = -f[n]*dx[n];
  m*der(vy[n]) = -f[n]*dy[n] - m*g;
  annotation (experiment(StopTime = 3, Tolerance = 1e-12));
end Chain;
