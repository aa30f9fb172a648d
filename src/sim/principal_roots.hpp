#pragma once
// Roots in the equations of the motion stay on their branch: sqrt(x), and x^p with a p that is no integer, are never negative.
//
// The series of a root go on where the root itself cannot: x = (1 - t/2)^2 solves x' = -sqrt(x), but only until the tank is empty at
// t = 2; the series of sqrt(x), which is 1 - t/2, is finite there and negative afterwards. Nothing else shows it. So a stretch ends
// where the series of a root, or of its argument, comes to zero, if the motion depends on it. (Both: x = w^m and x^p = w^(m p) are
// smooth in w; one of them changes its sign unless both exponents are even, and then x^p is right on both sides.)
// There the states are moved, by rounding, to where the root is zero. From then on what the equations say holds: the tank stays empty if
// nothing flows in.

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/least_move.hpp"
#include "sim/probe.hpp"
#include "solve/root_isolator.hpp"

namespace saltus {

template <class T>
class PrincipalRoots {
 public:
  /// A slot that came to zero: a root or its argument.
  struct Ending {
    Slot slot = no_slot, argument = no_slot;
  };

  PrincipalRoots(const CompiledModel& compiled, const Flow<T>& flow, int max_degree)
      : c_(compiled), isolator_(max_degree), move_(compiled) {
    renew(flow);
  }

  /// As newly made: exponents may be others.
  void renew(const Flow<T>& flow) {
    watched_.clear();
    for (const Instruction& i : c_.flow.instructions)
      if (i.op == TapeOp::sqrt || (i.op == TapeOp::pow && !is_integer(flow.value(i.b))))
        watched_.insert(watched_.end(), {{i.a, i.a}, {i.out, i.a}});
  }

  [[nodiscard]] bool any() const { return !watched_.empty(); }

  /// Shortens a stretch of series to where a root leaves its branch; nothing if none does.
  std::optional<Ending> cut(Flow<T>& flow, Probe<T>& probe, const TimePoint<T>& begin, Proposal<T>& stretch) {
    std::optional<Ending> found;
    if (!stretch.by_series || stretch.degree < 2 || stretch.guard_degree < stretch.degree) return found;  // searched before
    const T whole = stretch.length;
    for (const Ending& watched : watched_) {
      const std::span<const T> q(flow.jets()[watched.slot], static_cast<std::size_t>(stretch.degree));
      if (!(q[0] > T(0)) || !std::ranges::all_of(q, [](const T& x) { return is_finite(x); })) continue;
      GuardSeries<T> series{.q = q, .length = stretch.length};
      series.tail = truncation_bound(q, stretch.length);
      const Search<T> result = isolator_.first_crossing(series);
      if (result.outcome != Outcome::crossing || !matters(flow, probe, begin, stretch.degree, result.root.at, whole)) continue;
      stretch.length = result.root.at;
      found = watched;
    }
    return found;
  }

  /// The states are where the root came to zero, but for rounding.
  void put_at_zero(Flow<T>& flow, const Ending& ending) { move_.to_zero(flow, {&ending.argument, 1}); }

  /// A root whose argument is zero as far as `shortest` tells times apart. The series of `flow` have a slope.
  [[nodiscard]] std::optional<Ending> at_zero(Flow<T>& flow, const T& shortest) const {
    for (const Ending& watched : watched_) {
      const T* argument = flow.jets()[watched.argument];
      if (abs(argument[0]) <= shortest * abs(argument[1])) return watched;
    }
    return std::nullopt;
  }

  /// The first definition that it enters.
  [[nodiscard]] const Origin* origin_of(Slot watched) const {
    std::vector<bool> reached(c_.tape.slot_count, false);
    reached[watched] = true;
    for (const Instruction& i : c_.outputs.instructions) {
      bool reads = false;
      for_each_operand(c_.tape, i, [&](Slot s) { reads = reads || reached[s]; });
      if (reads) for_each_result(c_.tape, i, [&](Slot s) { reached[s] = true; });
    }
    const auto it = std::ranges::find_if(c_.origins, [&](const Origin& o) { return reached[o.slot]; });
    return it == c_.origins.end() ? nullptr : &*it;
  }

 private:
  static bool is_integer(const T& exponent) { return to_double(exponent) == std::floor(to_double(exponent)); }

  // Beyond the root the equations, which take the branch as it is, contradict the series: not so if another branch of an `if` holds.
  bool matters(Flow<T>& flow, Probe<T>& probe, const TimePoint<T>& begin, int degree, const T& root, const T& whole) {
    const T beyond = whole > root * T(1.001) ? whole : T(root * T(1.1));
    probe.derivatives_at(flow, beyond, begin.after(beyond).value(), degree);
    for (std::size_t j = 0; j < c_.states.size(); ++j) {
      const T series = derivative_value(std::span<const T>(flow.state(j), static_cast<std::size_t>(degree) + 1), beyond);
      const T true_value = probe.derivative(j);
      const T rounding = T(1000) * unit_roundoff<T>() * flow.state_scale(j) / beyond;
      if (!(abs(series - true_value) <= T(1e-6) * (abs(series) + abs(true_value)) + rounding)) return true;
    }
    return false;
  }

  const CompiledModel& c_;
  RootIsolator<T> isolator_;
  LeastMove<T> move_;
  std::vector<Ending> watched_;
};

}  // namespace saltus
