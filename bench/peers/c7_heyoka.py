"""C7 with heyoka: its adaptive Taylor integrator, the pin as a terminal event whose callback changes the rope.

Prints: seconds, steps, phi, w, times of the events. Compiling the integrator is not in the time.
"""
import math
import sys
import time

try:
    import heyoka as hy
except ImportError:
    sys.exit(77)

G, M, L, LS, D = 9.81, 1.02, 1.0, 0.3, 0.2
PIN, T_END = -math.pi / 12, 10.0

times = []


def cross(ta, d_sgn):
    times.append(ta.time)
    hit = ta.pars[0] == L
    ta.state[1] *= L / LS if hit else LS / L
    ta.pars[0] = LS if hit else L
    return True


phi, w = hy.make_vars("phi", "w")
equations = [(phi, w), (w, -(G / hy.par[0]) * hy.sin(phi) - (D / M) * w)]
ta = hy.taylor_adaptive(equations, [math.pi / 6, 0.0], pars=[L], tol=float(sys.argv[1]),
                        t_events=[hy.t_event(phi - PIN, callback=cross)])
least = math.inf
for _ in range(int(sys.argv[2])):
    times.clear()
    ta.time = 0.0
    ta.state[:] = [math.pi / 6, 0.0]
    ta.pars[0] = L
    ta.reset_cooldowns()
    begin = time.process_time()
    outcome = ta.propagate_until(T_END)
    least = min(least, time.process_time() - begin)
print(least, outcome[3], repr(float(ta.state[0])), repr(float(ta.state[1])), *(repr(float(t)) for t in times))
