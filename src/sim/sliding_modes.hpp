#pragma once
// How the modes of a run come to slide on surfaces, and leave them (docs/math/sliding.md). Part of sim/modes.hpp.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/modes.hpp"
#include "sim/places.hpp"

namespace saltus {

template <class T>
bool Modes<T>::slide(Motion<T>*& at, Motion<T>* before, const TimePoint<T>& now) {
  const std::vector<Occurrence> repeated = repeated_events(records_.log);
  const bool acted = std::ranges::any_of(repeated, acts);
  if (acted && (before || !at->events.may_be_taken_back())) return false;
  const auto choices = before ? surfaces_between(*at, *before) : surfaces_within(*at, records_.history.most());
  if (acted && choices.size() != 1) return false;
  for (const SlidingChoice<T>& c : choices) {
    const CompiledModel* next = tuples_.sliding(c.above->compiled, c.below->compiled, c.surface);
    if (!next || ++slides_ > most_slides) continue;
    if (acted) at->events.take_back();
    if (!enter_in_place(at, *next, now)) continue;
    if (!acted) forget(records_.log, repeated);
    log_sliding(begin_of_sliding(*next));
    warn_of_relations_on(*at);
    return true;
  }
  return false;
}

template <class T>
auto Modes<T>::leave_surface(Motion<T>*& at, const TimePoint<T>& now) -> Surface {
  const auto& surfaces = at->compiled.sliding;
  const auto is_left = [&](const CompiledSliding& s) {
    return at->flow.is_set(s.above) || at->flow.is_set(s.below) || !has_weight(*at, s.weight);
  };
  const auto s = std::ranges::find_if(surfaces, is_left);
  if (s == surfaces.end()) return Surface::stays;
  if (++slides_ > most_slides) return Surface::lost;
  const CompiledModel& slid = at->compiled;
  const bool known = has_weight(*at, s->weight), ran_out = known && is_at_limit(*at, s->weight);
  const auto place = static_cast<std::size_t>(s - surfaces.begin());
  const auto go_to = [&](bool above) {
    const CompiledModel& next = tuples_.beside(slid, place, above);
    force_side(motion(next).events, next, s->surface, above ? 1 : -1);
    return enter_in_place(at, next, now);
  };
  const bool above = known && at->flow.is_set(s->above);
  if (!go_to(above)) return Surface::lost;
  if (!known && leads_back(*at, s->surface, -1) && !go_to(true)) return Surface::lost;
  if (known) note_on_surface(*at, s->surface, above ? 1 : -1, ran_out);
  log_sliding(end_of_sliding(slid, place));
  return Surface::left;
}

template <class T>
bool Modes<T>::thrown_off(Motion<T>*& at, const TimePoint<T>& now) {
  if (++slides_ > most_slides) return false;
  const CompiledModel& slid = at->compiled;
  const std::vector<GivenValue<T>> given = reinitialised_states(*at);
  const CompiledModel* off = &slid;
  while (!off->sliding.empty()) off = &tuples_.beside(*off, off->sliding.size() - 1, true);
  Motion<T>* there = at;
  if (!enter_along(there, *off, now, given)) return false;
  const CompiledModel* next = &slid;
  std::vector<Occurrence> ends;
  for (std::size_t s = slid.sliding.size(); s-- > 0;) {
    const SideOfSurface side = side_of(*there, slid.sliding[s].surface);
    if (side.may_be_on_it && slid.sliding.size() > 1) continue;
    next = &tuples_.beside(*next, s, side.sign >= 0);
    ends.push_back(end_of_sliding(slid, s));
  }
  if (ends.empty()) return false;
  if (next != off) {
    there = at;
    if (!enter_along(there, *next, now, given)) return false;
  }
  at = there;
  for (const Occurrence& end : ends) log_sliding(end);
  return true;
}

// States are on the surfaces already: where they would have to move, the equations do not determine the motion there, and all stays as it is.
template <class T>
bool Modes<T>::enter_in_place(Motion<T>*& at, const CompiledModel& next, const TimePoint<T>& now) {
  const ModeTuple tuple = tuple_, last = last_;
  const std::vector<T> entered = entered_;
  Motion<T>* there = at;
  if (enter_along(there, next, now, {}) && !entering_.moved(*there, T(T(10) * settings_.tolerance))) {
    at = there;
    return true;
  }
  tuple_ = tuple;
  last_ = last;
  entered_ = entered;
  return false;
}

// Where x and y are zero x - y is, too: what sign(x - y) stands for there, nothing says.
template <class T>
void Modes<T>::warn_of_relations_on(Motion<T>& at) {
  if (at.compiled.sliding.size() < 2) return;
  at.flow.extend(at.flow.sign_order());
  for (std::size_t g = 0; g < at.compiled.guards.size(); ++g) {
    if (!at.events.is_tied(g) || at.signs.sign(g).sign != 0) continue;
    records_.findings.warn_once(
        "undetermined-relation",
        fmt::format("`{}` is on its surface wherever the motion slides on the others: what it stands for there is not determined, "
                    "and it is taken as at zero",
                    at.compiled.guards[g].text()),
        [&] { return span_of(at.compiled, at.compiled.guards[g]); });
  }
}

}  // namespace saltus
