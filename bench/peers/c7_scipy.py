"""C7 with SciPy, as its users write it: solve_ivp with a terminal event, started again after each.

Prints: seconds, steps, phi, w, times of the events.
"""
import math
import sys
import time

try:
    from scipy.integrate import solve_ivp
except ImportError:
    sys.exit(77)

G, M, L, LS, D = 9.81, 1.02, 1.0, 0.3, 0.2
PIN, T_END = -math.pi / 12, 10.0


def run(method, tolerance):
    phi, w, t, length = math.pi / 6, 0.0, 0.0, L
    times, steps = [], 0
    while True:
        def slope(_, y):
            return (y[1], -(G / length) * math.sin(y[0]) - (D / M) * y[1])

        def pin(_, y):
            return y[0] - PIN

        pin.terminal = True
        pin.direction = -1 if length == L else 1
        solution = solve_ivp(slope, (t, T_END), (phi, w), method=method, rtol=tolerance, atol=tolerance, events=pin)
        steps += len(solution.t) - 1
        t, phi, w = solution.t[-1], solution.y[0, -1], solution.y[1, -1]
        if solution.status != 1:
            return steps, phi, w, times
        times.append(t)
        w *= L / LS if length == L else LS / L
        phi = PIN
        length = LS if length == L else L


tolerance = max(float(sys.argv[1]), 3e-14)
least = math.inf
for _ in range(int(sys.argv[2])):
    begin = time.process_time()
    result = run("DOP853", tolerance)
    least = min(least, time.process_time() - begin)
steps, phi, w, times = result
print(least, steps, repr(float(phi)), repr(float(w)), *(repr(float(t)) for t in times))
