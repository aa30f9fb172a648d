#pragma once
// Where the derivatives of a run end: at an event whose time, or whose order among others, does not depend smoothly on what is varied; on a
// surface that a start value or a jump leads to exactly, if its sides differ; where a motion that jumps at a kink only grazes it; and
// where states meet equations that do not say how they change (docs/math/sensitivities.md). The run goes on, and says so once.

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/crossing_search.hpp"
#include "sim/places.hpp"
#include "sim/run_state.hpp"

namespace saltus {

template <class T>
class LostDerivative {
 public:
  explicit LostDerivative(RunState<T>& run) : run_(run) {}

  /// As newly made.
  void renew() {
    said_ = false;
    open_.clear();
  }

  /// How far the stretch leads, with a derivative, NaN where there is none: because of what was met in its beginning or on it, or of
  /// what crosses. `at_limit`: that comes to an instant that stays where it is, whatever is varied.
  T length_of(const Proposal<T>& stretch, const Crossing<T>& crossing, const T& limit, bool at_limit)
    requires has_derivative<T>
  {
    note_undetermined();
    const T none(crossing.at.v(), std::numeric_limits<double>::quiet_NaN());
    if (run_.at->probe.has_jumped(run_.at->flow, run_.now, stretch, crossing.at)) {
      say(run_.now.after(crossing.at).value(), "the value of a function jumps here, at a time that depends on what is varied");
      return none;
    }
    if (jumps_on(stretch, crossing)) return none;
    if (crossing.unsmooth != Unsmooth::no) {
      say(run_.now.after(crossing.at).value(), crossing.guards.front().guard,
          crossing.unsmooth == Unsmooth::grazing ? "is crossed without speed, so the time of the event has none"
                                                 : "and others change at one instant, each in its own way");
      return none;
    }
    if (!at_limit || agree(run_.now.after(crossing.at).value().d(), limit.d(), crossing.noise)) return crossing.at;
    const auto kink = [this](const auto& f) { return run_.at->compiled.guards[f.guard].kink; };
    if (std::ranges::all_of(crossing.guards, kink)) return {crossing.at.v(), limit.d() - run_.now.value().d()};
    say(limit, crossing.guards.front().guard,
        fmt::format("changes at {}, and with other values before or after it",
                    limit < run_.settings.stop ? "the instant of a sample" : "the end of the run"));
    return none;
  }

  /// After an instant: guards on their surfaces, which would leave them with what is varied, and not only because the instant moves. What
  /// other sides would do in the rounds ends the derivatives here; what they would do to the motion is seen on the next stretch.
  void note_instant(bool at_start)
    requires has_derivative<T>
  {
    open_.clear();
    Motion<T>& at = *run_.at;
    for (std::size_t g = 0; g < at.compiled.guards.size(); ++g) {
      at.flow.extend(at.flow.sign_order());
      if (!at.signs.is_tied(g)) continue;
      const LeadingSign sign = at.signs.sign(g);
      if (sign.sign == 0) continue;  // the motion leads nowhere, and the bit says so itself
      const bool turns = at.signs.turns(g, sign);
      if (!turns && !at.signs.is_varied(g)) continue;
      // A guard on its surface at the start comes from the other side: if that fires nothing, conditions of `when` do not matter.
      const bool conditions = !at_start || turns || run_.records.log.fired_anything();
      if (at.events.is_read_in_rounds(g, conditions))
        lose_from_here(g);
      else
        open_.push_back(g);
    }
    note_values();
  }

  /// At an instant: is there a variable without a derivative?
  void note_values()
    requires has_derivative<T>
  {
    note_undetermined();
    if (said_) return;
    const CompiledModel& c = run_.at->compiled;
    run_.at->flow.evaluate();
    for (std::size_t v = 0; v < c.variables.size() && !said_; ++v) {
      const Slot slot = c.variables[v].value;
      if (slot == no_slot || c.variables[v].place >= run_.modes.model().variables.size()) continue;
      const T& value = run_.at->flow.value(slot);
      if (value.d() != value.d() && is_finite(value))
        say_missing(c.model.variables[v].name);
    }
    for (std::size_t j = 0; j < c.states.size() && !said_; ++j) {
      const T& rate = run_.at->flow.value(c.states[j].derivative);
      const std::string& name = c.model.variables[c.states[j].variable].name;
      if (rate.d() != rate.d() && is_finite(rate)) say_missing(fmt::format("der({})", name));
    }
  }

