// A block on a block on the floor, with dry friction in between and below. The upper one starts faster; from t = 1 on both move together, at t = 3
// they rest. From t = 4 on the upper one is pulled more and more. At t = 6 the pull is as great as the friction under it, and it slips: v1 = (t - 6)^2/10.
// With F1 = 0.9, more than the floor holds, both move off together at t = 7.
//
// The motion slides on two surfaces at once, v1 = v2 and v2 = 0, and leaves either of them first.
model StackedBlocks "two blocks, one upon the other, with dry friction"
  parameter Real m1(unit = "kg") = 1, m2(unit = "kg") = 1 "masses: above, below";
  parameter Real F1(unit = "N") = 0.5 "friction between the blocks";
  parameter Real F2(unit = "N") = 0.7 "friction on the floor";
  Real v1(start = 1, fixed = true, unit = "m/s") "velocity of the upper block";
  Real v2(start = 0.8, fixed = true, unit = "m/s") "velocity of the lower block";
  Real pull(unit = "N") "on the upper block";
equation
  pull = if time < 4 then 0.1 else 0.1 + 0.2*(time - 4);
  m1*der(v1) = pull - F1*sign(v1 - v2);
  m2*der(v2) = F1*sign(v1 - v2) - F2*sign(v2);
  annotation(experiment(StopTime = 8, Tolerance = 1e-12));
end StackedBlocks;
