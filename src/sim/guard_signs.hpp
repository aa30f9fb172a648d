#pragma once
// On which side each guard is: the restart rule applied to the guards of a flow.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/flow.hpp"
#include "solve/restart.hpp"

namespace saltus {

template <class T>
class GuardSigns {
 public:
  explicit GuardSigns(Flow<T>& flow)
      : flow_(flow),
        noise_(flow.guard_count(), T(0)),
        drift_(flow.guard_count(), T(0)),
        expected_(flow.guard_count(), T(0)),
        starts_(flow.guard_count()),
        varied_(has_derivative<T> ? flow.guard_count() : 0, 0.0),
        known_(flow.guard_count()),
        rounded_(T(flow.is_constrained() ? 64 : 4) * unit_roundoff<T>()) {}

  /// As newly made.
  void renew() {
    for (std::vector<T>* all : {&noise_, &drift_}) std::ranges::fill(*all, T(0));
    leave_stretch();
    std::ranges::fill(varied_, 0.0);
    std::ranges::fill(known_, Known{});
    riding_.clear();
    tangents_.clear();
    late_.clear();
    noisy_ = at_once_ = false;
    delta_ = carried_ = relative_ = T(0);
  }

  /// How far the values of the guards may be off at an event that lies at local time s of the present series: rounding of the
  /// polynomials and their truncation. `delta` is the uncertainty of s. Kept until the next instant or forget().
  /// The first coefficient does not count: where it is larger than the others together the guard is far from zero, unless something in it
  /// jumps, and then its old size says nothing (a time that was 1e300).
  void meet_instant(const T& s, int degree, const T& delta) {
    noisy_ = true;
    tangents_.clear();
    late_.clear();
    delta_ = delta;
    at_once_ = !(s > T(0));
    relative_ = carried_ = T(0);
    const T u = unit_roundoff<T>();
    const KnownPower<T> power(s, degree - 1);
    for (std::size_t g = 0; g < noise_.size(); ++g) {
      const std::span<const T> q(flow_.guard(g), static_cast<std::size_t>(degree) + 1);
      const std::span<const T> terms = without_zero_end(q);
      if (!flow_.has_state_on_surface(g)) expected_[g] = horner(terms, s);
      noise_[g] = truncation_bound(q, s, power);
      const AbsoluteSums<T> sums = absolute_sums(terms, s);
      if (terms.size() > 1) noise_[g] += T(8) * u * s * sums.terms;
      if (delta > T(0)) noise_[g] += delta * sums.slopes;
      // What was taken as zero at the start of the stretch is still in the states, however small the motion has become.
      if (const int zeros = starts_[g].index; zeros > 0)
        noise_[g] += absolute_sum(q.first(static_cast<std::size_t>(std::min(zeros, degree + 1))), s);
      if constexpr (has_derivative<T>) varied_[g] = 1e-7 * derivative_size(q, s);
    }
  }

  /// At an instant, states are about to be put back on constraints: what that moves the guards by counts as noise.
  void before_projection() {
    flow_.extend(0);
    unprojected_.resize(noise_.size());
    for (std::size_t g = 0; g < noise_.size(); ++g) unprojected_[g] = flow_.guard(g)[0];
  }
  void after_projection() {
    flow_.extend(0);
    for (std::size_t g = 0; g < noise_.size(); ++g) noise_[g] += T(2) * abs(flow_.guard(g)[0] - unprojected_[g]);
  }

  /// The states are at the instant that was met: how far a guard is there from what its own series said is noise as well. log(x) along
  /// x' = x is linear in time and has no truncation; the x from which it is computed anew has.
  void note_arrival() {
    flow_.extend(0);
    for (std::size_t g = 0; g < noise_.size(); ++g) {
      if (flow_.has_state_on_surface(g)) continue;
      const T off = T(2) * abs(flow_.guard(g)[0] - expected_[g]);
      if (!(off > noise_[g]) || !is_finite(off)) continue;
      noise_[g] = off;
      known_[g] = {};
    }
  }

