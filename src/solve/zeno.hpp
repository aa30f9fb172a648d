#pragma once
// Recognition of Zeno sequences: events that repeat in a pattern at intervals that shrink geometrically.
//
//   for each period p up to 32: when the last p events are those of the cycle before, as a set (hits that commute may change
//   places):
//     D_k   duration of cycle k          r_k = D_k / D_(k-1)          d_k = r_k - r_(k-1)
//     limit if r < 1, the rest of the sum of D is below tol * max(1, |t|), t since the start, and r_k converges exponentially:
//       d_k at the rounding of the intervals for several cycles, or
//       z_k = |d_k|^(-1/2) grows like a hyperbolic function:
//       tau_k = (z_(k+1) + z_(k-1)) / (2 z_k) - 1 > 0, steady over the last half of the cycles, and long enough observed
//
// Why z: the return map acts on directions of velocities as a Moebius map, and d_k is a difference along one of its orbits.
// A map with a contracting real eigenvalue gives z ~ sinh or cosh of k theta, tau = cosh(theta) - 1 > 0. A complex pair, as
// of four spheres with e a little above 3 - 2 sqrt 2, gives z ~ cos(k theta), tau = cos(theta) - 1 < 0, however small theta
// is, thousands of hits before the spheres part; the critical case gives z linear in k and tau = 0. Away from the fixed
// point other terms add to tau, but they die out as k^-4: hence "steady", and theta k >= 3. Undecided means go on.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "number/number.hpp"
#include "solve/magnitude.hpp"

namespace saltus {

/// The events from here on accumulate at now + remaining.
template <class T>
struct ZenoLimit {
  T remaining;
  T error;                           ///< estimated, of `remaining`
  T ratio;                           ///< of the durations of successive cycles, in the limit
  std::vector<std::size_t> pattern;  ///< the events of a cycle in the order they fired last
};

template <class T>
class ZenoRecogniser {
 public:
  static constexpr std::size_t longest_period = 32;

  /// `interval_error` is the relative error of the intervals fed in.
  explicit ZenoRecogniser(const T& tol, const T& interval_error = T(64) * unit_roundoff<T>())
      : tol_(tol), gate_(sqrt(tol)), interval_error_(interval_error) {}

  /// Event `id` fired, `interval` after the one observed before (anything for the first), at time `now`; `uncertainty` is that of
  /// the interval, where it is more than rounding. No allocation
  /// but for the first short interval, and if a limit is found. Costs next to nothing while intervals are longer than sqrt(tol) * max(1, |now|): a pattern is
  /// looked for only below that, where at least half of the digits of tol are still to go.
  std::optional<ZenoLimit<T>> observe(std::size_t id, const T& interval, const T& now, const T& uncertainty = T(0)) {
    const T size = abs(now) > T(1) ? T(abs(now)) : T(1);
    if (interval > gate_ * size) {
      if (count_ > 0) reset();
      return std::nullopt;
    }
    if (cycles_.empty()) make_room();
    store(id, interval, uncertainty);
    for (std::size_t p = 1; p <= longest_period; ++p) {
      Cycles& c = cycles_[p - 1];
      if (!may_end_cycle(c, p)) continue;
      const T whole = duration(p);
      if (!ends_cycle(c, p, whole)) continue;
      const T blur = T(2) * worst_uncertainty(p) / whole;
      const T noise = blur > interval_error_ ? blur : interval_error_;
      c.add(whole, noise);
      if (auto limit = c.limit(T(tol_ * size), noise)) {
        limit->pattern = last_ids(p);
        return limit;
      }
    }
    return std::nullopt;
  }

  /// As newly made.
  void renew(const T& tol) {
    tol_ = tol;
    gate_ = sqrt(tol);
    reset();
  }

  /// So many events in a row came at short intervals.
  [[nodiscard]] std::size_t crowd() const { return count_; }

  /// Forget everything: something happened that is no part of a pattern.
  void reset() {
    count_ = 0;
    for (Cycles& c : cycles_) c.anchored = false;
  }

 private:
  /// Extremes of tau over a block of cycles.
  struct Block {
    double least = 0;
    double most = 0;
    int count = 0;

    void add(double tau) {
      least = count == 0 ? tau : std::min(least, tau);
      most = count == 0 ? tau : std::max(most, tau);
      ++count;
    }
    [[nodiscard]] static Block joined(const Block& a, const Block& b) {
      if (a.count == 0) return b;
      if (b.count == 0) return a;
      return {std::min(a.least, b.least), std::max(a.most, b.most), a.count + b.count};
    }
  };

  /// The durations of the cycles of one period.
  struct Cycles {
    bool anchored = false;
    bool known = false;         ///< `members` is filled in
    std::size_t anchor = 0;     ///< number of the event that ended the last cycle
    std::size_t anchor_id = 0;  ///< which event that was; it ends every cycle
    std::uint64_t members = 0;  ///< of a cycle, as a sum that does not depend on their order
    long count = 0;
    int quiet = 0;   ///< cycles for which r has changed by no more than rounding
    int spaced = 0;  ///< how many of z are known, newest first
    T duration{}, ratio{}, change{};
    std::array<T, 3> z{};
    double tau = 0;
    Block former, present;

    void start(std::size_t event, std::size_t id) {
      anchored = true;
      known = false;
      anchor = event;
      anchor_id = id;
      count = 0;
      quiet = spaced = 0;
      former = present = Block{};
    }

