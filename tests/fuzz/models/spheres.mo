model Row
  parameter Integer n = 4;
  parameter Real m[n] = {1, 2, 1, 1}, d = 1.e0;
  Real x[n](start = {i*d for i in 1:n}, each fixed = true), v[n];
equation
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = 0;
  end for;
  for i in 1:n - 1, j in {1, 2} loop
    when x[i + 1] - x[i] <= 0 then
      reinit(v[i], (m[i] - m[i + 1])/(m[i] + m[i + 1])*v[i]);
    elsewhen sum(v[k]^2 for k in 1:n) > 1 and not initial() then
      terminate("fast");
    end when;
  end for;
end Row;
