#include <fmt/format.h>

#include "sim/run_dual.hpp"

namespace saltus {

namespace {

bool has_samples(const HybridModel& model) {
  bool found = false;
  const auto look = [&](Expr e) { for_each_node({&e, 1}, [&](Expr n) { found = found || n->op() == Op::sample; }); };
  for (const Equation& e : model.equations) {
    look(e.lhs);
    look(e.rhs);
  }
  for (const When& w : model.whens)
    for (const WhenBranch& b : w.branches)
      for (const Expr c : b.conditions) look(c);
  return found;
}

/// An event whose time would change, at an instant that does not: with other values it is before or after it. Empty: there is none.
std::string fixed_instant(const RunResult& run, const Sensitivity& s, const HybridModel& model) {
  const bool samples = has_samples(model);
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    const double t = run.events[i].time.value;
    if (run.status.code == StatusCode::finished && t == run.status.time.value && run.events[i].kind != EventKind::time)
      return fmt::format("`{}` happens at the end of the run, and with other values may not", run.events[i].name);
    const bool shared =
        (i > 0 && run.events[i - 1].time.value == t) || (i + 1 < run.events.size() && run.events[i + 1].time.value == t);
    if (samples && shared && s.event_times[i] == 0 && t != run.events.front().time.value)
      return fmt::format("`{}` and others happen at {}, the instant of a sample", run.events[i].name,
                         value_text(run.events[i].time));
  }
  return {};
}

}  // namespace

std::string why_not_smooth(const RunResult& run, const Sensitivity& derivatives, const HybridModel& model) {
  for (const NearMiss& n : run.near_misses) {
    if (n.distance.value == 0)
      return fmt::format("`{}` touches zero at {}, with other values it may be an event", n.guard, value_text(n.time));
  }
  return fixed_instant(run, derivatives, model);
}

}  // namespace saltus
