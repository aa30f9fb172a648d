#pragma once
// One stretch in all lanes of a pack: what HybridRun does between two looks at the clock, where nothing rare happens.
//
//   series of states and guards; the longest step that they allow (TaylorStepper)
//   a stretch that accuracy did not limit is checked at its end (Probe::agrees)
//   every guard: the side it starts on, and whether a glance excludes that it crosses (CrossingSearch, RootIsolator)
//   lanes where no guard can cross go on to the end of the stretch
//   the others wait with their series until there are some from all packs:
//     every guard: where it crosses; on to the first crossing or the end: states, time, how far guards may be off
//
// A lane where a quick test does not decide asks the scalar code about its series (LaneBook). One that meets something else is left.

#include <limits>

#include "sim/lane_crossing.hpp"
#include "sim/lane_frame.hpp"

namespace saltus::lanes {

template <class V>
class LaneStretch {
 public:
  using M = MaskOf<V>;

  explicit LaneStretch(LaneModel<V>& model)
      : m_(model),
        there_(model.c.tape, 0),
        outputs_there_(model.c.tape, model.c.outputs, there_, nullptr),
        flow_there_(model.c.tape, model.c.flow, there_, nullptr),
        guards_there_(model.c.tape, model.c.guards_code, there_, nullptr),
        buffer_(static_cast<std::size_t>(model.n + 1) * (model.c.states.size() + model.c.guards.size())),
        scales_(model.c.states.size() + model.c.guards.size()),
        found_(model.c.guards.size()) {
    model.put_constants(there_);
    for (const Slot s : model.plan.in_motion) saved_.push_back({s});
    const double order = model.n;
    reciprocals_[0] = 1.0 / order;
    reciprocals_[1] = 1.0 / (order - 1);
    reciprocals_[2] = 1.0 / (order - 2);
  }

  /// The lanes `alive` go on to the end of their stretch, but for those that are answered: a guard may cross there, and cross() is to be
  /// called. `left` gets those in which something rare was met.
  M operator()(V* f, const M& alive, M& left) {
    begin(f, alive);
    m_.load_for_flow(f);
    m_.series(m_.n);
    const LaneTime<V> now{f[m_.layout.base()], f[m_.layout.offset()]};
    const V longest = now.until(V(m_.settings.stop));
    propose(longest);
    for (const Slot s : m_.plan.growing)
      left_ = left_ | (absolute_sum(std::span<const V>(m_.jets[s], width() - 1), length_) > V(m_.n / 2));
    const M blind = unlimited_ & ~(length_ < longest) & alive_ & ~left_;
    if (any(blind)) check_end(now, blind);
    left_ = left_ | ~(length_ > V(8 * unit) * abs(now.base));
    note_sizes();
    const M waiting = glance_at_guards() & alive_ & ~left_;
    alive_ = alive_ & ~waiting;
    at_ = length_;
    crosses_ = M(false);
    for (Found& found : found_) found.crosses = M(false);
    uncertainty_ = V(0.0);
    advance(now);
    left = left | (left_ & alive);
    return waiting;
  }

  /// Numbers of a waiting lane that save() keeps for cross().
  [[nodiscard]] std::size_t saved_size() const { return saved_.size() * width() + 1; }
  /// Right after the call that answered `lane`, of the pack.
  void save(int lane, double* to) {
    for (const Slot s : saved_)
      for (int k = 0; k <= m_.n; ++k) *to++ = m_.jets[s][k][lane];
    *to = length_[lane];
  }
  /// For cross(), after load_for_flow(): what was saved, in the lane `lane` of another pack.
  void restore(int lane, const double* from) {
    for (const Slot s : saved_)
      for (int k = 0; k <= m_.n; ++k) m_.jets[s][k].set(lane, *from++);
    length_.set(lane, *from);
  }
  /// Waiting lanes, restored, with the frame they have now. Answers in which something crosses.
  M cross(V* f, const M& waiting, M& left) {
    begin(f, waiting);
    search();
    const M due = advance({f[m_.layout.base()], f[m_.layout.offset()]});
    left = left | (left_ & waiting);
    return due;
  }

