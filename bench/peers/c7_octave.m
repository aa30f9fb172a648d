% C7 with Octave, as its users write it: ode45 with a terminal event, started again after each.
% Prints: seconds, steps, phi, w, times of the events.
1;
function [value, terminal, direction] = pin(t, y, length)
  value = y(1) + pi/12;
  terminal = 1;
  if (length == 1) direction = -1; else direction = 1; end
end

function [steps, y, times] = run(tolerance)
  y = [pi/6; 0]; t = 0; length = 1; steps = 0; times = [];
  while (t < 10)
    options = odeset("RelTol", tolerance, "AbsTol", tolerance, "Events", @(t, y) pin(t, y, length));
    slope = @(t, y) [y(2); -(9.81/length)*sin(y(1)) - (0.2/1.02)*y(2)];
    [ts, ys, te] = ode45(slope, [t 10], y, options);
    steps = steps + numel(ts) - 1;
    t = ts(end); y = ys(end, :)';
    if (isempty(te)) break; end
    times(end + 1) = t;
    % just behind the pin, or the event would be found again
    if (length == 1)
      length = 0.3; y = [-pi/12 - 1e-16; y(2)/0.3];
    else
      length = 1; y = [-pi/12 + 1e-16; y(2)*0.3];
    end
  end
end

given = argv();
least = Inf;
for i = 1:str2double(given{2})
  begin = cputime();
  [steps, y, times] = run(str2double(given{1}));
  least = min(least, cputime() - begin);
end
printf("%.6g %d %.17g %.17g", least, steps, y(1), y(2));
printf(" %.17g", times);
printf("\n");
