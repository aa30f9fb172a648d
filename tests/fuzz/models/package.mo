within Lib.Sub;
encapsulated package P "container"
  import SI = Modelica.Units.SI;
  import A.B.*;
  import A.{b, c};
  type Angle = Real(final unit = "rad", displayUnit = "deg");
  type E = enumeration(a "first", b);
  connector Pin Real v; flow Real i; stream Real h; end Pin;
  partial model Base
    replaceable Pin p constrainedby Pin;
  protected
    inner outer Real w[:, 3] if use;
  end Base;
  model Two extends Base(redeclare Pin p(v(start = 1)), x.y = 2); equation connect(p, q[1].n); end Two;
  model extends Three end Three;
  function df = der(f, x);
end P;