 private:
  static constexpr double unit = LaneModel<V>::unit;
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double log2_e = 1.44269504088896340736;
  static constexpr double fall = log2_e / 0.65;  // as in solve/taylor.hpp

  V& at(std::size_t i) const { return f_[i]; }
  [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(m_.n) + 1; }
  void begin(V* f, const M& alive) {
    f_ = f;
    alive_ = alive;
    left_ = M(false);
  }

  V state_scale(std::size_t j) const {
    const V now = abs(m_.states[j][0]);
    const V& nominal = at(m_.layout.nominal(j));
    const V usual = select(nominal > V(0.0), nominal, at(m_.layout.largest_state(j)));
    return select(now > usual, now, usual);
  }

  /// The second half of the series vanishes.
  M ends(const V* q) const {
    V sum(0.0);
    for (int k = m_.n / 2 + 1; k <= m_.n; ++k) sum += abs(q[k]);
    return sum == V(0.0);
  }

  void propose(const V& longest) {
    const int n = m_.n;
    const V zero(0.0);
    V last = zero, second = zero, third = zero, log_limit(infinity);
    M hard(false);
    for (std::size_t j = 0; j < m_.states.size(); ++j) {
      const V* x = m_.states[j];
      const V s0 = abs(x[n]), s1 = abs(x[n - 1]), s2 = abs(x[n - 2]);
      const V sum = s0 + s1;
      hard = hard | ~is_finite(sum + abs(x[1]));
      const V scale = state_scale(j);
      const M odd = (sum + s2 == zero) | ~(scale > V(1e-300));
      if (any(odd)) hard = hard | (odd & ~ends(x));
      const V inverse = V(1.0) / scale;
      last = select(odd, last, larger(last, s0 * inverse));
      second = select(odd, second, larger(second, s1 * inverse));
      third = select(odd, third, larger(third, s2 * inverse));
    }
    const V log_tol(std::log2(m_.settings.tolerance));
    const auto limit_by = [&](const V& size, const V& allowance, double reciprocal) {
      const V limit = (allowance - rough_log2(size)) * V(reciprocal);
      log_limit = select((size > zero) & (limit < log_limit), limit, log_limit);
    };
    limit_by(last, log_tol, reciprocals_[0]);
    limit_by(second, log_tol, reciprocals_[1]);
    limit_by(third, log_tol + V(fall), reciprocals_[2]);
    log_limit = log_limit - V(0.7 * log2_e * reciprocals_[1]);
    const M limited = log_limit < V(infinity);
    hard = hard | ~(~limited | ((log_limit > V(-1000.0)) & (log_limit < V(1000.0))));
    const V limit = rough_exp2(select(limited & ~hard, log_limit, zero));
    unlimited_ = ~limited | (limit > V(4.0) * longest);
    length_ = select(limited & (limit < longest), limit, longest);
    if (!m_.guard_series.empty()) limit_by_guards(hard);
    if (any(hard & alive_)) ask_stepper(hard & alive_, longest);
  }

  void limit_by_guards(M& hard) const {
    const int n = m_.n;
    const V zero(0.0), power = integer_power(length_, n - 2);
    for (std::size_t g = 0; g < m_.guard_series.size(); ++g) {
      const V* q = m_.guard_series[g];
      hard = hard | ~(is_finite(q[0]) & is_finite(q[n - 1]) & is_finite(q[n]));
      const M gap = (q[n] == zero) & (q[n - 1] == zero) & (q[n - 2] == zero);
      const V scale = larger(larger(at(m_.layout.largest(g)), abs(q[0])), abs(q[1]) * length_);
      const V last = larger(abs(q[n]) * length_, abs(q[n - 1])) * length_ * power;
      const M good = (power > V(1e-280)) & is_finite(last) & (last <= V(m_.settings.tolerance) * scale);
      hard = hard | ~(gap | good);
      if (any(gap)) hard = hard | (gap & ~ends(q));
    }
  }