 private:
  // Surfaces that the instant before led to exactly, and kinks that are only touched. States whose derivatives jump there lose theirs; true:
  // all is lost at the end of the stretch.
  bool jumps_on(const Proposal<T>& stretch, const Crossing<T>& crossing) {
    const T begin(0), end(crossing.at.v());
    if (!(end > begin)) return false;
    jumping_.clear();
    for (const std::size_t g : open_)
      if (find_jumping(g, begin, end, stretch.degree)) say(run_.now.value(), g, on_surface);
    open_.clear();
    for (const auto& touch : crossing.touches) {
      const T s(touch.at.v());
      if (s < end && is_varied(touch.guard, s, stretch.guard_degree) &&
          find_jumping(touch.guard, s, s > T(0.5) * end ? begin : end, stretch.degree))
        say(run_.now.after(s).value(), touch.guard, "touches zero, with other values it changes there");
    }
    if (jumping_.empty()) return false;
    const auto& states = run_.at->compiled.states;
    if (!crossing.guards.empty() || jumping_.back() >= states.size()) return true;
    for (const std::size_t j : jumping_) lose(states[j].value);
    return false;
  }

  bool is_varied(std::size_t g, const T& s, int degree) const {
    const std::span<const T> q(run_.at->flow.guard(g), static_cast<std::size_t>(degree) + 1);
    double size = 0;
    for (std::size_t k = q.size(); k-- > 0;) size = size * s.v() + std::abs(q[k].d());
    return std::abs(horner(q, s).d()) > 1e-7 * size;
  }

  // States whose derivatives, and guards, numbered after them, are others on the other side of guard g at local time s, where it is on its
  // surface. What only grows from there is much less than at local time `away`. False: none.
  bool find_jumping(std::size_t g, const T& s, const T& away, int degree) {
    Motion<T>& at = *run_.at;
    const auto sides = [&](const T& local) {
      return at.probe.sides_of(g, at.flow, local, run_.now.after(local).value(), degree);
    };
    const auto here = sides(s), beside = sides(away);
    const std::size_t before = jumping_.size();
    for (std::size_t i = 0; i < here.size(); ++i) {
      const T step = abs(here[i].here - here[i].there);
      const T rounding = T(1e-12) * (abs(here[i].here) + abs(here[i].there));
      if (step > rounding && step > T(1e-3) * abs(beside[i].here - beside[i].there)) jumping_.push_back(i);
    }
    const bool any = jumping_.size() > before;
    std::ranges::sort(jumping_);
    return any;
  }

  void lose_from_here(std::size_t g) {
    say(run_.now.value(), g, on_surface);
    for (const CompiledState& s : run_.at->compiled.states) lose(s.value);
    for (const CompiledDiscrete& d : run_.at->compiled.discretes) {
      lose(d.value);
      lose(d.pre);
    }
    run_.at->flow.restart();
    run_.at->probe.sync();
  }
  void lose(Slot s) {
    Flow<T>& flow = run_.at->flow;
    flow.jets().set(s, {flow.value(s).v(), std::numeric_limits<double>::quiet_NaN()});
  }

  void say_missing(const std::string& of) {
    say(run_.now.value(), fmt::format("that of `{}` hangs on values that are equal where they are compared, or on a function "
                                      "without a slope there",
                                      of));
  }
  void note_undetermined() {
    if (const std::string& why = run_.at->consistency.undetermined(); !why.empty()) say(run_.now.value(), why);
  }
  void say(const T& from, std::size_t guard, const std::string& why) {
    if (said_) return;
    const CompiledGuard& g = run_.at->compiled.guards[guard];
    say(from, fmt::format("`{}` {}", g.text(), why), span_of(run_.at->compiled, g));
  }
  void say(const T& from, const std::string& why, Span span = {}) {
    if (said_) return;
    said_ = true;
    run_.records.findings.warn("no-derivatives", fmt::format("no derivatives from {} on: {}", NumberTraits<T>::text(from), why),
                               span);
  }

  static constexpr const char* on_surface = "is on its surface here, and with other values beside it";

  RunState<T>& run_;
  bool said_ = false;
  std::vector<std::size_t> open_;     // guards on their surfaces since the last instant
  std::vector<std::size_t> jumping_;  // what find_jumping found on the stretch
};

}  // namespace saltus