  /// Guard g was found to cross here: what is left of it is noise, be it the rounding of an implicit system that nobody else sees.
  void note_crossing(std::size_t g) {
    flow_.extend(0);
    const T left = T(2) * abs(flow_.guard(g)[0]);
    if (left > noise_[g]) noise_[g] = left;
    known_[g] = {};
  }

  /// The motion slid on the surface of guard g until just here, and goes on at this side of it, along which it is tangent to the surface. What a tiny slope, or
  /// bend after it, says to the contrary is rounding, also of terms that nobody sees in the guard: those that cancel in the derivative of a state.
  void note_tangent(std::size_t g, int side) {
    if (flow_.max_order() < 3) return;
    flow_.extend(3);
    const T* q = flow_.guard(g);
    const auto leads_away = [&](int k) { return sign_of(q[k]) == side; };
    if (leads_away(1)) return;
    if (leads_away(2)) {
      if (is_tiny(g, 1, 2)) note_tangent(g, T(2) * abs(q[1]), T(0));
    } else if (leads_away(3) && is_tiny(g, 1, 3) && is_tiny(g, 2, 3)) {
      note_tangent(g, T(2) * abs(q[1]), T(2) * abs(q[2]));
    }
  }

  /// Guard g is off by that, as a kink from which it is computed is.
  void note_kink(std::size_t g, const T& off) {
    if (!(off > T(0)) || !is_finite(off)) return;
    noise_[g] += off;
    noisy_ = true;
    known_[g] = {};
  }

  /// Where equations that are solved together read bits that they decide about: if guard g is on its surface with the bits as they are, it is there with all
  /// bits. Noted is how far it may be off, in time, the first time that this is asked at an instant.
  void note_surface(std::size_t g) {
    flow_.extend(std::max(1, flow_.sign_order()));
    const T slope = abs(flow_.guard(g)[1]);
    if (!is_tied(g) || !(slope > T(0)) || !is_finite(slope)) return;
    late_.resize(noise_.size(), T(0));
    if (late_[g] == T(0)) late_[g] = bound(g) / slope;
  }
  /// They read other bits now, with which guard g may be many times as steep.
  void note_other_bits(std::size_t g) {
    if (late_.empty() || late_[g] == T(0)) return;
    flow_.extend(std::max(1, flow_.sign_order()));
    const T off = T(2) * late_[g] * abs(flow_.guard(g)[1]);
    if (!(off > noise_[g]) || !is_finite(off)) return;
    noise_[g] = off;
    noisy_ = true;
    known_[g] = {};
  }

  /// How far states may be off at such an event, relative to their size: for the guards of other modes that start from them.
  void note_states(const T& s, int degree) {
    carried_ = T(0);
    for (std::size_t j = 0; j < flow_.state_count(); ++j) {
      const std::span<const T> q(flow_.state(j), static_cast<std::size_t>(degree) + 1);
      const T error = T(8) * unit_roundoff<T>() * absolute_sum(without_zero_end(q), s) + truncation_bound(q, s);
      const T scale = flow_.state_scale(j);
      if (scale > flow_.state_floor(j) && error > carried_ * scale) carried_ = error / scale;
    }
  }

  /// The same for a solver that knows no series: the states are good to about `relative`.
  void note_accuracy(const T& relative) { carried_ = relative; }
  /// Guard g crosses at the present states: what is left of it there is an error as well.
  void note_residual(std::size_t g) {
    flow_.extend(flow_.sign_order());
    const T size = flow_.rounded_size(g);
    const T left = T(2) * abs(flow_.guard(g)[0]);
    if (left > carried_ * size && left < T(1e-4) * size) carried_ = left / size;
  }

  /// The tuple of modes of this flow is entered from that of `other` in one instant. same(g): the guard of `other` that is the same, or
  /// none (~0). Values and all coefficients of guards are uncertain by what the states brought with them.
  template <class Same>
  void enter(const GuardSigns& other, Same&& same) {
    entered_noise_.resize(noise_.size(), T(0));
    std::ranges::fill(varied_, 0.0);
    for (std::size_t g = 0; g < noise_.size(); ++g) {
      const std::size_t old = same(g);
      entered_noise_[g] = old == ~std::size_t{0} ? T(0) : other.noise_[old];
    }
    std::swap(noise_, entered_noise_);
    leave_stretch();
    tangents_.clear();
    late_.clear();
    std::ranges::fill(known_, Known{});
    noisy_ = true;
    delta_ = other.delta_;
    relative_ = carried_ = other.carried_;
  }