  [[gnu::noinline]] void ask_stepper(const M& lanes, const V& longest) {
    const std::size_t states = m_.states.size();
    for (int lane = 0; lane < V::lanes; ++lane) {
      if (!lanes[lane]) continue;
      for (std::size_t i = 0; i < states + m_.guard_series.size(); ++i) {
        const bool is_state = i < states;
        copy_series(is_state ? m_.states[i] : m_.guard_series[i - states], lane, &buffer_[i * width()]);
        scales_[i] = (is_state ? state_scale(i) : at(m_.layout.largest(i - states)))[lane];
      }
      double length = longest[lane];
      bool unlimited = true;
      if (!m_.book.propose(&buffer_[0], &scales_[0], length, unlimited)) left_.set(lane, true);
      length_.set(lane, length);
      unlimited_.set(lane, unlimited);
    }
  }

  void copy_series(const V* q, int lane, double* to) const {
    for (int k = 0; k <= m_.n; ++k) to[k] = q[k][lane];
  }

  // Probe::agrees, with the tolerance of HybridRun::propose. A stretch that fails is shortened alone.
  [[gnu::noinline]] void check_end(const LaneTime<V>& now, const M& lanes) {
    const V tolerance(m_.settings.tolerance * 1000 + 1000 * unit);
    const V& s = length_;
    for (std::size_t i = 0; i < m_.plan.kept.size(); ++i) there_[m_.plan.kept[i]][0] = f_[i];
    for (std::size_t j = 0; j < m_.states.size(); ++j)
      there_[m_.c.states[j].value][0] = horner(std::span<const V>(m_.states[j], width()), s);
    there_[m_.c.time][0] = now.after(s).base;
    outputs_there_.evaluate();
    flow_there_.evaluate();
    guards_there_.evaluate();
    M agree(true);
    const auto compare = [&](const V& a, const V& b, const V& size) {
      agree = agree & (~is_finite(b) | ~(abs(a - b) > tolerance * size));
    };
    for (std::size_t j = 0; j < m_.states.size(); ++j) {
      const std::span<const V> q(m_.states[j], width());
      const V scale = state_scale(j);
      const V size = select(scale > V(0.0), scale, V(1.0)) + absolute_sum(q, s);
      compare(derivative_value(q, s) * s, there_[m_.c.states[j].derivative][0] * s, size);
    }
    for (std::size_t g = 0; g < m_.guard_series.size(); ++g) {
      const std::span<const V> q(m_.guard_series[g], width());
      compare(horner(q, s), there_[m_.c.guards[g].h][0], absolute_sum(q, s) + at(m_.layout.largest(g)));
    }
    left_ = left_ | (lanes & ~agree);
  }

  void note_sizes() const {
    const auto grow = [this](std::size_t i, const V& x) {
      const V size = abs(x);
      at(i) = select(alive_ & (size > at(i)), size, at(i));
    };
    for (std::size_t j = 0; j < m_.states.size(); ++j) grow(m_.layout.largest_state(j), m_.states[j][0]);
    for (std::size_t g = 0; g < m_.guard_series.size(); ++g) grow(m_.layout.largest(g), m_.guard_series[g][0]);
  }

  /// Of a guard, in the lanes where it crosses.
  struct Found {
    M crosses;
    V at, uncertainty, direction;
  };
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
    const M tied = ~(value > at(m_.layout.noise(g)) + at(m_.layout.drift(g)) + rounding);
    if (any(tied & alive_)) {
      s.deflated = tied;
      s.sign = select(tied, m_.sign_of_motion(g, at(m_.layout.delta()), tied, left_), s.sign);
      if (m_.c.guards[g].state != no_slot) {
        const M exactly = tied & (q[0] == zero);
        s.noise = select(exactly, zero, rounding);
        s.relative = select(exactly, s.relative * (V(1.0) + m_.rounded_size(g, 1) / abs(q[1])), s.relative);
      }
    }
    left_ = left_ | ((s.sign > zero) ^ (at(m_.layout.bit(g)) > V(0.5)));
    at(m_.layout.zeros(g)) = select(alive_, select(s.deflated, V(1.0), zero), at(m_.layout.zeros(g)));
    at(m_.layout.drift(g)) = select(alive_, zero, at(m_.layout.drift(g)));
    return s;
  }

