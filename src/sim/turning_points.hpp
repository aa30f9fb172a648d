#pragma once
// Where a variable turns back between steps.

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "sim/event_time.hpp"
#include "solve/chebyshev.hpp"
#include "solve/root_isolator.hpp"

namespace saltus {

/// The value where it does not matter how the place moves: at an extremum, whose slope is zero.
template <class T>
[[nodiscard]] T at_rest(const T& place) {
  if constexpr (has_derivative<T>)
    return T(place.v());
  else
    return place;
}

/// Finds where a polynomial turns back.
template <class T>
class TurningPoints {
 public:
  /// Calls visit(s, q(s)) for every extremum in (0, length).
  template <class Visit>
  void find(std::span<const T> q, const T& length, Visit&& visit) {
    q = without_zero_end(q);
    if (q.size() < 3 || is_monotone(q, length)) return;
    slope_.resize(q.size() - 1);
    for (std::size_t k = 1; k < q.size(); ++k) slope_[k - 1] = T(static_cast<int>(k)) * q[k];
    GuardSeries<T> series{slope_, length};
    while (series.zeros + 1 < static_cast<int>(slope_.size()) && slope_[static_cast<std::size_t>(series.zeros)] == T(0))
      ++series.zeros;
    roots_.clear();
    room_for(static_cast<int>(slope_.size()) - 1).all_crossings(series, roots_);
    for (const Root<T>& r : roots_)
      if (r.at > T(0) && r.at < length) visit(moving(r), horner(q, at_rest(r.at)));
  }

  /// Where a Chebyshev series turns in (-1, 1), from left to right, with the middle.
  const std::vector<T>& of_chebyshev(std::span<const T> c) {
    chebyshev_to_powers(c, powers_);
    mirrored_ = powers_;
    for (std::size_t k = 1; k < mirrored_.size(); k += 2) mirrored_[k] = -mirrored_[k];
    places_.clear();
    find(mirrored_, T(1), [&](const T& x, const T&) { places_.push_back(-x); });
    std::ranges::reverse(places_);
    places_.push_back(T(0));
    find(powers_, T(1), [&](const T& x, const T&) { places_.push_back(x); });
    return places_;
  }
  /// Of the last series.
  [[nodiscard]] T value(const T& x) const { return horner(std::span<const T>(powers_), x); }

 private:
  /// The place, with its derivative where numbers have some.
  [[nodiscard]] T moving(const Root<T>& turn) const {
    if constexpr (has_derivative<T>)
      return differentiated(std::span<const T>(slope_), turn);
    else
      return turn.at;
  }

  static bool is_monotone(std::span<const T> q, const T& length) {
    return abs(q[1]) > length * absolute_slope_sum(q, length, 2) * T(1.001);
  }

  RootIsolator<T>& room_for(int degree) {
    if (!isolator_ || degree > degree_) {
      degree_ = std::max(degree, least_room);
      isolator_.emplace(degree_);
    }
    return *isolator_;
  }

  static constexpr int least_room = 256;
  std::optional<RootIsolator<T>> isolator_;  // for slopes of degree_
  int degree_ = 0;
  std::vector<T> slope_;
  std::vector<Root<T>> roots_;
  std::vector<T> powers_, mirrored_, places_;
};

}  // namespace saltus
