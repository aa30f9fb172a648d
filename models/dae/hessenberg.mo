// A differential-algebraic system of index 2 in Hessenberg form: the constraint does not contain the algebraic variable z, which is what
// keeps (y1, y2) on the circle.
//
// The solution is y1 = sin(time), y2 = cos(time), z = exp(time). Only y1 is given at the start; y2 and z are found.
model Hessenberg "Hessenberg system of index 2 with a known solution"
  Real y1(start = 0, fixed = true), y2(start = 0.5), z;
  Real residual "how far y1 and y2 are off the circle";
equation
  der(y1) = y2 + y1*(z - exp(time));
  der(y2) = -y1 + y2*(z - exp(time));
  y1^2 + y2^2 = 1;
  residual = y1^2 + y2^2 - 1;
  annotation(experiment(StopTime = 2, Tolerance = 1e-13));
end Hessenberg;