  // Lanes in which a guard may cross on the stretch.
  M glance_at_guards() {
    const V power = integer_power(length_, m_.n - 1);
    M may_cross(false);
    for (std::size_t g = 0; g < m_.guard_series.size(); ++g) {
      const Start s = start(g);
      V tail, size;
      may_cross = may_cross | ~excluded(g, s, length_, power, tail, size);
    }
    return may_cross;
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
    if (any(s.deflated & alive_)) {
      const LaneGlance<V> rest = glance(q + 1, n - 1, until);
      const V rest_error = (s.relative + V((n + 3) * unit)) * rest.size + tail / until;
      none = none | ((rest.least > rest_error) & s.deflated & (q[n] != V(0.0)));
    }
    left_ = left_ | (odd & alive_);
    return none;
  }

  void search() {
    const int n = m_.n;
    V until = length_;
    V power = integer_power(until, n - 1);
    crosses_ = M(false);
    for (std::size_t g = 0; g < m_.guard_series.size(); ++g) {
      const Start s = start(g);
      Found& found = found_[g];
      found.crosses = M(false);
      search_guard(g, s, until, power, found);
      if (!any(found.crosses)) continue;
      crosses_ = crosses_ | found.crosses;
      const V end = found.at + V(4.0) * found.uncertainty;
      const M sooner = found.crosses & (end < until) & (end > V(0.0));
      until = select(sooner, end, until);
      power = integer_power(until, n - 1);
    }
    keep_simultaneous();
  }

  void search_guard(std::size_t g, const Start& s, const V& until, const V& power, Found& found) {
    const V* q = m_.guard_series[g];
    V tail, size;
    M open = ~excluded(g, s, until, power, tail, size) & alive_ & ~left_;
    if (!any(open)) return;
    const V relative = s.relative + V((m_.n + 4) * unit);
    const LaneRoot<V> root = first_crossing(LaneGuard<V>{q, m_.n, until, tail, s.noise, relative, s.sign, size},
                                            open & ~s.deflated & (q[m_.n] != V(0.0)));
    found.crosses = root.crosses;
    found.at = root.at;
    found.uncertainty = root.uncertainty;
    found.direction = -s.sign;
    open = open & ~root.none & ~root.crosses;
    if (!any(open)) return;
    for (int lane = 0; lane < V::lanes; ++lane)
      if (open[lane]) ask_isolator(g, lane, s, until, tail, found);
  }

  [[gnu::noinline]] void ask_isolator(std::size_t g, int lane, const Start& s, const V& until, const V& tail, Found& found) {
    copy_series(m_.guard_series[g], lane, &buffer_[0]);
    const LaneBook::Found one =
        m_.book.first_crossing(&buffer_[0], until[lane], s.deflated[lane] ? 1 : 0, tail[lane], s.noise[lane], s.relative[lane]);
    if (one.kind == LaneBook::Found::Kind::unsure) left_.set(lane, true);
    if (one.kind != LaneBook::Found::Kind::crossing) return;
    found.crosses.set(lane, true);
    found.at.set(lane, one.at);
    found.uncertainty.set(lane, one.uncertainty);
    found.direction.set(lane, one.direction);
  }

