// C7, one run: by a hand-written Taylor program (the ceiling), Boost.odeint, ARKODE, the kernels of the tape in the ceiling's loop, and from
// the model text. Tolerances are chosen for errors of 1e-8, 1e-11 and 1e-14, ours not larger than those we are compared with.

#include <memory>

#include "c7_tape.hpp"
#include "c7_text.hpp"
#include "case.hpp"
#include "ceiling/c7_taylor.hpp"
#include "peers/c7_arkode.hpp"
#include "peers/c7_odeint.hpp"
#include "script_peer.hpp"

namespace saltus::bench {
namespace {

template <class Task>
Contender c7_run(std::string name, Role role, Task task) {
  return timed(std::move(name), role, std::move(task), c7::judge);
}

Contender from_text(std::string name, double tolerance) {
  return c7_run(std::move(name), Role::saltus, [run = std::make_shared<c7::TextRun>(tolerance)] { return run->again(); });
}

/// A thousand jets.
constexpr int jets_per_run = 1000;
template <double (*Jet)(double, double)>
Contender jets(std::string name, Role role) {
  return timed(
      std::move(name), role,
      [] {
        double sum = 0;
        for (int i = 0; i < jets_per_run; ++i) sum += Jet(0.5 - 1e-3 * i + 1e-300 * sum, 0.3);
        return sum;
      },
      [](double sum) { return sum == sum ? Outcome{.jets = 1} : wrong("no number"); }, jets_per_run);
}

}  // namespace

Case c7_single() {
  const std::string hand[] = {"hand-written Taylor, 1e-8", "hand-written Taylor, 1e-11", "hand-written Taylor, 1e-14"};
  const std::string text[] = {"Saltus from text, 1e-8", "Saltus from text, 1e-11", "Saltus from text, 1e-14"};
  Case c{.name = "c7", .title = "constrained pendulum, 10 s, one run", .unit = hand[1], .contenders = {}};
  c.contenders = {c7_run(hand[0], Role::ceiling, [] { return c7::taylor_coarse(); }),
                  c7_run(hand[1], Role::ceiling, [] { return c7::taylor_middle(); }),
                  c7_run(hand[2], Role::ceiling, [] { return c7::taylor_fine(); }),
                  c7_run("odeint dopri5, 1e-8", Role::peer, [] { return c7::odeint_dopri5(3e-10); }),
                  c7_run("odeint dopri5, 1e-11", Role::peer, [] { return c7::odeint_dopri5(2.5e-13); }),
                  c7_run("ARKODE ERK5, 1e-8", Role::peer, [] { return c7::arkode_erk5(1e-9); }),
                  c7_run("ARKODE ERK5, 1e-11", Role::peer, [] { return c7::arkode_erk5(1e-12); }),
                  c7_script("heyoka, from Python", "heyoka", "python3", "c7_heyoka.py", 1e-8, 300),
                  c7_script("SciPy DOP853", "SciPy", "python3", "c7_scipy.py", 1e-12, 5),
                  c7_script("Octave ode45", "Octave", "octave-cli -qf", "c7_octave.m", 1e-10, 1),
                  c7_run("tape kernels in the hand-written loop, 1e-11", Role::saltus, [] { return c7::tape_middle(); }),
                  c7_run("tape kernels in the hand-written loop, 1e-14", Role::saltus, [] { return c7::tape_fine(); }),
                  from_text(text[0], 1e-8),
                  from_text(text[1], 3.8e-11),
                  from_text(text[2], 7e-15)};
  c.bars = {{.text = "hand-written over odeint at 1e-11, else it is no ceiling",
             .ours = hand[1],
             .theirs = "odeint dopri5, 1e-11",
             .limit = 7,
             .at_least = true,
             .same_error = 2e-11},
            {.text = "from text to hand-written at 1e-8", .ours = text[0], .theirs = hand[0], .limit = 1},
            {.text = "from text to hand-written at 1e-11", .ours = text[1], .theirs = hand[1], .limit = 1},
            {.text = "from text to hand-written at 1e-14", .ours = text[2], .theirs = hand[2], .limit = 1, .same_error = 1e-14},
            {.text = "from text over odeint at 1e-11",
             .ours = text[1],
             .theirs = "odeint dopri5, 1e-11",
             .limit = 8,
             .at_least = true},
            {.text = "from text over ARKODE at 1e-11",
             .ours = text[1],
             .theirs = "ARKODE ERK5, 1e-11",
             .limit = 50,
             .at_least = true}};
  c.remarks = {
      "Octave, SciPy and heyoka's Python package are run where they are installed; what it takes to start them, and to "
      "compile, is not in their times."};
  return c;
}

Case c7_jets() {
  Case c{.name = "jets",
         .title = "constrained pendulum, the series of one step, order 20",
         .unit = "hand-written",
         .contenders = {}};
  c.contenders = {jets<c7::taylor_jet_20>("hand-written", Role::ceiling), jets<c7::tape_jet_20>("tape kernels", Role::saltus),
                  jets<c7::tape_jet_20_lanes>("tape kernels, eight at once", Role::saltus)};
  c.seconds = 2;
  return c;
}

}  // namespace saltus::bench
