#pragma once
// Guards on a stretch, in all lanes at once: the side each starts on, whether a glance excludes that it crosses, and else where it does
// (GuardSigns, CrossingSearch, RootIsolator). A lane where a quick test does not decide asks the scalar code about its series (LaneBook).

#include <limits>

#include "sim/lane_crossing.hpp"
#include "sim/lane_frame.hpp"

namespace saltus::lanes {

template <class V>
class LaneSearch {
 public:
  using M = MaskOf<V>;

  /// Both are referred to.
  LaneSearch(LaneModel<V>& model, LaneTask<V>& task)
      : found(model.c.guards.size()), m_(model), task_(task), buffer_(static_cast<std::size_t>(model.n + 1)) {}

  /// Of a guard, in the lanes where it crosses.
  struct Found {
    M crosses;
    V at, uncertainty, direction;
  };
  std::vector<Found> found;  ///< by guard
  M crosses;                 ///< lanes in which something crosses
  V at, uncertainty;         ///< the first crossing, or the end

  /// Lanes in which a guard may cross within `length`.
  M glance_at_all(const V& length) {
    const V power = integer_power(length, m_.n - 1);
    M may_cross(false);
    for (std::size_t g = 0; g < m_.guard_series.size(); ++g) {
      const Start s = start(g);
      V tail, size;
      may_cross = may_cross | ~excluded(g, s, length, power, tail, size);
    }
    return may_cross;
  }

  /// Where guards cross first within `length`.
  void search(const V& length) {
    const int n = m_.n;
    V until = length;
    V power = integer_power(until, n - 1);
    crosses = M(false);
    for (std::size_t g = 0; g < m_.guard_series.size(); ++g) {
      const Start s = start(g);
      Found& one = found[g];
      one.crosses = M(false);
      search_guard(g, s, until, power, one);
      if (!any(one.crosses)) continue;
      crosses = crosses | one.crosses;
      const V end = one.at + V(4.0) * one.uncertainty;
      const M sooner = one.crosses & (end < until) & (end > V(0.0));
      until = select(sooner, end, until);
      power = integer_power(until, n - 1);
    }
    keep_simultaneous(length);
  }

  /// Nothing crosses within `length`.
  void exclude_all(const V& length) {
    crosses = M(false);
    for (Found& f : found) f.crosses = M(false);
    at = length;
    uncertainty = V(0.0);
  }

 private:
  static constexpr double unit = LaneModel<V>::unit;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// A guard at the start of the stretch: GuardSeries over lanes.
  struct Start {
    V sign, noise, relative;
    M deflated;  // its first coefficient is taken as zero
  };

  Start start(std::size_t g) {
    const V* q = m_.guard_series[g];
    const V zero(0.0), value = abs(q[0]);
    const V rounding = V(LaneModel<V>::rounded) * m_.rounded_size(g, 0);
    Start s{select(q[0] > zero, V(1.0), V(-1.0)), rounding, V(4 * unit), M(false)};
    M tied = ~(value > task_.f[m_.layout.noise(g)] + task_.f[m_.layout.drift(g)] + rounding), told(false);
    if (m_.plan.is_lent) {
      const V& tie = task_.f[m_.layout.tie(g)];
      told = tie != zero;
      tied = (tied & ~told) | (abs(tie) == V(1.0));
    }
    if (any(tied & task_.alive)) {
      s.deflated = tied;
      const V moving = m_.sign_of_motion(g, task_.f[m_.layout.delta()], tied & ~told, task_.left);
      s.sign = select(tied, any(told) ? select(told, task_.f[m_.layout.tie(g)], moving) : moving, s.sign);
      if (m_.c.guards[g].state != no_slot) {
        const M exactly = tied & (q[0] == zero);
        s.noise = select(exactly, zero, rounding);
        s.relative = select(exactly, s.relative * (V(1.0) + m_.rounded_size(g, 1) / abs(q[1])), s.relative);
      }
    }
    task_.left = task_.left | ((s.sign > zero) ^ (task_.f[m_.layout.bit(g)] > V(0.5)));
    task_.f[m_.layout.zeros(g)] = select(task_.alive, select(s.deflated, V(1.0), zero), task_.f[m_.layout.zeros(g)]);
    task_.f[m_.layout.drift(g)] = select(task_.alive, zero, task_.f[m_.layout.drift(g)]);
    return s;
  }

