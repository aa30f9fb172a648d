model Regions
  Integer mode(start = 1), transition;
  modes left
    initial mode a equation x = 1; end a;
    mode b "two" equation x = 2; initial mode c end c; end b;
    transition a, b -> self when x > 1 priority 2 resume then x = 3; end transition "t";
    transition * -> b when zeno("hit", 1) end transition;
  end left;
equation
  mode = if transition > 1 then 1 else if mode < 2 then 2 else 3;
end Regions;
