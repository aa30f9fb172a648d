model M
  Real x(start = 1
  Real y := 2;
equations
  der(x) = a*-b
  y == 2;
  if a > then x = 1; else if b then x = 2; end when;
  z = [1, 2; 3 4];
  q = 1e999999999 + 2x + "open
  x != y && z;
end N;