  /// A stretch begins at which the guard starts like this. A guard that is identically zero (the motion follows its surface) moves off
  /// zero by the rounding of every stretch; that stays in the states while the terms it came from may become smaller.
  /// `at_once`: the guard crosses here, on no stretch; if it falls back, how the one that led here began is still to be known.
  void begin_stretch(std::size_t g, const LeadingSign& start, bool at_once) {
    if (!at_once || !falls_back(g, start)) starts_[g] = start;
    if (start.sign == 0)
      drift_[g] += rounding(g);
    else
      drift_[g] = T(0);
  }

  /// The last stretch, which another loop has made, began with guard g like this.
  void adopt_start(std::size_t g, const LeadingSign& start) { starts_[g] = start; }
  /// No stretch has led here.
  void leave_stretch() { std::ranges::fill(starts_, LeadingSign{}); }

  /// Until let_go() guard g is identically zero, whatever its value, as long as that is no larger than errors of steps that are good to
  /// `tolerance` (sim/riding_guards.hpp).
  void ride(std::size_t g, const T& tolerance) {
    riding_.resize(noise_.size(), T(0));
    riding_[g] = T(1000) * tolerance;
  }
  [[nodiscard]] bool rides(std::size_t g) const {
    if (riding_.empty()) return false;
    const T& scale = flow_.guard_scale(g);
    const T size = flow_.rounded_size(g);
    return !(abs(flow_.guard(g)[0]) > riding_[g] * (scale > size ? scale : size)) && riding_[g] > T(0);
  }
  void let_go() { riding_.clear(); }

  /// The last instant was another loop's (sim/island_loop.hpp), and its event is uncertain by `delta`.
  void adopt_instant(const T& delta) {
    forget();
    noisy_ = true;
    delta_ = delta;
    std::ranges::fill(known_, Known{});
  }
  /// What that loop knows of guard g; `expected`: its value at the instant by the series that led there.
  void adopt(std::size_t g, const T& noise, const T& drift, const T& expected) {
    noise_[g] = noise;
    drift_[g] = drift;
    expected_[g] = expected;
  }

  // What is known of the last instant, for who goes on elsewhere.
  [[nodiscard]] const T& noise(std::size_t g) const { return noise_[g]; }
  [[nodiscard]] const T& drift(std::size_t g) const { return drift_[g]; }
  [[nodiscard]] const T& delta() const { return delta_; }
  /// It is past, and all guards were off their surfaces since.
  void leave_instant() {
    forget();
    leave_stretch();
    std::ranges::fill(drift_, T(0));
  }

  void forget() {
    late_.clear();
    if (!noisy_) return;
    noisy_ = at_once_ = false;
    tangents_.clear();
    delta_ = relative_ = carried_ = T(0);
    std::fill(noise_.begin(), noise_.end(), T(0));
    std::ranges::fill(varied_, 0.0);
  }

  /// Of the value of guard g.
  [[nodiscard]] T rounding(std::size_t g) const { return rounded_ * flow_.rounded_size(g); }
  /// Below this the value of guard g says nothing.
  [[nodiscard]] T bound(std::size_t g) const { return noise_[g] + drift_[g] + (rounded_ + relative_) * flow_.rounded_size(g); }

  /// Needs the flow extended to order 0 at least; extends it as far as the decision needs.
  LeadingSign sign(std::size_t g) { return sign(g, rounding(g)); }
  /// The same where rounding(g) is known.
  [[gnu::always_inline]] LeadingSign sign(std::size_t g, const T& rounding_now) {
    const T& value = flow_.guard(g)[0];
    const bool is_off = abs(value) > noise_[g] + drift_[g] + rounding_now;
    if (is_off && riding_.empty() && relative_ == T(0)) [[likely]]
      return {sign_of(value), 0};
    if (!riding_.empty() && rides(g)) return {0, flow_.max_order() + 1};
    if (is_off && (relative_ == T(0) || !is_tied(g))) return {sign_of(value), 0};
    return sign_of_motion(g);
  }