    void add(const T& d, const T& noise) {
      ++count;
      if (count >= 2) {
        const T r = d / duration;
        if (count >= 3) follow(T(r - ratio), T(noise * r));
        ratio = r;
      }
      duration = d;
      if ((count & (count - 1)) == 0) {  // blocks double in length, so the last two are at least the last half
        former = present;
        present = Block{};
      }
    }

    void follow(const T& d, const T& noise) {
      change = d;
      if (abs(d) <= noise) {
        ++quiet;
        spaced = 0;
        return;
      }
      quiet = 0;
      z = {T(1) / sqrt(abs(d)), z[0], z[1]};
      spaced = std::min(spaced + 1, 3);
      if (spaced < 3) return;
      tau = to_double((z[0] + z[2]) / (T(2) * z[1]) - T(1));
      present.add(tau);
    }

    std::optional<ZenoLimit<T>> limit(const T& allowance, const T& noise) const {
      if (count < 8 || !(ratio < T(1) - std::min(T(T(1000) * noise), T(0.0625)))) return std::nullopt;
      const T plain = duration * ratio / (T(1) - ratio);
      if (!(plain <= allowance)) return std::nullopt;
      if (quiet >= 5) return ZenoLimit<T>{plain, noise * plain / (T(1) - ratio), ratio, {}};
      if (quiet > 0 || !steady()) return std::nullopt;
      return extrapolated(plain, allowance);
    }

    /// tau positive and steady, and the rate it stands for observed for some time.
    [[nodiscard]] bool steady() const {
      const Block b = Block::joined(former, present);
      if (spaced < 3 || b.count < 6 || !(b.least > 0) || b.most > 2 * b.least) return false;
      return std::acosh(1 + b.least) * static_cast<double>(count) >= 3;
    }

    /// With r_(k+i) = limit + (r_k - limit) c^i.
    std::optional<ZenoLimit<T>> extrapolated(const T& plain, const T& allowance) const {
      const double c = std::exp(-2 * std::acosh(1 + tau));
      const T limiting = ratio + change * T(c / (1 - c));
      const T drift = abs(limiting - ratio);
      if (!(drift + drift < T(1) - limiting)) return std::nullopt;
      T sum(0);
      T term = duration;
      T distance = ratio - limiting;
      for (int i = 0; i < 100000 && term > unit_roundoff<T>() * sum; ++i) {
        distance = distance * T(c);
        term = term * (limiting + distance);
        sum = sum + term;
      }
      if (!(sum <= allowance)) return std::nullopt;
      return ZenoLimit<T>{sum, T(4) * abs(sum - plain), limiting, {}};
    }
  };

  /// Many runs never come here.
  void make_room() {
    ids_.resize(ring);
    intervals_.resize(ring);
    uncertainties_.resize(ring);
    sums_.resize(ring);
    cycles_.resize(longest_period);
  }

  void store(std::size_t id, const T& interval, const T& uncertainty) {
    const std::size_t place = count_ % ring;
    ids_[place] = id;
    intervals_[place] = interval;
    uncertainties_[place] = uncertainty;
    ++count_;
    sums_[count_ % ring] = sums_[place] + scrambled(id);
  }

  /// Sums of these tell multisets apart (the finaliser of Steele, Lea and Flood's splitmix64).
  static std::uint64_t scrambled(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
  }

  [[nodiscard]] std::size_t id_back(std::size_t i) const { return ids_[(count_ - 1 - i) % ring]; }

  /// Is the event just stored number p of a cycle?
  bool may_end_cycle(Cycles& c, std::size_t p) {
    if (c.anchored) return count_ - c.anchor >= p;
    c.start(count_, id_back(0));
    return false;
  }
  /// Does it end a cycle of p events like the one before? A cycle is tried from every event in turn until the pattern holds, because a
  /// boundary between events that change places breaks it.
  bool ends_cycle(Cycles& c, std::size_t p, const T& whole) {
    const std::uint64_t members = sums_[count_ % ring] - sums_[(count_ - p) % ring];
    if (id_back(0) != c.anchor_id || (c.known && members != c.members) || !(whole > T(0))) {
      c.anchored = false;
      return false;
    }
    c.members = members;
    c.known = true;
    c.anchor = count_;
    return true;
  }

  [[nodiscard]] T duration(std::size_t p) const {
    T sum(0);
    for (std::size_t i = 0; i < p; ++i) sum = sum + intervals_[(count_ - 1 - i) % ring];
    return sum;
  }

  /// Of the events of the last cycle: where one of them is put on its surface, the others are off by as much.
  [[nodiscard]] T worst_uncertainty(std::size_t p) const {
    T worst(0);
    for (std::size_t i = 0; i < p; ++i) {
      const T& one = uncertainties_[(count_ - 1 - i) % ring];
      if (one > worst) worst = one;
    }
    return worst;
  }

  [[nodiscard]] std::vector<std::size_t> last_ids(std::size_t p) const {
    std::vector<std::size_t> ids;
    for (std::size_t i = p; i-- > 0;) ids.push_back(id_back(i));
    return ids;
  }

  static constexpr std::size_t ring = 64;  // more than a period

  T tol_;
  T gate_;
  T interval_error_;
  std::size_t count_ = 0;
  std::vector<std::size_t> ids_;
  std::vector<T> intervals_, uncertainties_;
  std::vector<std::uint64_t> sums_;  ///< of all events before number i
  std::vector<Cycles> cycles_;
};

}  // namespace saltus