  // CrossingSearch::keep_simultaneous. What remains is forced in the instant.
  void keep_simultaneous() {
    const V zero(0.0);
    at_ = length_;
    uncertainty_ = zero;
    if (!any(crosses_)) return;
    V first(infinity), width = zero;
    for (const Found& f : found_) {
      const M sooner = f.crosses & (f.at < first);
      first = select(sooner, f.at, first);
      width = select(sooner, f.uncertainty, width);
    }
    at_ = select(crosses_, first, at_);
    for (std::size_t g = 0; g < found_.size(); ++g) {
      Found& f = found_[g];
      f.crosses = f.crosses & ~(f.at - f.uncertainty > first + width);
      at_ = select(f.crosses & (f.at > at_), f.at, at_);
      uncertainty_ = select(f.crosses & (f.uncertainty > uncertainty_), f.uncertainty, uncertainty_);
    }
  }

  M advance(const LaneTime<V>& now) {
    const V zero(0.0), stop(m_.settings.stop);
    left_ = left_ | ~(at_ > V(1e-60));
    if (any(crosses_ & alive_)) meet_instant();
    const M moves = alive_ & ~left_;
    const LaneTime<V> end = now.after(at_);
    const V rounding = V(4 * unit) * abs(stop);
    const M to_stop = ~(end.base < select(crosses_, stop - rounding, stop));
    const auto put = [&](std::size_t i, const V& x) { at(i) = select(moves, x, at(i)); };
    put(m_.layout.base(), select(to_stop, stop, end.base));
    put(m_.layout.offset(), select(to_stop, zero, end.offset));
    put(m_.layout.since(), at(m_.layout.since()) + at_);
    put(m_.layout.steps(), at(m_.layout.steps()) + V(1.0));
    put(m_.layout.delta(), select(crosses_, uncertainty_, zero));
    for (std::size_t g = 0; g < found_.size(); ++g) {
      put(m_.layout.forced(g), select(found_[g].crosses, found_[g].direction, zero));
      if (!any(crosses_)) put(m_.layout.noise(g), zero);
    }
    put(m_.layout.uncertainty(), uncertainty_of_interval());
    for (std::size_t j = 0; j < m_.states.size(); ++j)
      put(m_.plan.states[j], quick_horner(static_cast<const V*>(m_.states[j]), m_.n, at_));
    put(m_.plan.time, at(m_.layout.base()));
    return moves & crosses_;
  }

  V uncertainty_of_interval() const {
    V most(0.0);
    for (std::size_t g = 0; g < found_.size(); ++g)
      if (m_.c.guards[g].state != no_slot)
        most = select(found_[g].crosses & (found_[g].uncertainty > most), found_[g].uncertainty, most);
    return most;
  }

  // GuardSigns::meet_instant where something crosses; elsewhere GuardSigns::forget.
  void meet_instant() {
    const int n = m_.n;
    const V zero(0.0), power = integer_power(at_, n - 1);
    for (std::size_t g = 0; g < found_.size(); ++g) {
      const std::span<const V> q(m_.guard_series[g], static_cast<std::size_t>(n) + 1);
      M odd(false);
      V noise = truncation_bound(q.data(), n, at_, power, odd);
      noise += V(8 * unit) * at_ * absolute_sum(q.subspan(1), at_);
      noise = select(uncertainty_ > zero, noise + uncertainty_ * absolute_slope_sum(q, at_), noise);
      noise = select(at(m_.layout.zeros(g)) > zero, noise + abs(q[0]), noise);
      left_ = left_ | (odd & crosses_);
      V& kept = at(m_.layout.noise(g));
      kept = select(alive_, select(crosses_, noise, zero), kept);
    }
  }

  LaneModel<V>& m_;
  LaneJets<V> there_;  // at the end of a stretch
  LaneCode<V> outputs_there_, flow_there_, guards_there_;
  Doubles<V> buffer_, scales_;
  std::vector<Found> found_;
  SlotList<V> saved_;
  double reciprocals_[3];
  V* f_ = nullptr;
  M alive_, left_, unlimited_, crosses_;
  V length_, at_, uncertainty_;
};

}  // namespace saltus::lanes