  /// The same where is_tied(g) is known.
  LeadingSign sign_of_tied(std::size_t g) {
    if (!riding_.empty() && rides(g)) return {0, flow_.max_order() + 1};
    return sign_of_motion(g);
  }

  /// The sign of guard g was decided by a later coefficient than its speed, which points to the other side: the speed is too small to count,
  /// but not zero. After a jump that is a body that leaves its surface more slowly than rounding can tell.
  [[nodiscard]] bool is_against_speed(std::size_t g, const LeadingSign& sign) const {
    return sign.index >= 2 && sign.sign != 0 && sign_of(flow_.guard(g)[1]) == -sign.sign;
  }

  /// Guard g, which left its surface at the beginning of the last stretch, goes back to the other side with this sign: without speed. That is no crossing
  /// but the top of a hop that is lower than rounding, and the crossing, which is still to come, is closer than values can tell.
  [[nodiscard]] bool falls_back(std::size_t g, const LeadingSign& sign) const { return is_top_of_hop(starts_[g], sign); }

  /// No time has passed since the stretch began that led to the last instant.
  [[nodiscard]] bool is_at_once() const { return at_once_; }

  /// Value just after now, by comparison with the bound only: true if higher coefficients would have to decide.
  [[nodiscard]] bool is_tied(std::size_t g) const { return !(abs(flow_.guard(g)[0]) > bound(g)); }

  /// Guard g is on its surface: does it leave it with what is varied?
  [[nodiscard]] bool is_varied(std::size_t g)
    requires has_derivative<T>
  {
    flow_.extend(1);
    return std::abs(flow_.guard(g)[0].d()) > varied_[g] + 1e-7 * flow_.varied_size(g);
  }
  /// Guard g is on its surface and starts like this: does it go another way with what is varied, in a coefficient that is zero?
  [[nodiscard]] bool turns(std::size_t g, const LeadingSign& start)
    requires has_derivative<T>
  {
    const int zeros = start.sign == 0 ? flow_.max_order() : start.index - 1;
    flow_.extend(zeros);
    for (int k = 1; k <= zeros; ++k)
      if (std::abs(flow_.guard(g)[k].d()) > 1e-7 * flow_.varied_size(g, k)) return true;
    return false;
  }

 private:
  // The same motion is asked about several times at an instant.
  [[gnu::noinline]] LeadingSign sign_of_motion(std::size_t g) {
    Known& known = known_[g];
    if (known.series != flow_.series()) known = {flow_.series(), find_sign_of_motion(g)};
    return known.sign;
  }

  LeadingSign find_sign_of_motion(std::size_t g) {
    const T* q = flow_.guard(g);
    // A coefficient is judged only when the next ones are known: they tell how much of it moving the event could produce.
    for (int order = std::min(4, flow_.max_order());; order = std::min(2 * order, flow_.max_order())) {
      flow_.extend(order);
      const double rate = flow_.is_constrained() ? flow_.log_rate(order) : 0;
      const double own_rate = relative_ > T(0) ? log_rate_of(g, order) : 0;
      const auto rounding_of = [&](std::size_t k) {
        if (k == 0) return bound(g);
        const T relative = T(static_cast<int>(8 * (k + 1))) * unit_roundoff<T>() + relative_;
        const T size = flow_.rounded_size(g, static_cast<int>(k));
        T rounding = relative * (is_finite(size) ? size : T(abs(q[k])));
        if (relative_ > T(0)) rounding += relative_ * flow_.rounded_size(g) * exp2_of<T>(own_rate * static_cast<double>(k));
        if (!tangents_.empty() && k < 3) rounding += k == 1 ? tangents_[g].slope : tangents_[g].bend;
        return flow_.is_constrained() ? T(rounding + cancelled(g, static_cast<int>(k), rate)) : rounding;
      };
      const std::size_t known = finite_part(q, order);
      const LeadingSign s = leading_sign(std::span<const T>(q, known), rounding_of, delta_);
      const bool ends = order == flow_.max_order() || known <= static_cast<std::size_t>(order);
      if ((s.sign != 0 && s.index + 3 <= order) || ends) return s;
    }
  }

