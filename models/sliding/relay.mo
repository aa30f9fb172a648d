// A relay pushes x towards zero, whichever side it is on. Once there, x slides along zero: the relay gives just what the disturbance takes.
//
// From x = 1 zero is reached where t + cos(t)/2 = 3/2, at t = 1.4296716..., and never left, since the disturbance is at most 1/2.
model Relay "relay with a disturbance, slides at x = 0"
  Real x(start = 1, fixed = true);
equation
  der(x) = -sign(x) + 0.5*sin(time);
  annotation(experiment(StopTime = 20));
end Relay;
