#pragma once
// Which surface does an instant slide on that does not settle?

#include <algorithm>
#include <vector>

#include "model/multiples.hpp"
#include "model/sliding.hpp"
#include "sim/motion.hpp"

namespace saltus {

template <class T>
struct SlidingChoice {
  Motion<T>* above = nullptr;  ///< the motions on the two sides; one and the same if the equations have the branches
  Motion<T>* below = nullptr;
  Expr surface;
};
/// In the order in which they are to be tried; each surface once.
template <class T>
using SlidingChoices = std::vector<SlidingChoice<T>>;

template <class T>
void add_choice(SlidingChoices<T>& choices, SlidingChoice<T> choice) {
  const auto same = [&](const SlidingChoice<T>& other) { return sign_of_multiple(other.surface, choice.surface).has_value(); };
  if (std::ranges::none_of(choices, same)) choices.push_back(std::move(choice));
}

inline constexpr int most_surfaces = 32;  // that a motion slides on at once

/// Surfaces of guards that change their side in every round. Not all of them need drive the motion: some are only asked about. Those that are said to have
/// nothing but a kink come last.
/// A motion that slides already may meet another surface; those that it is on, and the weights of their sides, are none.
template <class T>
SlidingChoices<T> surfaces_within(Motion<T>& at, int max_rounds) {
  const auto many = static_cast<std::uint32_t>(std::clamp(max_rounds / 2, 2, 10));
  const auto& on = at.compiled.sliding;
  SlidingChoices<T> found;
  if (on.size() == std::size_t{most_surfaces}) return found;
  for (const bool jumps : {true, false})
    for (std::size_t g = 0; g < at.compiled.guards.size(); ++g) {
      const CompiledGuard& guard = at.compiled.guards[g];
      const auto is_known = [&](const CompiledSliding& s) {
        return depends_on(guard.surface, s.weight) || sign_of_multiple(guard.surface, s.surface).has_value();
      };
      if (guard.jumps == jumps && at.events.flips(g) >= many && std::ranges::none_of(on, is_known))
        add_choice(found, {&at, &at, guard.surface});
    }
  return found;
}

/// Surfaces on which both motions are, from which each leads to the side of the other.
template <class T>
SlidingChoices<T> surfaces_between(Motion<T>& at, Motion<T>& other) {
  SlidingChoices<T> found;
  if (!at.compiled.sliding.empty() || !other.compiled.sliding.empty() || &at == &other) return found;
  at.flow.extend(1);
  other.flow.extend(1);
  for (std::size_t g = 0; g < at.compiled.guards.size(); ++g) {
    const CompiledGuard& guard = at.compiled.guards[g];
    if (!at.events.is_tied(g)) continue;
    for (std::size_t o = 0; o < other.compiled.guards.size(); ++o) {
      if (!other.events.is_tied(o)) continue;
      const auto multiple = sign_of_multiple(guard.surface, other.compiled.guards[o].surface);
      if (!multiple) continue;
      const T here = at.flow.guard(g)[1];
      const T there = T(*multiple) * other.flow.guard(o)[1];
      if (!(here < T(0) && there > T(0)) && !(here > T(0) && there < T(0))) continue;
      const bool above = here < T(0);
      add_choice(found, {above ? &at : &other, above ? &other : &at, guard.surface});
    }
  }
  return found;
}

/// What fired again and again in the present instant.
template <class T>
std::vector<Occurrence> repeated_events(const EventLog<T>& log) {
  const auto begin = log.entries.begin() + static_cast<std::ptrdiff_t>(log.first);
  std::vector<Occurrence> repeated;
  for (auto e = begin; e != log.entries.end(); ++e)
    if (std::count_if(begin, log.entries.end(), [&](const auto& other) { return other.what == e->what; }) > 2)
      repeated.push_back(e->what);
  return repeated;
}

/// Does it more than choose equations?
[[nodiscard]] inline bool acts(const Occurrence& what) {
  if (what.source == Occurrence::Source::branch) return true;
  if (what.source != Occurrence::Source::transition) return false;
  const CompiledTransition& t = what.compiled->transitions[what.index];
  return !t.values.empty() || !t.checks.empty() || t.solver;
}

/// What was repeated is the sliding itself: it is no event of its own.
template <class T>
void forget(EventLog<T>& log, const std::vector<Occurrence>& repeated) {
  const auto begin = log.entries.begin() + static_cast<std::ptrdiff_t>(log.first);
  const auto is_repeated = [&](const auto& e) { return std::ranges::find(repeated, e.what) != repeated.end(); };
  log.entries.erase(std::remove_if(begin, log.entries.end(), is_repeated), log.entries.end());
  if (!repeated.empty() && !log.fired_anything()) --log.instants;  // counted again with what is added
}

/// The beginning and the end of sliding on one surface?
[[nodiscard]] inline bool are_opposite(const Occurrence& a, const Occurrence& b) {
  using Source = Occurrence::Source;
  if (a.source != Source::sliding || b.source != Source::sliding || a.index % 2 == b.index % 2) return false;
  const auto surface = [](const Occurrence& o) { return o.compiled->sliding[o.index / 2].surface; };
  return sign_of_multiple(surface(a), surface(b)).has_value();
}

struct SideOfSurface {
  int sign = 0;               ///< 0: no guard tells
  bool may_be_on_it = false;  ///< rounding may be all that it is away
};

/// On which side of a surface are the states?
template <class T>
SideOfSurface side_of(Motion<T>& at, Expr surface) {
  at.flow.extend(0);
  for (std::size_t g = 0; g < at.compiled.guards.size(); ++g)
    if (const auto multiple = sign_of_multiple(at.compiled.guards[g].surface, surface))
      return {*multiple * sign_of(at.flow.guard(g)[0]), at.events.is_tied(g)};
  return {};
}

/// In the next round the guards of a surface are on this side of it.
template <class T>
void force_side(EventIteration<T>& events, const CompiledModel& compiled, Expr surface, int side) {
  for (std::size_t g = 0; g < compiled.guards.size(); ++g)
    if (const auto multiple = sign_of_multiple(compiled.guards[g].surface, surface)) events.force(g, *multiple * side);
}

/// Does the weight come to one of its limits just here, and has not jumped beyond it?
template <class T>
bool is_at_limit(Motion<T>& at, Expr weight) {
  at.flow.extend(0);
  for (std::size_t g = 0; g < at.compiled.guards.size(); ++g)
    if (depends_on(at.compiled.guards[g].surface, weight) && at.events.is_tied(g)) return true;
  return false;
}

/// Is there a weight? Not if an event has made the motions of both sides one, as far as the surface is concerned.
template <class T>
bool has_weight(Motion<T>& at, Expr weight) {
  at.flow.extend(0);
  for (std::size_t g = 0; g < at.compiled.guards.size(); ++g)
    if (depends_on(at.compiled.guards[g].surface, weight) && !is_finite(at.flow.guard(g)[0])) return false;
  return true;
}

/// Does the motion lead from this side of the surface, where it is, to the other one?
template <class T>
bool leads_back(Motion<T>& at, Expr surface, int side) {
  at.flow.extend(at.flow.sign_order());
  for (std::size_t g = 0; g < at.compiled.guards.size(); ++g)
    if (const auto multiple = sign_of_multiple(at.compiled.guards[g].surface, surface)) {
      at.signs.note_crossing(g);
      return at.signs.sign(g).sign == -*multiple * side;
    }
  return false;
}

/// The motion comes from the surface to this side: how far the states are off it is what rounding left, and no side, however small they are. If the
/// weight `ran_out` the same holds for how fast they leave it.
template <class T>
void note_on_surface(Motion<T>& at, Expr surface, int side, bool ran_out) {
  for (std::size_t g = 0; g < at.compiled.guards.size(); ++g) {
    const auto multiple = sign_of_multiple(at.compiled.guards[g].surface, surface);
    if (!multiple) continue;
    at.signs.note_crossing(g);
    if (ran_out) at.signs.note_tangent(g, *multiple * side);
  }
}

}  // namespace saltus