  void note_tangent(std::size_t g, const T& slope, const T& bend) {
    tangents_.resize(noise_.size());
    tangents_[g] = {slope, bend};
    known_[g] = {};
  }

  // Is coefficient k of guard g next to nothing beside what lies between its size and coefficient n of terms that fall evenly?
  bool is_tiny(std::size_t g, int k, int n) const {
    constexpr double tiny = 1e-6;
    const T* q = flow_.guard(g);
    const T size = std::max(flow_.rounded_size(g), flow_.guard_scale(g));
    if (size == T(0)) return true;
    return integer_power(T(abs(q[k])), n) <= integer_power(T(tiny), n) * integer_power(size, n - k) * integer_power(T(abs(q[n])), k);
  }

  // Terms of the size of guard g that vary as fast as its coefficients tell, on the time scale tau: log2(1/tau). What states bring into modes is
  // an error of such terms, however much they cancel in a coefficient: v^2 - y*g in that of a rope that goes slack.
  double log_rate_of(std::size_t g, int order) const {
    const T size = flow_.rounded_size(g);
    double rate = -1e6;
    if (!(size > T(0))) return rate;
    for (int k = 1; k <= order; ++k) {
      const T& q = flow_.guard(g)[k];
      if (q != T(0) && is_finite(q)) rate = std::max(rate, (log2_abs(q) - log2_abs(size)) / k);
    }
    return rate;
  }

  // Of a guard that has no series beyond its first coefficients, they decide: the level of a tank that begins to be filled.
  static std::size_t finite_part(const T* q, int order) {
    std::size_t n = 1;
    while (n <= static_cast<std::size_t>(order) && is_finite(q[n])) ++n;
    return n;
  }

  // Constraints make terms cancel that are rounded sums of larger ones: a guard that is itself a constraint is zero but for that. Terms of
  // size S that vary with the states, on the time scale tau, have coefficients S/tau^k; `rate` is log2(1/tau).
  T cancelled(std::size_t g, int k, double rate) const {
    return T(4 * (k + 1)) * rounded_ * flow_.rounded_size(g) * exp2_of<T>(rate * k);
  }

  // Of what cancels in the derivative of a guard at its crossing.
  static double derivative_size(std::span<const T> q, const T& s)
    requires has_derivative<T>
  {
    double size = 0, slope = 0;
    for (std::size_t k = q.size(); k-- > 0;) {
      size = size * std::abs(s.v()) + std::abs(q[k].d());
      if (k > 0) slope = slope * std::abs(s.v()) + static_cast<double>(k) * std::abs(q[k].v());
    }
    return std::isnan(s.d()) ? size : size + slope * std::abs(s.d());
  }

  Flow<T>& flow_;
  std::vector<T> noise_, entered_noise_;
  std::vector<T> unprojected_;
  std::vector<T> drift_;
  std::vector<T> expected_;  // values at the instant, by the series that led there
  std::vector<LeadingSign> starts_;  // of the last stretch; index 0 where nothing is known of one
  std::vector<double> varied_;  // of numbers with derivatives: what is no derivative of a guard at this instant; else empty
  std::vector<T> riding_;       // what is no side, relative to the guard's size; empty: none rides
  struct Tangent {
    T slope{}, bend{};  // so much of them is rounding
  };
  std::vector<Tangent> tangents_;  // empty: at this instant sliding does not end
  std::vector<T> late_;            // of guards on their surfaces, about which equations solved together decide; empty: none is
  struct Known {
    std::uint64_t series = 0;  // of the flow, for which the sign was found; 0: none
    LeadingSign sign;
  };
  std::vector<Known> known_;
  T rounded_;           // of the terms of a guard, relative
  bool noisy_ = false;  // there is something to forget
  bool at_once_ = false;
  T delta_ = T(0);
  T carried_ = T(0);   // relative error of the states at the instant
  T relative_ = T(0);  // the same, of the states with which these modes were entered
};

}  // namespace saltus
