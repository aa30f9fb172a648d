function f "mean and spread"
  input Real x[:];
  output Real a, s;
protected
  Integer n := size(x, 1);
algorithm
  a := 0;
  for i in 1:n loop a := a + x[i]; end for;
  while a > 1 loop
    a := a/2;
    if a < 0 then break; elseif a == 0 then return; else a := -a^2; end if;
  end while;
  (a, , s) := g(x[end:-1:1], k = 2);
  external "C" s = h(x) annotation(Include = "h.h");
end f;