  // RootIsolator's second test. `tail` and `size` are for the next ones.
  M excluded(std::size_t g, const Start& s, const V& until, const V& power, V& tail, V& size) {
    const int n = m_.n;
    const V* q = m_.guard_series[g];
    M odd(false);
    tail = truncation_bound(q, n, until, power, odd);
    const LaneGlance<V> seen = glance(q, n, until);
    size = seen.size;
    const V error = (s.relative + V((n + 4) * unit)) * seen.size + s.noise + tail;
    M none = (seen.least > error) & ~s.deflated;
    if (any(s.deflated & task_.alive)) {
      const LaneGlance<V> rest = glance(q + 1, n - 1, until);
      const V rest_error = (s.relative + V((n + 3) * unit)) * rest.size + tail / until;
      none = none | ((rest.least > rest_error) & s.deflated & (q[n] != V(0.0)));
    }
    task_.left = task_.left | (odd & task_.alive);
    return none;
  }

  void search_guard(std::size_t g, const Start& s, const V& until, const V& power, Found& to) {
    const V* q = m_.guard_series[g];
    V tail, size;
    M open = ~excluded(g, s, until, power, tail, size) & task_.alive & ~task_.left;
    if (!any(open)) return;
    const V relative = s.relative + V((m_.n + 4) * unit);
    const LaneRoot<V> root = first_crossing(LaneGuard<V>{q, m_.n, until, tail, s.noise, relative, s.sign, size},
                                            open & ~s.deflated & (q[m_.n] != V(0.0)));
    to.crosses = root.crosses;
    to.at = root.at;
    to.uncertainty = root.uncertainty;
    to.direction = -s.sign;
    open = open & ~root.none & ~root.crosses;
    if (!any(open)) return;
    for (int lane = 0; lane < V::lanes; ++lane)
      if (open[lane]) ask_isolator(g, lane, s, until, tail, to);
  }

  [[gnu::noinline]] void ask_isolator(std::size_t g, int lane, const Start& s, const V& until, const V& tail, Found& to) {
    m_.copy_series(m_.guard_series[g], lane, &buffer_[0]);
    const LaneBook::Found one =
        m_.book.first_crossing(&buffer_[0], until[lane], s.deflated[lane] ? 1 : 0, tail[lane], s.noise[lane], s.relative[lane]);
    if (one.kind == LaneBook::Found::Kind::unsure) task_.left.set(lane, true);
    if (one.kind != LaneBook::Found::Kind::crossing) return;
    to.crosses.set(lane, true);
    to.at.set(lane, one.at);
    to.uncertainty.set(lane, one.uncertainty);
    to.direction.set(lane, one.direction);
  }

  // CrossingSearch::keep_simultaneous. What remains is forced in the instant.
  void keep_simultaneous(const V& length) {
    const V zero(0.0);
    at = length;
    uncertainty = zero;
    if (!any(crosses)) return;
    V first(infinity), width = zero;
    for (const Found& f : found) {
      const M sooner = f.crosses & (f.at < first);
      first = select(sooner, f.at, first);
      width = select(sooner, f.uncertainty, width);
    }
    at = select(crosses, first, at);
    for (std::size_t g = 0; g < found.size(); ++g) {
      Found& f = found[g];
      f.crosses = f.crosses & ~(f.at - f.uncertainty > first + width);
      at = select(f.crosses & (f.at > at), f.at, at);
      uncertainty = select(f.crosses & (f.uncertainty > uncertainty), f.uncertainty, uncertainty);
    }
  }

  LaneModel<V>& m_;
  LaneTask<V>& task_;
  Doubles<V> buffer_;
};

}  // namespace saltus::lanes
