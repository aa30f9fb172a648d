#pragma once
// Which surface does an instant slide on that does not settle?

#include <algorithm>
#include <optional>
#include <string>

#include "model/sliding.hpp"
#include "sim/motion.hpp"

namespace saltus {

template <class T>
struct SlidingChoice {
  Motion<T>* above = nullptr;  ///< the motions on the two sides; one and the same if the equations have the branches
  Motion<T>* below = nullptr;
  Expr surface;
  std::string name;
};

[[nodiscard]] inline bool same_surface(Expr a, Expr b) { return a == b || are_opposite(a, b); }

/// Guards of one surface that change their side in every round. A motion that slides already cannot on a second surface.
template <class T>
std::optional<SlidingChoice<T>> surface_within(Motion<T>& at) {
  constexpr std::uint32_t many = 10;
  std::optional<SlidingChoice<T>> found;
  if (at.compiled.sliding) return found;
  for (std::size_t g = 0; g < at.compiled.guards.size(); ++g) {
    const CompiledGuard& guard = at.compiled.guards[g];
    if (at.events.flips(g) < many) continue;
    if (found && !same_surface(found->surface, guard.surface)) return std::nullopt;
    if (!found) found = SlidingChoice<T>{&at, &at, guard.surface, guard.text};
  }
  return found;
}

/// A surface on which both motions are, from which each leads to the side of the other.
template <class T>
std::optional<SlidingChoice<T>> surface_between(Motion<T>& at, Motion<T>& other) {
  std::optional<SlidingChoice<T>> found;
  if (at.compiled.sliding || other.compiled.sliding || &at == &other) return found;
  at.flow.extend(1);
  other.flow.extend(1);
  for (std::size_t g = 0; g < at.compiled.guards.size(); ++g) {
    const CompiledGuard& guard = at.compiled.guards[g];
    if (!at.events.is_tied(g)) continue;
    for (std::size_t o = 0; o < other.compiled.guards.size(); ++o) {
      const CompiledGuard& twin = other.compiled.guards[o];
      if (!other.events.is_tied(o) || !same_surface(guard.surface, twin.surface)) continue;
      const T here = at.flow.guard(g)[1];
      const T there = guard.surface == twin.surface ? other.flow.guard(o)[1] : T(-other.flow.guard(o)[1]);
      if (!(here * there < T(0))) continue;
      if (found && !same_surface(found->surface, guard.surface)) return std::nullopt;
      if (found) continue;
      const bool above = here < T(0);
      found = SlidingChoice<T>{above ? &at : &other, above ? &other : &at, guard.surface, guard.text};
    }
  }
  return found;
}

/// What fired again and again in the present instant is the sliding itself. False if a `when` was among it: that does more.
template <class T>
bool forget_repeated(EventLog<T>& log) {
  const auto begin = log.entries.begin() + static_cast<std::ptrdiff_t>(log.first);
  const auto repeats = [&](const Occurrence& what) {
    return std::count_if(begin, log.entries.end(), [&](const auto& e) { return e.what == what; }) > 2;
  };
  std::vector<Occurrence> repeated;
  for (auto e = begin; e != log.entries.end(); ++e)
    if (repeats(e->what)) repeated.push_back(e->what);
  if (std::ranges::any_of(repeated, [](const Occurrence& what) { return what.source == Occurrence::Source::branch; }))
    return false;
  const auto is_repeated = [&](const auto& e) { return std::ranges::find(repeated, e.what) != repeated.end(); };
  log.entries.erase(std::remove_if(begin, log.entries.end(), is_repeated), log.entries.end());
  if (!repeated.empty() && !log.fired_anything()) --log.instants;  // counted again with what is added
  return true;
}

/// In the next round the guards of a surface are on this side of it.
template <class T>
void force_side(EventIteration<T>& events, const CompiledModel& compiled, Expr surface, int side) {
  for (std::size_t g = 0; g < compiled.guards.size(); ++g) {
    if (compiled.guards[g].surface == surface) {
      events.force(g, side);
    } else if (are_opposite(compiled.guards[g].surface, surface)) {
      events.force(g, -side);
    }
  }
}

}  // namespace saltus
